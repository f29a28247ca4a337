//! The trees that are compared: this one, with what is not committed, and an older one beside it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::root;

/// Where the older tree and what is built of it lie: always the same, so that the next comparison builds what changed.
const FOLDER: &str = "target/against";

/// Sources that can be built.
pub(super) struct Tree {
    pub(super) root: PathBuf,
    /// What git calls it.
    pub(super) name: String,
    /// The folder of what is built, unless it is the usual one.
    pub(super) target: Option<PathBuf>,
}

impl Tree {
    /// This tree as it lies there.
    ///
    /// # Errors
    /// When git does not know it.
    pub(super) fn this() -> Result<Self, String> {
        let name = git(&root(), &["describe", "--always", "--dirty"])?;
        Ok(Self { root: root(), name, target: None })
    }

    /// A revision in a working tree of its own, with a target folder of its own.
    ///
    /// # Errors
    /// When there is no such revision, or the working tree cannot be made.
    pub(super) fn checked_out(revision: &str) -> Result<Self, String> {
        let commit = format!("{revision}^{{commit}}");
        let commit = git(&root(), &["rev-parse", "--verify", "--quiet", &commit]).map_err(|_| {
            format!(
                "there is no revision `{revision}` in this repository: name a commit that `git log` shows, or fetch it first"
            )
        })?;
        let folder = root().join(FOLDER);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let tree = folder.join("tree");
        // Without its file `.git`, git would take this tree for it. The file may be left of a tree that git has forgotten.
        let there = tree.join(".git").exists();
        if !there || git(&tree, &["checkout", "--quiet", "--detach", "--force", &commit]).is_err() {
            if tree.exists() {
                std::fs::remove_dir_all(&tree).map_err(|error| format!("{}: {error}", tree.display()))?;
            }
            git(&root(), &["worktree", "prune"])?;
            let path = tree.to_string_lossy();
            git(&root(), &["worktree", "add", "--quiet", "--detach", "--force", &path, &commit])?;
        }
        let name = git(&root(), &["describe", "--always", &commit])?;
        Ok(Self { root: tree, name, target: Some(folder.join("target")) })
    }
}

/// What git says.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    if !folder.is_dir() {
        return Err(format!("{} is no folder", folder.display()));
    }
    let mut command = Command::new("git");
    let output = command.args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("git does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
}
