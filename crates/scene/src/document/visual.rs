//! Visual settings of an object in a scene. The model of the object gives absent settings.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::{is_default, optional_number, optional_numbers, unique_keys};
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
    /// Materials of the object, without its descendants, by the number of their slot, by their name in the file, or by
    /// `*` for all slots.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "unique_keys")]
    pub materials: BTreeMap<String, MaterialSettings>,
    /// Whether the object is drawn.
    #[serde(skip_serializing_if = "is_default")]
    pub visible: Option<bool>,
    /// Other display settings, by name.
    #[serde(flatten)]
    pub other: Map,
}

/// Changes of a material of a model file. The file gives absent settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MaterialSettings {
    /// Name of a material of the files of the scene that takes the place of the material in a slot.
    #[serde(skip_serializing_if = "is_default")]
    pub name: Option<String>,
    /// Diffuse color: red, green, blue, 0 to 1.
    #[serde(with = "optional_numbers", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<[f64; 3]>")]
    pub color: Option<[f64; 3]>,
    /// Opacity, 0 to 1.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub alpha: Option<f64>,
}
