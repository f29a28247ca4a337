//! What went wrong while a scene was built.

use std::fmt;

use crate::document::Source;

/// One call that could not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BuildError {
    /// Full name of the object.
    pub object: Option<String>,
    /// The line of the call.
    pub place: Source,
    /// What was wrong, and what is allowed.
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

/// All of them, in the order of the calls.
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
