//! Requests and replies in bottles, in the two formats of the original.

use morse_scene::python_repr::repr;
use morse_scene::value::{Map, Value};

use super::literal;
use super::{JSON_REQUEST_MANAGER, REQUEST_MANAGER};
use crate::bottle::{Bottle, Item};

/// A call of a service.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call {
    pub(super) component: String,
    pub(super) service: String,
    pub(super) arguments: Vec<Value>,
}

/// Format of requests and replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Values in a bottle.
    Bottle,
    /// One JSON text in a bottle.
    Json,
}

impl Format {
    /// Class path of the request manager.
    pub(crate) const fn manager(self) -> &'static str {
        match self {
            Self::Bottle => REQUEST_MANAGER,
            Self::Json => JSON_REQUEST_MANAGER,
        }
    }

    /// Prefix of port names.
    pub(super) const fn folder(self) -> &'static str {
        match self {
            Self::Bottle => "/morse/services",
            Self::Json => "/ors/services",
        }
    }

    /// Parses a request: its id, if it has one, and the call or an error text.
    pub(super) fn call(self, bottle: &[Item]) -> (Value, Result<Call, String>) {
        match self {
            Self::Bottle => {
                let id = bottle.first().and_then(Item::as_i64);
                (Value::Int(id.unwrap_or(0)), id.ok_or_else(malformed).and_then(|_| in_order(bottle)))
            }
            Self::Json => match object(bottle) {
                Ok(object) => (object.get("id").cloned().unwrap_or_default(), by_name(&object)),
                Err(problem) => (Value::Null, Err(problem)),
            },
        }
    }

    /// Formats the reply to a request.
    pub(super) fn reply(self, id: &Value, status: &str, result: &Value) -> Bottle {
        // A result that is false in Python has no text.
        let result = match result {
            Value::Text(text) => text.clone(),
            value if value.is_truthy() => repr(value),
            _ => String::new(),
        };
        let text = match self {
            Self::Bottle => format!("{} {status} {result}", repr(id)),
            Self::Json => {
                let reply =
                    Map::from([("id", id.clone()), ("status", status.into()), ("reply", result.into())]);
                let mut out = Vec::new();
                morse_json::write_or_null(&mut out, &Value::Map(reply));
                String::from_utf8_lossy(&out).into_owned()
            }
        };
        vec![Item::Text(text)]
    }
}

fn malformed() -> String {
    "Malformed request: at least 3 values and at most 4 are expected (id, component, service, [params])"
        .to_owned()
}

/// Parses `id component service parameters`. Parameters are a text with a Python literal, a list, or missing.
fn in_order(bottle: &[Item]) -> Result<Call, String> {
    let text = |index: usize| bottle.get(index).and_then(Item::as_text).ok_or_else(malformed);
    let (component, service) = (text(1)?.into_owned(), text(2)?.into_owned());
    let arguments = match bottle.get(3..) {
        None | Some([]) => Vec::new(),
        Some([Item::Text(parameters)]) => arguments(parameters)?,
        Some([Item::List(items)]) => items.iter().map(value).collect::<Result<_, _>>()?,
        Some(_) => return Err(malformed()),
    };
    Ok(Call { component, service, arguments })
}

/// Converts an item in a list of parameters.
fn value(item: &Item) -> Result<Value, String> {
    Ok(match item {
        Item::Vocab32(word) if *word == u32::from(b'1') => Value::Bool(true),
        Item::Vocab32(0) => Value::Bool(false),
        Item::Int8(_) | Item::Int16(_) | Item::Int32(_) | Item::Int64(_) => {
            item.as_i64().map_or(Value::Null, Value::Int)
        }
        Item::Float32(_) | Item::Float64(_) => item.as_f64().map_or(Value::Null, Value::Float),
        Item::Text(text) => Value::Text(text.clone()),
        Item::Vocab32(_) | Item::Vocab64(_) => Value::Text(item.as_text().unwrap_or_default().into_owned()),
        Item::List(items) => Value::List(items.iter().map(value).collect::<Result<_, _>>()?),
        Item::Blob(_) => return Err("a parameter cannot be raw bytes".to_owned()),
    })
}

/// Parses arguments from a Python literal: the items of a list or tuple.
fn arguments(parameters: &str) -> Result<Vec<Value>, String> {
    let invalid =
        |problem: String| format!("Invalid request syntax: error while parsing the parameters. {problem}");
    match literal::read(parameters).map_err(|error| invalid(error.to_string()))? {
        Value::List(arguments) | Value::Tuple(arguments) => Ok(arguments),
        nothing if !nothing.is_truthy() => Ok(Vec::new()),
        other => Err(invalid(format!("they are of type {}, not a list", other.type_name()))),
    }
}

fn object(bottle: &[Item]) -> Result<Map, String> {
    let text = match bottle {
        [Item::Text(text), ..] => text,
        _ => return Err(malformed_json()),
    };
    match morse_json::read(text) {
        Ok(Value::Map(map)) => Ok(map),
        _ => Err(malformed_json()),
    }
}

fn malformed_json() -> String {
    let example = r#"{"id":"13", "component":"robot.waypoint", "service":"goto", "params":"[5, 5, 0]"}"#;
    format!("Malformed request: expected a json encoded request with this format: {example}")
}

/// Parses `{"id": …, "component": …, "service": …, "params": "[…]"}`. Parameters may also be a list, or missing.
fn by_name(object: &Map) -> Result<Call, String> {
    let text =
        |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(malformed_json);
    let (component, service) = (text("component")?, text("service")?);
    let arguments = match object.get("params") {
        None => Vec::new(),
        Some(Value::Text(parameters)) => arguments(parameters)?,
        Some(Value::List(arguments)) => arguments.clone(),
        Some(_) => return Err(malformed_json()),
    };
    Ok(Call { component, service, arguments })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bottle::{parse, print};

    fn call(format: Format, text: &str) -> (Value, Result<Call, String>) {
        format.call(&parse(text).unwrap())
    }

    fn goto(arguments: Vec<Value>) -> Call {
        Call { component: "robot.waypoint".to_owned(), service: "goto".to_owned(), arguments }
    }

    #[test]
    fn request_has_id_component_service_and_parameters() {
        let numbers = vec![Value::Int(2), Value::Float(1.5)];
        for text in [
            "7 robot.waypoint goto \"[2, 1.5]\"",
            "7 robot.waypoint goto \"(2, 1.5)\"",
            "7 \"robot.waypoint\" goto (2 1.5)",
        ] {
            assert_eq!(call(Format::Bottle, text), (Value::Int(7), Ok(goto(numbers.clone()))), "{text}");
        }
        for text in ["7 robot.waypoint goto", "7 robot.waypoint goto \"[]\"", "7 robot.waypoint goto ()"] {
            assert_eq!(call(Format::Bottle, text).1, Ok(goto(vec![])), "{text}");
        }
    }

    #[test]
    fn malformed_requests_keep_their_id() {
        for text in ["7", "7 a", "7 a b c d", "7 (1) b"] {
            let (id, call) = call(Format::Bottle, text);
            assert_eq!(id, Value::Int(7), "{text}");
            assert!(call.unwrap_err().starts_with("Malformed request"), "{text}");
        }
        assert!(call(Format::Bottle, "seven a b").1.is_err());
        let problem = call(Format::Bottle, "7 a b \"[1\"").1.unwrap_err();
        assert!(problem.starts_with("Invalid request syntax"), "{problem}");
        assert!(call(Format::Bottle, "7 a b \"__import__('os')\"").1.is_err());
    }

    #[test]
    fn json_requests_are_parsed() {
        let text = r#""{\"id\": \"13\", \"component\": \"robot.waypoint\", \"service\": \"goto\", \"params\": \"[2]\"}""#;
        assert_eq!(call(Format::Json, text), (Value::from("13"), Ok(goto(vec![Value::Int(2)]))));
        for text in ["", "1", "\"\"", "\"[1]\"", r#""{\"id\": 1}""#] {
            assert!(call(Format::Json, text).1.unwrap_err().starts_with("Malformed request"), "{text}");
        }
    }

    #[test]
    fn replies_have_the_texts_of_the_original() {
        let reply = |format: Format, result: Value| print(&format.reply(&7.into(), "SUCCESS", &result));
        assert_eq!(reply(Format::Bottle, Value::Null), "\"7 SUCCESS \"");
        assert_eq!(reply(Format::Bottle, "Arrived".into()), "\"7 SUCCESS Arrived\"");
        assert_eq!(reply(Format::Bottle, vec![1.0, 2.5].into()), "\"7 SUCCESS [1.0, 2.5]\"");
        let json = Format::Json.reply(&"a".into(), "FAILED", &"no \"way\"".into());
        assert_eq!(json, [Item::from(r#"{"id": "a", "status": "FAILED", "reply": "no \"way\""}"#)]);
    }
}
