//! The arena as a user runs it: a folder of its own, a league file, the program, its results.

mod ground;
mod league_file;
pub(crate) mod processes;
pub(crate) mod results;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[allow(
    unused_imports,
    reason = "other test targets that share this module need it"
)]
pub(crate) use ground::Running;
pub(crate) use ground::{Ground, Ran};
pub(crate) use league_file::{builtin, league, scripted};
pub(crate) use results::{DERIVED, Results, Row, record};

/// The folder that holds the whole project.
pub(crate) fn project() -> PathBuf {
    let arena = Path::new(env!("CARGO_MANIFEST_DIR"));
    arena.parent().unwrap().to_owned()
}

/// Whether a program can be run here; if not, says on the terminal which part of the tests is
/// left out for want of it.
pub(crate) fn is_here(program: &str, version_option: &str, left_out: &str) -> bool {
    let mut asked = Command::new(program);
    asked
        .arg(version_option)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let here = asked.status().is_ok_and(|status| status.success());
    if !here {
        skipped(&format!("{left_out}, because {program} is not installed"));
    }
    here
}

/// Tells what is left out and why.
pub(crate) fn skipped(what: &str) {
    // Not a macro: what macros print in a test that passes is never seen.
    let line = format!("skipped: {what}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}
