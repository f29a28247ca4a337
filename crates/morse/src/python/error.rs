//! Errors of starting Python.

use std::io;
use std::path::PathBuf;

/// Oldest Python version that the Builder supports: major and minor.
pub const VERSION_MIN: (u32, u32) = (3, 9);

/// Why Python could not run the Builder.
#[derive(Debug, thiserror::Error)]
pub enum PythonError {
    /// The program cannot be started.
    #[error(
        "cannot start Python ({}): {error}. Scene scripts need Python {}.{} or later: install it, or set its path \
         with --python PATH or MORSE_PYTHON=PATH. Scene documents (morse run scene.json) need no Python",
        path.display(), VERSION_MIN.0, VERSION_MIN.1
    )]
    NotFound {
        /// Path of the program.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The program is not Python, or is too old.
    #[error(
        "{} is {found}; scene scripts need Python {}.{} or later: set its path with --python PATH or MORSE_PYTHON=PATH",
        path.display(), VERSION_MIN.0, VERSION_MIN.1
    )]
    Unfit {
        /// Path of the program.
        path: PathBuf,
        /// Description of the program: `Python 3.6.9`, or that it is not Python.
        found: String,
    },
    /// The embedded Python packages cannot be unpacked.
    #[error("cannot unpack the Python packages to {}: {error}", path.display())]
    Unpack {
        /// The target folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// There is no cache folder.
    #[error("there is no folder for the Python packages: set HOME or XDG_CACHE_HOME to a writable folder")]
    NoCache,
    /// The communication with the Python process failed.
    #[error("cannot communicate with Python: {0}")]
    Pipe(#[from] io::Error),
}
