//! Pages read from the project, and the program run in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A file or folder of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The text of a page.
pub(crate) fn page(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The code block that begins with these words behind its three backticks.
pub(crate) fn block<'p>(page: &'p str, opening: &str) -> &'p str {
    let (_, behind) = page
        .split_once(&format!("\n```{opening}\n"))
        .expect(opening);
    behind.split_once("```").expect("the block's end").0
}

/// The first column of the first table below a heading, code marks and links taken off.
pub(crate) fn first_column(page: &str, heading: &str) -> Vec<String> {
    let page = format!("\n{page}");
    let (_, behind) = page.split_once(&format!("\n{heading}\n")).expect(heading);
    let rows = behind.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    let cells = rows.map(|row| {
        let cell = row.trim_start_matches('|').split('|').next().unwrap();
        let cell = cell.trim().trim_start_matches('[').split(']').next();
        cell.unwrap().replace('`', "")
    });
    cells.collect()
}

/// Whether `python3` runs here; if not, says which part of the tests is left out.
pub(crate) fn has_python(left_out: &str) -> bool {
    let mut asked = Command::new("python3");
    asked.arg("--version").stdout(Stdio::null());
    let here = asked.stderr(Stdio::null()).status();
    let here = here.is_ok_and(|status| status.success());
    if !here {
        // Not a macro: what macros print in a test that passes is never seen.
        let line = format!("left out, because python3 is not installed: {left_out}\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    here
}

/// A folder of its own, in which the program is run.
pub(crate) struct Ground(TempDir);

impl Ground {
    pub(crate) fn new() -> Ground {
        Ground(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs the program with these arguments and makes sure that it succeeds; answers what it
    /// wrote to stdout.
    pub(crate) fn arena(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(arguments).current_dir(self.0.path());
        let ran = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&ran.stderr);
        assert!(
            ran.status.success(),
            "{arguments:?}: {}: {stderr}",
            ran.status
        );
        String::from_utf8(ran.stdout).unwrap()
    }

    /// A table of a results folder: the header, and the rows.
    pub(crate) fn csv(&self, path: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let mut reader = csv::Reader::from_path(self.path(path)).unwrap();
        let cells = |row: &csv::StringRecord| row.iter().map(str::to_owned).collect();
        let header = cells(reader.headers().unwrap());
        let rows = reader.records().map(|row| cells(&row.unwrap()));
        (header, rows.collect())
    }
}
