//! Field type for a text that shows the clock of clients.

use morse_scene::value::Value;
use serde::{Deserialize, Serialize};

use crate::contract::data::{Field, FieldType};
use crate::engine::state::StateError;

/// A date or a time of day.
///
/// Snapshots hold it. The state digest leaves it out: it depends on the wall clock at the start of the run, and the digest
/// has the time of the reading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClockText(pub String);

impl FieldType for ClockText {
    const TYPE_NAME: &'static str = String::TYPE_NAME;

    fn field(&self) -> Field<'_> {
        Field::Text(&self.0)
    }

    fn append_digest(&self, _out: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }

    fn from_value(value: &Value) -> Option<Self> {
        String::from_value(value).map(Self)
    }
}
