//! Field type for a dictionary of readings with timestamps.

use morse_scene::value::{Map, Value};
use serde::{Deserialize, Serialize};

use crate::contract::data::{Dict, Field, FieldType};
use crate::engine::state::{self, StateError};

/// Key of the time of a reading, on the time scale of clients.
const TIMESTAMP: &str = "timestamp";

/// Readings under the names of their sensors, each with its `timestamp`.
///
/// Snapshots hold everything. The state digest leaves the timestamps out: they depend on the wall clock at the start of
/// the run, and the digest has the time of each reading in its sensor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Dict", into = "Dict")]
pub struct StampedDict(pub Map);

impl From<Dict> for StampedDict {
    fn from(dict: Dict) -> Self {
        Self(dict.0)
    }
}

impl From<StampedDict> for Dict {
    fn from(dict: StampedDict) -> Self {
        Self(dict.0)
    }
}

impl FieldType for StampedDict {
    const TYPE_NAME: &'static str = Dict::TYPE_NAME;

    fn field(&self) -> Field<'_> {
        Field::Dict(&self.0)
    }

    fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&Dict(without_timestamps(&self.0)), out)
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_map().cloned().map(Self)
    }
}

/// A copy without the timestamps of readings, also of readings within readings.
fn without_timestamps(readings: &Map) -> Map {
    let entries = readings.iter().filter(|(name, _)| *name != TIMESTAMP);
    let copied = entries.map(|(name, value)| match value {
        Value::Map(inner) => (name.to_owned(), Value::Map(without_timestamps(inner))),
        other => (name.to_owned(), other.clone()),
    });
    copied.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_depends_on_values_and_not_on_timestamps() {
        let digest = |x: f64, stamp: f64| {
            let reading = Map::from([("timestamp", Value::Float(stamp)), ("x", Value::Float(x))]);
            let inner = Map::from([("timestamp", Value::Float(stamp)), ("robot.pose", Value::Map(reading))]);
            let readings = Map::from([("robot.inner", Value::Map(inner))]);
            let mut out = Vec::new();
            StampedDict(readings).append_digest(&mut out).unwrap();
            out
        };
        assert_eq!(digest(1.0, 0.0), digest(1.0, 1.7e9));
        assert_ne!(digest(1.0, 0.0), digest(2.0, 0.0));
    }
}
