//! Properties: values that a scene may set on a component, and that services may change during the run.

use morse_scene::description::PropertyDescription;
use morse_scene::value::Value;
use serde::{Deserialize, Serialize};

use crate::contract::data::Mismatch;

/// A Rust type that can be a property.
pub trait PropertyType: Sized {
    /// Name of the type in the catalog.
    const TYPE_NAME: &'static str;
    /// Description of the accepted values.
    const EXPECTED: &'static str;
    /// The accepted strings, when the property is a choice.
    const CHOICES: &'static [&'static str] = &[];
    /// The value in the form that scenes use.
    fn to_value(&self) -> Value;
    /// Converts a value from a scene or a client; `None` when it does not fit.
    fn from_value(value: &Value) -> Option<Self>;
}

/// Properties that several components have in common, held in one struct. `#[derive(PropertyGroup)]` implements it,
/// and `Default`.
pub trait PropertyGroup: Default {
    /// Number of properties, including those of nested groups.
    const COUNT: usize;

    /// Descriptions of the properties, in order, with the values of `self` as defaults.
    fn describe(&self) -> Vec<PropertyDescription>;

    /// The value of property `index`.
    fn property(&self, index: usize) -> Value;

    /// Sets property `index`.
    ///
    /// # Errors
    /// When the value has the wrong type.
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch>;
}

/// Sets one property of a derived struct. Called by the derive macro.
///
/// # Errors
/// When the value does not fit.
pub fn assign_property<T: PropertyType>(name: &str, property: &mut T, value: &Value) -> Result<(), Mismatch> {
    *property = T::from_value(value).ok_or_else(|| Mismatch::new(name, T::EXPECTED, value))?;
    Ok(())
}

/// The smallest and the largest value of a property.
pub type Range = (Option<f64>, Option<f64>);

/// Rejects a number outside of a range. Called by the derive macro, so that components can rely on the range however a
/// property is set.
///
/// # Errors
/// When the number is too small or too large.
pub fn check_range(name: &str, (low, high): Range, value: &Value) -> Result<(), Mismatch> {
    let Some(number) = value.as_f64() else { return Ok(()) };
    if !(low.is_some_and(|low| number < low) || high.is_some_and(|high| number > high)) {
        return Ok(());
    }
    let bound = |limit: Option<f64>| limit.map_or_else(|| "…".to_owned(), |limit| limit.to_string());
    let expected = format!("from {} to {}", bound(low), bound(high));
    Err(Mismatch { name: name.to_owned(), expected, got: number.to_string() })
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

/// An optional number.
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

/// A boolean that accepts any value by the rules of Python's `if`: scripts write `_2D='True'`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PyTruthy(pub bool);

impl From<bool> for PyTruthy {
    fn from(truth: bool) -> Self {
        Self(truth)
    }
}

impl PropertyType for PyTruthy {
    const TYPE_NAME: &'static str = "bool";
    const EXPECTED: &'static str = "true or false";
    fn to_value(&self) -> Value {
        Value::Bool(self.0)
    }
    fn from_value(value: &Value) -> Option<Self> {
        Some(Self(value.is_truthy()))
    }
}

/// Implements [`PropertyType`] for a fieldless enum, with the names of its variants as values.
#[macro_export]
macro_rules! choice {
    ($type:ty { $($variant:ident),+ $(,)? }) => {
        impl $crate::contract::property::PropertyType for $type {
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

#[cfg(test)]
mod tests {
    use morse_scene::value::Value;
    use serde::{Deserialize, Serialize};

    use super::PropertyGroup;
    use crate::contract::component::{Component, Sensor};
    use crate::contract::contexts::sense_context::SenseContext;

    /// A group in a group.
    #[derive(crate::PropertyGroup, Clone, Serialize, Deserialize)]
    struct Size {
        /// Width. [px]
        #[property(name = "Width", default = 4, min = 1)]
        width: i64,
        /// Height. [px]
        #[property(name = "Height", default = 3)]
        height: i64,
    }

    #[derive(crate::PropertyGroup, Clone, Serialize, Deserialize)]
    struct Screen {
        /// Relative brightness.
        #[property(name = "Brightness", default = 0.5)]
        brightness: f64,
        #[property(flatten)]
        size: Size,
        /// Not a property.
        count: u64,
    }

    /// A sensor with a group between properties of its own.
    #[derive(crate::Sensor, Clone, Serialize, Deserialize)]
    #[component(class = "test.Display")]
    struct Display {
        /// Property before the group.
        #[property(name = "First", default = 1.0)]
        first: f64,
        #[property(flatten, default = Screen { size: Size { width: 8, ..Size::default() }, ..Screen::default() })]
        screen: Screen,
        /// Property after the group.
        #[property(name = "Last", default = true)]
        last: bool,
    }

    impl Sensor for Display {
        fn sense(&mut self, _view: &mut SenseContext<'_>, _data: &mut ()) {}
    }

    #[test]
    fn group_properties_are_described_in_place_with_the_component_defaults() {
        let properties = Display::describe().properties;
        let described: Vec<_> = properties.iter().map(|one| (one.name.as_str(), &one.default)).collect();
        assert_eq!(
            described,
            [
                ("First", &Value::Float(1.0)),
                ("Brightness", &Value::Float(0.5)),
                ("Width", &Value::Int(8)),
                ("Height", &Value::Int(3)),
                ("Last", &Value::Bool(true)),
            ]
        );
        assert_eq!(
            (properties[2].range, properties[2].unit.as_deref()),
            (Some((Some(1.0), None)), Some("px"))
        );
        assert_eq!((Size::COUNT, Screen::COUNT), (2, 3));
    }

    #[test]
    fn group_properties_are_set_and_read_by_index() {
        let mut display = Display::default();
        let values =
            [Value::Float(2.0), Value::Float(0.25), Value::Int(16), Value::Int(9), Value::Bool(false)];
        for (index, value) in values.iter().enumerate() {
            display.set_property(index, value).unwrap();
        }
        for (index, value) in values.iter().enumerate() {
            assert_eq!(display.property(index), *value);
        }
        assert_eq!((display.screen.size.width, display.screen.size.height, display.last), (16, 9, false));
        let error = display.set_property(3, &Value::from("high")).unwrap_err().to_string();
        assert!(error.starts_with("Height must be a whole number"), "{error}");
        assert!(display.set_property(5, &Value::Int(1)).is_err());
        let error = display.set_property(2, &Value::Int(0)).unwrap_err().to_string();
        assert_eq!(error, "Width must be from 1 to …, got 0");
        assert_eq!(display.screen.size.width, 16);
        assert_eq!(display.property(5), Value::Null);
    }
}
