//! The project's files as they are: manifests, and sources by room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::page::Table;
use crate::source;

/// The workspace's crates.
pub(crate) const CRATES: [&str; 7] = [
    "arena",
    "arena-referee",
    "arena-statistics",
    "arena-tournament",
    "nardy-bots",
    "nardy-protocol",
    "nardy-rules",
];

/// The paths that each room of the arena names.
pub(crate) struct Findings(pub(crate) BTreeMap<String, BTreeSet<Vec<String>>>);

/// What a crate depends on.
pub(crate) struct Dependencies {
    pub(crate) ours: BTreeSet<String>,
    pub(crate) others: BTreeSet<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of a crate.
pub(crate) fn folder(name: &str) -> &'static str {
    match name {
        "arena" => "arena",
        "arena-referee" => "arena/referee",
        "arena-statistics" => "arena/statistics",
        "arena-tournament" => "arena/tournament",
        "nardy-bots" => "bots",
        "nardy-protocol" => "protocol",
        "nardy-rules" => "protocol/rules",
        other => panic!("{other} is no crate of the workspace"),
    }
}

/// A file of the project.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A crate's manifest.
pub(crate) fn manifest(name: &str) -> toml::Table {
    read(&format!("{}/Cargo.toml", folder(name)))
        .parse()
        .unwrap()
}

/// What a crate's manifest lists under `[dependencies]`.
pub(crate) fn dependencies(name: &str) -> Dependencies {
    let manifest = manifest(name);
    let listed = manifest["dependencies"].as_table().unwrap().keys();
    let (ours, others) = listed
        .cloned()
        .partition(|name| CRATES.contains(&name.as_str()));
    Dependencies { ours, others }
}

/// All Rust files below a folder of the project, by path; files of tests are left out.
pub(crate) fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            if path.ends_with("/tests") || path.ends_with("/tests.rs") {
                continue;
            }
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(".rs") {
                let text = read(&path);
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "there are no sources in {folder}");
    found
}

/// Which rooms and crates of ours each room uses.
pub(crate) fn rooms(findings: &Findings) -> Table {
    let uses = |(room, paths): (&String, &BTreeSet<Vec<String>>)| {
        let used = paths.iter().filter_map(|path| findings.used(path));
        let used = used.filter(|used| used != room).collect();
        (room.clone(), used)
    };
    findings.0.iter().map(uses).collect()
}

impl Findings {
    /// Of the crate `arena`.
    pub(crate) fn of_the_arena() -> Findings {
        let sources = sources("arena/src");
        let inside = |path: &String| path.strip_prefix("arena/src/").unwrap().to_owned();
        let files = sources
            .iter()
            .map(|(path, text)| (inside(path), text.as_str()));
        let mut findings = Findings::of(files);
        findings.0.remove("lib");
        findings
    }

    /// Of these files: each with its path below `src`.
    pub(crate) fn of<'t, P: AsRef<str>>(files: impl IntoIterator<Item = (P, &'t str)>) -> Findings {
        let mut rooms: BTreeMap<String, BTreeSet<_>> = BTreeMap::new();
        for (path, text) in files {
            let path = path.as_ref();
            let paths = source::paths(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            let module = module(path);
            let absolute = paths.into_iter().map(|names| absolute(names, &module));
            rooms.entry(module[0].clone()).or_default().extend(absolute);
        }
        Findings(rooms)
    }

    /// The rooms that name this path, something in it, or the module it is in.
    pub(crate) fn rooms_that_name(&self, path: &str) -> BTreeSet<String> {
        let wanted: Vec<_> = path.split("::").collect();
        let named = |names: &Vec<String>| {
            let mut both = names.iter().zip(&wanted);
            both.all(|(name, wanted)| name == wanted)
        };
        let rooms = self.0.iter().filter(|(_, paths)| paths.iter().any(named));
        rooms.map(|(room, _)| room.clone()).collect()
    }

    /// The room or crate of ours that a path leads to.
    fn used(&self, path: &[String]) -> Option<String> {
        match path {
            [root, room, ..] if root == "crate" || root == "arena" => Some(room.clone()),
            [name, ..] => {
                let name = name.replace('_', "-");
                CRATES.contains(&name.as_str()).then_some(name)
            }
            [] => None,
        }
    }
}

/// The module that a file of `src` holds.
fn module(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

/// A path without `self` and `super`, seen from a module.
fn absolute(names: Vec<String>, module: &[String]) -> Vec<String> {
    let up = names.iter().take_while(|name| *name == "super").count();
    if up == 0 && names[0] != "self" {
        return names;
    }
    let own = module[..module.len().saturating_sub(up)].iter().cloned();
    let rest = names
        .into_iter()
        .filter(|name| name != "super" && name != "self");
    std::iter::once("crate".to_owned())
        .chain(own)
        .chain(rest)
        .collect()
}
