//! Conversion between values of properties and values of parameters.

use morse_scene::description::PropertyDescription;
use morse_scene::value::Value;

use crate::parameters::messages::ParameterValue;

/// The type of a truth value. All types are numbered as in `rcl_interfaces/ParameterType`; 0 is an unset parameter.
pub const BOOL: u8 = 1;
const INTEGER: u8 = 2;
const DOUBLE: u8 = 3;
const STRING: u8 = 4;
const BYTE_ARRAY: u8 = 5;
const BOOL_ARRAY: u8 = 6;
const INTEGER_ARRAY: u8 = 7;
const DOUBLE_ARRAY: u8 = 8;
const STRING_ARRAY: u8 = 9;

/// The parameter value for the value of a property. Values without a parameter type become JSON strings.
pub fn to_parameter(declared: &PropertyDescription, value: &Value) -> ParameterValue {
    let empty = ParameterValue::default();
    match value {
        Value::Bool(truth) => ParameterValue { kind: BOOL, bool_value: *truth, ..empty },
        Value::Int(number) if declared.type_name != "float" => {
            ParameterValue { kind: INTEGER, integer_value: *number, ..empty }
        }
        Value::Int(_) | Value::Float(_) | Value::Timer(_) => {
            ParameterValue { kind: DOUBLE, double_value: value.as_f64().unwrap_or_default(), ..empty }
        }
        Value::Text(text) => ParameterValue { kind: STRING, string_value: text.clone(), ..empty },
        Value::Bytes(bytes) => ParameterValue { kind: BYTE_ARRAY, byte_array_value: bytes.clone(), ..empty },
        Value::List(items) | Value::Tuple(items) => list(items).unwrap_or_else(|| json(value)),
        Value::Null | Value::Map(_) | Value::Python(_) => json(value),
    }
}

/// The array for a list whose items have one type; `None` for other lists.
fn list(items: &[Value]) -> Option<ParameterValue> {
    let empty = ParameterValue::default();
    let texts: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
    if let Some(string_array_value) = texts.filter(|texts| !texts.is_empty()) {
        return Some(ParameterValue { kind: STRING_ARRAY, string_array_value, ..empty });
    }
    let flags: Option<Vec<bool>> = items.iter().map(Value::as_bool).collect();
    if let Some(bool_array_value) = flags.filter(|flags| !flags.is_empty()) {
        return Some(ParameterValue { kind: BOOL_ARRAY, bool_array_value, ..empty });
    }
    let double_array_value: Vec<f64> = items.iter().map(Value::as_f64).collect::<Option<_>>()?;
    Some(ParameterValue { kind: DOUBLE_ARRAY, double_array_value, ..empty })
}

fn json(value: &Value) -> ParameterValue {
    let string_value = serde_json::to_string(value).unwrap_or_default();
    ParameterValue { kind: STRING, string_value, ..ParameterValue::default() }
}

/// The value of a property for a value of the parameter `name` from a client.
///
/// # Errors
/// When the type is not the type of the property, in the words of `rclcpp`.
pub fn from_parameter(
    name: &str,
    declared: &PropertyDescription,
    given: &ParameterValue,
) -> Result<Value, String> {
    let numbers = |numbers: &[f64]| Value::List(numbers.iter().copied().map(Value::Float).collect());
    let value = match (declared.type_name.as_str(), given.kind) {
        ("bool", BOOL) => Value::Bool(given.bool_value),
        ("int", INTEGER) => Value::Int(given.integer_value),
        ("float", DOUBLE) => Value::Float(given.double_value),
        ("string", STRING) => Value::Text(given.string_value.clone()),
        ("list", DOUBLE_ARRAY) => numbers(&given.double_array_value),
        ("list", INTEGER_ARRAY) => {
            Value::List(given.integer_array_value.iter().copied().map(Value::Int).collect())
        }
        ("list", BOOL_ARRAY) => {
            Value::List(given.bool_array_value.iter().copied().map(Value::Bool).collect())
        }
        ("list", STRING_ARRAY) => {
            Value::List(given.string_array_value.iter().cloned().map(Value::Text).collect())
        }
        ("list" | "dict", STRING) => serde_json::from_str(&given.string_value)
            .map_err(|error| format!("parameter '{name}' must be a string of JSON: {error}"))?,
        (expected, kind) => return Err(wrong_type(name, expected, kind)),
    };
    Ok(value)
}

/// The error for a value of another type. `expected` is the type of a property.
fn wrong_type(name: &str, expected: &str, given: u8) -> String {
    let expected = match expected {
        "bool" => type_text(BOOL),
        "int" => type_text(INTEGER),
        "float" => type_text(DOUBLE),
        "string" => type_text(STRING),
        "list" => "double_array, integer_array, bool_array, string_array or a string of JSON",
        _ => "a string of JSON",
    };
    let given = type_text(given);
    format!(
        "Wrong parameter type, parameter {{{name}}} is of type {{{expected}}}, setting it to {{{given}}} is not allowed."
    )
}

fn type_text(kind: u8) -> &'static str {
    const NAMES: [&str; 10] = [
        "not set",
        "bool",
        "integer",
        "double",
        "string",
        "byte_array",
        "bool_array",
        "integer_array",
        "double_array",
        "string_array",
    ];
    NAMES.get(usize::from(kind)).copied().unwrap_or("an unknown type")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(type_name: &str) -> PropertyDescription {
        PropertyDescription {
            name: "p".into(),
            type_name: type_name.into(),
            default: Value::Null,
            unit: None,
            doc: String::new(),
            range: None,
            one_of: Vec::new(),
            environment: None,
        }
    }

    #[test]
    fn values_are_unchanged_by_a_round_trip() {
        let numbers = Value::List(vec![1.0.into(), 2.5.into()]);
        let cases: [(&str, Value); 6] = [
            ("bool", true.into()),
            ("int", 3.into()),
            ("float", 2.5.into()),
            ("string", "text".into()),
            ("list", numbers),
            ("list", Value::List(vec!["a".into(), "b".into()])),
        ];
        for (type_name, value) in cases {
            let declared = declared(type_name);
            let parameter = to_parameter(&declared, &value);
            assert_eq!(from_parameter("a.p", &declared, &parameter).unwrap(), value);
        }
        assert_eq!(to_parameter(&declared("float"), &Value::Int(2)).kind, DOUBLE);
    }

    #[test]
    fn error_of_wrong_type_names_both_types() {
        let given = ParameterValue { kind: INTEGER, integer_value: 2, ..ParameterValue::default() };
        let reason = from_parameter("a.p", &declared("float"), &given).unwrap_err();
        assert!(reason.contains("{a.p} is of type {double}, setting it to {integer}"), "{reason}");
        let given = ParameterValue { kind: 77, ..ParameterValue::default() };
        assert!(from_parameter("a.p", &declared("bool"), &given).unwrap_err().contains("unknown type"));
    }
}
