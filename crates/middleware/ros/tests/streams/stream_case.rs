//! Test cases of streams: a component with data, and the options of its stream.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_ros::{Node, Streams};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Data;
use morse_sim::contract::uncertainty::{Covariance, Errors};
use morse_sim::transport::stream::{Inbox, MiddlewareError, Publisher, Sample, StreamSpec, UnknownOptions};
use morse_world::{Euler, Pose};

#[path = "record.rs"]
mod record;

pub use record::{Item, Record, numbers, record};

/// The time of all readings. [ns]
pub const STAMP_NS: i64 = 12_500_000_000;

/// A component and one of its streams.
pub struct Case {
    pub component: &'static str,
    pub class: &'static str,
    pub options: Map,
    pub properties: Map,
    pub parent: &'static str,
    pub builder: Option<&'static str>,
    pub level: &'static str,
    pub turns: bool,
    pub robot_from_component: Pose,
    pub enu_from_world: Option<DQuat>,
    pub data: Record,
    pub errors: Option<Covariance>,
}

/// A stream of the component `robot.sensor`, which is mounted half a meter ahead of the origin of its robot.
pub fn case(class: &'static str, data: Record) -> Case {
    Case {
        component: "robot.sensor",
        class,
        options: Map::new(),
        properties: Map::new(),
        parent: "robot",
        builder: None,
        level: "default",
        turns: false,
        robot_from_component: Pose::from_translation(DVec3::new(0.5, 0.0, 0.25)),
        enu_from_world: None,
        data,
        errors: None,
    }
}

impl Case {
    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.insert(name, value);
        self
    }

    pub fn property(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.properties.insert(name, value);
        self
    }

    fn spec(&self) -> StreamSpec<'_> {
        StreamSpec {
            component: self.component,
            robot: "robot",
            parent: self.parent,
            component_class: "test.Component",
            builder: self.builder,
            level: self.level,
            rate_hz: 20.0,
            properties: &self.properties,
            class: self.class,
            options: &self.options,
            encoded: false,
            fields: self.data.infos,
            kind: self.data.kind,
            layout: self.data.layout(),
            turns: self.turns,
            robot_from_component: self.robot_from_component,
            world_from_robot: Pose::IDENTITY,
            enu_from_world: self.enu_from_world,
            unknown: UnknownOptions::default(),
        }
    }

    pub fn publisher<N: Node>(&self, streams: &Streams<N>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        streams.open_publisher(&self.spec())
    }

    /// The messages about unknown options of a publisher, whether or not it can be opened.
    pub fn unknown_options<N: Node>(&self, streams: &Streams<N>) -> String {
        let spec = self.spec();
        drop(streams.open_publisher(&spec));
        spec.unknown.messages().join("\n")
    }

    /// Publishes one reading.
    pub fn publish(&self, publisher: &mut Box<dyn Publisher>, stamp_ns: i64) {
        let world_from_robot = Pose::from_euler(DVec3::X, Euler { roll: 0.0, pitch: 0.0, yaw: 1.0 });
        publisher.publish(&Sample {
            timestamp_s: stamp_ns as f64 * 1e-9,
            stamp_ns,
            data: &self.data,
            world_from_robot,
            world_from_component: world_from_robot * self.robot_from_component,
            errors: self.errors.as_ref().map(|errors| errors as &dyn Errors),
        });
    }

    /// Opens the stream as the only stream of a node and publishes one reading.
    pub fn run<N: Node>(&self, node: &Arc<N>) {
        let mut publisher = self.publisher(&Streams::new(Arc::clone(node))).unwrap();
        self.publish(&mut publisher, STAMP_NS);
    }

    /// Opens the stream of an actuator as the only stream of a node.
    pub fn reader<N: Node>(&self, node: &Arc<N>) -> Result<Inbox, MiddlewareError> {
        self.reader_of(&Streams::new(Arc::clone(node)))
    }

    /// Opens the stream of an actuator.
    pub fn reader_of<N: Node>(&self, streams: &Streams<N>) -> Result<Inbox, MiddlewareError> {
        let inbox = Inbox::new(self.component, self.data.schema());
        streams.open_reader(&self.spec(), inbox.clone())?;
        Ok(inbox)
    }
}
