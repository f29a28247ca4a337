//! Options of a stream in a scene.

use mavlink::MavlinkVersion;
use morse_scene::value::{Map, Value};

use crate::device::Device;

/// Sender of messages: the ids in their headers, and the protocol version. Each sender has its own sequence numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sender {
    pub(crate) system_id: u8,
    pub(crate) component_id: u8,
    /// Whether messages use MAVLink 2 instead of MAVLink 1.
    pub(crate) is_v2: bool,
}

impl Sender {
    pub(crate) fn version(self) -> MavlinkVersion {
        if self.is_v2 { MavlinkVersion::V2 } else { MavlinkVersion::V1 }
    }
}

/// The options of one stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StreamOptions {
    pub(crate) device: Device,
    pub(crate) sender: Sender,
    /// Accept only commands addressed to this system or to all; `None` accepts every command.
    pub(crate) only_for: Option<u8>,
}

impl StreamOptions {
    pub(crate) const KNOWN: [&str; 4] = ["device", "version", "system_id", "component_id"];

    pub(crate) fn read(options: &Map) -> Result<Self, String> {
        let device = options.get("device").ok_or(
            "it needs the option `device`, for instance add_stream('mavlink', device='udpout:localhost:14550')",
        )?;
        let text =
            device.as_str().ok_or_else(|| format!("`device` must be a text, not {}", device.type_name()))?;
        let device = Device::parse(text).map_err(|problem| format!("device: {problem}"))?;
        let only_for = id(options, "system_id")?;
        let component_id = id(options, "component_id")?.unwrap_or_default();
        let is_v2 = match options.get("version") {
            None | Some(Value::Int(1)) => false,
            Some(Value::Int(2)) => true,
            Some(_) => return Err("`version` must be 1 or 2".to_owned()),
        };
        let sender = Sender { system_id: only_for.unwrap_or_default(), component_id, is_v2 };
        Ok(Self { device, sender, only_for })
    }
}

fn id(options: &Map, name: &str) -> Result<Option<u8>, String> {
    let Some(value) = options.get(name) else { return Ok(None) };
    let id = value.as_i64().and_then(|id| u8::try_from(id).ok());
    id.map(Some).ok_or_else(|| format!("`{name}` must be a whole number from 0 to 255"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(options: &[(&str, Value)]) -> Result<StreamOptions, String> {
        StreamOptions::read(&options.iter().map(|(name, value)| (*name, value.clone())).collect())
    }

    #[test]
    fn device_alone_gives_the_defaults_of_the_original() {
        let options = read(&[("device", "udpout:127.0.0.1:14550".into())]).unwrap();
        assert_eq!(options.sender, Sender { system_id: 0, component_id: 0, is_v2: false });
        assert_eq!(options.only_for, None);
    }

    #[test]
    fn ids_and_version_can_be_set() {
        let device = ("device", Value::from("udpin:127.0.0.1:14550"));
        let options = read(&[
            device.clone(),
            ("system_id", 7.into()),
            ("component_id", 1.into()),
            ("version", 2.into()),
        ])
        .unwrap();
        assert_eq!(options.sender, Sender { system_id: 7, component_id: 1, is_v2: true });
        assert_eq!(options.only_for, Some(7));
        for bad in [("system_id", 256.into()), ("component_id", "x".into()), ("version", 3.into())] {
            let problem = read(&[device.clone(), bad.clone()]).unwrap_err();
            assert!(problem.contains(bad.0), "{problem}");
        }
    }

    #[test]
    fn missing_device_is_rejected() {
        assert!(read(&[]).unwrap_err().contains("`device`"));
        assert!(read(&[("device", 4.into())]).unwrap_err().contains("must be a text"));
    }
}
