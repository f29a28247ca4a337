//! The values of a parameter: a grid, a range, choices, or the same in every run.

use morse::ParameterValue;
use serde::{Deserialize, Serialize};

/// The values of a parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "it is a finite number, a text, true or false; a list of these; { low = …, high = … }; or { choices = [ … ] }"
)]
pub enum Values {
    /// Each of these, with each value of the other parameters.
    Grid(Vec<ParameterValue>),
    /// A range from which values are drawn.
    Range(Range),
    /// One of these is drawn for each sample.
    Choice(Choice),
    /// The same in every run.
    Fixed(ParameterValue),
}

/// A range from which values are drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether the logarithm of the value is drawn.
    #[serde(default)]
    pub log: bool,
    /// Whether the value is rounded down to a whole number; then `high` itself can be drawn, too.
    #[serde(default)]
    pub integer: bool,
}

/// Values of which one is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The values.
    pub choices: Vec<ParameterValue>,
}

impl Values {
    /// Values of the types that it can have.
    #[must_use]
    pub fn possible(&self) -> Vec<ParameterValue> {
        match self {
            Self::Grid(values) => values.clone(),
            Self::Choice(choice) => choice.choices.clone(),
            Self::Fixed(value) => vec![value.clone()],
            Self::Range(range) if range.integer => vec![ParameterValue::Int(0)],
            Self::Range(_) => vec![ParameterValue::Float(0.0)],
        }
    }
}

impl Range {
    /// # Errors
    /// The first problem of the values.
    pub(super) fn check(&self) -> Result<(), String> {
        if !(self.low.is_finite() && self.high.is_finite() && self.low < self.high) {
            return Err(format!("`low` must be less than `high`: {} and {}", self.low, self.high));
        }
        if self.log && self.low <= 0.0 {
            return Err(format!("`low` must be more than 0 where `log` is true, not {}", self.low));
        }
        let is_whole = |number: f64| number.fract() == 0.0 && number.abs() < 1e15;
        if self.integer && !(is_whole(self.low) && is_whole(self.high)) {
            return Err("`low` and `high` must be whole numbers where `integer` is true".to_owned());
        }
        Ok(())
    }
}
