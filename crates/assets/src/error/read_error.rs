//! Errors in the contents of an asset file.

use std::fmt;

/// An error in the contents of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ReadError {
    /// The place in the file: an offset, a line, or a structure.
    pub place: String,
    /// The problem.
    pub problem: String,
    /// The remedy.
    pub remedy: String,
}

impl ReadError {
    pub(crate) fn new(
        place: impl Into<String>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> ReadError {
        ReadError { place: place.into(), problem: problem.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}; {}", self.place, self.problem, self.remedy)
    }
}
