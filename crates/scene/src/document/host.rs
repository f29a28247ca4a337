//! Further Python processes for components that users write.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::number;
use crate::source::Source;

/// A further Python process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostSettings {
    /// Full names of the components that it computes, with their modifiers, streams and overlays.
    pub components: Vec<String>,
    /// How long after a sensor has read the world its data are there; 0: in the same step (s).
    #[serde(default, with = "number")]
    #[schemars(with = "f64")]
    pub lag_s: f64,
    /// The place in the script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}
