//! Errors of h2 devices.

use std::path::PathBuf;

/// Error of an operation on h2 devices.
#[derive(Debug, thiserror::Error)]
pub enum H2Error {
    /// Neither `H2DEV_DIR` nor `HOME` is set.
    #[error("cannot locate the h2 devices: neither H2DEV_DIR nor HOME is set")]
    NoFolder,
    /// There are no h2 devices.
    #[error("there are no h2 devices: {} does not exist. `h2 init` creates them", .0.display())]
    NotInitialized(PathBuf),
    /// The h2 devices already exist.
    #[error("there are h2 devices already: {} exists", .0.display())]
    Exists(PathBuf),
    /// A system call failed.
    #[error("{what}: {source}")]
    System {
        /// The failed operation.
        what: &'static str,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The content of the shared memory is invalid.
    #[error("the h2 devices are damaged, {0}. `h2 end` and `h2 init` recreate them")]
    Damaged(String),
    /// Another process holds a semaphore.
    #[error("another process holds {0}")]
    Busy(&'static str),
    /// Another process has a poster of this name.
    #[error("the process {pid} has a poster {name} already")]
    NameTaken {
        /// Name of the poster.
        name: String,
        /// Id of the other process.
        pid: i32,
    },
    /// The name of a poster is empty, too long, or contains a zero byte.
    #[error("the name {0:?} of a poster must have 1 to 31 bytes, without zero bytes")]
    BadName(String),
    /// No slot is free.
    #[error("all slots of the h2 devices are in use; `h2 init -d N` creates N slots")]
    Full,
    /// No memory is free.
    #[error("the h2 devices have no {0} bytes left for a poster; `h2 init N` allocates N bytes")]
    NoMemory(usize),
    /// A poster was deleted.
    #[error("the poster was deleted")]
    Gone,
    /// A poster is smaller than the structure to read.
    #[error("the poster has {is} bytes, where {expected} are read")]
    WrongSize {
        /// Size of the poster. [bytes]
        is: usize,
        /// Size of the structure. [bytes]
        expected: usize,
    },
}

impl H2Error {
    /// Converts a system error.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}
