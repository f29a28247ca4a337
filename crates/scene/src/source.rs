//! Place in a script: file and line.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Path of the file.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}:{}", self.file, self.line)
    }
}
