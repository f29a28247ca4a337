//! `morse ros2-package`: writes the package `morse_msgs` for ROS 2, and Python packages for rclpy from PyPI.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use morse::ros2_package::{File, files};

use crate::failure::Failure;
use crate::output::log;

/// The list of written files: a checksum and a path in each line.
const WRITTEN: &str = ".morse_ros2_package";

/// Writes the files into a folder. Files that this command did not write, or that were changed since, stay as they are:
/// nothing is written if there is one.
pub fn ros2_package(folder: &Path) -> Result<(), Failure> {
    let written = read_list(&folder.join(WRITTEN))?;
    let files = files(env!("CARGO_PKG_VERSION"));
    for File { path, text } in &files {
        let at = folder.join(path);
        if let Some(found) = read(&at)?
            && found != text.as_bytes()
            && written.get(path) != Some(&checksum(&found))
        {
            return Err(Failure::ForeignFile(at));
        }
    }
    let mut list = written;
    for File { path, text } in &files {
        write(&folder.join(path), text)?;
        list.insert(path.clone(), checksum(text.as_bytes()));
    }
    let lines: String = list.iter().map(|(path, sum)| format!("{sum} {path}\n")).collect();
    write(&folder.join(WRITTEN), &lines)?;
    let path = |name: &str| folder.join(name).display().to_string();
    log::notice(&format!("The package for colcon is in {}.", path("morse_msgs")));
    log::notice(&format!("Types for rclpy from PyPI are in {0}: PYTHONPATH={0}", path("morse_msgs_python")));
    log::notice(&format!("{} describes both.", path("morse_msgs/README.md")));
    Ok(())
}

/// The checksums of the files that an earlier call has written, by path.
fn read_list(list: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let text = read(list)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let row = |line: &str| line.split_once(' ').map(|(sum, path)| (path.to_owned(), sum.to_owned()));
    Ok(text.lines().filter_map(row).collect())
}

/// The contents of a file; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failure("read", path)(error)),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failure("create", folder))?;
    }
    fs::write(path, text).map_err(failure("write", path))
}

fn failure(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let path: PathBuf = path.to_owned();
    move |error| Failure::File { action, path, error }
}

/// The 64-bit FNV-1a hash, in hexadecimal digits.
fn checksum(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_call_replaces_the_files_of_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("src/morse");
        ros2_package(&at).unwrap();
        let service = at.join("morse_msgs/srv/Call.srv");
        assert!(fs::read_to_string(&service).unwrap().contains("string arguments"));
        fs::remove_file(&service).unwrap();
        ros2_package(&at).unwrap();
        assert!(service.exists());
        // A file of an earlier version.
        let list = at.join(WRITTEN);
        let old = fs::read_to_string(&list)
            .unwrap()
            .replace(&checksum(&fs::read(&service).unwrap()), &checksum(b"old"));
        fs::write(&list, old).unwrap();
        fs::write(&service, "old").unwrap();
        ros2_package(&at).unwrap();
        assert!(fs::read_to_string(&service).unwrap().contains("string arguments"));
    }

    #[test]
    fn files_of_another_origin_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("morse_msgs/package.xml");
        fs::create_dir_all(own.parent().unwrap()).unwrap();
        fs::write(&own, "mine").unwrap();
        assert!(matches!(ros2_package(folder.path()), Err(Failure::ForeignFile(path)) if path == own));
        assert_eq!(fs::read_to_string(&own).unwrap(), "mine");
        assert!(!folder.path().join("morse_msgs/README.md").exists(), "nothing was written");
        fs::remove_file(&own).unwrap();
        ros2_package(folder.path()).unwrap();
        fs::write(&own, "changed").unwrap();
        assert!(ros2_package(folder.path()).is_err());
        assert_eq!(fs::read_to_string(&own).unwrap(), "changed");
    }

    #[test]
    fn error_names_the_folder_that_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = ros2_package(&file).unwrap_err().to_string();
        assert!(error.contains("file"), "{error}");
    }
}
