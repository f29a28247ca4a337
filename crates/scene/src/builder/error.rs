//! Errors of building a scene.

use std::fmt;

use crate::source::Source;

/// The error of a call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BuildError {
    /// Full name of the object, if the call concerns an object.
    pub object: Option<String>,
    /// Place of the call in the code.
    pub place: Source,
    /// The problem, and the allowed values.
    pub message: String,
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}: ", self.place)?;
        if let Some(object) = &self.object {
            write!(formatter, "{object}: ")?;
        }
        formatter.write_str(&self.message)
    }
}

/// All errors, in the order of the calls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BuildErrors(pub Vec<BuildError>);

impl fmt::Display for BuildErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "the scene cannot be built")?;
        for error in &self.0 {
            write!(formatter, "\n  {error}")?;
        }
        Ok(())
    }
}
