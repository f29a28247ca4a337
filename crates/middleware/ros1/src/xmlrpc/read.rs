//! Parser of XML-RPC calls and responses. The input is untrusted: it can come from any program on the network.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use roxmltree::{Document, Node, ParsingOptions};

use super::value::Value;

/// Maximum nesting depth of arrays and structs in a value.
pub const DEPTH_MAX: usize = 32;

/// Maximum number of XML nodes in a document.
const NODES_MAX: u32 = 1 << 20;

/// Error of parsing XML-RPC.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum XmlError {
    /// The text is not XML.
    #[error("not XML: {0}")]
    Syntax(String),
    /// An element is missing, or has the wrong content.
    #[error("not XML-RPC: {0}")]
    Structure(String),
    /// Arrays and structs are nested more than [`DEPTH_MAX`] levels deep.
    #[error("arrays are nested more than {DEPTH_MAX} levels deep")]
    Depth,
}

/// An XML-RPC fault: the server could not process the call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("fault: {0}")]
pub struct Fault(
    /// The member `faultString`.
    pub String,
);

/// Parses a call. Returns the method and the parameters.
///
/// # Errors
/// When the text is not a call.
pub fn read_call(xml: &str) -> Result<(String, Vec<Value>), XmlError> {
    let document = parse(xml)?;
    let call = root(&document, "methodCall")?;
    let name = child(call, "methodName")?;
    let params = match child(call, "params") {
        Ok(params) => params
            .children()
            .filter(|node| node.has_tag_name("param"))
            .map(param)
            .collect::<Result<_, _>>()?,
        Err(_) => Vec::new(),
    };
    Ok((text_of(name).trim().to_owned(), params))
}

/// Parses a response. Returns its value or its fault.
///
/// # Errors
/// When the text is not a response.
pub fn read_response(xml: &str) -> Result<Result<Value, Fault>, XmlError> {
    let document = parse(xml)?;
    let response = root(&document, "methodResponse")?;
    if let Ok(fault) = child(response, "fault") {
        let fault = value(child(fault, "value")?, 0)?;
        let text = match &fault {
            Value::Struct(members) => members.iter().find(|(name, _)| name == "faultString"),
            _ => None,
        };
        let text = text.and_then(|(_, text)| text.as_str()).unwrap_or("without a text");
        return Ok(Err(Fault(text.to_owned())));
    }
    param(child(child(response, "params")?, "param")?).map(Ok)
}

fn parse(xml: &str) -> Result<Document<'_>, XmlError> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES_MAX, ..ParsingOptions::default() };
    Document::parse_with_options(xml, options).map_err(|error| XmlError::Syntax(error.to_string()))
}

fn root<'a, 'input>(document: &'a Document<'input>, name: &str) -> Result<Node<'a, 'input>, XmlError> {
    let root = document.root_element();
    if root.has_tag_name(name) { Ok(root) } else { Err(missing(name)) }
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Result<Node<'a, 'input>, XmlError> {
    node.children().find(|child| child.has_tag_name(name)).ok_or_else(|| missing(name))
}

fn missing(name: &str) -> XmlError {
    XmlError::Structure(format!("there is no <{name}>"))
}

fn param(node: Node<'_, '_>) -> Result<Value, XmlError> {
    value(child(node, "value")?, 0)
}

fn value(node: Node<'_, '_>, depth: usize) -> Result<Value, XmlError> {
    if depth > DEPTH_MAX {
        return Err(XmlError::Depth);
    }
    // A value without a type is a string. roscpp writes strings in this form.
    let Some(typed) = node.children().find(Node::is_element) else { return Ok(Value::Text(text_of(node))) };
    let text = text_of(typed);
    let wrong = || XmlError::Structure(format!("<{}> has wrong content", typed.tag_name().name()));
    Ok(match typed.tag_name().name() {
        "i4" | "int" => Value::Int(text.trim().parse().map_err(|_| wrong())?),
        "boolean" => match text.trim() {
            "0" => Value::Bool(false),
            "1" => Value::Bool(true),
            _ => return Err(wrong()),
        },
        "double" => Value::Double(text.trim().parse().map_err(|_| wrong())?),
        "string" | "dateTime.iso8601" => Value::Text(text),
        "base64" => {
            let text: String = text.split_ascii_whitespace().collect();
            Value::Bytes(STANDARD.decode(text).map_err(|_| wrong())?)
        }
        "array" => {
            let items = child(typed, "data")?.children().filter(|node| node.has_tag_name("value"));
            Value::List(items.map(|item| value(item, depth + 1)).collect::<Result<_, _>>()?)
        }
        "struct" => {
            let members = typed.children().filter(|node| node.has_tag_name("member"));
            let member = |member: Node<'_, '_>| {
                Ok((text_of(child(member, "name")?), value(child(member, "value")?, depth + 1)?))
            };
            Value::Struct(members.map(member).collect::<Result<_, XmlError>>()?)
        }
        other => return Err(XmlError::Structure(format!("<{other}> is not a type of XML-RPC"))),
    })
}

fn text_of(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::write::{write_call, write_fault, write_response};
    use super::*;

    fn any_value() -> impl Strategy<Value = Value> {
        let text = "[ -~\\n\\t\\u{e9}&<>]{0,12}";
        let leaf = prop_oneof![
            any::<i32>().prop_map(Value::Int),
            any::<bool>().prop_map(Value::Bool),
            (-1e9..1e9).prop_map(Value::Double),
            text.prop_map(Value::Text),
            prop::collection::vec(any::<u8>(), 0..8).prop_map(Value::Bytes),
        ];
        leaf.prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
                prop::collection::vec((text, inner), 0..3).prop_map(Value::Struct),
            ]
        })
    }

    #[test]
    fn values_without_a_type_are_strings() {
        let xml = "<?xml version=\"1.0\"?>\n<methodCall><methodName>hasParam</methodName>\n<params><param><value>/play\
                   </value></param><param><value></value></param></params></methodCall>";
        assert_eq!(read_call(xml).unwrap(), ("hasParam".to_owned(), vec!["/play".into(), "".into()]));
    }

    #[test]
    fn fault_of_response_is_returned() {
        let fault = read_response(&write_fault(-1, "no such method")).unwrap();
        assert_eq!(fault, Err(Fault("no such method".to_owned())));
    }

    #[test]
    fn params_element_is_optional() {
        assert_eq!(read_call("<methodCall><methodName>x</methodName></methodCall>").unwrap().1, []);
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = |levels: usize| {
            let open = "<value><array><data>".repeat(levels);
            let close = "</data></array></value>".repeat(levels);
            format!("<methodResponse><params><param>{open}{close}</param></params></methodResponse>")
        };
        assert!(read_response(&deep(DEPTH_MAX)).is_ok());
        assert_eq!(read_response(&deep(DEPTH_MAX + 2)), Err(XmlError::Depth));
        assert!(read_response(&deep(50_000)).is_err());
    }

    #[test]
    fn wrong_content_is_refused() {
        for value in
            ["<i4>x</i4>", "<i4>99999999999</i4>", "<boolean>2</boolean>", "<base64>!</base64>", "<nil/>"]
        {
            let xml = format!(
                "<methodResponse><params><param><value>{value}</value></param></params></methodResponse>"
            );
            assert!(matches!(read_response(&xml), Err(XmlError::Structure(_))), "{value}");
        }
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><methodCall><methodName>&a;</methodName></methodCall>";
        assert!(matches!(read_call(bomb), Err(XmlError::Syntax(_))));
    }

    proptest! {
        #[test]
        fn values_are_unchanged_by_a_round_trip(values in prop::collection::vec(any_value(), 0..4)) {
            let (method, params) = read_call(&write_call("some.method", &values)).unwrap();
            prop_assert_eq!(method, "some.method");
            prop_assert_eq!(&params, &values);
            for value in &values {
                let back = read_response(&write_response(value)).unwrap().unwrap();
                prop_assert_eq!(&back, value);
            }
        }

        #[test]
        fn arbitrary_text_does_not_panic(text in "(<(/?(methodCall|methodName|params|param|value|i4|array|data))>|[a-z0-9<>/& ]){0,40}") {
            let _ = read_call(&text);
            let _ = read_response(&text);
        }
    }
}
