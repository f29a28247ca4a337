//! Entries of the five wiring tables. In JSON they are lists, as in the original.

pub mod component_config;
pub mod missing_middlewares;
pub mod wiring_table;

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::source::Source;
use crate::value::{Map, Value};

/// Direction of data, seen from the simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Direction {
    /// From clients to an actuator.
    In,
    /// From a sensor to clients.
    Out,
}

impl fmt::Display for Direction {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::In => "IN",
            Self::Out => "OUT",
        })
    }
}

/// One stream of a component: `[manager, class, "OUT", {options}]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "(String, String, Direction, Map)", into = "(String, String, Direction, Map)")]
#[schemars(with = "(String, String, Direction, Map)")]
pub struct StreamEntry {
    /// Class path of the datastream manager.
    pub manager: String,
    /// Class path of the stream.
    pub class: String,
    /// Direction of the stream.
    pub direction: Direction,
    /// Options of the stream, such as `port` and `topic`.
    pub options: Map,
}

/// Option of streams with velocity commands, in all middlewares: the time without a new command after which the robot
/// stops. [s]
pub const TIMEOUT: &str = "timeout";

/// Stream managers with an option `timeout` of their own: the time for which a step waits for an autopilot.
const WITH_OWN_TIMEOUT: [&str; 2] = [
    "morse.middleware.ardupilot_datastream.ArduPilotDatastreamManager",
    "morse.middleware.px4_datastream.PX4DatastreamManager",
];

impl StreamEntry {
    /// The option [`TIMEOUT`] of an incoming stream.
    #[must_use]
    pub fn command_timeout(&self) -> Option<&Value> {
        let is_own = WITH_OWN_TIMEOUT.contains(&self.manager.as_str());
        self.options.get(TIMEOUT).filter(|_| self.direction == Direction::In && !is_own)
    }
}

impl From<(String, String, Direction, Map)> for StreamEntry {
    fn from((manager, class, direction, options): (String, String, Direction, Map)) -> Self {
        Self { manager, class, direction, options }
    }
}

impl From<StreamEntry> for (String, String, Direction, Map) {
    fn from(entry: StreamEntry) -> Self {
        (entry.manager, entry.class, entry.direction, entry.options)
    }
}

/// One modifier of a component: `[class, "OUT", {arguments}]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "(String, Direction, Map)", into = "(String, Direction, Map)")]
#[schemars(with = "(String, Direction, Map)")]
pub struct ModifierEntry {
    /// Class path of the modifier.
    pub class: String,
    /// Direction of the data that the modifier changes.
    pub direction: Direction,
    /// Arguments of the modifier.
    pub arguments: Map,
}

impl From<(String, Direction, Map)> for ModifierEntry {
    fn from((class, direction, arguments): (String, Direction, Map)) -> Self {
        Self { class, direction, arguments }
    }
}

impl From<ModifierEntry> for (String, Direction, Map) {
    fn from(entry: ModifierEntry) -> Self {
        (entry.class, entry.direction, entry.arguments)
    }
}

/// One overlay: `[class, {arguments}]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "(String, Map)", into = "(String, Map)")]
#[schemars(with = "(String, Map)")]
pub struct OverlayEntry {
    /// Class path of the overlay.
    pub class: String,
    /// Arguments of its constructor.
    pub arguments: Map,
}

impl From<(String, Map)> for OverlayEntry {
    fn from((class, arguments): (String, Map)) -> Self {
        Self { class, arguments }
    }
}

impl From<OverlayEntry> for (String, Map) {
    fn from(entry: OverlayEntry) -> Self {
        (entry.class, entry.arguments)
    }
}

/// Places in the script of the entries of the wiring tables, with the structure of the tables. Entries may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WiringSources {
    /// Place of each stream of each component.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub component_datastream: BTreeMap<String, Vec<Option<Source>>>,
    /// Place of each modifier of each component.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub component_modifier: BTreeMap<String, Vec<Option<Source>>>,
    /// Place of each service of each component.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub component_service: BTreeMap<String, Vec<Option<Source>>>,
    /// Place of each overlay, by manager and component.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub overlays: BTreeMap<String, BTreeMap<String, Option<Source>>>,
    /// Place of the options of each datastream manager.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stream_manager: BTreeMap<String, Option<Source>>,
}

impl WiringSources {
    /// Place of a stream in the script.
    #[must_use]
    pub fn stream(&self, component: &str, index: usize) -> Option<&Source> {
        nth(&self.component_datastream, component, index)
    }

    /// Place of a modifier in the script.
    #[must_use]
    pub fn modifier(&self, component: &str, index: usize) -> Option<&Source> {
        nth(&self.component_modifier, component, index)
    }

    /// Place of a service in the script.
    #[must_use]
    pub fn service(&self, component: &str, index: usize) -> Option<&Source> {
        nth(&self.component_service, component, index)
    }

    /// Place of an overlay in the script.
    #[must_use]
    pub fn overlay(&self, manager: &str, component: &str) -> Option<&Source> {
        self.overlays.get(manager)?.get(component)?.as_ref()
    }

    /// Place of the options of a manager in the script.
    #[must_use]
    pub fn manager(&self, manager: &str) -> Option<&Source> {
        self.stream_manager.get(manager)?.as_ref()
    }
}

fn nth<'a>(table: &'a BTreeMap<String, Vec<Option<Source>>>, name: &str, index: usize) -> Option<&'a Source> {
    table.get(name)?.get(index)?.as_ref()
}
