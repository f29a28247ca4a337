//! Options of the stream manager and the streams in a scene.

use morse_scene::python_repr::repr;
use morse_scene::value::{Map, Value};

use crate::bottle::Dialect;

/// Options of the stream manager.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ManagerOptions {
    /// Dialect of bottles, which depends on the release of the peers.
    pub(crate) dialect: Dialect,
    /// Whether to discover the name server by multicast.
    pub(crate) multicast: bool,
}

impl ManagerOptions {
    pub(crate) const KNOWN: [&str; 2] = ["version", "multicast"];

    pub(crate) fn read(options: &Map) -> Result<Self, String> {
        let dialect = match options.get("version") {
            None => Dialect::default(),
            Some(version) => dialect(version)?,
        };
        let multicast = options.get("multicast").is_some_and(Value::is_truthy);
        Ok(Self { dialect, multicast })
    }
}

/// Dialect of a release: `4`, `4.0`, `'3.9.1'`.
fn dialect(version: &Value) -> Result<Dialect, String> {
    let text = version.as_str().map_or_else(|| repr(version), str::to_owned);
    match text.split('.').next().and_then(|major| major.parse::<u32>().ok()) {
        Some(2 | 3) => Ok(Dialect::Yarp3),
        Some(4) => Ok(Dialect::Yarp4),
        _ => Err(format!(
            "`version` must be a release of YARP from 2 to 4, such as '3.9', not {}",
            repr(version)
        )),
    }
}

/// Options of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StreamOptions {
    /// Name of the port.
    pub(crate) port: Option<String>,
    /// Topic that the port sends to, or receives from.
    pub(crate) topic: Option<String>,
}

impl StreamOptions {
    pub(crate) const KNOWN: [&str; 2] = ["port", "topic"];

    pub(crate) fn read(options: &Map) -> Result<Self, String> {
        let topic = text(options, "topic")?.map(|topic| format!("/{}", topic.trim_start_matches('/')));
        Ok(Self { port: text(options, "port")?, topic })
    }
}

fn text(options: &Map, key: &str) -> Result<Option<String>, String> {
    match options.get(key) {
        None => Ok(None),
        Some(Value::Text(text)) => Ok(Some(text.clone())),
        Some(other) => Err(format!("`{key}` must be a name, not {}", repr(other))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_sets_the_dialect() {
        let of = |version: Value| {
            ManagerOptions::read(&Map::from([("version", version)])).map(|options| options.dialect)
        };
        assert_eq!(of(4.into()), Ok(Dialect::Yarp4));
        assert_eq!(of(4.0.into()), Ok(Dialect::Yarp4));
        assert_eq!(of("3.9.1".into()), Ok(Dialect::Yarp3));
        assert!(of("new".into()).unwrap_err().contains("'new'"));
        assert_eq!(ManagerOptions::read(&Map::new()), Ok(ManagerOptions::default()));
    }

    #[test]
    fn port_is_a_name_and_topics_are_absolute() {
        assert!(StreamOptions::read(&Map::from([("port", 1)])).is_err());
        let topic = StreamOptions::read(&Map::from([("topic", "a/b")])).unwrap().topic;
        assert_eq!(topic.as_deref(), Some("/a/b"));
    }
}
