//! The operations of the scene editor on a scene document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::{is_default, number, numbers};
use crate::source::Source;
use crate::value::{Map, Value};

/// An operation, and the line of the script that asks for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The change.
    pub operation: Operation,
    /// Place in the script.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: Option<Source>,
}

/// Position and attitude in the frame of the parent, or in the world, as an object of a document has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Position (m).
    #[serde(with = "numbers")]
    #[schemars(with = "[f64; 3]")]
    pub location: [f64; 3],
    /// XYZ Euler angles: R = Rz·Ry·Rx (rad).
    #[serde(with = "numbers")]
    #[schemars(with = "[f64; 3]")]
    pub rotation: [f64; 3],
}

/// A modifier of a component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenModifier {
    /// Its short name, such as `Noise`, or its class path.
    pub modifier: String,
    /// Its arguments by name.
    #[serde(default)]
    pub arguments: Map,
}

/// A change of a scene document. Names are full names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Operation {
    /// Adds a robot, a sensor or an actuator of a builder class.
    Add {
        /// Builder class, such as `ATRV` or `Pose`.
        builder: String,
        /// Full name. Components are on the object that the part before the last dot names.
        name: String,
        /// Where it is.
        place: Place,
        /// Middleware of its stream and its services; `None` for none.
        #[serde(default, skip_serializing_if = "is_default")]
        interface: Option<String>,
    },
    /// Adds an object of a model file.
    AddProp {
        /// Path of the file, such as `props/objects`.
        file: String,
        /// Name of the object in the file; `None` for all.
        #[serde(default, skip_serializing_if = "is_default")]
        object: Option<String>,
        /// Name in the scene.
        name: String,
        /// Where it is.
        place: Place,
    },
    /// Copies an object with everything on it: components, streams, services, modifiers.
    Copy {
        /// The copied object.
        original: String,
        /// Name of the copy, on the same parent.
        name: String,
        /// Where the copy is.
        place: Place,
    },
    /// Puts an object somewhere.
    Place {
        /// The object.
        name: String,
        /// Where it is put.
        place: Place,
    },
    /// Sets a property.
    Set {
        /// The object.
        name: String,
        /// Name of the property.
        property: String,
        /// Its value; `null` lets the property have its default.
        value: Value,
    },
    /// Sets the rate of a component.
    Rate {
        /// The component.
        name: String,
        /// Activations per simulated second (Hz).
        #[serde(with = "number")]
        #[schemars(with = "f64")]
        rate_hz: f64,
    },
    /// Sets the level of abstraction of a component.
    Level {
        /// The component.
        name: String,
        /// Name of the level; `None` for the default.
        #[serde(default, skip_serializing_if = "is_default")]
        level: Option<String>,
    },
    /// Sets all modifiers of a component.
    Modifiers {
        /// The component.
        name: String,
        /// The modifiers in the order in which they apply.
        modifiers: Vec<ChosenModifier>,
    },
    /// Adds a zone: an axis-aligned box in the world.
    AddZone {
        /// Its name.
        name: String,
        /// Its type, such as `Charging`.
        zone_type: String,
        /// Its center (m).
        #[serde(with = "numbers")]
        #[schemars(with = "[f64; 3]")]
        location: [f64; 3],
        /// Half of its sides (m).
        #[serde(with = "numbers")]
        #[schemars(with = "[f64; 3]")]
        half_extents: [f64; 3],
    },
    /// Sets the size of a zone.
    Size {
        /// The zone.
        name: String,
        /// Half of its sides (m).
        #[serde(with = "numbers")]
        #[schemars(with = "[f64; 3]")]
        half_extents: [f64; 3],
    },
    /// Removes an object with everything on it.
    Remove {
        /// The object.
        name: String,
    },
}

impl Operation {
    /// The full name of the object that it changes or adds.
    #[must_use]
    pub fn subject(&self) -> &str {
        match self {
            Self::Add { name, .. }
            | Self::AddProp { name, .. }
            | Self::Copy { name, .. }
            | Self::Place { name, .. }
            | Self::Set { name, .. }
            | Self::Rate { name, .. }
            | Self::Level { name, .. }
            | Self::Modifiers { name, .. }
            | Self::AddZone { name, .. }
            | Self::Size { name, .. }
            | Self::Remove { name } => name,
        }
    }

    /// Whether it adds its subject.
    #[must_use]
    pub fn adds(&self) -> bool {
        matches!(self, Self::Add { .. } | Self::AddProp { .. } | Self::AddZone { .. } | Self::Copy { .. })
    }

    /// Puts its subject somewhere else, if it has a place for it.
    pub(super) fn put(&mut self, new: &Place) -> bool {
        match self {
            Self::Add { place, .. }
            | Self::AddProp { place, .. }
            | Self::Copy { place, .. }
            | Self::Place { place, .. } => *place = *new,
            Self::AddZone { location, .. } if new.rotation == [0.0; 3] => *location = new.location,
            _ => return false,
        }
        true
    }

    /// A short text for menus: `move table`.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Add { name, .. } | Self::AddProp { name, .. } => format!("add {name}"),
            Self::Copy { original, name, .. } => format!("copy {original} to {name}"),
            Self::Place { name, .. } => format!("move {name}"),
            Self::Set { name, property, .. } => format!("set {property} of {name}"),
            Self::Rate { name, .. } => format!("set the rate of {name}"),
            Self::Level { name, .. } => format!("set the level of {name}"),
            Self::Modifiers { name, .. } => format!("set the modifiers of {name}"),
            Self::AddZone { name, .. } => format!("add {name}"),
            Self::Size { name, .. } => format!("set the size of {name}"),
            Self::Remove { name } => format!("remove {name}"),
        }
    }
}
