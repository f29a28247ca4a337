//! The scene document, version 1: all data that a builder passes to the simulator.
//!
//! One typed struct represents the whole JSON document. Unknown keys are an error, absent keys have the defaults given
//! here, and nothing in a document is ever executed.

mod body;
mod environment;
mod host;
mod object;
mod read;
pub mod schema;
pub(crate) mod serial;
mod shape;
#[cfg(test)]
mod tests;
mod visual;

pub use crate::document::body::{BodySettings, Bounds, Physics};
pub use crate::document::environment::{
    AsMorse, CameraAim, CameraSettings, Environment, Multinode, RequestTiming, RobotNames, START_DATE_S,
    Strategy, TimeSettings,
};
pub use crate::document::host::HostSettings;
pub use crate::document::object::{FREQUENCY, LEVEL, ModelReference, Object, ObjectKind};
pub use crate::document::read::{DOCUMENT_BYTES_MAX, DocumentError};
pub use crate::document::shape::Shape;
pub use crate::document::visual::{MaterialSettings, VisualSettings};
pub use crate::source::Source;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Severity;
use crate::document::serial::{is_default, unique_keys};
use crate::edit::Edit;
use crate::value::Map;
use crate::wiring::{ModifierEntry, OverlayEntry, StreamEntry, WiringSources};

/// The version of the format that this crate writes.
pub const VERSION: u32 = 1;

/// The versions that this crate reads.
pub const VERSIONS_READ: &[u32] = &[VERSION];

/// A scene: its environment, its objects, and their wiring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Version of the format.
    pub morse_scene: u32,
    /// The program that wrote the document, with its version.
    #[serde(default, skip_serializing_if = "is_default")]
    pub generator: Option<String>,
    /// Absolute path of the script that described the scene.
    #[serde(default, skip_serializing_if = "is_default")]
    pub script: Option<String>,
    /// World-wide settings.
    #[serde(default)]
    pub environment: Environment,
    /// Robots, components, objects and zones in the order of their creation, parents before children.
    #[serde(default)]
    pub objects: Vec<Object>,
    /// Streams of each component.
    #[serde(default, deserialize_with = "unique_keys")]
    pub component_datastream: BTreeMap<String, Vec<StreamEntry>>,
    /// Modifiers of each component, in the order in which they apply.
    #[serde(default, deserialize_with = "unique_keys")]
    pub component_modifier: BTreeMap<String, Vec<ModifierEntry>>,
    /// Class paths of the request managers that offer the services of each component, robot, or `simulation`.
    #[serde(default, deserialize_with = "unique_keys")]
    pub component_service: BTreeMap<String, Vec<String>>,
    /// Overlays of components, for each request manager.
    #[serde(default, deserialize_with = "unique_keys")]
    pub overlays: BTreeMap<String, BTreeMap<String, OverlayEntry>>,
    /// Options of each datastream manager.
    #[serde(default, deserialize_with = "unique_keys")]
    pub stream_manager: BTreeMap<String, Map>,
    /// Script lines of the entries of the five tables.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wiring_sources: WiringSources,
    /// Messages of the builder about the script.
    #[serde(default, skip_serializing_if = "is_default")]
    pub builder_log: Vec<BuilderMessage>,
    /// Changes by the scene editor, which are carried out in their order when the scene is loaded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub edits: Vec<Edit>,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            morse_scene: VERSION,
            generator: None,
            script: None,
            environment: Environment::default(),
            objects: Vec::new(),
            component_datastream: BTreeMap::new(),
            component_modifier: BTreeMap::new(),
            component_service: BTreeMap::new(),
            overlays: BTreeMap::new(),
            stream_manager: BTreeMap::new(),
            wiring_sources: WiringSources::default(),
            builder_log: Vec::new(),
            edits: Vec::new(),
        }
    }
}

impl Document {
    /// Returns the object of this full name.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.name == name)
    }

    /// Returns the robots of the scene, including external robots.
    pub fn robots(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.kind == ObjectKind::Robot)
    }

    /// Returns, for each object, the index of the robot that carries it, as given by its parents; a robot carries itself.
    /// In a valid document parents come before children. An object before its parent counts as an object without robot.
    #[must_use]
    pub fn carriers(&self) -> Vec<Option<usize>> {
        let mut places = BTreeMap::new();
        for (index, object) in self.objects.iter().enumerate() {
            places.entry(object.name.as_str()).or_insert(index);
        }
        let mut carriers: Vec<Option<usize>> = Vec::with_capacity(self.objects.len());
        for (index, object) in self.objects.iter().enumerate() {
            let parent = object.parent.as_deref().and_then(|parent| places.get(parent));
            carriers.push(match object.kind {
                ObjectKind::Robot => Some(index),
                _ => parent.and_then(|&parent| carriers.get(parent).copied().flatten()),
            });
        }
        carriers
    }
}

/// The topic of a builder message, for messages that the checks report as diagnostics with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BuilderCode {
    /// Several robots had the same name and were numbered.
    RobotRenamed,
    /// A component was appended a second time.
    AppendedTwice,
    /// Robots or components have no name of their own.
    Unnamed,
}

/// One message of the builder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuilderMessage {
    /// `error` if the builder ignored the call, `warning` if it only looks like a mistake.
    pub severity: Severity,
    /// Kind of the message; `None` for a plain log message of the builder.
    #[serde(default, skip_serializing_if = "is_default")]
    pub code: Option<BuilderCode>,
    /// Full name of the object that the message is about.
    #[serde(default, skip_serializing_if = "is_default")]
    pub object: Option<String>,
    /// Text of the message.
    pub message: String,
    /// Place in the script.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: Option<Source>,
    /// Further places in the script that are involved.
    #[serde(default, skip_serializing_if = "is_default")]
    pub related: Vec<Source>,
}
