//! Property type for the image rows that a depth camera keeps.

use morse_sim::prelude::*;

/// Row indices in the order of their points; all rows by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rows(Option<Vec<u32>>);

impl Rows {
    /// Checks that an image of a height has all rows.
    ///
    /// # Errors
    /// If the image lacks one of the rows.
    pub(crate) fn check(&self, height: i64) -> Result<(), SetupError> {
        match self.0.iter().flatten().find(|&&row| i64::from(row) >= height) {
            Some(row) => {
                Err(SetupError::Invalid(format!("keep_list has row {row}; allowed are 0 to {}", height - 1)))
            }
            None => Ok(()),
        }
    }

    /// Returns the row indices for an image of a height.
    pub(crate) fn of(&self, height: u32) -> Vec<u32> {
        self.0.clone().unwrap_or_else(|| (0..height).collect())
    }
}

impl PropertyType for Rows {
    const TYPE_NAME: &'static str = "string";
    const EXPECTED: &'static str = "row numbers as text, like \"[0, 8, 16]\", or None";

    fn to_value(&self) -> Value {
        let text = |rows: &Vec<u32>| {
            let numbers: Vec<String> = rows.iter().map(u32::to_string).collect();
            Value::Text(format!("[{}]", numbers.join(", ")))
        };
        self.0.as_ref().map_or(Value::Null, text)
    }

    fn from_value(value: &Value) -> Option<Self> {
        let number =
            |value: &Value| if let Value::Int(row) = value { u32::try_from(*row).ok() } else { None };
        let rows = match value {
            Value::Null => return Some(Self(None)),
            Value::Text(text) => {
                let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?;
                let parts = inside.split(',').map(str::trim);
                // A trailing comma is allowed, as in Python.
                let count = parts.clone().count();
                let parts = parts.enumerate().filter(|(nth, part)| nth + 1 < count || !part.is_empty());
                parts.map(|(_, part)| part.parse().ok()).collect::<Option<Vec<u32>>>()?
            }
            Value::List(rows) | Value::Tuple(rows) => rows.iter().map(number).collect::<Option<_>>()?,
            _ => return None,
        };
        Some(Self(Some(rows)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_the_text_of_a_python_list() {
        let rows = |text: &str| Rows::from_value(&Value::from(text));
        assert_eq!(rows("[1, 17,34]").unwrap().of(100), [1, 17, 34]);
        assert_eq!(rows("[1, 17, ]").unwrap().to_value(), Value::from("[1, 17]"));
        assert_eq!(rows("[]").unwrap().of(3), [0_u32; 0]);
        assert_eq!(Rows::from_value(&Value::List(vec![Value::Int(5)])).unwrap().of(9), [5]);
        assert_eq!(Rows::default().of(3), [0, 1, 2]);
        for bad in ["", "1, 2", "[1; 2]", "[-1]", "[1,,2]", "[1.5]"] {
            assert!(rows(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn row_outside_the_image_is_refused() {
        let rows = Rows(Some(vec![0, 16]));
        assert!(rows.check(17).is_ok());
        let error = rows.check(16).unwrap_err().to_string();
        assert!(error.contains("row 16; allowed are 0 to 15"), "{error}");
    }
}
