//! What a scene may say of an object's looks. Absent means: as its model has it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::serial::{is_default, optional_number, optional_numbers};
use crate::value::Map;

/// What a scene says of an object's looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct VisualSettings {
    /// Red, green, blue of the object and its descendants, 0 to 1.
    #[serde(with = "optional_numbers", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<[f64; 3]>")]
    pub color: Option<[f64; 3]>,
    /// Opacity, 0 to 1.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub alpha: Option<f64>,
    /// Whether it is drawn.
    #[serde(skip_serializing_if = "is_default")]
    pub visible: Option<bool>,
    /// Anything else for the display, by name.
    #[serde(flatten)]
    pub other: Map,
}
