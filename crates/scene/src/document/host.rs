//! Additional Python processes for components written by users.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::number;
use crate::source::Source;

/// An additional Python process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostSettings {
    /// Full names of the components that the process computes, with their modifiers, streams and overlays.
    pub components: Vec<String>,
    /// Delay between a sensor's reading of the world and its data; with 0 the data are available in the same step (s).
    #[serde(default, with = "number")]
    #[schemars(with = "f64")]
    pub lag_s: f64,
    /// Place in the script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}
