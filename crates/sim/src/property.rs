//! Properties: values a scene may set on a component, and services may change while it runs.

use morse_scene::value::Value;
use serde::{Deserialize, Serialize};

use crate::data::Mismatch;

/// A Rust type that can be a property.
pub trait PropertyType: Sized {
    /// Its name in the catalogue.
    const TYPE_NAME: &'static str;
    /// What it takes, in words.
    const EXPECTED: &'static str;
    /// The texts it takes, when it is a choice.
    const CHOICES: &'static [&'static str] = &[];
    /// The value as a scene would write it.
    fn to_value(&self) -> Value;
    /// Reads what a scene or a client wrote; `None` when it does not fit.
    fn from_value(value: &Value) -> Option<Self>;
}

/// Sets one property of a derived struct; the derive macro calls it.
///
/// # Errors
/// When the value does not fit.
pub fn assign_property<T: PropertyType>(name: &str, property: &mut T, value: &Value) -> Result<(), Mismatch> {
    *property = T::from_value(value).ok_or_else(|| Mismatch::new(name, T::EXPECTED, value))?;
    Ok(())
}

impl PropertyType for f64 {
    const TYPE_NAME: &'static str = "float";
    const EXPECTED: &'static str = "a number";
    fn to_value(&self) -> Value {
        Value::Float(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_f64().filter(|number| !number.is_nan())
    }
}

/// A number that may be absent.
impl PropertyType for Option<f64> {
    const TYPE_NAME: &'static str = "float";
    const EXPECTED: &'static str = "a finite number or None";
    fn to_value(&self) -> Value {
        self.map_or(Value::Null, Value::Float)
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => value.as_f64().filter(|number| number.is_finite()).map(Some),
        }
    }
}

impl PropertyType for i64 {
    const TYPE_NAME: &'static str = "int";
    const EXPECTED: &'static str = "a whole number";
    fn to_value(&self) -> Value {
        Value::Int(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Int(number) = value { Some(*number) } else { None }
    }
}

impl PropertyType for bool {
    const TYPE_NAME: &'static str = "bool";
    const EXPECTED: &'static str = "true or false";
    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Int(number) => Some(*number != 0),
            other => other.as_bool(),
        }
    }
}

impl PropertyType for String {
    const TYPE_NAME: &'static str = "string";
    const EXPECTED: &'static str = "a string";
    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

/// A switch that takes anything, as Python's `if` does: scripts write `_2D='True'`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truth(pub bool);

impl From<bool> for Truth {
    fn from(truth: bool) -> Self {
        Self(truth)
    }
}

impl PropertyType for Truth {
    const TYPE_NAME: &'static str = "bool";
    const EXPECTED: &'static str = "true or false";
    fn to_value(&self) -> Value {
        Value::Bool(self.0)
    }
    fn from_value(value: &Value) -> Option<Self> {
        Some(Self(value.is_truthy()))
    }
}

/// Makes a fieldless enum a property that takes the names of its variants.
#[macro_export]
macro_rules! choice {
    ($type:ty { $($variant:ident),+ $(,)? }) => {
        impl $crate::property::PropertyType for $type {
            const TYPE_NAME: &'static str = "string";
            const EXPECTED: &'static str = concat!("one of" $(, " ", stringify!($variant))+);
            const CHOICES: &'static [&'static str] = &[$(stringify!($variant)),+];
            fn to_value(&self) -> $crate::Value {
                $crate::Value::Text(match self { $(Self::$variant => stringify!($variant)),+ }.to_owned())
            }
            fn from_value(value: &$crate::Value) -> Option<Self> {
                match value.as_str()? {
                    $(stringify!($variant) => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}
