//! Options of the stream manager and the streams in a scene.

use morse_scene::nearest::did_you_mean;
use morse_scene::value::{Map, Value};

/// Options of the stream manager.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ManagerOptions {
    /// Whether an external clock may drive the simulation.
    pub(crate) time_sync: bool,
    /// Port of the external clock.
    pub(crate) sync_port: u16,
    /// Maximum number of connections, if the scene sets one.
    pub(crate) connections_max: Option<usize>,
    /// Maximum number of requests per second of one client, if the scene sets one.
    pub(crate) requests_per_second: Option<u32>,
}

impl ManagerOptions {
    pub(crate) const KNOWN: [&str; 4] = ["time_sync", "sync_port", "connections_max", "requests_per_second"];
    const SYNC_PORT: u16 = 6000;

    pub(crate) fn read(options: &Map) -> Result<Self, String> {
        let time_sync = options.get("time_sync").is_some_and(Value::is_truthy);
        let sync_port = port(options, "sync_port")?.unwrap_or(Self::SYNC_PORT);
        let connections_max = count(options, "connections_max")?.map(|count| count as usize);
        Ok(Self {
            time_sync,
            sync_port,
            connections_max,
            requests_per_second: count(options, "requests_per_second")?,
        })
    }
}

/// Encoding of an outgoing stream's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    /// One line of JSON per message, as in MORSE 1.4.
    #[default]
    Json,
    /// One CBOR map per message.
    Cbor,
    /// As JSON, with pictures in a file that readers on the same machine map.
    SharedMemory,
}

impl Encoding {
    /// All encodings, with their names in scenes.
    const ALL: [(&str, Self); 3] =
        [("json", Self::Json), ("cbor", Self::Cbor), ("shared_memory", Self::SharedMemory)];

    /// Name in scenes.
    pub(crate) const fn name(self) -> &'static str {
        let [(json, _), (cbor, _), (shared_memory, _)] = Self::ALL;
        match self {
            Self::Json => json,
            Self::Cbor => cbor,
            Self::SharedMemory => shared_memory,
        }
    }
}

/// Options of a stream in a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct StreamOptions {
    /// Port, if the scene sets one.
    pub(crate) port: Option<u16>,
    pub(crate) encoding: Encoding,
}

impl StreamOptions {
    pub(crate) const KNOWN: [&str; 2] = ["port", "encoding"];

    pub(crate) fn read(options: &Map) -> Result<Self, String> {
        let names = Encoding::ALL.map(|(name, _)| name);
        let encoding = options.get("encoding").map_or(Ok(Encoding::default()), |value| {
            let found = Encoding::ALL.iter().find(|(name, _)| value.as_str() == Some(name));
            found.map(|&(_, encoding)| encoding).ok_or_else(|| {
                let given = morse_scene::python_repr::repr(value);
                let help = value.as_str().and_then(|value| did_you_mean(value, names));
                let help = help.map(|help| format!("; {help}")).unwrap_or_default();
                format!("`encoding` must be one of {}, not {given}{help}", names.join(", "))
            })
        })?;
        Ok(Self { port: port(options, "port")?, encoding })
    }

    /// Reads only the port, and ignores other options.
    pub(crate) fn port_only(options: &Map) -> Result<Self, String> {
        Ok(Self { port: port(options, "port")?, ..Self::default() })
    }

    /// Reads the options of an incoming stream, whose commands are JSON.
    pub(crate) fn read_incoming(options: &Map) -> Result<Self, String> {
        let read = Self::read(options)?;
        match read.encoding {
            Encoding::Json => Ok(read),
            Encoding::Cbor | Encoding::SharedMemory => {
                Err("commands are lines of JSON: `encoding` is only for streams of sensors".to_owned())
            }
        }
    }
}

fn count(options: &Map, key: &str) -> Result<Option<u32>, String> {
    let Some(value) = options.get(key) else { return Ok(None) };
    let count = value.as_i64().and_then(|count| u32::try_from(count).ok()).filter(|&count| count > 0);
    count.map(Some).ok_or_else(|| {
        format!(
            "`{key}` must be a whole number greater than 0, not {}",
            morse_scene::python_repr::repr(value)
        )
    })
}

fn port(options: &Map, key: &str) -> Result<Option<u16>, String> {
    let Some(value) = options.get(key) else { return Ok(None) };
    let port = value.as_i64().and_then(|port| u16::try_from(port).ok()).filter(|&port| port > 0);
    port.map(Some).ok_or_else(|| {
        let given = morse_scene::python_repr::repr(value);
        format!("`{key}` must be a port, a whole number from 1 to 65535, not {given}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_has_no_clock() {
        let options = ManagerOptions::read(&Map::new()).unwrap();
        assert_eq!(
            options,
            ManagerOptions { time_sync: false, sync_port: 6000, ..ManagerOptions::default() }
        );
    }

    #[test]
    fn limits_are_whole_numbers_above_zero() {
        let read = |value: Value| ManagerOptions::read(&Map::from([("connections_max", value)]));
        assert_eq!(read(Value::Int(8)).unwrap().connections_max, Some(8));
        for wrong in [Value::Int(0), Value::Int(-1), Value::Float(1.5), Value::from("8")] {
            assert!(read(wrong).unwrap_err().contains("`connections_max` must be a whole number"));
        }
    }

    #[test]
    fn port_is_a_whole_number_above_zero() {
        for value in [Value::Int(0), Value::Int(70_000), Value::Float(5000.0), Value::from("5000")] {
            assert!(StreamOptions::read(&Map::from([("port", value)])).is_err());
        }
        let chosen = StreamOptions { port: Some(61_000), encoding: Encoding::Json };
        assert_eq!(StreamOptions::read(&Map::from([("port", 61_000)])), Ok(chosen));
    }

    #[test]
    fn stream_is_json_unless_the_scene_sets_cbor() {
        let encoding =
            |name: &str| StreamOptions::read(&Map::from([("encoding", name)])).map(|read| read.encoding);
        assert_eq!(StreamOptions::read(&Map::new()).unwrap().encoding, Encoding::Json);
        assert_eq!((encoding("json"), encoding("cbor")), (Ok(Encoding::Json), Ok(Encoding::Cbor)));
        let problem = encoding("cbro").unwrap_err();
        assert!(
            problem.contains("one of json, cbor, shared_memory") && problem.contains("did you mean"),
            "{problem}"
        );
        assert!(StreamOptions::read(&Map::from([("encoding", 1)])).is_err());
        let problem = StreamOptions::read_incoming(&Map::from([("encoding", "cbor")])).unwrap_err();
        assert!(problem.contains("commands are lines of JSON"), "{problem}");
    }
}
