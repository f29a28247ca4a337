//! Property type for numbers that a scene may also write as text.

use morse_sim::prelude::*;

/// A finite number, or a text that Python's `float()` converts to a finite number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct NumberOrText(pub(crate) f64);

impl From<f64> for NumberOrText {
    fn from(number: f64) -> Self {
        Self(number)
    }
}

impl PropertyType for NumberOrText {
    const TYPE_NAME: &'static str = "float";
    const EXPECTED: &'static str = "a finite number, or a finite number as text";
    fn to_value(&self) -> Value {
        Value::Float(self.0)
    }
    fn from_value(value: &Value) -> Option<Self> {
        let number = match value {
            Value::Text(text) => text.trim().parse().ok(),
            other => other.as_f64(),
        };
        number.filter(|number: &f64| number.is_finite()).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_may_be_text_but_must_be_finite() {
        assert_eq!(NumberOrText::from_value(&Value::from("4827000.25")), Some(NumberOrText(4_827_000.25)));
        assert_eq!(NumberOrText::from_value(&Value::Int(421)), Some(NumberOrText(421.0)));
        for bad in [Value::from("north"), Value::from("inf"), Value::Float(f64::NAN), Value::Null] {
            assert_eq!(NumberOrText::from_value(&bad), None, "{bad:?}");
        }
    }
}
