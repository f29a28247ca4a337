//! Options of a stream in a scene.

use morse_scene::value::Value;
use morse_sim::transport::stream::StreamSpec;

use crate::client::Address;

/// Default host of the database.
const HOST: &str = "127.0.0.1";
/// Default port, also that of a MOOSDB.
const PORT: u16 = 9000;
/// Default name of the client, as in MORSE 1.4.
const NAME: &str = "iMorse";
/// Maximum length of a client's name. [bytes]
const NAME_BYTES_MAX: usize = 255;

/// Names of all options.
const KNOWN: [&str; 3] = ["moos_host", "moos_port", "moos_name"];

/// Reads the database's address and the client's name from the options of a stream.
pub(crate) fn address(spec: &StreamSpec<'_>) -> Result<Address, String> {
    spec.report_unknown_options(&KNOWN);
    let wrong = |key: &str, what: &str, value: &Value| {
        Err(format!("{}: `{key}` must be {what}, not {}", spec.component, value.type_name()))
    };
    let host = match spec.options.get("moos_host").map(|value| (value.as_str(), value)) {
        None => HOST.to_owned(),
        Some((Some(host), _)) if !host.trim().is_empty() => host.to_owned(),
        Some((_, value)) => return wrong("moos_host", "the name of a computer", value),
    };
    let port = match spec.options.get("moos_port") {
        None => PORT,
        Some(value) => match value.as_i64().and_then(|port| u16::try_from(port).ok()) {
            Some(port) if port > 0 => port,
            _ => return wrong("moos_port", "a port from 1 to 65535", value),
        },
    };
    let name = match spec.options.get("moos_name") {
        None => NAME.to_owned(),
        Some(value) => match value.as_str() {
            Some(name) => checked_name(name).map_err(|problem| format!("{}: {problem}", spec.component))?,
            None => return wrong("moos_name", "a name", value),
        },
    };
    Ok(Address { host, port, name })
}

/// Checks a client's name: the database sends names in comma-separated lists.
fn checked_name(name: &str) -> Result<String, String> {
    let bad = |character: char| character.is_control() || character == ',' || character.is_whitespace();
    if name.is_empty() || name.len() > NAME_BYTES_MAX || name.contains(bad) {
        return Err(format!(
            "`moos_name` must have 1 to {NAME_BYTES_MAX} bytes, without commas and blanks, not {name:?}"
        ));
    }
    Ok(name.to_owned())
}
