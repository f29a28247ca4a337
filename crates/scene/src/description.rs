//! The description of a component, and the catalog of all descriptions.

mod catalog;
mod extension;
mod instance;
pub mod kind;

pub use crate::data_kind::DataKind;
pub use crate::description::catalog::{Catalog, CatalogError};
pub use crate::description::extension::{ExtensionDescription, ExtensionKind};
pub use crate::description::instance::{InstanceDescription, StreamDescription, ValueRange};
pub use crate::description::kind::Kind;

use serde::{Deserialize, Serialize};

use crate::value::{Map, Value};

/// The description of one component, from which builders, checks, documentation and middlewares are derived.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Run-time class path, such as `morse.sensors.pose.Pose`.
    pub class: String,
    /// Robot, sensor, actuator or modifier.
    pub kind: Kind,
    /// Title of the component for display.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Description of the component for its documentation page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Whether this build can run the component. Scenes with a component that is only described can still be read and
    /// checked.
    #[serde(default)]
    pub implemented: bool,
    /// Kind of its data.
    #[serde(default)]
    pub data_kind: DataKind,
    /// Data fields, in the order in which they are published.
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
    /// Builder classes that create this component, each with its own defaults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builders: Vec<BuilderDescription>,
    /// Keyword arguments of a modifier.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<PropertyDescription>,
    /// Class paths of the components that a modifier applies to, or of the robots that an actuator drives; empty for any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fits: Vec<String>,
    /// For actuators: how it drives its robot.
    #[serde(default, skip_serializing_if = "Driving::is_none")]
    pub driving: Driving,
    /// Whether it may have streams of both directions: a sensor that also receives data, or an actuator that also
    /// publishes its data. Only external sensors and external actuators of users do.
    #[serde(default, skip_serializing_if = "is_false")]
    pub both_directions: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// How an actuator drives its robot. The engine decides by it which of several actuators has the robot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Driving {
    /// It does not drive the robot.
    #[default]
    None,
    /// By its last command, until the next one: it sets the pose or the velocity in every activation. Without a command
    /// it holds the robot.
    Command,
    /// By forces, according to its last command. Without a command it applies none.
    Thrust,
    /// To a goal, until it has arrived.
    Goal,
    /// By the keyboard or a joystick, while a user operates it.
    Input,
    /// It adds a force to those of the other actuators.
    Force,
}

impl Driving {
    /// Whether the actuator does not drive its robot.
    #[must_use]
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

impl Description {
    /// Returns the property of this exact name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&PropertyDescription> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// Returns the level of this exact name.
    #[must_use]
    pub fn level(&self, name: &str) -> Option<&LevelDescription> {
        self.levels.iter().find(|level| level.name == name)
    }

    /// Returns the level that is used if a scene does not set a level; `None` if the component has no levels.
    #[must_use]
    pub fn default_level(&self) -> Option<&LevelDescription> {
        self.levels.iter().find(|level| level.default)
    }

    /// Returns the service of this exact name.
    #[must_use]
    pub fn service(&self, name: &str) -> Option<&ServiceDescription> {
        self.services.iter().find(|service| service.name == name)
    }

    /// Returns the data fields that exist at a level, in order.
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
    /// Key under which the field is published.
    pub name: String,
    /// Type: `float`, `int`, `bool`, `string`, `vec3`, `vec4`, `quaternion`, `euler`, `matrix3`, `list`, `dict`, `bytes`,
    /// `image`, `points` or `object`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Value before the first step.
    #[serde(default)]
    pub default: Value,
    /// Symbol of the unit, such as `m` or `rad/s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Meaning and frame of the field.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Levels at which the field exists; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
}

/// One property of a component, or one parameter of a modifier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyDescription {
    /// Name that scripts use; case-sensitive.
    pub name: String,
    /// Type: `float`, `int`, `bool`, `string`, `list` or `dict`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Value that is used if the scene does not set the property.
    #[serde(default)]
    pub default: Value,
    /// Symbol of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Effect of the property.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Minimum and maximum value, both inclusive and both optional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(Option<f64>, Option<f64>)>,
    /// Allowed strings; empty for any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<String>,
    /// For modifiers: property of the environment whose value is used if the scene does not give this argument.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<String>,
}

/// One level of abstraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelDescription {
    /// Name that `level()` accepts.
    pub name: String,
    /// Class path of the class that runs at this level; `None` for the component's own class.
    #[serde(default)]
    pub class: Option<String>,
    /// Whether this level is used if the scene does not set a level.
    #[serde(default)]
    pub default: bool,
    /// Kind of the data at this level, if it differs from that of the class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_kind: Option<DataKind>,
    /// Meaning of the level.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// Time at which a service answers: at once or on completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceKind {
    /// The request is answered at once.
    Sync,
    /// The request starts an action, and is answered when the action completes.
    Async,
}

/// One service of a component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceDescription {
    /// Name that clients call.
    pub name: String,
    /// Arguments, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<ArgumentDescription>,
    /// Synchronous or asynchronous.
    pub kind: ServiceKind,
    /// For asynchronous services: `true` if a second call interrupts the first one, `false` or absent if it is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interruptible: Option<bool>,
    /// Whether the first argument is a Boolean and no further argument is required. Some middlewares have a type for
    /// such services.
    #[serde(default, skip_serializing_if = "is_false")]
    pub takes_flag: bool,
    /// Effect and result of the service.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// One argument of a service or of a builder class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentDescription {
    /// Name of the argument.
    pub name: String,
    /// Default value; `None` if the argument is required. (`Some(Value::Null)` is Python's `None`.)
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub default: Option<Value>,
}

/// Distinguishes `null` from an absent key.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// One builder class, and its defaults for the object that it creates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuilderDescription {
    /// Name that scripts use, such as `ATRV` or `Pose`.
    pub name: String,
    /// Submodule of `morse.builder` that defines it: `robots`, `sensors`, `actuators`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub module: String,
    /// Name of its base class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub base: String,
    /// Rate at which the component acts (Hz); `None` for every step.
    #[serde(default)]
    pub rate_hz: Option<f64>,
    /// Model file that it loads, without extension.
    #[serde(default)]
    pub model: Option<String>,
    /// Properties that it sets.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub properties: Map,
    /// Arguments of its constructor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<ArgumentDescription>,
    /// Body settings.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub body: Map,
    /// All other settings.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map,
}
