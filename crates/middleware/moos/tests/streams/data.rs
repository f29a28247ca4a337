//! Component data and stream descriptions for tests.
#![allow(dead_code)]

use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{
    Inbox, Middleware, MiddlewareError, Publisher, Sample, StreamSpec, UnknownOptions,
};
use morse_world::Pose;

#[path = "../../../ros/tests/streams/record.rs"]
mod record;

pub use record::{Item, Record, numbers, record};

/// Simulated time of all readings. [ns]
pub const STAMP_NS: i64 = 12_500_000_000;

/// A component and one of its streams.
pub struct Case {
    pub component: &'static str,
    pub class: String,
    pub options: Map,
    pub properties: Map,
    pub data: Record,
}

/// A stream of `robot.sensor`.
pub fn case(class: &str, data: Record) -> Case {
    let class = format!("{}{class}", crate::PREFIX);
    Case { component: "robot.sensor", class, options: Map::new(), properties: Map::new(), data }
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

    pub fn spec(&self) -> StreamSpec<'_> {
        StreamSpec {
            component: self.component,
            robot: "robot",
            parent: "robot",
            component_class: "test.Component",
            builder: None,
            level: "default",
            rate_hz: 20.0,
            properties: &self.properties,
            class: &self.class,
            options: &self.options,
            encoded: false,
            fields: self.data.infos,
            kind: self.data.kind,
            layout: None,
            turns: false,
            robot_from_component: Pose::IDENTITY,
            world_from_robot: Pose::IDENTITY,
            enu_from_world: None,
            unknown: UnknownOptions::default(),
        }
    }

    pub fn publisher(&self, middleware: &mut impl Middleware) -> Result<Box<dyn Publisher>, MiddlewareError> {
        middleware.open_publisher(&self.spec())
    }

    /// Publishes one reading.
    pub fn publish(&self, publisher: &mut Box<dyn Publisher>) {
        publisher.publish(&Sample {
            timestamp_s: STAMP_NS as f64 * 1e-9,
            stamp_ns: STAMP_NS,
            data: &self.data,
            world_from_robot: Pose::IDENTITY,
            world_from_component: Pose::IDENTITY,
            errors: None,
        });
    }

    /// Opens the stream of an actuator.
    pub fn reader(&self, middleware: &mut impl Middleware) -> Result<Inbox, MiddlewareError> {
        let inbox = Inbox::new(self.component, self.data.schema());
        middleware.open_reader(&self.spec(), inbox.clone())?;
        Ok(inbox)
    }
}
