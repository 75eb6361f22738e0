//! Looking at a program before it is started, so that a bot that cannot run is refused before
//! the first game and with a reason the kernel's error number would not give.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use rustix::thread::{CpuSet, sched_getaffinity};

use super::elf::Header;
use super::launch::Launch;
use super::problem::{LaunchProblem, SpawnError};

/// As much of a file's beginning as the kernel looks at for a `#!` line.
const START_LEN: usize = 256;

/// Scripts run by scripts run by scripts: the kernel gives up soon, too.
const MOST_INTERPRETERS: usize = 8;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Where the kernel lists formats it was taught, such as other processors' programs.
const TAUGHT_FORMATS: &str = "/proc/sys/fs/binfmt_misc";

/// Finds the program that a league's `command` names: a name with a `/` is a path that starts at
/// `dir`, any other is looked up in `path_env`, a list of folders as in `PATH`. Empty entries
/// there are skipped. The result is absolute; symbolic links are kept, since some programs ask
/// by which name they were started.
///
/// # Errors
///
/// [`LaunchProblem::NotOnPath`]; for a path, whatever keeps that file from being executed.
pub fn resolve_program(
    name: &OsStr,
    dir: &Path,
    path_env: &OsStr,
) -> Result<PathBuf, LaunchProblem> {
    if name.as_bytes().contains(&b'/') {
        let path = std::path::absolute(dir.join(name))?;
        check_executable(&path).map(|()| path)
    } else {
        let found = find_on_path(name, path_env).ok_or(LaunchProblem::NotOnPath)?;
        Ok(std::path::absolute(found)?)
    }
}

/// Checks without starting anything whether a bot's process can be started.
///
/// # Errors
///
/// The first thing that will keep it from starting. A program may still fail to start, e.g. for
/// lack of a library; `Ok` means that the kernel will run it.
pub fn preflight(launch: &Launch) -> Result<(), SpawnError> {
    inspect(launch).map_err(|problem| SpawnError {
        bot: launch.bot.clone(),
        program: launch.program.clone(),
        problem,
    })
}

pub(super) fn inspect(launch: &Launch) -> Result<(), LaunchProblem> {
    for folder in [&launch.dir, &launch.scratch] {
        if !folder.is_dir() {
            return Err(LaunchProblem::NoFolder(folder.clone()));
        }
    }
    if let Some(cpu) = launch.cpu {
        check_processor(cpu)?;
    }
    check_executable(&launch.program)?;
    // A program may be executable without being readable; then the kernel has the last word.
    let Ok(mut file) = File::open(&launch.program) else {
        return Ok(());
    };
    let mut start = Vec::new();
    file.by_ref()
        .take(START_LEN as u64)
        .read_to_end(&mut start)?;
    match start.strip_prefix(b"#!") {
        Some(rest) => check_script(rest, launch),
        None => check_binary(&file, &start),
    }
}

/// The programs through which a script is run, resolved: the one of its `#!` line, the one that
/// `env` looks up there, and theirs in turn. None for a binary.
pub fn interpreters(launch: &Launch) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut script = launch.program.clone();
    while found.len() < MOST_INTERPRETERS
        && let Some(words) = shebang(&script)
    {
        let Some(interpreter) = words.first() else {
            break;
        };
        let interpreter = launch.dir.join(interpreter);
        let target = words[1..].iter().find(|word| !is_env_option(word));
        let looked_up = (interpreter.file_name() == Some(OsStr::new("env")))
            .then(|| resolve_program(target?.as_os_str(), &launch.dir, &launch.path()).ok())
            .flatten();
        found.push(interpreter.clone());
        found.extend(looked_up.clone());
        script = looked_up.unwrap_or(interpreter);
    }
    found
}

/// The words of a script's `#!` line.
fn shebang(path: &Path) -> Option<Vec<PathBuf>> {
    let mut start = Vec::new();
    let file = File::open(path).ok()?;
    file.take(START_LEN as u64).read_to_end(&mut start).ok()?;
    let line = start
        .strip_prefix(b"#!")?
        .split(|byte| *byte == b'\n')
        .next()?;
    let words = line.split(u8::is_ascii_whitespace);
    Some(words.filter(|word| !word.is_empty()).map(path_of).collect())
}

fn check_processor(cpu: usize) -> Result<(), LaunchProblem> {
    let allowed = sched_getaffinity(None).map_err(std::io::Error::from)?;
    let available = cpu < CpuSet::MAX_CPU && allowed.is_set(cpu);
    if available {
        Ok(())
    } else {
        Err(LaunchProblem::NoProcessor(cpu))
    }
}

fn check_executable(path: &Path) -> Result<(), LaunchProblem> {
    if !path.metadata()?.is_file() {
        Err(LaunchProblem::NotAFile)
    } else if access(path, Access::EXEC_OK).is_err() {
        Err(LaunchProblem::NotExecutable)
    } else {
        Ok(())
    }
}

fn find_on_path(name: &OsStr, path_env: &OsStr) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    let folders = std::env::split_paths(path_env).filter(|folder| !folder.as_os_str().is_empty());
    folders
        .map(|folder| folder.join(name))
        .find(|path| check_executable(path).is_ok())
}

/// Checks the interpreter named in a script's first line, given from after the `#!`.
fn check_script(rest: &[u8], launch: &Launch) -> Result<(), LaunchProblem> {
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.ends_with(b"\r") {
        return Err(LaunchProblem::CarriageReturn);
    }
    let mut words = line
        .split(|byte| matches!(byte, b' ' | b'\t'))
        .filter(|word| !word.is_empty());
    let interpreter = path_of(words.next().ok_or(LaunchProblem::UnknownFormat)?);
    if check_executable(&launch.dir.join(&interpreter)).is_err() {
        return Err(LaunchProblem::NoInterpreter(interpreter));
    }
    if interpreter.file_name() == Some(OsStr::new("env")) {
        let name = words.map(path_of).find(|word| !is_env_option(word));
        return name.map_or(Ok(()), |name| check_env_target(name, launch));
    }
    Ok(())
}

/// `env` takes options and `NAME=value` before the program it is to look up.
fn is_env_option(word: &Path) -> bool {
    let word = word.as_os_str().as_bytes();
    word.starts_with(b"-") || word.contains(&b'=')
}

fn check_env_target(name: PathBuf, launch: &Launch) -> Result<(), LaunchProblem> {
    match resolve_program(name.as_os_str(), &launch.dir, &launch.path()) {
        Ok(_) => Ok(()),
        Err(_) => Err(LaunchProblem::NoInterpreter(name)),
    }
}

fn path_of(word: &[u8]) -> PathBuf {
    PathBuf::from(OsString::from_vec(word.to_vec()))
}

/// Checks a file that has no `#!` line.
fn check_binary(file: &File, start: &[u8]) -> Result<(), LaunchProblem> {
    if start
        .strip_prefix(BYTE_ORDER_MARK)
        .is_some_and(|rest| rest.starts_with(b"#!"))
    {
        return Err(LaunchProblem::ByteOrderMark);
    }
    let Some(header) = Header::parse(start) else {
        let may_be_taught = start.contains(&0) && kernel_was_taught_formats();
        return if may_be_taught {
            Ok(())
        } else {
            Err(LaunchProblem::UnknownFormat)
        };
    };
    if let Some(own) = Header::own()
        && !header.runs_on(&own)
    {
        let (found, here) = (header.machine(), own.machine());
        let taught = kernel_was_taught_formats();
        return if taught {
            Ok(())
        } else {
            Err(LaunchProblem::WrongMachine { found, here })
        };
    }
    match header.loader(file) {
        Some(loader) if !loader.exists() => Err(LaunchProblem::NoLoader(loader)),
        _ => Ok(()),
    }
}

fn kernel_was_taught_formats() -> bool {
    let Ok(entries) = std::fs::read_dir(TAUGHT_FORMATS) else {
        return false;
    };
    entries
        .flatten()
        .any(|entry| entry.file_name() != "register" && entry.file_name() != "status")
}

#[cfg(test)]
mod tests;
