//! Location of the h2 devices of a user, and the IPC keys derived from it.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::error::H2Error;
use super::layout::device_type;

/// Default major version of pocolibs' comLib, which is part of the lock file's name.
pub const COM_LIB_MAJOR: u32 = 12;

/// The lock file of the h2 devices, from which all IPC keys are derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location(PathBuf);

impl Location {
    /// Location with the lock file in a folder.
    #[must_use]
    pub fn in_folder(folder: &Path, com_lib_major: u32) -> Self {
        let node = rustix::system::uname().nodename().to_string_lossy().into_owned();
        Self(folder.join(format!(".h2dev-{node}.{com_lib_major}")))
    }

    /// Location with the lock file in `H2DEV_DIR`, or else in `HOME`.
    ///
    /// # Errors
    /// When neither variable is set.
    pub fn from_environment(com_lib_major: u32) -> Result<Self, H2Error> {
        let folder = ["H2DEV_DIR", "HOME"].iter().find_map(std::env::var_os);
        folder.map(|folder| Self::in_folder(Path::new(&folder), com_lib_major)).ok_or(H2Error::NoFolder)
    }

    /// Path of the lock file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0
    }

    /// IPC key of a device, computed from the lock file as `ftok` does.
    pub(crate) fn key(&self, index: usize, kind: i32) -> Result<i32, H2Error> {
        let file = std::fs::metadata(&self.0).map_err(|_| H2Error::NotInitialized(self.0.clone()))?;
        let id = (index * device_type::COUNT + kind.unsigned_abs() as usize) as u32;
        let key = (file.ino() as u32 & 0xffff) | ((file.dev() as u32 & 0xff) << 16) | ((id & 0xff) << 24);
        Ok(key.cast_signed())
    }
}
