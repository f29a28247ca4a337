//! Options of the stream manager and of streams in a scene.

use morse_scene::nearest::did_you_mean;
use morse_scene::value::{Map, Value};

/// Options of the stream manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ManagerOptions {
    /// Whether an external clock may drive the simulation.
    pub(crate) time_sync: bool,
    /// The port of the external clock.
    pub(crate) sync_port: u16,
}

impl ManagerOptions {
    const KNOWN: [&str; 2] = ["time_sync", "sync_port"];
    const SYNC_PORT: u16 = 6000;

    pub(crate) fn read(options: &Map) -> Result<Self, String> {
        refuse_unknown(options, &Self::KNOWN)?;
        let time_sync = options.get("time_sync").is_some_and(Value::is_truthy);
        let sync_port = port(options, "sync_port")?.unwrap_or(Self::SYNC_PORT);
        Ok(Self { time_sync, sync_port })
    }
}

/// The port that a scene sets for a stream, if any.
pub(crate) fn stream_port(options: &Map) -> Result<Option<u16>, String> {
    refuse_unknown(options, &["port"])?;
    port(options, "port")
}

/// The port that a scene sets for a stream, if any, whatever else it sets.
pub(crate) fn port_of(options: &Map) -> Result<Option<u16>, String> {
    port(options, "port")
}

fn refuse_unknown(options: &Map, known: &[&str]) -> Result<(), String> {
    let Some(key) = options.keys().find(|key| !known.contains(key)) else { return Ok(()) };
    let help = did_you_mean(key, known.iter().copied()).map(|help| format!("; {help}")).unwrap_or_default();
    Err(format!("there is no option `{key}`, only {}{help}", known.join(" and ")))
}

fn port(options: &Map, key: &str) -> Result<Option<u16>, String> {
    let Some(value) = options.get(key) else { return Ok(None) };
    let port = value.as_i64().and_then(|port| u16::try_from(port).ok()).filter(|&port| port > 0);
    port.map(Some).ok_or_else(|| {
        let given = morse_scene::python_repr::repr(value);
        format!("`{key}` must be a port, a whole number from 1 to 65535, and is {given}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_is_no_clock() {
        let options = ManagerOptions::read(&Map::new()).unwrap();
        assert_eq!(options, ManagerOptions { time_sync: false, sync_port: 6000 });
    }

    #[test]
    fn wrong_options_are_refused_with_the_right_ones() {
        let problem = ManagerOptions::read(&Map::from([("sync_prot", 5000)])).unwrap_err();
        assert!(problem.contains("`sync_prot`") && problem.contains("time_sync and sync_port"), "{problem}");
        for value in [Value::Int(0), Value::Int(70_000), Value::Float(5000.0), Value::from("5000")] {
            assert!(stream_port(&Map::from([("port", value)])).is_err());
        }
        assert_eq!(stream_port(&Map::from([("port", 61_000)])), Ok(Some(61_000)));
    }
}
