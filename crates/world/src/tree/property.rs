//! Properties of nodes: named values from the scene by which sensors and services find nodes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The value of a property of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PropertyValue {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(String),
    /// Python's `None`.
    None,
    /// A list.
    List(Vec<PropertyValue>),
    /// A tuple.
    Tuple(Vec<PropertyValue>),
    /// A dictionary, in the order in which it was written.
    Dict(Vec<(String, PropertyValue)>),
}

impl PropertyValue {
    /// The value of a number; `None` for booleans, strings and other values.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            PropertyValue::Int(number) => Some(*number as f64),
            PropertyValue::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The value of an integer; `None` for other values.
    pub fn as_i64(&self) -> Option<i64> {
        if let PropertyValue::Int(number) = self { Some(*number) } else { None }
    }

    /// The value of a string; `None` for other values.
    pub fn as_str(&self) -> Option<&str> {
        if let PropertyValue::Text(text) = self { Some(text) } else { None }
    }

    /// Its truth value by Python's rules: `False`, `None`, zero and empty values are false.
    pub fn is_truthy(&self) -> bool {
        match self {
            PropertyValue::Bool(truth) => *truth,
            PropertyValue::Int(number) => *number != 0,
            PropertyValue::Float(number) => *number != 0.0,
            PropertyValue::Text(text) => !text.is_empty(),
            PropertyValue::None => false,
            PropertyValue::List(items) | PropertyValue::Tuple(items) => !items.is_empty(),
            PropertyValue::Dict(items) => !items.is_empty(),
        }
    }
}

/// Properties by name.
pub type Properties = BTreeMap<String, PropertyValue>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_value_follows_python() {
        let truths =
            [PropertyValue::Bool(true), PropertyValue::Int(-1), PropertyValue::Text("no".to_owned())];
        let falsehoods = [
            PropertyValue::Float(0.0),
            PropertyValue::Text(String::new()),
            PropertyValue::None,
            PropertyValue::List(Vec::new()),
        ];
        assert!(truths.iter().all(PropertyValue::is_truthy));
        assert!(!falsehoods.iter().any(PropertyValue::is_truthy));
    }
}
