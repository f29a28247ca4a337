//! Why Python could not run the Builder.

use std::io;
use std::path::PathBuf;

/// Oldest Python that the Builder runs on: major and minor.
pub const VERSION_MIN: (u32, u32) = (3, 9);

/// Why Python could not run the Builder.
#[derive(Debug, thiserror::Error)]
pub enum PythonError {
    /// No such program.
    #[error(
        "cannot start Python ({}): {error}. Scene scripts need Python {}.{} or later: install it, or say where it is \
         with --python PATH or MORSE_PYTHON=PATH. Scene documents (morse run scene.json) need no Python",
        path.display(), VERSION_MIN.0, VERSION_MIN.1
    )]
    NotFound {
        /// What was tried.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Too old, or no Python.
    #[error(
        "{} is {found}; scene scripts need Python {}.{} or later: say where one is with --python PATH or MORSE_PYTHON=PATH",
        path.display(), VERSION_MIN.0, VERSION_MIN.1
    )]
    Unfit {
        /// What was tried.
        path: PathBuf,
        /// `Python 3.6.9`, or `not Python`.
        found: String,
    },
    /// The Builder cannot be put where Python finds it.
    #[error("cannot unpack the Python packages to {}: {error}", path.display())]
    Unpack {
        /// Where.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no folder for what outlives a run.
    #[error(
        "there is no place for the Python packages: set HOME or XDG_CACHE_HOME to a folder that can be written"
    )]
    NoCache,
    /// The system refuses to start a process or to talk to it.
    #[error("cannot talk to Python: {0}")]
    Pipe(#[from] io::Error),
}
