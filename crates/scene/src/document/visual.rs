//! Visual settings of an object in a scene. The model of the object gives absent settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::{is_default, optional_number, optional_numbers};
use crate::value::Map;

/// Visual settings of an object in a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct VisualSettings {
    /// Color of the object and its descendants: red, green, blue, 0 to 1.
    #[serde(with = "optional_numbers", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<[f64; 3]>")]
    pub color: Option<[f64; 3]>,
    /// Opacity, 0 to 1.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub alpha: Option<f64>,
    /// Whether the object is drawn.
    #[serde(skip_serializing_if = "is_default")]
    pub visible: Option<bool>,
    /// Other display settings, by name.
    #[serde(flatten)]
    pub other: Map,
}
