//! Builds the documentation, and refuses links that lead nowhere.
//!
//! rustdoc takes units in brackets, as in `[m]`, for links. They cannot be written in another way: the same comments are
//! the descriptions of components, the help of commands, the schema of scenes and the documentation of Python modules.
//! So rustdoc reports all links that it cannot resolve, and those that are units are left out here.

use std::process::Stdio;

use serde_json::Value;

use xtask::shell::{cargo, root};

/// Warnings of `cargo doc` are errors, except links to private items, which help readers of the code.
const FLAGS: &str =
    "-D warnings -A rustdoc::private_intra_doc_links --force-warn rustdoc::broken_intra_doc_links";

/// The units that rustdoc takes for links. Units with `/`, `²` or `·` are not links.
const UNITS: [&str; 26] = [
    "A",
    "GiB",
    "Hz",
    "J",
    "K",
    "KiB",
    "MiB",
    "N",
    "Pa",
    "V",
    "W",
    "byte",
    "bytes",
    "characters",
    "deg",
    "kg",
    "m",
    "mm",
    "ms",
    "nT",
    "ns",
    "pixels",
    "px",
    "rad",
    "s",
    "year",
];

/// Builds the documentation of all crates with these features.
///
/// # Errors
/// If rustdoc fails, or a link leads nowhere.
pub(super) fn check(features: &[&str]) -> Result<(), String> {
    let arguments = [&["doc", "--workspace", "--no-deps", "--message-format=json"][..], features].concat();
    let mut command = cargo(&arguments);
    command.env("RUSTDOCFLAGS", FLAGS).current_dir(root()).stderr(Stdio::inherit());
    eprintln!("$ {command:?}");
    let output = command.output().map_err(|error| format!("cargo doc: {error}"))?;
    let found = findings(&String::from_utf8_lossy(&output.stdout));
    found.iter().for_each(|text| eprint!("{text}"));
    if !output.status.success() {
        return Err(format!("cargo doc: {}", output.status));
    }
    if found.is_empty() { Ok(()) } else { Err(format!("cargo doc: {} warnings", found.len())) }
}

/// The texts of all warnings and errors in the messages of cargo, one JSON value a line, except those about units.
fn findings(messages: &str) -> Vec<String> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut found: Vec<String> = messages
        .filter(|message| message["reason"] == "compiler-message" && !is_unit(&message["message"]))
        .filter_map(|message| message["message"]["rendered"].as_str().map(str::to_owned))
        .collect();
    // A crate is documented several times if its tests and its library have the same files.
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a message is about a unit in brackets.
fn is_unit(message: &Value) -> bool {
    message["code"]["code"] == "rustdoc::broken_intra_doc_links"
        && message["message"]
            .as_str()
            .is_some_and(|text| UNITS.iter().any(|unit| text == format!("unresolved link to `{unit}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(code: &str, text: &str) -> String {
        let message = serde_json::json!({ "code": { "code": code }, "message": text, "rendered": text });
        serde_json::json!({ "reason": "compiler-message", "message": message }).to_string()
    }

    #[test]
    fn broken_links_are_found_and_units_are_not() {
        let links = "rustdoc::broken_intra_doc_links";
        let messages = [
            warning(links, "unresolved link to `m`"),
            warning(links, "unresolved link to `bytes`"),
            warning(links, "unresolved link to `Simulation::stepp`"),
            warning("rustdoc::bare_urls", "this URL is not a hyperlink"),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
            "not JSON".to_owned(),
        ];
        assert_eq!(
            findings(&messages.join("\n")),
            ["this URL is not a hyperlink", "unresolved link to `Simulation::stepp`"]
        );
    }
}
