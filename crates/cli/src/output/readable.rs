//! Values as text for people: one line for each field, with what is long shortened.

use morse_scene::value::Value;
use morse_socket::json;

/// A list of more values is shortened.
const ITEMS_MAX: usize = 16;

/// How many values of a shortened list are shown.
const ITEMS_SHOWN: usize = 6;

/// A text of more characters is shortened.
const CHARACTERS_MAX: usize = 200;

/// How many characters of a shortened text are shown.
const CHARACTERS_SHOWN: usize = 24;

/// The lines of a value: `key: value` for a dictionary, indented where one is in another; otherwise one line.
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
                // The first key stands beside the dash.
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

/// A value as JSON; what came as JSON always has this form.
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
    fn things_in_a_list_are_told_one_after_the_other() {
        assert_eq!(
            text("{\"seen\": [{\"name\": \"wall\", \"at\": [0, 1]}, {\"name\": \"ball\"}]}"),
            "seen:\n  - name: wall\n    at: [0, 1]\n  - name: ball\n"
        );
    }

    #[test]
    fn what_is_long_is_shortened_and_its_length_told() {
        let ranges = format!("{{\"range_list\": [{}]}}", ["1.5"; 181].join(", "));
        assert_eq!(text(&ranges), "range_list: [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, …] (181 values)\n");
        let image = format!("{{\"image\": \"{}\"}}", "é".repeat(300));
        assert_eq!(text(&image), format!("image: {}… (300 characters)\n", "é".repeat(24)));
    }
}
