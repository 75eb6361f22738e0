//! The folder in which all work folders of a league's bots are: one for each results folder, so
//! that what a killed arena left behind is found and emptied when the league goes on.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use nardy_protocol::text::hex;
use sha2::{Digest, Sha256};

/// A folder for work folders, removed with all that is in it at the end.
#[derive(Debug)]
pub struct WorkFolder {
    path: PathBuf,
    /// Held while the folder is in use.
    _lock: File,
}

impl WorkFolder {
    /// Makes the folder of the league with these results, empty.
    ///
    /// # Errors
    ///
    /// If it belongs to somebody else, another arena uses it, or it cannot be emptied or made.
    pub fn make(results: &Path) -> io::Result<WorkFolder> {
        let digest = Sha256::digest(results.as_os_str().as_encoded_bytes());
        let path = std::env::temp_dir().join(format!("arena-work-{}", hex(&digest[..8])));
        let lock = match claim(&path) {
            // Its last user has removed it at this moment.
            Err(error) if error.kind() == io::ErrorKind::NotFound => claim(&path)?,
            claimed => claimed?,
        };
        empty(&path)?;
        Ok(WorkFolder { path, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // What stays is emptied by the next league with the same results folder.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Makes the folder, if it is not there, and locks it.
fn claim(path: &Path) -> io::Result<File> {
    match make_private(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => check_own(path)?,
        made => made?,
    }
    let lock = lock(path)?;
    if lock.metadata()?.ino() == fs::symlink_metadata(path)?.ino() {
        Ok(lock)
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn make_private(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Makes sure that what is there is a folder of this user's.
fn check_own(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    // Whoever else made it may not be cheated into losing what is his.
    if found.uid() != rustix::process::geteuid().as_raw() {
        let why = format!("{} belongs to another user", path.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    if !found.is_dir() {
        fs::remove_file(path)?;
        make_private(path)?;
    }
    Ok(())
}

/// Two arenas may have been started at once for the same results, which do not exist yet.
fn lock(path: &Path) -> io::Result<File> {
    let folder = File::open(path)?;
    match folder.try_lock() {
        Ok(()) => Ok(folder),
        Err(TryLockError::WouldBlock) => {
            let why = format!(
                "{} is used by another arena, which is about to play a league into the same results",
                path.display()
            );
            Err(io::Error::new(io::ErrorKind::ResourceBusy, why))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Removes what a killed arena left.
fn empty(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_work_folder_is_one_arenas_and_what_a_killed_one_left_in_it_is_removed() {
        let results = tempfile::tempdir().unwrap();
        let first = WorkFolder::make(results.path()).unwrap();
        let error = WorkFolder::make(results.path()).unwrap_err();
        assert!(error.to_string().contains("another arena"), "{error}");
        fs::create_dir_all(first.path().join("deep/er")).unwrap();
        fs::write(first.path().join("file"), "left").unwrap();
        // Killed: the lock goes, the folder stays.
        let path = first.path().to_owned();
        let WorkFolder {
            _lock: ref lock, ..
        } = first;
        lock.unlock().unwrap();
        let second = WorkFolder::make(results.path()).unwrap();
        assert_eq!(second.path(), path);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        drop(second);
        assert!(!path.exists());
    }
}
