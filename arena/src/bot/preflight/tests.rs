#![allow(clippy::unwrap_used)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::*;

/// A folder with a file `bot` of the given content and mode, and a launch of that file.
fn launch_of(content: &[u8], mode: u32) -> (TempDir, Launch) {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("bot");
    fs::write(&program, content).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(mode)).unwrap();
    let launch = Launch::new("anna", program, folder.path().to_owned());
    (folder, launch)
}

fn check(content: &[u8]) -> Result<(), SpawnError> {
    preflight(&launch_of(content, 0o755).1)
}

/// This test program with another processor kind in its header.
fn program_for_another_machine() -> Vec<u8> {
    let mut program = fs::read("/proc/self/exe").unwrap();
    program.truncate(4096);
    program[18..20].copy_from_slice(&2_u16.to_ne_bytes()); // SPARC
    program
}

#[test]
fn a_program_that_cannot_run_is_refused_with_bot_path_reason_and_remedy() {
    let cases: &[(&[u8], &str, &str)] = &[
        (b"", "neither a `#!` line nor", "begin it with"),
        (
            b"print('hello')\n",
            "neither a `#!` line nor",
            "begin it with",
        ),
        (
            b"#!\nprint('hello')\n",
            "neither a `#!` line nor",
            "begin it with",
        ),
        (b"#!/bin/sh\r\nexit\r\n", "carriage return", "LF line ends"),
        (
            b"#!/usr/bin/env python3\r\n",
            "carriage return",
            "LF line ends",
        ),
        (
            b"\xEF\xBB\xBF#!/bin/sh\n",
            "byte order mark",
            "without a byte order mark",
        ),
        (
            b"#!/no/such/python3\n",
            "interpreter `/no/such/python3`",
            "install the interpreter",
        ),
        (
            b"#!/usr/bin/env no-such-python\n",
            "interpreter `no-such-python`",
            "install",
        ),
        (
            b"#! /usr/bin/env -S X=1 no-such-python -u\n",
            "interpreter `no-such-python`",
            "install",
        ),
        (
            &program_for_another_machine(),
            "processor kind 2, and this system is",
            "build the",
        ),
    ];
    for (content, reason, remedy) in cases {
        let (_folder, launch) = launch_of(content, 0o755);
        let message = preflight(&launch).unwrap_err().to_string();
        let path = launch.program.display().to_string();
        for part in ["anna", &path, reason, remedy] {
            assert!(message.contains(part), "`{part}` is missing in: {message}");
        }
    }
}

#[test]
fn scripts_and_programs_that_run_are_let_through() {
    let own = fs::read("/proc/self/exe").unwrap();
    let cases: &[&[u8]] = &[
        b"#!/bin/sh\nexit\n",
        b"#! /bin/sh -e\n",
        b"#!/bin/sh",
        b"#!/usr/bin/env sh\n",
        b"#!/usr/bin/env -S A=1 sh -e\n",
        &own,
    ];
    for content in cases {
        let shown = String::from_utf8_lossy(&content[..content.len().min(40)]);
        assert!(
            check(content).is_ok(),
            "{shown}: {}",
            check(content).unwrap_err()
        );
    }
}

#[test]
fn a_missing_file_a_folder_and_a_file_without_permission_are_told_apart() {
    let (folder, mut launch) = launch_of(b"#!/bin/sh\n", 0o644);
    let problem = |launch: &Launch| inspect(launch).unwrap_err();
    assert!(matches!(problem(&launch), LaunchProblem::NotExecutable));
    launch.program = folder.path().join("nobody");
    assert!(matches!(problem(&launch), LaunchProblem::Missing));
    launch.program = folder.path().to_owned();
    assert!(matches!(problem(&launch), LaunchProblem::NotAFile));
}

#[test]
fn a_missing_folder_or_processor_is_named() {
    let (_folder, launch) = launch_of(b"#!/bin/sh\n", 0o755);
    let homeless = Launch {
        scratch: "/no/such/folder".into(),
        ..launch.clone()
    };
    assert!(
        preflight(&homeless)
            .unwrap_err()
            .to_string()
            .contains("`/no/such/folder`")
    );
    let misplaced = Launch {
        cpu: Some(CpuSet::MAX_CPU),
        ..launch
    };
    assert!(matches!(
        inspect(&misplaced),
        Err(LaunchProblem::NoProcessor(_))
    ));
}

#[test]
fn env_looks_for_an_interpreter_in_the_bots_own_path() {
    let (folder, mut launch) = launch_of(b"#!/usr/bin/env sh\n", 0o755);
    launch.env.push(("PATH".into(), folder.path().into()));
    assert!(matches!(
        inspect(&launch),
        Err(LaunchProblem::NoInterpreter(_))
    ));
}

#[test]
fn a_name_is_looked_up_in_the_path_and_files_that_cannot_be_executed_are_passed_over() {
    let (plain, _) = launch_of(b"", 0o644);
    let (executable, launch) = launch_of(b"", 0o755);
    let path = std::env::join_paths([Path::new(""), plain.path(), executable.path()]).unwrap();
    let dir = Path::new("/");
    assert_eq!(
        resolve_program(OsStr::new("bot"), dir, &path).unwrap(),
        launch.program
    );
    for missing in ["no-such-bot", ""] {
        let problem = resolve_program(OsStr::new(missing), dir, &path).unwrap_err();
        assert!(matches!(problem, LaunchProblem::NotOnPath), "{problem:?}");
    }
}

#[test]
fn a_name_with_a_slash_starts_at_the_bots_folder_and_is_not_looked_up() {
    let (folder, launch) = launch_of(b"", 0o755);
    let path = OsStr::new("/bin");
    let resolve = |name: &str| resolve_program(OsStr::new(name), folder.path(), path);
    assert_eq!(resolve("./bot").unwrap(), launch.program);
    assert_eq!(
        resolve(launch.program.to_str().unwrap()).unwrap(),
        launch.program
    );
    assert!(matches!(resolve("./sh"), Err(LaunchProblem::Missing)));
}
