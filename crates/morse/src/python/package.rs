//! Unpacks the embedded Python files of the Builder to a folder from which Python can import them.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::error::PythonError;

include!(concat!(env!("OUT_DIR"), "/embedded_python.rs"));

/// A directory that holds the Python packages.
#[derive(Debug)]
pub struct Package {
    folder: PathBuf,
    /// Removes the directory on drop, unless it is the cache.
    _temporary: Option<TempDir>,
}

impl Package {
    /// Finds the packages in the user's cache, or unpacks them there. If the cache cannot be written, unpacks them to a
    /// temporary directory for this run. Several processes may do so at the same time.
    ///
    /// # Errors
    /// If they cannot be written to the temporary directory either.
    pub fn unpack() -> Result<Self, PythonError> {
        if let Some(cache) = cache_folder()
            && let Ok(folder) = unpack_below(&cache)
        {
            return Ok(Self { folder, _temporary: None });
        }
        let unpack = || -> io::Result<TempDir> {
            let folder = tempfile::Builder::new().prefix("morse-").tempdir()?;
            write_files(folder.path())?;
            Ok(folder)
        };
        match unpack() {
            Ok(folder) => Ok(Self { folder: folder.path().to_path_buf(), _temporary: Some(folder) }),
            Err(error) => Err(PythonError::Unpack { path: std::env::temp_dir(), error }),
        }
    }

    /// Finds the packages in the user's cache, or unpacks them there, so that they outlive this program.
    ///
    /// # Errors
    /// If there is no cache folder, or it cannot be written.
    pub fn unpack_to_cache() -> Result<PathBuf, PythonError> {
        let cache = cache_folder().ok_or(PythonError::NoCache)?;
        unpack_below(&cache).map_err(|error| PythonError::Unpack { path: cache, error })
    }

    /// The directory for Python's search path.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

fn cache_folder() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = named.or_else(|| Some(std::env::home_dir()?.join(".cache")))?;
    Some(cache.join("morse"))
}

/// Unpacks to a directory named after the hash of the content. The directory appears atomically; if several processes do
/// this at the same time, the first wins.
fn unpack_below(cache: &Path) -> io::Result<PathBuf> {
    let folder = cache.join(format!("python-{HASH}"));
    if is_complete(&folder) {
        return Ok(folder);
    }
    fs::create_dir_all(cache)?;
    let fresh = tempfile::Builder::new().prefix("unpacking-").tempdir_in(cache)?;
    let content = fresh.path().join("content");
    write_files(&content)?;
    if folder.exists() && !is_complete(&folder) {
        // After a power failure, files may be empty.
        fs::rename(&folder, fresh.path().join("damaged"))?;
    }
    match fs::rename(&content, &folder) {
        Err(_) if is_complete(&folder) => Ok(folder),
        result => result.map(|()| folder),
    }
}

fn is_complete(folder: &Path) -> bool {
    FILES.iter().all(|(name, size)| fs::metadata(folder.join(name)).is_ok_and(|found| found.len() == *size))
}

fn write_files(folder: &Path) -> io::Result<()> {
    let mut content = zstd::Decoder::new(CONTENT)?;
    for (name, size) in FILES {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        io::copy(&mut content.by_ref().take(*size), &mut fs::File::create(path)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_files_contain_builder_without_caches() {
        let names: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert!(names.contains(&"morse/builder/run.py"), "{names:?}");
        assert!(names.contains(&"morse/builder/catalog/catalog.json"));
        assert!(names.contains(&"pymorse/__init__.py") && names.contains(&"pymorse/py.typed"), "{names:?}");
        assert!(names.iter().all(|name| !name.contains("__pycache__") && !name.ends_with(".pyc")));
    }

    #[test]
    fn concurrent_unpacking_gives_one_complete_folder() {
        let cache = tempfile::tempdir().unwrap();
        let unpack = || unpack_below(cache.path()).unwrap();
        let folders: Vec<PathBuf> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(unpack)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(folders.iter().all(|folder| folder == &folders[0] && is_complete(folder)));
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 1, "nothing is left over");
    }

    #[test]
    fn damaged_cache_is_repaired() {
        let cache = tempfile::tempdir().unwrap();
        let folder = unpack_below(cache.path()).unwrap();
        fs::write(folder.join("morse/__init__.py"), "").unwrap();
        assert!(!is_complete(&folder));
        assert!(is_complete(&unpack_below(cache.path()).unwrap()));
    }
}
