//! Conditions that end a run: `robot.@x > 5`.

use std::collections::BTreeMap;

use morse::{ParameterValue, Simulation};
use serde::{Deserialize, Serialize};

use super::metric::{Metric, written};
use super::quantity::{Quantity, Resolved};
use super::statistic::Statistic;

/// How a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `<`: less than.
    Less,
    /// `<=`: less than or equal.
    LessOrEqual,
    /// `>`: greater than.
    Greater,
    /// `>=`: greater than or equal.
    GreaterOrEqual,
    /// `==`: equal to.
    Equal,
    /// `!=`: not equal to.
    NotEqual,
}

impl Comparison {
    /// Those of two characters first, so that `<=` is not taken for `<`.
    const SIGNS: [(&'static str, Self); 6] = [
        ("<=", Self::LessOrEqual),
        (">=", Self::GreaterOrEqual),
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// Whether it holds.
    #[must_use]
    #[allow(clippy::float_cmp)]
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
        }
    }
}

/// The right side of a comparison.
#[derive(Debug, Clone, PartialEq)]
enum Limit {
    Number(f64),
    Parameter(String),
}

/// A condition on a tick: `robot.@x > 5`, `min(robot.sick.range_list) < safe_m`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Condition {
    /// The statistic of a list.
    pub statistic: Statistic,
    /// The quantity.
    pub quantity: Quantity,
    /// How it is compared.
    pub comparison: Comparison,
    limit: Limit,
}

impl Condition {
    /// The parameter that it is compared to, if it is one.
    #[must_use]
    pub fn parameter(&self) -> Option<&str> {
        match &self.limit {
            Limit::Parameter(name) => Some(name),
            Limit::Number(_) => None,
        }
    }

    /// The same with the value of its parameter.
    ///
    /// # Errors
    /// When the parameter is not there or no number.
    pub fn with(&self, parameters: &BTreeMap<String, ParameterValue>) -> Result<Self, String> {
        let Limit::Parameter(name) = &self.limit else { return Ok(self.clone()) };
        let limit = match parameters.get(name) {
            Some(ParameterValue::Int(number)) => *number as f64,
            Some(ParameterValue::Float(number)) => *number,
            _ => {
                return Err(format!(
                    "the condition {:?} needs {name} to be a number",
                    String::from(self.clone())
                ));
            }
        };
        Ok(Self { limit: Limit::Number(limit), ..self.clone() })
    }

    /// Whether it holds in this tick. It does not while its quantity has no number.
    #[must_use]
    pub fn holds(&self, resolved: &Resolved, simulation: &Simulation) -> bool {
        let Limit::Number(limit) = self.limit else { return false };
        let number = resolved.number(simulation, self.statistic);
        number.is_some_and(|number| self.comparison.holds(number, limit))
    }
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let found = Comparison::SIGNS.iter().find_map(|(sign, comparison)| {
            text.split_once(sign).map(|(left, right)| (left, right.trim(), *comparison))
        });
        let Some((left, right, comparison)) = found else {
            return Err(format!(
                "{text:?} is not a condition: a condition compares a quantity with a number, such as robot.@x > 5"
            ));
        };
        let Metric { statistic, quantity } = Metric::parse(left)?;
        let is_name = right.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let limit = match right.parse::<f64>() {
            Ok(number) if number.is_finite() => Limit::Number(number),
            _ if is_name => Limit::Parameter(right.to_owned()),
            _ => return Err(format!("{text:?}: {right:?} is neither a number nor a parameter")),
        };
        Ok(Self { statistic, quantity, comparison, limit })
    }
}

impl From<Condition> for String {
    fn from(condition: Condition) -> Self {
        let sign = Comparison::SIGNS.iter().find(|(_, comparison)| *comparison == condition.comparison);
        let limit = match &condition.limit {
            Limit::Number(number) => number.to_string(),
            Limit::Parameter(name) => name.clone(),
        };
        let left = written(condition.statistic, &condition.quantity);
        format!("{left} {} {limit}", sign.map_or("", |(sign, _)| sign))
    }
}
