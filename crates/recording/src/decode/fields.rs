//! The fields of a message by their paths.

use super::value::Value;

/// The parts of a message that are rows of a table: most messages are one row; messages that are nothing but a list of
/// records, such as `/tf`, are a row for each.
#[must_use]
pub fn rows(message: &Value) -> Vec<&Value> {
    if let Value::Map(fields) = message
        && let [(_, Value::List(records))] = fields.as_slice()
        && records.iter().all(|record| matches!(record, Value::Map(_)))
    {
        return records.iter().collect();
    }
    vec![message]
}

/// The values of a message that are not maps, with their paths: names separated by dots.
#[must_use]
pub fn fields(message: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    collect(String::new(), message, &mut found);
    found
}

fn collect<'a>(path: String, value: &'a Value, found: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Map(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                collect(path, value, found);
            }
        }
        leaf => found.push((if path.is_empty() { "value".to_owned() } else { path }, leaf)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Value {
        serde_json::from_str::<serde_json::Value>(text).unwrap().into()
    }

    #[test]
    fn paths_have_dots_and_lists_are_leaves() {
        let message = message(r#"{"a": {"b": 1, "c": [1, 2]}, "d": "x"}"#);
        let paths: Vec<_> = fields(&message).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["a.b", "a.c", "d"]);
        assert_eq!(message.at("a.b"), Some(&Value::Int(1)));
        assert_eq!(message.at("a.x"), None);
    }

    #[test]
    fn a_list_of_records_is_a_row_for_each() {
        assert_eq!(rows(&message(r#"{"transforms": [{"x": 1}, {"x": 2}]}"#)).len(), 2);
        assert_eq!(rows(&message(r#"{"values": [1, 2]}"#)).len(), 1);
        assert_eq!(rows(&message(r#"{"transforms": [{"x": 1}], "n": 1}"#)).len(), 1);
    }
}
