//! Formats values for users: one line for each field, with shortened lists and strings.

use morse_scene::value::Value;
use morse_socket::json;

/// Maximum length of a list that is not shortened.
const ITEMS_MAX: usize = 16;

/// Number of values shown of a shortened list.
const ITEMS_SHOWN: usize = 6;

/// Maximum length of a string that is not shortened. [characters]
const CHARACTERS_MAX: usize = 200;

/// Number of characters shown of a shortened string.
const CHARACTERS_SHOWN: usize = 24;

/// The lines of a value: `key: value` for a dictionary, with nested dictionaries indented; otherwise one line.
pub fn lines(value: &Value) -> String {
    let mut text = String::new();
    append(&mut text, value, 0);
    text
}

fn append(text: &mut String, value: &Value, indent: usize) {
    let blanks = " ".repeat(indent);
    let dictionaries =
        |items: &[Value]| !items.is_empty() && items.iter().all(|item| item.as_map().is_some());
    match value {
        Value::Map(map) if !map.is_empty() => {
            for (key, value) in map {
                match value {
                    Value::Map(inner) if !inner.is_empty() => {
                        text.push_str(&format!("{blanks}{key}:\n"));
                        append(text, value, indent + 2);
                    }
                    Value::List(items) if dictionaries(items) => {
                        text.push_str(&format!("{blanks}{key}:\n"));
                        append(text, value, indent + 2);
                    }
                    _ => text.push_str(&format!("{blanks}{key}: {}\n", short(value))),
                }
            }
        }
        Value::List(items) if dictionaries(items) => {
            for item in items {
                let mut inner = String::new();
                append(&mut inner, item, indent + 2);
                // The first key follows the dash.
                text.push_str(&format!("{blanks}- {}", inner.trim_start()));
            }
        }
        _ => text.push_str(&format!("{blanks}{}\n", short(value))),
    }
}

/// A value on one line.
fn short(value: &Value) -> String {
    match value {
        Value::Text(text) => short_text(text),
        Value::List(items) if items.len() > ITEMS_MAX => {
            let shown: Vec<String> = items[..ITEMS_SHOWN].iter().map(short).collect();
            format!("[{}, …] ({} values)", shown.join(", "), items.len())
        }
        Value::List(items) => format!("[{}]", items.iter().map(short).collect::<Vec<_>>().join(", ")),
        other => json_text(other),
    }
}

fn short_text(text: &str) -> String {
    let count = text.chars().count();
    if count <= CHARACTERS_MAX {
        return text.to_owned();
    }
    let shown: String = text.chars().take(CHARACTERS_SHOWN).collect();
    format!("{shown}… ({count} characters)")
}

/// A value as JSON. Values that were read from JSON can always be written.
fn json_text(value: &Value) -> String {
    let mut bytes = Vec::new();
    match json::write_value(&mut bytes, value) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => format!("({})", error.type_name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str) -> String {
        lines(&json::read(json).unwrap())
    }

    #[test]
    fn each_field_has_a_line() {
        assert_eq!(
            text(
                "{\"timestamp\": 1.0, \"far\": Infinity, \"name\": \"a b\", \"at\": [1, 2.5], \"nothing\": {}}"
            ),
            "timestamp: 1.0\nfar: Infinity\nname: a b\nat: [1, 2.5]\nnothing: {}\n"
        );
        assert_eq!(text("{\"a\": {\"b\": {\"c\": null}}}"), "a:\n  b:\n    c: null\n");
        assert_eq!(text("\"Arrived\""), "Arrived\n");
        assert_eq!(text("[]"), "[]\n");
    }

    #[test]
    fn dictionaries_in_list_are_separated_by_dashes() {
        assert_eq!(
            text("{\"seen\": [{\"name\": \"wall\", \"at\": [0, 1]}, {\"name\": \"ball\"}]}"),
            "seen:\n  - name: wall\n    at: [0, 1]\n  - name: ball\n"
        );
    }

    #[test]
    fn long_values_are_shortened_with_their_length() {
        let ranges = format!("{{\"range_list\": [{}]}}", ["1.5"; 181].join(", "));
        assert_eq!(text(&ranges), "range_list: [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, …] (181 values)\n");
        let image = format!("{{\"image\": \"{}\"}}", "é".repeat(300));
        assert_eq!(text(&image), format!("image: {}… (300 characters)\n", "é".repeat(24)));
    }
}
