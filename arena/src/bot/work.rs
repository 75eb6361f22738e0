//! The folder in which all work folders of a league's bots are: one for each results folder, so
//! that what a killed arena left behind is found and emptied when the league goes on.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// A folder for work folders, removed with all that is in it at the end.
#[derive(Debug)]
pub struct WorkFolder(PathBuf);

impl WorkFolder {
    /// Makes the folder of the league with these results, empty. Nobody else uses it: the results
    /// folder is locked, or does not exist yet.
    ///
    /// # Errors
    ///
    /// If it belongs to somebody else, or cannot be emptied or made.
    pub fn make(results: &Path) -> io::Result<WorkFolder> {
        let mut name = "arena-work-".to_owned();
        for byte in &Sha256::digest(results.as_os_str().as_encoded_bytes())[..8] {
            name.push_str(&format!("{byte:02x}"));
        }
        let path = std::env::temp_dir().join(name);
        match fs::symlink_metadata(&path) {
            // Whoever else made it may not be cheated into losing what is his.
            Ok(found) if found.uid() != rustix::process::geteuid().as_raw() => {
                let why = format!("{} belongs to another user", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
            Ok(found) if found.is_dir() => fs::remove_dir_all(&path)?,
            Ok(_) => fs::remove_file(&path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        DirBuilder::new().mode(0o700).create(&path)?;
        Ok(WorkFolder(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // What stays is emptied by the next league with the same results folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}
