//! A file that is open only while something is written to it: recordings may have more channels than a process may
//! have open files.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Bytes that are kept in memory.
const BUFFER_BYTES: usize = 128 * 1024;

/// The file.
pub(super) struct GrowingFile {
    path: PathBuf,
    buffer: Vec<u8>,
}

impl GrowingFile {
    /// Creates a file, or truncates an existing one.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        File::create(path)?;
        Ok(Self { path: path.to_owned(), buffer: Vec::new() })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend(bytes);
        if self.buffer.len() >= BUFFER_BYTES {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            OpenOptions::new().append(true).open(&self.path)?.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}
