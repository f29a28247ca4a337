//! A copy of the sources in which files are changed, beside the build of the original.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xtask::shell::{cargo, tracked_files};

/// A copy of the files that git tracks or does not ignore, with uncommitted changes.
pub(super) struct SourceCopy {
    original: PathBuf,
    /// Folder of the copy and of the programs that are built from it.
    folder: PathBuf,
}

impl SourceCopy {
    /// The copy in a folder, which git ignores. It is a repository of its own, so that tests find its files.
    ///
    /// # Errors
    /// If files cannot be written, or git fails.
    pub(super) fn at(original: PathBuf, folder: &str) -> Result<Self, String> {
        let original =
            fs::canonicalize(&original).map_err(|error| format!("{}: {error}", original.display()))?;
        let copy = Self { folder: original.join(folder), original };
        fs::create_dir_all(copy.root()).map_err(|error| format!("{}: {error}", copy.root().display()))?;
        copy.update()?;
        Ok(copy)
    }

    /// The root of the copy.
    pub(super) fn root(&self) -> PathBuf {
        self.folder.join("tree")
    }

    /// Makes all files those of the original, and removes files that it no longer has. Equal files keep their times, so that cargo
    /// builds only changes.
    ///
    /// # Errors
    /// If a file cannot be read or written, or git fails.
    pub(super) fn update(&self) -> Result<(), String> {
        let files: BTreeSet<String> = tracked_files(&self.original, &["."])?.into_iter().collect();
        for file in &files {
            let (from, to) = (self.original.join(file), self.root().join(file));
            // Deleted, and still in the index.
            let Ok(bytes) = fs::read(&from) else { continue };
            if fs::read(&to).is_ok_and(|before| before == bytes) {
                continue;
            }
            let written = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&to, bytes));
            written.map_err(|error| format!("{}: {error}", to.display()))?;
            fs::metadata(&from)
                .and_then(|metadata| fs::set_permissions(&to, metadata.permissions()))
                .map_err(|error| format!("{}: {error}", to.display()))?;
        }
        self.git(&["init", "--quiet"])?;
        self.git(&["add", "--all", "--force"])?;
        for file in tracked_files(&self.root(), &["."])?.iter().filter(|file| !files.contains(*file)) {
            let path = self.root().join(file);
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    fn git(&self, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new("git");
        let output = command.args(arguments).current_dir(self.root()).stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("git does not start: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
    }

    /// Replaces the first place of a text in a file of the copy.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn replace(&self, file: &str, text: &str, by: &str) -> Result<(), String> {
        let path: &Path = &self.root().join(file);
        let changed =
            fs::read_to_string(path).and_then(|before| fs::write(path, before.replacen(text, by, 1)));
        changed.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Cargo in the copy. It shares the compiled packages of the registry with the original; programs are written beside the copy.
    pub(super) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo(arguments);
        command
            .current_dir(self.root())
            .env("CARGO_BUILD_BUILD_DIR", self.original.join("target"))
            .env("CARGO_TARGET_DIR", self.folder.join("programs"));
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_follows_its_original_and_never_changes_it() {
        let folder = std::env::temp_dir().join(format!("morse-copy-{}", std::process::id()));
        let write = |file: &str, text: &str| {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("src/a.rs", "one two");
        write("src/b.rs", "b");
        write(".gitignore", "target\n");
        assert!(
            Command::new("git").args(["init", "--quiet"]).current_dir(&folder).status().unwrap().success()
        );
        let copy = SourceCopy::at(folder.clone(), "target/copy").unwrap();
        let read = |file: &str| fs::read_to_string(copy.root().join(file)).ok();
        copy.replace("src/a.rs", "two", "three").unwrap();
        assert_eq!(read("src/a.rs").as_deref(), Some("one three"));
        assert_eq!(fs::read_to_string(folder.join("src/a.rs")).unwrap(), "one two");
        let time = || fs::metadata(copy.root().join("src/b.rs")).unwrap().modified().unwrap();
        let before = time();
        write("src/c.rs", "c");
        copy.update().unwrap();
        assert_eq!((read("src/a.rs").as_deref(), read("src/c.rs").as_deref()), (Some("one two"), Some("c")));
        assert_eq!(time(), before, "equal files keep their times");
        fs::remove_file(folder.join("src/c.rs")).unwrap();
        copy.update().unwrap();
        assert_eq!(read("src/c.rs"), None);
        assert!(read("src/b.rs").is_some());
        fs::remove_dir_all(&folder).unwrap();
    }
}
