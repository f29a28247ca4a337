//! The compared trees: this one with its uncommitted changes, and a checkout of an older revision.

use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::shell::root;

/// Folder of the older tree and of its build, kept so that the next comparison builds only changes.
const FOLDER: &str = "target/against";

/// A source tree that can be built.
pub(super) struct Tree {
    pub(super) root: PathBuf,
    /// Name in git.
    pub(super) name: String,
    /// Target folder of cargo, if it is not the default one.
    pub(super) target: Option<PathBuf>,
}

impl Tree {
    /// This tree with its uncommitted changes.
    ///
    /// # Errors
    /// If git cannot describe it.
    pub(super) fn this() -> Result<Self, String> {
        let name = git(&root(), &["describe", "--always", "--dirty"])?;
        Ok(Self { root: root(), name, target: None })
    }

    /// A checkout of a revision, with its own target folder.
    ///
    /// # Errors
    /// If the revision is unknown, or the working tree cannot be created.
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
        // Without a file `.git` there, git commands would act on this repository. The file may be stale: then checkout fails.
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

/// Standard output of a git command.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    if !folder.is_dir() {
        return Err(format!("{} is not a folder", folder.display()));
    }
    let mut command = Command::new("git");
    let output = command.args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("git does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
}
