//! How a results folder comes into being: it gets its name when all is in it, so that there is
//! never half a one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::manifest::fill;
use super::{BotVersion, StoreError, failed, lock, sync_names};
use crate::plan::{FrozenPlan, Seed};

/// Makes the folder of a new league with what is in it before the first game; answers its lock.
pub(super) fn bear(
    path: &Path,
    plan: &FrozenPlan,
    seed: &Seed,
    versions: &[BotVersion],
) -> Result<File, StoreError> {
    let parent = parent(path);
    fs::create_dir_all(parent).map_err(failed("make the folder", parent))?;
    if path.symlink_metadata().is_ok() {
        let error = io::Error::from(io::ErrorKind::AlreadyExists);
        return Err(failed("make the folder", path)(error));
    }
    let unborn = unborn(path);
    let lock = adopt(&unborn)?;
    let filled = fill(&unborn, plan, seed, versions)
        .and_then(|()| sync_names(&unborn))
        .and_then(|()| fs::rename(&unborn, path).map_err(failed("make the folder", path)))
        .and_then(|()| sync_names(parent));
    if let Err(error) = filled {
        // It holds nothing that anybody needs.
        let _ = fs::remove_dir_all(&unborn);
        return Err(error);
    }
    Ok(lock)
}

/// Makes the folder under its temporary name, or takes over the one that an arena left there when
/// it was killed: all that can be in it is written anew.
fn adopt(unborn: &Path) -> Result<File, StoreError> {
    match fs::create_dir(unborn) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(failed("make the folder", unborn)(error))
        }
        // Whoever is filling it at this moment holds the lock.
        _ => lock(unborn),
    }
}

/// The folder's name until it is whole. It is the same for every arena, or those that were killed
/// would leave ever more of them.
fn unborn(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".arena-part");
    parent(path).join(name)
}

fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_a_killed_arena_left_is_taken_over_and_what_another_is_filling_is_not() {
        let root = tempfile::tempdir().unwrap();
        let unborn = unborn(&root.path().join("league.v1"));
        assert_eq!(unborn, root.path().join(".league.v1.arena-part"));
        let first = adopt(&unborn).unwrap();
        assert!(matches!(adopt(&unborn), Err(StoreError::Locked(_))));
        first.unlock().unwrap();
        adopt(&unborn).unwrap();
    }

    #[test]
    fn a_folder_without_parents_is_made_in_the_current_one() {
        assert_eq!(
            unborn(Path::new("league")),
            Path::new("./.league.arena-part")
        );
    }
}
