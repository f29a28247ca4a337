//! Data types of `data/wiring.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::wiring::Direction;
use crate::wiring::wiring_table::StreamClass;

/// Default stream of a component at a level on a middleware.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Class path of the component.
    pub component: String,
    /// Level of abstraction; `default` for components without levels.
    pub level: String,
    /// Short name of the middleware.
    pub middleware: String,
    /// Direction of the stream.
    pub direction: Direction,
    /// Class path of the stream.
    pub datastream: String,
    /// Alternative streams that a scene may name.
    #[serde(default)]
    pub alternatives: Vec<String>,
    /// Whether the stream is the generic stream of the middleware.
    #[serde(default)]
    pub generic: bool,
    /// Type of the ROS message, for streams on ROS.
    #[serde(default)]
    pub ros_message: Option<String>,
}

/// Kind of a class of a middleware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreamKind {
    /// Sends or receives the data of a component.
    Datastream,
    /// Replaces services of a component.
    Overlay,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OtherClass {
    classpath: String,
    middleware: String,
    kind: StreamKind,
    #[serde(default)]
    ros_message: Option<String>,
}

/// A middleware with a message for each kind of data, and so a stream for every component.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByKind {
    /// Class path of the stream for sensors.
    pub(super) out: String,
    /// Class path of the stream for actuators.
    #[serde(rename = "in")]
    pub(super) input: String,
    /// Short name of a second middleware, whose streams can also be used.
    pub(super) streams_of: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Facts {
    pub(super) managers: BTreeMap<String, String>,
    pub(super) request_managers: BTreeMap<String, String>,
    pub(super) generic_out: BTreeMap<String, String>,
    pub(super) generic_in: BTreeMap<String, String>,
    pub(super) by_kind: BTreeMap<String, ByKind>,
    pub(super) default_level: BTreeMap<String, String>,
    pub(super) without_entry: BTreeMap<String, String>,
    pub(super) import_alias: BTreeMap<String, String>,
    pub(super) rows: Vec<Row>,
    pub(super) other_classes: Vec<OtherClass>,
    pub(super) modifiers: BTreeMap<String, BTreeMap<String, String>>,
}

/// All classes of streams and overlays in the data.
pub(super) fn class_index(facts: &Facts) -> BTreeMap<String, StreamClass> {
    let mut classes = BTreeMap::new();
    let mut add = |class: &str, known: StreamClass| {
        classes.entry(class.to_owned()).or_insert(known);
    };
    let stream = |middleware: &str, direction| StreamClass {
        middleware: middleware.to_owned(),
        kind: StreamKind::Datastream,
        direction: Some(direction),
        ros_message: None,
    };
    for row in &facts.rows {
        let own =
            StreamClass { ros_message: row.ros_message.clone(), ..stream(&row.middleware, row.direction) };
        add(&row.datastream, own);
    }
    // An alternative may be the default of another row, which has more information.
    for row in &facts.rows {
        for class in &row.alternatives {
            add(class, stream(&row.middleware, row.direction));
        }
    }
    for (table, direction) in [(&facts.generic_out, Direction::Out), (&facts.generic_in, Direction::In)] {
        for (middleware, class) in table {
            add(class, stream(middleware, direction));
        }
    }
    for (middleware, ByKind { out, input, .. }) in &facts.by_kind {
        add(out, stream(middleware, Direction::Out));
        add(input, stream(middleware, Direction::In));
    }
    for OtherClass { classpath, middleware, kind, ros_message } in &facts.other_classes {
        let (middleware, ros_message) = (middleware.clone(), ros_message.clone());
        add(classpath, StreamClass { middleware, kind: *kind, direction: None, ros_message });
    }
    classes
}
