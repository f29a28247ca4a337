//! Errors of the folder of a campaign, with their solutions.

use std::io;
use std::path::{Path, PathBuf};

/// Why the folder of a campaign cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file that cannot be read or written.
    #[error("cannot {action} {}: {error}{}", path.display(), help(error))]
    File {
        /// `read`, `write` or `lock`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Another process works on the campaign.
    #[error("{} is in use by another `morse campaign`", .0.display())]
    InUse(PathBuf),
    /// The campaign that was begun is another one.
    #[error(
        "{} holds a different campaign: {changed}. Continue with its plan, begin again with \
         --restart, or choose a new folder with --output",
        path.display()
    )]
    Changed {
        /// The folder.
        path: PathBuf,
        /// The differences.
        changed: String,
    },
    /// A file of the campaign is damaged.
    #[error("{}: {problem}; begin again with --restart", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// There is no campaign.
    #[error("{} holds no campaign: `morse campaign plan.toml --output {}` makes one", .0.display(), .0.display())]
    None(PathBuf),
}

/// The remedy for an error of the disk.
fn help(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            ". Make room, then start the same command again: it goes on with the runs that are not done"
        }
        _ => "",
    }
}

/// The error of an action on a file.
pub(super) fn failure(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |error| StoreError::File { action, path, error }
}

/// The error of a file whose content cannot be read.
pub(super) fn damaged(path: &Path, problem: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged { path: path.to_owned(), problem: problem.to_string() }
}
