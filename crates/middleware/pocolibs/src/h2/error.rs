//! What can go wrong with h2 devices.

use std::path::PathBuf;

/// Why something could not be done with h2 devices.
#[derive(Debug, thiserror::Error)]
pub enum H2Error {
    /// There is neither `H2DEV_DIR` nor `HOME`.
    #[error("neither H2DEV_DIR nor HOME says where the h2 devices are")]
    NoFolder,
    /// There are no h2 devices.
    #[error("there are no h2 devices: {} is not there. `h2 init` makes them", .0.display())]
    NotInitialised(PathBuf),
    /// There are h2 devices already.
    #[error("there are h2 devices already: {} is there", .0.display())]
    Exists(PathBuf),
    /// The system refuses something.
    #[error("{what}: {source}")]
    System {
        /// What was to be done.
        what: &'static str,
        /// Why not.
        source: std::io::Error,
    },
    /// The shared memory holds something impossible.
    #[error("the h2 devices are damaged, {0}. `h2 end` and `h2 init` make new ones")]
    Damaged(String),
    /// Somebody holds a semaphore.
    #[error("another process holds {0}")]
    Busy(&'static str),
    /// Another process has a poster of this name.
    #[error("the process {pid} has a poster {name} already")]
    NameTaken {
        /// The name.
        name: String,
        /// The other process.
        pid: i32,
    },
    /// A name does not fit.
    #[error("the name {0:?} of a poster must have 1 to 31 bytes, without zero bytes")]
    BadName(String),
    /// No slot is free.
    #[error("all slots of the h2 devices are in use; `h2 init -d N` makes N of them")]
    Full,
    /// No memory is free.
    #[error("the h2 devices have no {0} bytes left for a poster; `h2 init N` makes N bytes")]
    NoMemory(usize),
    /// A poster was deleted.
    #[error("the poster is not there any more")]
    Gone,
    /// A poster is smaller than what is read.
    #[error("the poster has {is} bytes, where {expected} are read")]
    WrongSize {
        /// Its size. [bytes]
        is: usize,
        /// The size of what is read. [bytes]
        expected: usize,
    },
}

impl H2Error {
    /// Makes an error of the system one of h2 devices.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}
