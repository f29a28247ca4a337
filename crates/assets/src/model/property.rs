//! Named values on nodes.

use std::fmt;

use serde::Serialize;

/// A value of a game property.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Property {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// Text.
    String(String),
    /// Seconds that count up with time.
    Timer {
        /// Where it starts \[s\].
        timer: f64,
    },
}

impl Property {
    /// The name of its type, as Blender writes it.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Property::Bool(_) => "BOOL",
            Property::Int(_) => "INT",
            Property::Float(_) => "FLOAT",
            Property::String(_) => "STRING",
            Property::Timer { .. } => "TIMER",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Property::Bool(value) => value.fmt(formatter),
            Property::Int(value) => value.fmt(formatter),
            Property::Float(value) => fmt::Debug::fmt(value, formatter),
            Property::String(value) => fmt::Debug::fmt(value, formatter),
            Property::Timer { timer } => write!(formatter, "timer from {timer:?} s"),
        }
    }
}
