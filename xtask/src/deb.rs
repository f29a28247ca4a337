//! `cargo xtask deb`: builds the package for Debian, with manual pages and completions of shells.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{cargo, root, run};

/// Makes packages; installed if it is not there.
const CARGO_DEB: &str = "cargo-deb@3.8.0";
/// What the command says of itself lies here, where the manifest of the command takes it from.
const WRITTEN: &str = "target/deb";
/// Shells that the command is asked for completions of, and the file of the answer.
const SHELLS: [(&str, &str); 3] = [("bash", "morse.bash"), ("zsh", "_morse"), ("fish", "morse.fish")];

/// Builds the package and gives its path.
///
/// # Errors
/// When cargo-deb cannot be installed, or a build fails.
pub(crate) fn build() -> Result<PathBuf, String> {
    if Command::new("cargo-deb").arg("--version").output().is_err() {
        run(&mut cargo(&["install", "--locked", CARGO_DEB]))?;
    }
    run(&mut cargo(&["build", "--profile", "dist", "--locked", "--package", "morse-cli"]))?;
    write_pages(&root().join("target/dist/morse"))?;
    run(&mut cargo(&["deb", "--no-build", "--profile", "dist", "--package", "morse-cli"]))?;
    newest(&root().join("target/debian"))
}

fn write_pages(command: &Path) -> Result<(), String> {
    let folder = root().join(WRITTEN);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let write = |file: &str, text: &str| {
        let path = folder.join(file);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let page = told(command, &["man"])?;
    write("morse.1", &page)?;
    for name in pages_of(&page) {
        write(&format!("morse-{name}.1"), &told(command, &["man", name])?)?;
    }
    for (shell, file) in SHELLS {
        write(file, &told(command, &["completions", shell])?)?;
    }
    Ok(())
}

fn told(command: &Path, words: &[&str]) -> Result<String, String> {
    let told = Command::new(command).args(words).output();
    let told = told.map_err(|error| format!("{}: {error}", command.display()))?;
    if !told.status.success() {
        return Err(format!("morse {}: {}", words.join(" "), told.status));
    }
    Ok(String::from_utf8_lossy(&told.stdout).into_owned())
}

/// The commands that the page of `morse` refers to, but the help, which has no page.
fn pages_of(page: &str) -> Vec<&str> {
    let references = page.split("morse\\-").skip(1);
    let names = references.filter_map(|rest| rest.split_once("(1)").map(|(name, _)| name));
    names.filter(|name| *name != "help" && name.bytes().all(|byte| byte.is_ascii_lowercase())).collect()
}

/// The package that was written last.
fn newest(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let packages = entries.flatten().map(|entry| entry.path());
    let packages = packages.filter(|path| path.extension().is_some_and(|extension| extension == "deb"));
    let written = |path: &PathBuf| path.metadata().and_then(|about| about.modified()).ok();
    packages.max_by_key(written).ok_or_else(|| format!("{} has no package", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_command_names_the_others() {
        let page = ".TP\nmorse\\-run(1)\nSimulates a scene\n.TP\nmorse\\-help(1)\n.TP\nmorse\\-doctor(1)\n";
        assert_eq!(pages_of(page), ["run", "doctor"]);
    }
}
