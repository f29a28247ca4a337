//! Virtual environments of Python, made once for each set of packages and kept outside of the repository.
//!
//! A clone finds the environments that an older clone made: they lie in `$XDG_CACHE_HOME/morse-tests` (by default in
//! `~/.cache`), in a folder named by a hash of the interpreter and the pinned packages. `target/` holds a link to each.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use xxhash_rust::xxh3::xxh3_64;

use xtask::shell::{root, run};

/// The interpreter of an environment with these packages, reached by the link `folder` below the root.
///
/// # Errors
/// If the environment cannot be made, or a package cannot be installed.
pub(crate) fn environment(python: &str, folder: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let place = cache()?.join(format!("{}-{:016x}", name(folder), key(python, packages)));
    // Written last: an environment without it was interrupted.
    let stamp = place.join("installed.txt");
    if !stamp.exists() {
        install(python, &place, packages)?;
        fs::write(&stamp, packages.join("\n")).map_err(|error| format!("{}: {error}", stamp.display()))?;
    }
    let link = root().join(folder);
    replace_link(&place, &link).map_err(|error| format!("{}: {error}", link.display()))?;
    Ok(link.join("bin/python"))
}

/// An environment in `folder` itself, for installing what is tested. Each call makes it again. It sees the packages of a
/// kept environment, and nothing that is installed in it changes the kept one.
///
/// # Errors
/// If an environment cannot be made.
pub(crate) fn fresh_environment(python: &str, folder: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let place = root().join(folder);
    let failed = |error: std::io::Error| format!("{}: {error}", place.display());
    remove(&place).map_err(failed)?;
    run(Command::new(python).args(["-m", "venv"]).arg(&place))?;
    if !packages.is_empty() {
        let kept = environment(python, &format!("{folder}-packages"), packages)?;
        let kept = site_packages(&kept).ok_or_else(|| format!("{}: no site-packages", kept.display()))?;
        let interpreter = place.join("bin/python");
        let own = site_packages(&interpreter).ok_or_else(|| format!("{folder}: no site-packages"))?;
        fs::write(own.join("kept.pth"), format!("{}\n", kept.display())).map_err(failed)?;
    }
    Ok(place.join("bin/python"))
}

/// The folder of the packages that an interpreter of an environment has.
fn site_packages(interpreter: &Path) -> Option<PathBuf> {
    let code = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let output = Command::new(interpreter).args(["-c", code]).output().ok()?;
    output.status.success().then(|| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

fn install(python: &str, place: &Path, packages: &[&str]) -> Result<(), String> {
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(place))?;
    if packages.is_empty() {
        return Ok(());
    }
    run(Command::new(place.join("bin/python")).args(["-m", "pip", "install", "--quiet"]).args(packages))
        .map_err(|error| format!("{error}\n{} are needed from PyPI", packages.join(", ")))
}

/// A hash of everything that an environment depends on.
fn key(python: &str, packages: &[&str]) -> u64 {
    let version =
        Command::new(python).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    xxh3_64([python.as_bytes(), &version, packages.join("\n").as_bytes()].concat().as_slice())
}

fn name(folder: &str) -> String {
    folder.trim_start_matches("target/").replace('/', "-")
}

/// The folder of files that tests keep between clones.
///
/// # Errors
/// If it cannot be made.
pub(super) fn cache() -> Result<PathBuf, String> {
    let base = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let base = base.or_else(|| Some(std::env::home_dir()?.join(".cache")));
    let folder = base.ok_or("neither XDG_CACHE_HOME nor a home folder is set")?.join("morse-tests");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn replace_link(place: &Path, link: &Path) -> std::io::Result<()> {
    if fs::read_link(link).is_ok_and(|target| target == place) {
        return Ok(());
    }
    remove(link)?;
    if let Some(folder) = link.parent() {
        fs::create_dir_all(folder)?;
    }
    symlink(place, link)
}

/// Removes a folder or a link, if it is there.
fn remove(path: &Path) -> std::io::Result<()> {
    match path.symlink_metadata() {
        Ok(about) if about.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environments_with_other_packages_or_interpreters_lie_elsewhere() {
        let pinned = key("python3", &["numpy==2.0"]);
        assert_eq!(pinned, key("python3", &["numpy==2.0"]));
        assert_ne!(pinned, key("python3", &["numpy==2.1"]));
        assert_ne!(pinned, key("/usr/bin/python3.99", &["numpy==2.0"]));
        assert_eq!(name("target/wheel/trial"), "wheel-trial");
    }

    #[test]
    fn a_link_is_replaced_when_the_environment_changes() {
        let folder = std::env::temp_dir().join(format!("morse-xtask-{}", std::process::id()));
        fs::create_dir_all(folder.join("old")).unwrap();
        let link = folder.join("target/link");
        for place in [folder.join("old"), folder.join("new")] {
            replace_link(&place, &link).unwrap();
            assert_eq!(fs::read_link(&link).unwrap(), place);
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
