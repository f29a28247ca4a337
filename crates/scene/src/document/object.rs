//! One object of the scene: a robot, a component, a passive object or a zone.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::description::kind::Kind;
use crate::document::serial::{is_default, numbers, optional_number};
use crate::document::{BodySettings, Shape, VisualSettings};
use crate::source::Source;
use crate::value::Map;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObjectKind {
    /// Carries components.
    Robot,
    /// Reads the world.
    Sensor,
    /// Acts on its robot.
    Actuator,
    /// An object without behavior: furniture, a primitive, a decorative part.
    Object,
    /// A region of the world with a type.
    Zone,
}

impl ObjectKind {
    /// Name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Sensor => "sensor",
            Self::Actuator => "actuator",
            Self::Object => "object",
            Self::Zone => "zone",
        }
    }

    /// Name with an article, for messages: `an actuator`.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Robot => "a robot",
            Self::Sensor => "a sensor",
            Self::Actuator => "an actuator",
            Self::Object => "an object",
            Self::Zone => "a zone",
        }
    }

    /// Whether the object is a sensor or an actuator.
    #[must_use]
    pub const fn is_component(self) -> bool {
        matches!(self, Self::Sensor | Self::Actuator)
    }

    /// Kind of the class that runs such an object; `None` if it has no class.
    #[must_use]
    pub const fn class_kind(self) -> Option<Kind> {
        match self {
            Self::Robot => Some(Kind::Robot),
            Self::Sensor => Some(Kind::Sensor),
            Self::Actuator => Some(Kind::Actuator),
            Self::Object | Self::Zone => None,
        }
    }
}

/// Name of the rate in [`Object::sources`].
pub const FREQUENCY: &str = "frequency";

/// Name of the level in [`Object::sources`].
pub const LEVEL: &str = "abstraction_level";

/// One object of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Unique full name: the names from the robot down to the object, joined by dots.
    pub name: String,
    /// Robot, sensor, actuator, object or zone.
    pub kind: ObjectKind,
    /// Run-time class path of robots, sensors and actuators.
    #[serde(default, skip_serializing_if = "is_default")]
    pub class: Option<String>,
    /// Builder class that created the object.
    #[serde(default, skip_serializing_if = "is_default")]
    pub builder: Option<String>,
    /// Full name of the logical parent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parent: Option<String>,
    /// Named part of the parent's model to which the object is attached; `None` for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attach_to: Option<String>,
    /// Position in the frame of the parent, or in the world. The pose of a robot's model root may be added (m).
    #[serde(default, with = "numbers")]
    #[schemars(with = "[f64; 3]")]
    pub location: [f64; 3],
    /// Attitude in the frame of the parent, as XYZ Euler angles: R = Rz·Ry·Rx (rad).
    #[serde(default, with = "numbers")]
    #[schemars(with = "[f64; 3]")]
    pub rotation: [f64; 3],
    /// Scale along each axis. Children inherit it.
    #[serde(default = "unit_scale", with = "numbers", skip_serializing_if = "is_unit_scale")]
    #[schemars(with = "[f64; 3]")]
    pub scale: [f64; 3],
    /// Properties that the script or the builder class set. Unknown names are kept.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub properties: Map,
    /// Rate at which a component acts; `None` for every step (Hz).
    #[serde(default, with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub rate_hz: Option<f64>,
    /// Level of abstraction of a component.
    #[serde(default, skip_serializing_if = "is_default")]
    pub level: Option<String>,
    /// Places in the script that set a property, by its name, the rate ([`FREQUENCY`]) or the level ([`LEVEL`]). The rate
    /// has none if the builder class set it; other places may be left out if they are that of the object.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, Source>,
    /// Model with visuals, shape and body.
    #[serde(default, skip_serializing_if = "is_default")]
    pub model: Option<ModelReference>,
    /// Objects of model files that are attached to the object, with their poses in the files.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parts: Vec<ModelReference>,
    /// Shape of a primitive.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shape: Option<Shape>,
    /// Body settings of the script or the builder class.
    #[serde(default, skip_serializing_if = "is_default")]
    pub body: BodySettings,
    /// Visual settings of the script or the builder class.
    #[serde(default, skip_serializing_if = "is_default")]
    pub visual: VisualSettings,
    /// Whether a different program moves the robot; its components do not run then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub external: bool,
    /// All other settings of the builder class.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map,
    /// Place in the script that created the object.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: Option<Source>,
}

const fn unit_scale() -> [f64; 3] {
    [1.0; 3]
}

fn is_unit_scale(scale: &[f64; 3]) -> bool {
    *scale == unit_scale()
}

impl Object {
    /// Creates an object with only a name and a kind.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: ObjectKind) -> Self {
        Self {
            name: name.into(),
            kind,
            class: None,
            builder: None,
            parent: None,
            attach_to: None,
            location: [0.0; 3],
            rotation: [0.0; 3],
            scale: unit_scale(),
            properties: Map::new(),
            rate_hz: None,
            level: None,
            sources: BTreeMap::new(),
            model: None,
            parts: Vec::new(),
            shape: None,
            body: BodySettings::default(),
            visual: VisualSettings::default(),
            external: false,
            options: Map::new(),
            source: None,
        }
    }

    /// Place in the script that set the rate, the level or a property, by the names of [`sources`](Self::sources); else the place
    /// that created the object.
    #[must_use]
    pub fn source_of(&self, name: &str) -> Option<&Source> {
        self.sources.get(name).or(self.source.as_ref())
    }
}

/// A model file, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelReference {
    /// Path below the asset directories, without extension, such as `robots/atrv`.
    pub file: String,
    /// Names of the objects of the file to use; empty for all.
    #[serde(default, skip_serializing_if = "is_default")]
    pub objects: Vec<String>,
    /// Name of the object of the file that is the root; `None` for the first object.
    #[serde(default, skip_serializing_if = "is_default")]
    pub object: Option<String>,
    /// Prefix of the names of the objects to use.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prefix: Option<String>,
    /// Whether the object keeps its pose in the file.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keep_pose: bool,
    /// Name of the keyframe of an MJCF file in which the object starts; `None` for `home`, or else the reference positions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keyframe: Option<String>,
    /// Whether the robot's root stays where it is, although the file lets it move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fixed: bool,
    /// Whether the scene has the sky and the light of the camera of the file, in place of the lamps of the environment.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gives_view: bool,
}
