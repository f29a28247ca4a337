//! Named values (game properties) of nodes.

use std::fmt;

use serde::Serialize;

/// A value of a game property.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Property {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A text.
    String(String),
    /// A timer that counts seconds upwards.
    Timer {
        /// Initial value. \[s\]
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
