//! `cargo xtask test --changed`: the tests that the changes since a revision can affect.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::process::Command;

use xtask::shell::root;

/// Folders of end-to-end tests for each middleware or part that only they test.
const END_TO_END: [(&str, &[&str]); 8] = [
    ("crates/middleware/ros1/", &["ros1", "own/test_own_ros.py"]),
    ("crates/middleware/ros2/", &["ros2", "own/test_own_ros2.py"]),
    ("crates/middleware/ros/", &["ros1", "ros2", "own/test_own_ros.py", "own/test_own_ros2.py"]),
    ("crates/middleware/socket/", &["clients", "components"]),
    ("crates/middleware/", &["middlewares"]),
    ("crates/recording/", &["recordings"]),
    ("crates/viewer/", &["recordings"]),
    ("crates/campaign/", &["recordings"]),
];

/// The tests that a change can affect.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Affected {
    /// Crates that changed, and all that depend on them.
    pub(super) packages: BTreeSet<String>,
    /// Whether tests in Python that need no simulator are affected.
    pub(super) python: bool,
    /// Files or folders of end-to-end tests.
    pub(super) end_to_end: BTreeSet<String>,
    /// Whether the tests of the wheel are affected.
    pub(super) wheel: bool,
}

impl fmt::Display for Affected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
        write!(f, "crates: {}; end to end: {}", list(&self.packages), list(&self.end_to_end))?;
        write!(f, "; Python: {}; wheel: {}", self.python, self.wheel)
    }
}

/// A crate of the workspace: its folder, and the crates of the workspace that it uses.
pub(super) struct Package {
    folder: String,
    uses: BTreeSet<String>,
}

/// The crates of the workspace by name.
///
/// # Errors
/// If cargo cannot list them.
pub(super) fn packages() -> Result<BTreeMap<String, Package>, String> {
    let words = ["metadata", "--offline", "--no-deps", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(words).current_dir(root()).output();
    let output = output.map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let base = text(&metadata["workspace_root"]);
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let package = |it: &serde_json::Value| {
        let manifest = text(&it["manifest_path"]);
        let folder =
            manifest.trim_start_matches(&base).trim_start_matches('/').trim_end_matches("Cargo.toml");
        let uses = list(&it["dependencies"]).iter().map(|it| text(&it["name"])).collect();
        (text(&it["name"]), Package { folder: folder.to_owned(), uses })
    };
    Ok(list(&metadata["packages"]).iter().map(package).collect())
}

/// The tests affected by the changes since a revision; without one, since this branch left `main` or its upstream, or
/// since the last commit.
///
/// # Errors
/// If git or cargo fails.
pub(super) fn since(revision: Option<&str>) -> Result<Affected, String> {
    let base = match revision {
        Some(revision) => revision.to_owned(),
        None => merge_base(),
    };
    let mut files = git(&["diff", "--name-only", &base])?;
    files.extend(git(&["ls-files", "--others", "--exclude-standard"])?);
    Ok(affected(&files, &packages()?))
}

fn merge_base() -> String {
    let candidates = ["@{upstream}", "origin/main", "main"];
    let bases = candidates.iter().filter_map(|it| git(&["merge-base", "HEAD", it]).ok()?.into_iter().next());
    bases.into_iter().next().unwrap_or_else(|| "HEAD".to_owned())
}

fn git(words: &[&str]) -> Result<Vec<String>, String> {
    let output = Command::new("git").args(words).current_dir(root()).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    if !output.status.success() {
        return Err(format!("git {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn affected(files: &[String], packages: &BTreeMap<String, Package>) -> Affected {
    let mut found = Affected::default();
    for file in files {
        // The longest folder counts: a crate may lie in the folder of a larger one.
        let holds = |(_, package): &(&String, &Package)| file.starts_with(&package.folder);
        let package = packages.iter().filter(holds).max_by_key(|(_, package)| package.folder.len());
        if let Some((name, _)) = package {
            found.packages.insert(name.clone());
            let chosen = END_TO_END.iter().find(|(folder, _)| file.starts_with(folder));
            let folders = chosen.map_or(&["clients", "components", "own"][..], |(_, folders)| folders);
            if name != "xtask" && !file.contains("/tests/") && !file.contains("/benches/") {
                found.end_to_end.extend(folders.iter().map(|folder| (*folder).to_owned()));
                found.wheel |= !file.starts_with("crates/middleware/") && !file.starts_with("crates/cli/");
            }
        } else if matches!(file.as_str(), "Cargo.toml" | "Cargo.lock") {
            found.packages.extend(packages.keys().cloned());
        } else if let Some(test) = file.strip_prefix("tests/e2e/") {
            let is_shared = !test.contains('/');
            found.end_to_end.insert(if is_shared { String::new() } else { test.to_owned() });
        } else if file.starts_with("tests/wheel/") {
            found.wheel = true;
        } else if file.starts_with("python/") || file.starts_with("assets/make/") {
            found.python = true;
            let folders = ["clients", "own"].into_iter().filter(|_| file.starts_with("python/morse/"));
            found.end_to_end.extend(folders.map(str::to_owned));
        }
    }
    while let Some(user) = packages.iter().find(|(name, package)| {
        !found.packages.contains(*name) && package.uses.iter().any(|used| found.packages.contains(used))
    }) {
        found.packages.insert(user.0.clone());
    }
    found.end_to_end.retain(|path| path.is_empty() || root().join("tests/e2e").join(path).exists());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Affected {
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        affected(&files, &packages().unwrap())
    }

    #[test]
    fn a_change_of_a_crate_affects_the_crates_that_use_it() {
        let found = of(&["crates/components/src/sensors/motion/pose.rs"]);
        assert!(found.packages.contains("morse-components") && found.packages.contains("morse-cli"));
        assert!(!found.packages.contains("morse-world"));
        assert!(found.end_to_end.contains("clients") && !found.end_to_end.contains("ros1"));
    }

    #[test]
    fn a_change_of_a_middleware_affects_its_end_to_end_tests() {
        let found = of(&["crates/middleware/ros1/src/lib.rs"]);
        assert!(found.end_to_end.contains("ros1") && !found.end_to_end.contains("clients"));
    }

    #[test]
    fn a_change_of_documentation_affects_nothing() {
        assert_eq!(of(&["docs/physics.md"]), Affected::default());
    }

    #[test]
    fn a_change_of_one_test_affects_that_test() {
        let found = of(&["tests/e2e/clients/test_client.py"]);
        assert_eq!(found.end_to_end.into_iter().collect::<Vec<_>>(), ["clients/test_client.py"]);
        assert!(found.packages.is_empty());
    }
}
