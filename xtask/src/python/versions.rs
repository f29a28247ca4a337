//! Finds installed Pythons of a version.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A Python of a version like `3.11`: on the path, or installed by pyenv.
pub(crate) fn find(version: &str) -> Option<PathBuf> {
    let on_path = PathBuf::from(format!("python{version}"));
    std::iter::once(on_path).chain(managed(version)).find(|python| is(python, version))
}

/// Pythons of pyenv, the newest patch release first.
fn managed(version: &str) -> Vec<PathBuf> {
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let Some(root) = root.or_else(|| Some(std::env::home_dir()?.join(".pyenv"))) else { return Vec::new() };
    let Ok(entries) = std::fs::read_dir(root.join("versions")) else { return Vec::new() };
    let prefix = format!("{version}.");
    let mut found: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let release = entry.file_name().to_str()?.strip_prefix(&prefix)?.parse().ok()?;
            Some((release, entry.path().join("bin/python")))
        })
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, python)| python).collect()
}

/// The version of a Python, like `3.11`. It is run, because a command on the path may be a shim that starts nothing.
pub(crate) fn of(python: &Path) -> Option<String> {
    let question = "import sys; print('%d.%d' % sys.version_info[:2])";
    let answer = Command::new(python).args(["-c", question]).stderr(Stdio::null()).output().ok()?;
    answer.status.success().then(|| String::from_utf8_lossy(&answer.stdout).trim().to_owned())
}

fn is(python: &Path, version: &str) -> bool {
    of(python).is_some_and(|found| found == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_returns_an_interpreter_of_the_version_or_none() {
        let newest = (9..30)
            .rev()
            .map(|minor| format!("3.{minor}"))
            .find_map(|version| Some((find(&version)?, version)));
        if let Some((python, version)) = newest {
            assert!(is(&python, &version), "{}", python.display());
            assert!(!is(&python, "3.8"));
        }
        assert_eq!(find("1.5"), None);
    }
}
