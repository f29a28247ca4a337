//! The description of a component, and the catalogue of all descriptions.

mod catalogue;
mod extension;
mod instance;
pub mod kind;

pub use crate::data_kind::DataKind;
pub use crate::description::catalogue::{Catalogue, CatalogueError};
pub use crate::description::extension::{ExtensionDescription, ExtensionKind};
pub use crate::description::instance::{InstanceDescription, StreamDescription};
pub use crate::description::kind::Kind;

use serde::{Deserialize, Serialize};

use crate::value::{Map, Value};

/// The description of one component, from which builders, checks, documentation and middlewares are derived.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The run-time class path: `morse.sensors.pose.Pose`.
    pub class: String,
    /// Robot, sensor, actuator or modifier.
    pub kind: Kind,
    /// The name for display.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What it does, for its documentation page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Whether this build can run it. A component that is only described keeps scenes readable and checkable.
    #[serde(default)]
    pub implemented: bool,
    /// What its data represent.
    #[serde(default)]
    pub data_kind: DataKind,
    /// Data fields, in the order in which they are published or read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldDescription>,
    /// Properties that a scene may set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyDescription>,
    /// Levels of abstraction; empty for most components.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelDescription>,
    /// Services that clients may call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub services: Vec<ServiceDescription>,
    /// Builder classes that make this component, each with its own defaults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builders: Vec<BuilderDescription>,
    /// Keyword arguments of a modifier.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<PropertyDescription>,
    /// Class paths of the components that a modifier applies to, or of the robots that an actuator drives; empty: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fits: Vec<String>,
    /// For actuators: whether it sets the pose or the velocity of its robot in every activation, commanded or not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub drives_continuously: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Description {
    /// The property with exactly this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&PropertyDescription> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The level with exactly this name.
    #[must_use]
    pub fn level(&self, name: &str) -> Option<&LevelDescription> {
        self.levels.iter().find(|level| level.name == name)
    }

    /// The level used if a scene names none; `None` if the component has no levels.
    #[must_use]
    pub fn default_level(&self) -> Option<&LevelDescription> {
        self.levels.iter().find(|level| level.default)
    }

    /// The service with exactly this name.
    #[must_use]
    pub fn service(&self, name: &str) -> Option<&ServiceDescription> {
        self.services.iter().find(|service| service.name == name)
    }

    /// The data fields that exist at a level, in order.
    pub fn fields_at(&self, level: &str) -> impl Iterator<Item = &FieldDescription> {
        self.fields
            .iter()
            .filter(move |field| field.levels.is_empty() || field.levels.iter().any(|known| known == level))
    }
}

/// One field of a component's data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldDescription {
    /// The key under which it is published.
    pub name: String,
    /// `float`, `int`, `bool`, `string`, `vec3`, `vec4`, `quaternion`, `euler`, `matrix3`, `list`, `dict`, `bytes`,
    /// `image`, `points` or `object`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its value before the first step.
    #[serde(default)]
    pub default: Value,
    /// Unit, as a symbol: `m`, `rad/s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Its meaning, and its frame.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Levels at which it exists; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
}

/// One property of a component, or one parameter of a modifier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyDescription {
    /// The name that scripts use; case matters.
    pub name: String,
    /// `float`, `int`, `bool`, `string`, `list` or `dict`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its value if the scene sets none.
    #[serde(default)]
    pub default: Value,
    /// Unit, as a symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Its effect.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Smallest and largest value allowed, both included, each optional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(Option<f64>, Option<f64>)>,
    /// The strings allowed; empty: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<String>,
    /// For modifiers: the property of the environment that is used if the scene gives no argument of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<String>,
}

/// One level of abstraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelDescription {
    /// The name that `level()` accepts.
    pub name: String,
    /// The class that runs at this level, if not the component's own.
    #[serde(default)]
    pub class: Option<String>,
    /// Whether it is used if the scene names none.
    #[serde(default)]
    pub default: bool,
    /// What the data represent at this level, if not what those of its class do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_kind: Option<DataKind>,
    /// Its meaning.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// When a service answers: at once or on completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceKind {
    /// Answered within the step that reads it.
    Sync,
    /// Started now, answered when it completes.
    Async,
}

/// One service of a component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceDescription {
    /// The name that clients call.
    pub name: String,
    /// Its arguments, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<ArgumentDescription>,
    /// Synchronous or asynchronous.
    pub kind: ServiceKind,
    /// For asynchronous services: `true` if a second call interrupts the first; `false` or absent if it is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interruptible: Option<bool>,
    /// Whether its first argument is true or false and it needs no other, for middlewares with a type for such services.
    #[serde(default, skip_serializing_if = "is_false")]
    pub takes_flag: bool,
    /// Its effect and its result.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// One argument of a service or of a builder class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentDescription {
    /// Its name.
    pub name: String,
    /// Its default; `None`: it must be given. (`Some(Value::Null)` is Python's `None`.)
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub default: Option<Value>,
}

/// Distinguishes `null` from an absent key.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// One builder class and its defaults for the object that it makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuilderDescription {
    /// The name that scripts use: `ATRV`, `Pose`.
    pub name: String,
    /// The sub-module of `morse.builder` where it lives: `robots`, `sensors`, `actuators`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub module: String,
    /// Its base class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub base: String,
    /// Rate at which it acts (Hz). `None`: every step.
    #[serde(default)]
    pub rate_hz: Option<f64>,
    /// The model file that it loads, without extension.
    #[serde(default)]
    pub model: Option<String>,
    /// Properties that it sets.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub properties: Map,
    /// Arguments of its constructor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<ArgumentDescription>,
    /// Its settings of the body.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub body: Map,
    /// All other settings.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map,
}
