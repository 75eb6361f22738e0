//! Which files a bot may see: the system, its interpreter, its own; nothing of the league.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::OWN_FOLDER;

/// Where systems keep their programs and libraries.
const SYSTEM: [&str; 13] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
    "/snap",
];

/// The part of it that is never a bot's own, even if a command names it.
const NOBODYS: [&str; 9] = [
    "/usr/bin",
    "/usr/sbin",
    "/usr/lib",
    "/bin",
    "/sbin",
    "/lib",
    "/etc",
    "/nix/store",
    "/gnu/store",
];

/// What the system keeps to itself, should the arena run as a user who may read it.
const SYSTEM_SECRETS: [&str; 9] = [
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh",
    "/etc/ssl/private",
    "/etc/security/opasswd",
];

/// Folders with everybody's things in them: never shown as a whole because one file in them is.
const CROWDED: [&str; 7] = ["/", "/home", "/root", "/tmp", "/var/tmp", "/var", "/srv"];

/// Names of folders of programs that have their libraries in a folder beside them.
const PROGRAM_FOLDERS: [&str; 5] = ["bin", "sbin", "shims", "libexec", "Scripts"];

/// The files a bot may see, all only to read; its work folder comes on top.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Files and folders it may see, absolute, as they are named on the machine.
    pub(super) readable: Vec<PathBuf>,
    /// What it may not see although it is in one of them, free of symbolic links.
    pub(super) hidden: Vec<PathBuf>,
}

/// What a view is made from.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    /// The bot's program, resolved.
    pub program: &'a Path,
    /// Its arguments.
    pub args: &'a [OsString],
    /// The folder it starts in.
    pub dir: &'a Path,
    /// What the league's owner lets it read besides.
    pub read: &'a [PathBuf],
    /// The interpreters between the kernel and the program, resolved.
    pub interpreters: &'a [PathBuf],
    /// The folder of the league file, which no bot has for its own.
    pub league: &'a Path,
    /// The league's file, results and other bots, hidden wherever they are.
    pub private: &'a [PathBuf],
}

impl Wanted<'_> {
    /// What is the bot's own: files and folders that its command names, with what lies beside
    /// those files; and the folder it starts in, unless the league is in it.
    pub fn own(&self) -> Vec<PathBuf> {
        let mut own = self.named();
        for file in own.clone() {
            if file.is_file() {
                own.extend(file.parent().filter(|f| !is_crowded(f)).map(Path::to_owned));
            }
        }
        let dir = real(self.dir);
        if !real(self.league).starts_with(&dir) && !is_crowded(&dir) {
            own.push(dir);
        }
        own
    }

    /// The files and folders that its command names, free of symbolic links; a program of the
    /// system's is none of them, nor is a folder that it starts inside.
    fn named(&self) -> Vec<PathBuf> {
        let dir = real(self.dir);
        let words = self.args.iter().flat_map(|word| pieces(word));
        let paths = words.map(|piece| dir.join(piece));
        let paths = paths.chain([self.program.to_owned()]);
        let paths = paths.filter(|path| path.exists() && !in_any(path, NOBODYS));
        paths
            .map(|path| real(&path))
            .filter(|path| !in_any(path, NOBODYS) && !dir.starts_with(path) && !is_crowded(path))
            .collect()
    }

    /// The view.
    pub fn view(&self) -> View {
        let own = self.own();
        let mut readable: Vec<_> = SYSTEM.iter().map(PathBuf::from).collect();
        readable.extend(own.iter().cloned());
        readable.extend(self.read.iter().cloned());
        for program in self
            .interpreters
            .iter()
            .map(PathBuf::as_path)
            .chain([self.program])
        {
            for hop in hops(program) {
                readable.push(installation(&hop, self.league));
            }
        }
        // A folder around the bot's work folder would take its place.
        readable.retain(|path| path.exists() && !Path::new(OWN_FOLDER).starts_with(real(path)));
        let mut hidden: Vec<_> = self.private.iter().map(|path| real(path)).collect();
        hidden.retain(|path| !own.iter().any(|one| one.starts_with(path)));
        hidden.extend(SYSTEM_SECRETS.iter().map(PathBuf::from));
        View { readable, hidden }
    }
}

/// An argument, and what of it may be a path: after `=`, and between `:`.
fn pieces(word: &OsStr) -> Vec<PathBuf> {
    let whole = word.as_bytes();
    let parts = whole.split(|byte| matches!(byte, b'=' | b':'));
    let all = [whole].into_iter().chain(parts);
    all.filter(|piece| !piece.is_empty())
        .map(|piece| PathBuf::from(OsStr::from_bytes(piece)))
        .collect()
}

/// A path and, where it is a symbolic link, every path on the way to the file.
fn hops(path: &Path) -> Vec<PathBuf> {
    let mut hops = vec![path.to_owned()];
    while let Some(last) = hops.last()
        && let Ok(target) = last.read_link()
        && hops.len() < 40
    {
        let next = last.parent().unwrap_or(Path::new("/")).join(target);
        hops.push(next);
    }
    hops.push(real(path));
    hops
}

/// What a program needs of the place where it is installed: `X` if it is `X/bin/program`, else
/// the file alone.
fn installation(program: &Path, league: &Path) -> PathBuf {
    let folder = program.parent();
    let is_program_folder = folder
        .and_then(Path::file_name)
        .is_some_and(|name| PROGRAM_FOLDERS.iter().any(|known| name == *known));
    let place = folder.and_then(Path::parent);
    match place {
        Some(place)
            if is_program_folder
                && !is_crowded(&real(place))
                && !real(league).starts_with(real(place)) =>
        {
            place.to_owned()
        }
        _ => program.to_owned(),
    }
}

fn is_crowded(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    CROWDED.iter().any(|known| folder == Path::new(known))
        || folder.parent() == Some(Path::new("/home"))
        || home.is_some_and(|home| folder == real(&home))
}

fn in_any<const N: usize>(path: &Path, folders: [&str; N]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

/// A path free of symbolic links, as far as it exists.
pub(super) fn real(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if parent != path => real(parent).join(name),
        _ => path.to_owned(),
    }
}

impl View {
    /// The same view without what is hidden: folders that hold something hidden are replaced by
    /// what else is in them. For Landlock, which can only allow.
    pub(super) fn allowed(&self) -> Vec<PathBuf> {
        let mut allowed = Vec::new();
        for path in &self.readable {
            self.allow(&real(path), &mut allowed);
        }
        allowed
    }

    fn allow(&self, path: &Path, allowed: &mut Vec<PathBuf>) {
        if self.hidden.iter().any(|hidden| path.starts_with(hidden)) {
            return;
        }
        let holds_hidden = self
            .hidden
            .iter()
            .any(|hidden| hidden.starts_with(path) && hidden.exists());
        if !holds_hidden {
            allowed.push(path.to_owned());
            return;
        }
        let Ok(entries) = path.read_dir() else { return };
        for entry in entries.flatten() {
            // What a symbolic link leads to has to be in the view itself.
            self.allow(&entry.path(), allowed);
        }
    }
}
