//! `cargo xtask viewer`: builds the page of the viewer from `viewer/`, and notes the hash of its sources.
//!
//! The built page is kept in the repository, so that neither users nor the compiler need Node. The note beside it, a hash
//! of the sources and one of the built files, shows when one of them changed without the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xxhash_rust::xxh3::Xxh3;

use xtask::shell::{root, run};

/// Sources of the page, in `viewer/`.
const SOURCES: [&str; 6] =
    ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "src"];
/// The files of the built page.
const BUILT: [&str; 3] = ["index.html", "viewer.css", "viewer.js"];
/// The note with the hashes of sources and page.
const NOTE: &str = "built-from.txt";

/// Builds the page and writes the note.
pub(crate) fn build() -> Result<(), String> {
    let (_, page) = folders();
    npm(&["ci"])?;
    npm(&["run", "build"])?;
    fs::write(page.join(NOTE), note()?).map_err(|error| error.to_string())
}

/// Builds the page in a folder of its own, and fails if it differs from that of the repository. Without npm it prints that
/// nothing was built.
pub(crate) fn check_build() -> Result<(), String> {
    check()?;
    if !Command::new("npm").arg("--version").output().is_ok_and(|npm| npm.status.success()) {
        eprintln!("viewer: not rebuilt, because npm is not on this machine");
        return Ok(());
    }
    let (_, page) = folders();
    npm(&["ci"])?;
    npm(&["run", "build", "--", "--outDir", "../target/viewer-page", "--emptyOutDir"])?;
    let target = root().join("target/viewer-page");
    for file in BUILT {
        if read(&page.join(file))? != read(&target.join(file))? {
            return Err(format!(
                "crates/viewer/page/{file} is not built from viewer/: run `cargo xtask viewer`"
            ));
        }
    }
    Ok(())
}

/// Fails if the sources or the built page have changed since the page was built. Needs no npm.
pub(crate) fn check() -> Result<(), String> {
    let (_, page) = folders();
    if read(&page.join(NOTE))? == note()?.as_bytes() {
        Ok(())
    } else {
        Err("the page of the viewer is older than its sources: run `cargo xtask viewer`".to_owned())
    }
}

fn folders() -> (PathBuf, PathBuf) {
    (root().join("viewer"), root().join("crates/viewer/page"))
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    run(Command::new("npm").args(["--prefix", "viewer"]).args(arguments))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn note() -> Result<String, String> {
    let (sources, page) = folders();
    let mut files = Vec::new();
    for name in SOURCES {
        list(&sources.join(name), &mut files)?;
    }
    let built = BUILT.map(|name| page.join(name));
    Ok(format!("sources {:032x}\nbuilt {:032x}\n", hash(&sources, &files)?, hash(&page, &built)?))
}

/// Lists a file, or all files of a folder in alphabetical order.
fn list(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries.iter().try_for_each(|entry| list(entry, files))
}

/// The hash of names and contents.
fn hash(folder: &Path, files: &[PathBuf]) -> Result<u128, String> {
    let mut hash = Xxh3::new();
    for file in files {
        let content = read(file)?;
        let name = file.strip_prefix(folder).unwrap_or(file);
        hash.update(name.to_string_lossy().as_bytes());
        hash.update(&(content.len() as u64).to_le_bytes());
        hash.update(&content);
    }
    Ok(hash.digest128())
}
