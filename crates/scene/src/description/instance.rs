//! Description of a component of a running simulation.

use serde::{Deserialize, Serialize};

use crate::data_kind::DataKind;
use crate::description::kind::Kind;
use crate::description::{FieldDescription, ServiceDescription};
use crate::value::Map;
use crate::wiring::Direction;

/// One component of a running simulation: the answer of the service `simulation describe_component`.
///
/// In contrast to the [`Description`](crate::Description) of its class, it has the streams and the level of this
/// component, and only the fields of that level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstanceDescription {
    /// Full name, such as `robot.pose`.
    pub name: String,
    /// Robot, sensor or actuator; `None` for the pseudo components `simulation`, `time` and `communication`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The run-time class path; empty for pseudo components.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Description of the component.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Level of abstraction, if the class has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Kind of its data at that level.
    #[serde(default)]
    pub data_kind: DataKind,
    /// Rate at which it acts, in simulated time. [Hz]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_hz: Option<f64>,
    /// Whether the component is active; `simulation deactivate` deactivates it.
    pub active: bool,
    /// Data fields, without the time stamp of messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldDescription>,
    /// Units and limits of the numbers that it takes as a command, such as those of the joints of its robot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<ValueRange>,
    /// Streams, in the order in which they were opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<StreamDescription>,
    /// Services, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub services: Vec<ServiceDescription>,
    /// Class paths of the request managers on which clients can call these services; empty if clients cannot call them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service_interfaces: Vec<String>,
}

/// Unit and limits of a number that a component takes, as its robot has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueRange {
    /// Name of the number in a command.
    pub name: String,
    /// Its unit, such as `rad`.
    pub unit: String,
    /// Lowest value; `None` without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Highest value; `None` without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl ValueRange {
    /// The range from `low` to `high`. Infinite values become `None`.
    #[must_use]
    pub fn new(name: &str, unit: &str, [low, high]: [f64; 2]) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self { name: name.to_owned(), unit: unit.to_owned(), low: finite(low), high: finite(high) }
    }
}

/// One open stream of a component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StreamDescription {
    /// Direction, seen from the simulator.
    pub direction: Direction,
    /// Short name of the middleware, such as `socket`.
    pub middleware: String,
    /// Class path of the stream manager.
    pub manager: String,
    /// Class path of the stream.
    pub class: String,
    /// Address of the stream for clients, with keys that depend on the middleware: `port` of a socket stream, `file` of a
    /// text stream. Empty if the middleware does not report it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub endpoint: Map,
}
