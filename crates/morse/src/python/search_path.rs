//! Python's module search path, and lists of folders in environment variables.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::scene::file::SceneFile;

/// Separator of folders.
const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// Python's search path for a scene. Our packages come first, so that they take precedence over installed packages of the same
/// name.
pub fn of(scene: &SceneFile, package: &Path) -> OsString {
    let mut front = vec![package.to_path_buf()];
    front.extend(scene.environment.as_ref().map(|root| root.join("src")));
    in_front("PYTHONPATH", &front)
}

/// The folders, followed by the current value of the environment variable.
pub fn in_front(variable: &str, folders: &[PathBuf]) -> OsString {
    let present = std::env::var_os(variable).unwrap_or_default();
    let mut all = OsString::new();
    for folder in folders.iter().map(|folder| folder.as_os_str()).chain(Some(present.as_os_str())) {
        if !all.is_empty() && !folder.is_empty() {
            all.push(SEPARATOR);
        }
        all.push(folder);
    }
    all
}
