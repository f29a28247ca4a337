//! The scene document, version 1: everything that a builder tells the simulator.
//!
//! One typed struct for the whole JSON document. Unknown keys are an error, absent keys have the defaults stated
//! here, and nothing in a document is ever executed.

mod body;
mod environment;
mod object;
mod read;
mod serial;
mod shape;
#[cfg(test)]
mod tests;
mod visual;

pub use body::{BodySettings, Bounds, Physics};
pub use environment::{CameraSettings, Environment, Multinode, RobotNames, Strategy, TimeSettings};
pub use object::{ModelReference, Object, ObjectKind};
pub use read::{DOCUMENT_BYTES_MAX, DocumentError};
pub use shape::Shape;
pub use visual::VisualSettings;

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Severity;
use crate::value::Map;
use crate::wiring::{ModifierEntry, OverlayEntry, StreamEntry, WiringSources};
use serial::{is_default, unique_keys};

/// The version of the format that this crate writes.
pub const VERSION: u32 = 1;

/// The versions that this crate reads.
pub const VERSIONS_READ: &[u32] = &[VERSION];

/// A scene: its environment, its objects, and what they are wired to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Version of the format.
    pub morse_scene: u32,
    /// The program that wrote the document, with its version.
    #[serde(default, skip_serializing_if = "is_default")]
    pub generator: Option<String>,
    /// The script from which it was made, as an absolute path.
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
    /// Class paths of the request managers that serve each component, robot, or `simulation`.
    #[serde(default, deserialize_with = "unique_keys")]
    pub component_service: BTreeMap<String, Vec<String>>,
    /// For each request manager, the overlays that stand in front of components.
    #[serde(default, deserialize_with = "unique_keys")]
    pub overlays: BTreeMap<String, BTreeMap<String, OverlayEntry>>,
    /// Options of each datastream manager.
    #[serde(default, deserialize_with = "unique_keys")]
    pub stream_manager: BTreeMap<String, Map>,
    /// Where the script said each entry of the five tables.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wiring_sources: WiringSources,
    /// What the builder had to say about the script, and did not stop for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub builder_log: Vec<BuilderMessage>,
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
        }
    }
}

impl Document {
    /// The object of that full name.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.name == name)
    }

    /// The robots of the scene, external ones included.
    pub fn robots(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.kind == ObjectKind::Robot)
    }

    /// For each object the place of the robot that carries it, whatever they are called; a robot carries itself. Parents stand
    /// before children in a good document; where they do not, the object counts as without robot.
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

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Path of the file.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}:{}", self.file, self.line)
    }
}

/// One message of the builder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuilderMessage {
    /// Whether what the script said was ignored (`error`) or only doubtful (`warning`).
    pub severity: Severity,
    /// The object that it is about.
    #[serde(default, skip_serializing_if = "is_default")]
    pub object: Option<String>,
    /// What was wrong.
    pub message: String,
    /// Where.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: Option<Source>,
}
