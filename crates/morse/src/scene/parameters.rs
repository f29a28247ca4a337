//! Parameters of a scene script: values that the user sets by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

/// Environment variable that passes the parameters to the Builder as JSON.
pub(crate) const VARIABLE: &str = "MORSE_PARAMETERS";

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ParameterValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A finite number.
    Float(f64),
    /// A text.
    Text(String),
}

impl ParameterValue {
    /// Parses a command line argument: `true`, `false`, a number, or a text, which may be in double quotes.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        let value: Option<Self> = serde_json::from_str(word).ok();
        value.filter(Self::is_finite).unwrap_or_else(|| Self::Text(word.to_owned()))
    }

    /// Whether it is not an infinite or undefined float.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        !matches!(self, Self::Float(number) if !number.is_finite())
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value}"),
            Self::Text(value) => write!(f, "{value}"),
        }
    }
}

/// Values for the parameters of a script, which reads them with `morse.builder.parameter`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// The values by name.
    pub given: BTreeMap<String, ParameterValue>,
    /// Names that the script need not read. Any other value that it does not read is an error.
    pub optional: BTreeSet<String>,
}

impl Parameters {
    /// The names that a script must read.
    pub fn required(&self) -> impl Iterator<Item = &str> {
        self.given.keys().filter(|name| !self.optional.contains(*name)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_parsed_as_numbers_flags_or_texts() {
        assert_eq!(ParameterValue::parse("3"), ParameterValue::Int(3));
        assert_eq!(ParameterValue::parse("-2.5e3"), ParameterValue::Float(-2500.0));
        assert_eq!(ParameterValue::parse("true"), ParameterValue::Bool(true));
        for (word, text) in [("fast", "fast"), ("\"3\"", "3"), ("nan", "nan"), ("", ""), ("[1]", "[1]")] {
            assert_eq!(ParameterValue::parse(word), ParameterValue::Text(text.to_owned()), "{word}");
        }
    }
}
