//! A color in the notation of scenes.

use morse_sim::prelude::*;

/// Red, green and blue, written as the text `(red,green,blue)`: each up to 1, or, when one of them is more than 1, up
/// to 255.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Color([f64; 3]);

impl Color {
    pub(super) const WHITE: Self = Self([1.0; 3]);

    /// Components from 0 to 1.
    pub(super) fn rgb(self) -> [f32; 3] {
        let scale = if self.0.iter().any(|&part| part > 1.0) { 255.0 } else { 1.0 };
        self.0.map(|part| (part / scale) as f32)
    }
}

impl PropertyType for Color {
    const TYPE_NAME: &'static str = "string";
    const EXPECTED: &'static str = "a color as text, like (255,128,0)";

    fn to_value(&self) -> Value {
        let [red, green, blue] = self.0;
        Value::Text(format!("({red},{green},{blue})"))
    }

    fn from_value(value: &Value) -> Option<Self> {
        let inner = value.as_str()?.trim().strip_prefix('(')?.strip_suffix(')')?;
        let parts: Vec<f64> = inner.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
        let parts = <[f64; 3]>::try_from(parts).ok()?;
        parts.iter().all(|part| (0.0..=255.0).contains(part)).then_some(Self(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_is_read_in_both_scales() {
        let read = |text: &str| Color::from_value(&Value::from(text)).map(Color::rgb);
        assert_eq!(read("(1,0.5,0)"), Some([1.0, 0.5, 0.0]));
        assert_eq!(read(" (1,1,1) "), Some([1.0; 3]));
        assert_eq!(read("( 255, 51, 0 )"), Some([1.0, 0.2, 0.0]));
        for bad in ["", "red", "(1,2)", "(1,2,3,4)", "(-1,0,0)", "(256,0,0)", "(nan,0,0)", "1,1,1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(Color::from_value(&Value::Int(1)), None);
    }

    #[test]
    fn color_survives_a_round_trip_through_text() {
        assert_eq!(Color::WHITE.to_value(), Value::from("(1,1,1)"));
    }
}
