//! JSON in the format of Python's `json.dump(…, indent=1, ensure_ascii=False)`, so that both sides write the same
//! bytes.

use std::io::{Result, Write};

use morse_scene::python_repr::float_repr;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};

/// The text, with a newline at the end.
///
/// # Errors
/// If the value has no JSON form.
pub(crate) fn text<T: Serialize>(value: &T) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    let formatter = PythonFormatter(PrettyFormatter::with_indent(b" "));
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, formatter))?;
    bytes.push(b'\n');
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Indents as serde does, and writes floats as Python does.
struct PythonFormatter(PrettyFormatter<'static>);

macro_rules! as_serde {
    ($($method:ident($($argument:ident: $type:ty),*));* $(;)?) => {$(
        fn $method<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $type)*) -> Result<()> {
            self.0.$method(writer $(, $argument)*)
        }
    )*};
}

impl Formatter for PythonFormatter {
    as_serde! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
    }

    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        writer.write_all(float_repr(value).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_python_writes_it() {
        let value = serde_json::json!({"a": [1, 2.0, 9.169e-6, 1e22], "é": {}, "n": null, "l": []});
        let expected = "{\n \"a\": [\n  1,\n  2.0,\n  9.169e-06,\n  1e+22\n ],\n \"é\": {},\n \"n\": null,\n \"l\": []\n}\n";
        assert_eq!(text(&value).unwrap(), expected);
    }
}
