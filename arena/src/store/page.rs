//! The page of a league on its way to the disk. It may replace an older one, and nothing else.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::{StoreError, failed, write_whole};

/// What every page begins with.
pub const PAGE_MARK: &str = "<!doctype html>\n<!-- a league of the arena -->\n";

/// Writes a page, or writes it anew.
///
/// # Errors
///
/// If there is a file that is no page, or the machine fails.
pub fn write_page(path: &Path, page: &str) -> Result<(), StoreError> {
    if is_something_else(path)? {
        return Err(StoreError::NoPage(path.to_owned()));
    }
    write_whole(path, page.as_bytes(), 0o644)
}

fn is_something_else(path: &Path) -> Result<bool, StoreError> {
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        found => found.map_err(failed("look at", path))?,
    };
    // A pipe would keep its reader waiting.
    if !found.is_file() {
        return Ok(true);
    }
    let mut file = File::open(path).map_err(failed("open", path))?;
    let mut start = Vec::new();
    let length = PAGE_MARK.len() as u64;
    let read = file.by_ref().take(length).read_to_end(&mut start);
    read.map_err(failed("read", path))?;
    Ok(start != PAGE_MARK.as_bytes())
}
