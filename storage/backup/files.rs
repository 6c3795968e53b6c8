//! Folders of files, copied so that a power cut afterwards takes nothing away.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    ops::AddAssign,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use crate::{Result, core::lock::make_private_dir};

/// How much was copied.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Copied {
    /// Files.
    pub files: u64,
    /// Bytes in them.
    pub bytes: u64,
}

impl AddAssign for Copied {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
    }
}

/// Copies the files of `from`, and of the folders in it, to `to`. A folder that is not there has none; a file that is
/// removed meanwhile is left out.
///
/// # Errors
/// `File`.
pub fn copy_folder(from: &Path, to: &Path) -> Result<Copied> {
    let mut copied = Copied::default();
    if !from.is_dir() {
        return Ok(copied);
    }
    make_private_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copied += copy_folder(&source, &target)?;
        } else if let Some(bytes) = copy_file(&source, &target)? {
            copied += Copied { files: 1, bytes };
        }
    }
    sync_folder(to)?;
    Ok(copied)
}

fn copy_file(from: &Path, to: &Path) -> Result<Option<u64>> {
    let mut source = match File::open(from) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut target = private(to)?;
    let bytes = io::copy(&mut source, &mut target)?;
    target.sync_all()?;
    Ok(Some(bytes))
}

/// Writes a file that was not there.
///
/// # Errors
/// `File`.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = private(path)?;
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

/// A new file that only this account can read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600).open(path)
}

/// Makes the names in a folder durable.
///
/// # Errors
/// `File`.
pub fn sync_folder(folder: &Path) -> Result<()> {
    Ok(File::open(folder)?.sync_all()?)
}
