//! Writer of XML-RPC calls and responses.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::value::Value;

const DECLARATION: &str = "<?xml version=\"1.0\"?>\n";

/// The XML of a call.
#[must_use]
pub fn write_call(method: &str, params: &[Value]) -> String {
    let mut out = String::from(DECLARATION);
    out.push_str("<methodCall><methodName>");
    write_text(&mut out, method);
    out.push_str("</methodName><params>");
    for param in params {
        write_param(&mut out, param);
    }
    out.push_str("</params></methodCall>\n");
    out
}

/// The XML of a response.
#[must_use]
pub fn write_response(value: &Value) -> String {
    let mut out = String::from(DECLARATION);
    out.push_str("<methodResponse><params>");
    write_param(&mut out, value);
    out.push_str("</params></methodResponse>\n");
    out
}

/// The XML of a fault, for a call that cannot be processed.
#[must_use]
pub fn write_fault(code: i32, text: &str) -> String {
    let mut out = String::from(DECLARATION);
    out.push_str("<methodResponse><fault>");
    let members = vec![("faultCode".to_owned(), code.into()), ("faultString".to_owned(), text.into())];
    write_value(&mut out, &Value::Struct(members));
    out.push_str("</fault></methodResponse>\n");
    out
}

fn write_param(out: &mut String, value: &Value) {
    out.push_str("<param>");
    write_value(out, value);
    out.push_str("</param>");
}

/// Appends a value. Empty strings keep both tags: the parser of roscpp does not support `<string/>`.
fn write_value(out: &mut String, value: &Value) {
    out.push_str("<value>");
    match value {
        Value::Int(number) => tagged(out, "i4", &number.to_string()),
        Value::Bool(flag) => tagged(out, "boolean", if *flag { "1" } else { "0" }),
        Value::Double(number) => tagged(out, "double", &number.to_string()),
        Value::Text(text) => tagged(out, "string", text),
        Value::Bytes(bytes) => tagged(out, "base64", &STANDARD.encode(bytes)),
        Value::List(items) => {
            out.push_str("<array><data>");
            items.iter().for_each(|item| write_value(out, item));
            out.push_str("</data></array>");
        }
        Value::Struct(members) => {
            out.push_str("<struct>");
            for (name, value) in members {
                out.push_str("<member>");
                tagged(out, "name", name);
                write_value(out, value);
                out.push_str("</member>");
            }
            out.push_str("</struct>");
        }
    }
    out.push_str("</value>");
}

fn tagged(out: &mut String, tag: &str, text: &str) {
    for part in ["<", tag, ">"] {
        out.push_str(part);
    }
    write_text(out, text);
    for part in ["</", tag, ">"] {
        out.push_str(part);
    }
}

/// Appends text. Characters that XML 1.0 forbids become U+FFFD.
fn write_text(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(character),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
}
