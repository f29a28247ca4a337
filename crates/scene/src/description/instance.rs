//! What a component of a running simulation states of itself.

use serde::{Deserialize, Serialize};

use crate::data_kind::DataKind;
use crate::description::kind::Kind;
use crate::description::{FieldDescription, ServiceDescription};
use crate::value::Map;
use crate::wiring::Direction;

/// One component of a running simulation: the answer of the service `simulation describe_component`.
///
/// In contrast to the [`Description`](crate::Description) of its class, it has the streams and the level that the scene
/// gives to this component, and the fields of that level only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstanceDescription {
    /// Full name: `robot.pose`.
    pub name: String,
    /// Robot, sensor or actuator; `None` for the pseudo components `simulation`, `time` and `communication`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The run-time class path; empty for pseudo components.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// What it does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// Its level of abstraction, if its class has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// What its data represent at that level.
    #[serde(default)]
    pub data_kind: DataKind,
    /// How often it acts, per simulated second. [Hz]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_hz: Option<f64>,
    /// Whether it acts; `simulation deactivate` stops it.
    pub active: bool,
    /// The fields of its data, without the time stamp of messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldDescription>,
    /// Its streams, in the order in which they were opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<StreamDescription>,
    /// Its services, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub services: Vec<ServiceDescription>,
    /// Class paths of the request managers on which clients can call these services; empty: none can.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service_interfaces: Vec<String>,
}

/// One open stream of a component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StreamDescription {
    /// Its direction, seen from the simulator.
    pub direction: Direction,
    /// Short name of the middleware: `socket`.
    pub middleware: String,
    /// Class path of the stream manager.
    pub manager: String,
    /// Class path of the stream.
    pub class: String,
    /// Where clients find it, in the words of the middleware: `port` of a socket stream, `file` of a text stream.
    /// Empty if the middleware does not tell.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub endpoint: Map,
}
