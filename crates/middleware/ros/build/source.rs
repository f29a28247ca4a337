//! Rust source of messages and services.

use std::fmt::Write as _;

use crate::definitions::{Definition, Definitions, Field, Service, md5, primitive};

/// The longest array for which Rust's standard library has `Default` and serde has `Serialize`.
const ARRAY_LENGTH_MAX: usize = 32;
/// Field names that are words of Rust.
const KEYWORDS: [&str; 9] = ["type", "box", "loop", "match", "move", "ref", "self", "use", "where"];

/// The module of a package.
pub fn module(package: &str, body: &str) -> String {
    format!(
        "/// Messages and services of `{package}`.\n#[allow(unused_imports)]\npub mod {package} {{\n\
         use serde::{{Deserialize, Serialize}};\n\
         use crate::header::{{Header, Header2, Time}};\nuse crate::message::{{Message, Service}};\n{body}}}\n"
    )
}

/// The struct of a message, with its trait.
pub fn message(all: &Definitions, definition: &Definition) -> String {
    let of_ros2 = if definition.suffix.is_empty() { "" } else { " of ROS 2" };
    let title = format!("`{}`{of_ros2}", definition.key());
    let rust_name = definition.rust_name();
    let mut out = structure(all, definition, &rust_name, &title);
    let (parameter, argument) = if all.has_header(definition) { ("<H: Header>", "<H>") } else { ("", "") };
    let _ = write!(
        out,
        "impl{parameter} Message for {rust_name}{argument} {{\n\
         const PACKAGE: &'static str = {:?};\nconst NAME: &'static str = {:?};\n\
         const ROS1_MD5: &'static str = {:?};\nconst ROS1_DEFINITION: &'static str = {:?};\n}}\n",
        definition.package,
        definition.name,
        all.md5(definition),
        text_of(all, definition),
    );
    out
}

fn text_of(all: &Definitions, definition: &Definition) -> String {
    let text = all.full_text(definition);
    if text.trim().is_empty() { String::new() } else { text }
}

/// The request, the response and the type of a service.
pub fn service(all: &Definitions, service: &Service) -> String {
    let Service { package, name, request, response } = service;
    let mut out = String::new();
    let mut types = Vec::new();
    for (half, part) in [(request, "Request"), (response, "Response")] {
        let title = format!("{part} of `{package}/{name}`");
        out += &structure(all, half, &half.name, &title);
        // Only services of ROS 2 have headers.
        let header = if all.has_header(half) { "<Header2>" } else { "" };
        types.push(format!("type {part} = {}{header};\n", half.name));
    }
    let sum = md5(&[request, response].map(|half| all.md5_text(half)).concat());
    // A package may have a message and a service of the same name.
    let suffix = if all.has_message(&format!("{package}/{name}")) { "Service" } else { "" };
    let _ = write!(
        out,
        "/// `{package}/{name}`.\npub enum {name}{suffix} {{}}\nimpl Service for {name}{suffix} {{\n{}\
         const PACKAGE: &'static str = {package:?};\nconst NAME: &'static str = {name:?};\n\
         const ROS1_MD5: &'static str = {sum:?};\n}}\n",
        types.concat()
    );
    out
}

fn structure(all: &Definitions, definition: &Definition, rust_name: &str, title: &str) -> String {
    let is_generic = all.used(definition).into_iter().any(|used| all.has_header(used));
    let has_long_array = definition.fields.iter().any(is_long);
    let default = if has_long_array { "" } else { "Default, " };
    let mut out =
        format!("/// {title}.\n#[derive(Debug, Clone, {default}PartialEq, Serialize, Deserialize)]\n");
    let argument = if is_generic { "<H>" } else { "" };
    if is_generic {
        out += "#[serde(bound = \"H: Header\")]\n";
    }
    let _ = writeln!(out, "pub struct {rust_name}{argument} {{");
    for field in &definition.fields {
        let _ = writeln!(out, "/// `{} {}`", field.written, field.name);
        if field.array.as_deref() == Some("") && primitive(&field.kind) == Some("u8") {
            out += "#[serde(with = \"serde_bytes\")]\n";
        } else if is_long(field) {
            out += "#[serde(with = \"serde_arrays\")]\n";
        }
        let _ = writeln!(out, "pub {}: {},", field_name(&field.name), rust_type(all, definition, field));
    }
    out += "}\n";
    if has_long_array {
        let _ = writeln!(out, "impl Default for {rust_name} {{\nfn default() -> Self {{\nSelf {{");
        for field in &definition.fields {
            let value = match &field.array {
                Some(length) if is_long(field) => format!("[0.0; {length}]"),
                _ => "Default::default()".to_owned(),
            };
            let _ = writeln!(out, "{}: {value},", field_name(&field.name));
        }
        out += "}\n}\n}\n";
    }
    if !definition.constants.is_empty() {
        let _ = writeln!(out, "impl{argument} {rust_name}{argument} {{");
        for constant in &definition.constants {
            let (kind, value) = match primitive(&constant.kind) {
                Some("String") => ("&'static str", format!("{:?}", constant.value)),
                kind => (kind.unwrap_or_default(), constant.value.clone()),
            };
            let _ = writeln!(
                out,
                "/// `{} {} = {}`\npub const {}: {kind} = {value};",
                constant.kind,
                constant.name,
                constant.value,
                constant.name.to_uppercase()
            );
        }
        out += "}\n";
    }
    out
}

fn rust_type(all: &Definitions, owner: &Definition, field: &Field) -> String {
    let name = match primitive(&field.kind) {
        // `std_msgs` has a message of this name.
        Some("String") => "std::string::String".to_owned(),
        Some(name) => name.to_owned(),
        None if field.kind == "std_msgs/Header" => "H".to_owned(),
        None => {
            let used = all.of(owner, &field.kind);
            let argument = if all.has_header(used) { "<H>" } else { "" };
            let package = if used.package == owner.package {
                String::new()
            } else {
                format!("super::{}::", used.package)
            };
            format!("{package}{}{argument}", used.rust_name())
        }
    };
    match field.array.as_deref() {
        None => name,
        Some("") => format!("Vec<{name}>"),
        Some(length) => format!("[{name}; {length}]"),
    }
}

fn is_long(field: &Field) -> bool {
    let length = field.array.as_deref().and_then(|length| length.parse::<usize>().ok());
    length.is_some_and(|length| length > ARRAY_LENGTH_MAX)
}

/// The name of a field in Rust: in lower case with underscores.
fn field_name(name: &str) -> String {
    let mut out = String::new();
    let mut after_lower = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && after_lower {
            out.push('_');
        }
        after_lower = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        out.push(letter.to_ascii_lowercase());
    }
    if KEYWORDS.contains(&out.as_str()) { format!("r#{out}") } else { out }
}
