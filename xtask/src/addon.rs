//! `cargo xtask addon`: packs the extension for Blender, `addons/morse_blender`, as the zip that Blender installs.

use std::fs;
use std::path::PathBuf;

use xtask::shell::{root, tracked_files};

/// The folder of the extension.
const FOLDER: &str = "addons/morse_blender";
/// Where the package goes.
const TARGET: &str = "target/addon";
/// 1 January 1980, midnight, the earliest date of a zip: the same sources give the same bytes.
const DATE: u16 = 0x21;
/// Version of the format that readers need for stored files.
const VERSION: u16 = 10;

/// Packs the extension and returns the path of the zip.
///
/// # Errors
/// If a file cannot be read or written, or the manifest has no version.
pub(crate) fn build() -> Result<PathBuf, String> {
    let mut files = Vec::new();
    for name in tracked_files(&root(), &[FOLDER])? {
        let path = root().join(&name);
        let bytes = fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
        files.push((name.trim_start_matches(FOLDER).trim_start_matches('/').to_owned(), bytes));
    }
    files.sort();
    let manifest = files.iter().find(|(name, _)| name == "blender_manifest.toml");
    let manifest = manifest.ok_or_else(|| format!("{FOLDER} has no blender_manifest.toml"))?;
    let version = version(&String::from_utf8_lossy(&manifest.1))?;
    let folder = root().join(TARGET);
    let path = folder.join(format!("morse_blender-{version}.zip"));
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(&path, zip(&files)?).map_err(failed)?;
    Ok(path)
}

/// The version in a manifest.
fn version(manifest: &str) -> Result<String, String> {
    let lines = manifest.lines().filter_map(|line| line.strip_prefix("version = \""));
    let versions = lines.filter_map(|rest| rest.strip_suffix('"'));
    versions.map(str::to_owned).next().ok_or_else(|| "blender_manifest.toml has no version".to_owned())
}

/// A zip of these files, without compression.
fn zip(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, String> {
    let mut data = Vec::new();
    let mut directory = Vec::new();
    for (name, bytes) in files {
        let offset = u32::try_from(data.len()).map_err(|_| "the package is too large".to_owned())?;
        let size = u32::try_from(bytes.len()).map_err(|_| format!("{name} is too large"))?;
        let length = u16::try_from(name.len()).map_err(|_| format!("{name}: the path is too long"))?;
        // Flags, method, time, date, checksum, sizes, length of the name, length of further fields: of both headers.
        let mut shared = Vec::new();
        for word in [0, 0, 0, DATE] {
            shared.extend(u16::to_le_bytes(word));
        }
        for word in [crc32fast::hash(bytes), size, size] {
            shared.extend(u32::to_le_bytes(word));
        }
        shared.extend(length.to_le_bytes());
        shared.extend(0_u16.to_le_bytes());

        data.extend(b"PK\x03\x04");
        data.extend(VERSION.to_le_bytes());
        data.extend(&shared);
        data.extend(name.as_bytes());
        data.extend(bytes);

        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&shared);
        // Length of the comment, number of the disk, attributes: all zero.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(files.len()).map_err(|_| "too many files".to_owned())?;
    let begin = u32::try_from(data.len()).map_err(|_| "the package is too large".to_owned())?;
    let size = u32::try_from(directory.len()).map_err(|_| "the package is too large".to_owned())?;
    data.extend(directory);
    data.extend(b"PK\x05\x06\0\0\0\0");
    data.extend(count.to_le_bytes());
    data.extend(count.to_le_bytes());
    data.extend(size.to_le_bytes());
    data.extend(begin.to_le_bytes());
    data.extend([0; 2]);
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_reads_the_package_and_finds_the_manifest_at_its_root() {
        let path = build().unwrap();
        let program = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
                       assert {'blender_manifest.toml', '__init__.py', 'catalog.json'} <= set(z.namelist())";
        let ended = std::process::Command::new("python3").args(["-c", program]).arg(&path).output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    }

    #[test]
    fn a_manifest_without_version_is_an_error() {
        assert_eq!(version("id = \"x\"\nversion = \"1.2.0\"\n").unwrap(), "1.2.0");
        assert!(version("id = \"x\"\n").is_err());
    }
}
