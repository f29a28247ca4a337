//! Options of a stream in a scene.

use std::net::{Ipv4Addr, SocketAddrV4};

use morse_scene::value::{Map, Value};

/// Default message, as in the original.
const MESSAGE: &str = "ROTORCRAFT_FP";
/// Default bus of Ivy agents.
const BUS: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::new(127, 255, 255, 255), 2010);

/// The options of one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StreamOptions {
    /// Id of the aircraft whose messages are used; `None` for any.
    pub(crate) aircraft: Option<u32>,
    /// Name of the message.
    pub(crate) message: String,
    /// Broadcast address and port of the bus.
    pub(crate) bus: SocketAddrV4,
}

impl StreamOptions {
    pub(crate) const KNOWN: [&str; 3] = ["ac_id", "msg_name", "ivy_bus"];

    /// Reads the options; `environment` is the variable IVYBUS.
    pub(crate) fn read(options: &Map, environment: Option<&str>) -> Result<Self, String> {
        let aircraft = match options.get("ac_id") {
            None | Some(Value::Null) => None,
            Some(value) => {
                let id = value.as_i64().or_else(|| value.as_str()?.parse().ok());
                let id = id.and_then(|id| u32::try_from(id).ok());
                Some(id.ok_or("`ac_id` must be the number of an aircraft")?)
            }
        };
        let text = |name: &str| match options.get(name).map(Value::as_str) {
            None => Ok(None),
            Some(Some(text)) if !text.is_empty() => Ok(Some(text)),
            Some(_) => Err(format!("`{name}` must be a text")),
        };
        let message = text("msg_name")?.unwrap_or(MESSAGE).to_owned();
        let is_word = message.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_word {
            return Err(format!("`msg_name` must be the name of a message, not `{message}`"));
        }
        let bus = match text("ivy_bus")?.or(environment.filter(|bus| !bus.is_empty())) {
            None => BUS,
            Some(text) => bus(text).ok_or_else(|| {
                format!("`{text}` is not an Ivy bus; it has the form 127.255.255.255:2010 or 127:2010")
            })?,
        };
        Ok(Self { aircraft, message, bus })
    }
}

/// Parses the address of a bus. Omitted numbers are 255; an omitted port is 2010.
fn bus(text: &str) -> Option<SocketAddrV4> {
    let (address, port) = text.split_once(':').unwrap_or((text, ""));
    let port = if port.is_empty() { BUS.port() } else { port.parse().ok()? };
    let mut numbers = [255; 4];
    let parts: Vec<&str> = address.split('.').collect();
    if parts.len() > numbers.len() {
        return None;
    }
    for (number, part) in numbers.iter_mut().zip(parts) {
        *number = if part.is_empty() { 255 } else { part.parse().ok()? };
    }
    Some(SocketAddrV4::new(numbers.into(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_any_aircraft_on_the_default_bus() {
        let options = StreamOptions::read(&Map::new(), None).unwrap();
        assert_eq!(options, StreamOptions { aircraft: None, message: MESSAGE.to_owned(), bus: BUS });
    }

    #[test]
    fn bus_is_read_from_the_environment_and_may_be_abbreviated() {
        let bus = |text| StreamOptions::read(&Map::new(), Some(text)).map(|options| options.bus.to_string());
        assert_eq!(bus("127:3000").unwrap(), "127.255.255.255:3000");
        assert_eq!(bus("192.168.1").unwrap(), "192.168.1.255:2010");
        assert_eq!(bus("127.255.255.255:2010").unwrap(), BUS.to_string());
        for bad in ["1.2.3.4.5:1", "host:1", "127:99999"] {
            assert!(bus(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn wrong_options_are_rejected() {
        for (name, value) in [
            ("ac_id", Value::from(-1)),
            ("ac_id", "x".into()),
            ("msg_name", "A B".into()),
            ("msg_name", 3.into()),
        ] {
            assert!(StreamOptions::read(&Map::from([(name, value)]), None).is_err(), "{name}");
        }
        let options = Map::from([("ac_id", Value::from(7)), ("msg_name", "FP".into())]);
        assert_eq!(StreamOptions::read(&options, None).unwrap().aircraft, Some(7));
    }
}
