//! `cargo xtask deb`: builds the package for Debian, with manual pages and completions of shells.

use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::shell::{cargo, root, run};

/// Builds the package; installed if it is missing.
const CARGO_DEB: &str = "cargo-deb@3.8.0";
/// Manual pages and completions, where the manifest of the command expects them.
const WRITTEN: &str = "target/deb";
/// Shells with completions, and the file of each.
const SHELLS: [(&str, &str); 3] = [("bash", "morse.bash"), ("zsh", "_morse"), ("fish", "morse.fish")];

/// Builds the package and returns its path.
///
/// # Errors
/// If cargo-deb cannot be installed, or a build fails.
pub(crate) fn build() -> Result<PathBuf, String> {
    if Command::new("cargo-deb").arg("--version").output().is_err() {
        run(&mut cargo(&["install", "--locked", CARGO_DEB]))?;
    }
    run(&mut cargo(&[
        "build",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "morse-cli",
        "--features",
        "zenoh,gpu",
    ]))?;
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
    let page = output(command, &["man"])?;
    write("morse.1", &page)?;
    for name in pages_of(&page) {
        write(&format!("morse-{name}.1"), &output(command, &["man", name])?)?;
    }
    for (shell, file) in SHELLS {
        write(file, &output(command, &["completions", shell])?)?;
    }
    Ok(())
}

fn output(command: &Path, words: &[&str]) -> Result<String, String> {
    let ended = Command::new(command).args(words).output();
    let ended = ended.map_err(|error| format!("{}: {error}", command.display()))?;
    if !ended.status.success() {
        return Err(format!("morse {}: {}", words.join(" "), ended.status));
    }
    Ok(String::from_utf8_lossy(&ended.stdout).into_owned())
}

/// The subcommands in the page of `morse`, without `help`, which has no page.
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
    fn the_page_of_the_command_names_its_subcommands() {
        let page = ".TP\nmorse\\-run(1)\nSimulates a scene\n.TP\nmorse\\-help(1)\n.TP\nmorse\\-doctor(1)\n";
        assert_eq!(pages_of(page), ["run", "doctor"]);
    }
}
