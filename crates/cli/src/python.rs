//! Running the Builder, which is Python, on a user's script.

mod host;
mod interpreter;
mod package;
mod script;
mod search_path;

pub use host::HostCommand;
pub use interpreter::Interpreter;
pub use package::Package;
pub use script::{Described, Progress, Script};

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
    #[error("cannot unpack the Builder to {}: {error}", path.display())]
    Unpack {
        /// Where.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The system refuses to start a process or to talk to it.
    #[error("cannot talk to Python: {0}")]
    Pipe(#[from] io::Error),
}
