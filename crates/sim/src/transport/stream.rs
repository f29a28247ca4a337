//! Streams and middlewares: outgoing data and incoming commands of the engine.
//!
//! The engine knows a middleware only by these traits. A publisher encodes a sample and queues the message; transports
//! send their queues on their own threads. The transport of a reader puts each complete command into an [`Inbox`]. At
//! its next activation the actuator takes the command that the inbox has kept.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DQuat;
use morse_scene::data_kind::DataKind;
use morse_scene::description::{PropertyDescription, ServiceDescription};
use morse_scene::nearest::did_you_mean;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::{Direction, OverlayEntry};
use morse_world::{Pose, World};

use crate::contract::data::{Data, FieldInfo, Layout};
use crate::contract::outcome::ServiceError;
use crate::contract::uncertainty::{Covariance, Errors};
use crate::transport::request::Gateway;
use crate::transport::topic::{TopicQueue, TopicSender, TopicSpec, TopicSubscription};

pub use crate::transport::inbox::{Arrival, Inbox, Keep, PutOutcome};

/// Reason why a middleware cannot open a stream or service of the scene.
#[derive(Debug, thiserror::Error)]
#[error("{middleware}: {message}")]
pub struct MiddlewareError {
    /// Name of the middleware.
    pub middleware: &'static str,
    /// The problem and its solution.
    pub message: String,
}

/// Description of a stream when it is opened.
pub struct StreamSpec<'a> {
    /// Full name of the component.
    pub component: &'a str,
    /// Full name of its robot.
    pub robot: &'a str,
    /// Full name of the object that carries it: its robot, or a component such as a pan-tilt unit. Middlewares name
    /// frames after these objects.
    pub parent: &'a str,
    /// Class path of the component.
    pub component_class: &'a str,
    /// Builder class of the component, such as `Infrared`, if the scene names it.
    pub builder: Option<&'a str>,
    /// Abstraction level of the component; `default` for a component without levels.
    pub level: &'a str,
    /// Number of activations of the component per simulated second. [Hz]
    pub rate_hz: f64,
    /// Initial properties of the component by name, and properties that the scene sets and the component does not
    /// know.
    pub properties: &'a Map,
    /// Class path of the stream.
    pub class: &'a str,
    /// Keyword arguments of the stream in the scene.
    pub options: &'a Map,
    /// Whether the messages are encoded or decoded elsewhere, and the middleware only transports them.
    pub encoded: bool,
    /// The component's fields, without the time stamp.
    pub fields: &'static [FieldInfo],
    /// Kind of the component's data at its level.
    pub kind: DataKind,
    /// Initial layout of the arrays in its data.
    pub layout: Option<Layout>,
    /// Whether the component may move itself on its robot, as rotating scanners do.
    pub turns: bool,
    /// Initial pose of the component relative to its robot.
    pub robot_from_component: Pose,
    /// Initial pose of the robot in the world.
    pub world_from_robot: Pose,
    /// Rotation from the axes of the world to east, north and up; `None` if the scene does not set the direction of north,
    /// so that the X axis points east. See [`enu_from_world`](crate::contract::north::enu_from_world).
    pub enu_from_world: Option<DQuat>,
    /// Options of the scene that the stream does not have.
    pub unknown: UnknownOptions,
}

impl StreamSpec<'_> {
    /// Reports each option other than `known`. As in the original, it has no effect.
    pub fn report_unknown_options(&self, known: &[&str]) {
        let mut reported = self.unknown.0.borrow_mut();
        for key in self.options.keys().filter(|key| !known.contains(key)) {
            reported.insert(key.to_owned(), unknown_option("the stream", key, known));
        }
    }
}

/// Warning for an option that `owner` does not have, with the names of those that it has and the most similar one.
pub(crate) fn unknown_option(owner: &str, key: &str, known: &[&str]) -> String {
    let help = did_you_mean(key, known.iter().copied()).map(|help| format!("; {help}")).unwrap_or_default();
    let known =
        if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
    format!("{owner} has no option `{key}`, which has no effect: {known}{help}")
}

/// Options that a stream does not have, found while a middleware checks and opens it.
#[derive(Debug, Clone, Default)]
pub struct UnknownOptions(RefCell<BTreeMap<String, String>>);

impl UnknownOptions {
    /// A message for each option, in alphabetical order.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        self.0.borrow().values().cloned().collect()
    }
}

/// Checks that there are no values other than `known`. `owner` and `noun` name the values in the error: `a stream` has no
/// `option`.
///
/// # Errors
/// Names the first unknown value, all known ones, and the most similar known one.
pub fn check_names(owner: &str, noun: &str, values: &Map, known: &[&str]) -> Result<(), String> {
    let Some(key) = values.keys().find(|key| !known.contains(key)) else { return Ok(()) };
    let help = did_you_mean(key, known.iter().copied()).map(|help| format!("; {help}")).unwrap_or_default();
    if known.is_empty() {
        return Err(format!("{owner} has no {noun} `{key}`, and no other {noun}"));
    }
    Err(format!("{owner} has no {noun} `{key}`, only {}{help}", known.join(", ")))
}

/// Description of a component whose services a scene exposes on a request manager.
pub struct ServicesSpec<'a> {
    /// Full name of the component.
    pub component: &'a str,
    /// Full name of its robot; for a robot, its own name.
    pub robot: &'a str,
    /// Class path of the component.
    pub component_class: &'a str,
    /// Kind of the component's data.
    pub kind: DataKind,
    /// The services of the component's own class.
    pub services: &'a [ServiceDescription],
    /// Services of its modifiers, and services that every component has.
    pub other_services: &'a [ServiceDescription],
    /// Descriptions of its properties, which the service `set_property` changes.
    pub properties: &'a [PropertyDescription],
    /// Values of its properties at the start.
    pub property_values: &'a Map,
    /// The overlay that the scene puts over these services, if any.
    pub overlay: Option<&'a OverlayEntry>,
}

/// One reading of a sensor after its modifiers.
pub struct Sample<'a> {
    /// Time of the reading on the time scale of clients. [s]
    pub timestamp_s: f64,
    /// The same time in whole nanoseconds. An `f64` of seconds since 1970 is inaccurate by up to some hundred
    /// nanoseconds.
    pub stamp_ns: i64,
    /// The data.
    pub data: &'a dyn Data,
    /// Pose of the robot in the world, at the time of the reading.
    pub world_from_robot: Pose,
    /// Pose of the sensor in the world, at the time of the reading. The sensor may move on its robot.
    pub world_from_component: Pose,
    /// Source of the covariance of the data; `None` if no errors are known.
    pub errors: Option<&'a dyn Errors>,
}

impl Sample<'_> {
    /// Covariance of the errors of the data; `None` if the models of the sensor and its modifiers state no error.
    #[must_use]
    pub fn covariance(&self) -> Option<Covariance> {
        self.errors.and_then(Errors::covariance)
    }

    /// Pose of the sensor on its robot, at the time of the reading.
    #[must_use]
    pub fn robot_from_component(&self) -> Pose {
        self.world_from_robot.inverse() * self.world_from_component
    }
}

/// The sender of one outgoing stream.
pub trait Publisher: Send {
    /// Queues a sample for all listeners. Must not wait for a listener.
    fn publish(&mut self, sample: &Sample<'_>);

    /// Queues a message that was encoded elsewhere, for a stream with [`StreamSpec::encoded`]. Must not wait for a
    /// listener.
    fn publish_encoded(&mut self, message: &[u8], sample: &Sample<'_>) {
        let _ = (message, sample);
    }

    /// The listeners of the stream.
    fn audience(&self) -> Audience {
        Audience::Always
    }
}

/// The listeners of an outgoing stream. On-demand sensors read only when there are listeners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Every sample is needed: the stream is a recording.
    Always,
    /// The stream serves clients, and some are connected.
    Clients,
    /// The stream serves clients, and none is connected.
    NoClient,
}

fn no_topics(middleware: &'static str, topic: &TopicSpec<'_>) -> MiddlewareError {
    let message = format!("it does not transport topics with messages of user code, such as {}", topic.topic);
    MiddlewareError { middleware, message }
}

/// A middleware: transports streams in both directions, requests and answers.
pub trait Middleware: Send {
    /// Short name, as in `add_stream('socket')`.
    fn name(&self) -> &'static str;

    /// Class path of its stream manager, which the scene uses to configure the middleware.
    fn stream_manager(&self) -> &'static str;

    /// Class path of its request manager, if it transports requests.
    fn request_manager(&self) -> Option<&'static str>;

    /// Whether its request manager always serves `simulation`, `time` and `communication`, without a setting in the
    /// scene.
    fn supervises(&self) -> bool {
        false
    }

    /// Whether it calls `simulation` for its own services, without a setting in the scene.
    fn calls_simulation(&self) -> bool {
        false
    }

    /// Sets the name of this simulator among several that share a scene. Called before all other methods, if there is
    /// a name.
    fn set_node_name(&mut self, name: &str) {
        let _ = name;
    }

    /// Sets the names of the robots of the scene. Called before any stream is opened. Not called for robots that are
    /// added later.
    fn set_robots(&mut self, names: &[String]) {
        let _ = names;
    }

    /// Sets the options of the stream manager. Called once before any stream is opened, if the scene has streams of
    /// this middleware, or services on it and options for it. Called after the start if the first stream belongs to an
    /// object that is added later.
    ///
    /// # Errors
    /// When an option has an invalid value.
    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError>;

    /// Names of the options of the stream manager. Other options of a scene have no effect, as in MORSE 1.4: they are
    /// reported and not passed to this middleware.
    fn manager_options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Checks the options of the stream manager, and opens nothing.
    ///
    /// # Errors
    /// When an option has an invalid value.
    fn check_manager(&self, options: &Map) -> Result<(), MiddlewareError> {
        let _ = options;
        Ok(())
    }

    /// Checks the class and the options of a stream, and opens nothing. Called before each stream is opened, and when a
    /// scene is only checked. Unknown options are [reported](StreamSpec::report_unknown_options).
    ///
    /// # Errors
    /// When the class does not fit, or an option is missing or has an invalid value.
    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        let _ = (spec, direction);
        Ok(())
    }

    /// Checks the overlay of a component and its arguments, and opens nothing. Called before the services of a component
    /// are opened, and when a scene is only checked.
    ///
    /// # Errors
    /// When the overlay does not exist or does not fit the component, and when an argument is unknown or invalid.
    fn check_services(&self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        let Some(overlay) = spec.overlay else { return Ok(()) };
        let middleware = self.name();
        let message =
            format!("{} is not an overlay of {middleware}, which has none of its own", overlay.class);
        Err(MiddlewareError { middleware, message })
    }

    /// Opens an outgoing stream: before the start, or later for an object that is added to the scene.
    ///
    /// # Errors
    /// When the stream's class or options are invalid, or the operating system refuses.
    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError>;

    /// Opens an incoming stream, before the start or after it.
    ///
    /// # Errors
    /// When the stream's class or options are invalid, or the operating system refuses.
    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError>;

    /// The listeners of all its outgoing streams together. While there are none, publishers receive no samples.
    fn audience(&self) -> Audience {
        Audience::Always
    }

    /// Offers the services of a component. Called once for each component that the scene exposes on its request
    /// manager, after all streams are open. A middleware that serves requests by component and service name at run
    /// time has nothing to do here.
    ///
    /// # Errors
    /// When the overlay or a name is not valid on this middleware.
    fn open_services(&mut self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        let _ = spec;
        Ok(())
    }

    /// Offers the services of the simulator itself, under the names of these pseudo components, such as `simulation`
    /// and `time`. Called after [`Middleware::open_services`] if the scene exposes them on its request manager. A
    /// middleware that serves requests by component and service name at run time has nothing to do here.
    ///
    /// # Errors
    /// When a name is not valid on this middleware.
    fn open_supervision(&mut self, components: &[&str]) -> Result<(), MiddlewareError> {
        let _ = components;
        Ok(())
    }

    /// Whether it supports topics whose messages are encoded and decoded by user code.
    fn carries_topics(&self) -> bool {
        false
    }

    /// Opens a topic for messages that user code encodes. `queue` is the number of messages kept for a slow
    /// subscriber.
    ///
    /// # Errors
    /// When the name or the type is not valid, or the operating system refuses.
    fn advertise_topic(
        &mut self,
        topic: &TopicSpec<'_>,
        latching: bool,
        queue: usize,
    ) -> Result<Arc<dyn TopicSender>, MiddlewareError> {
        let _ = (latching, queue);
        Err(no_topics(self.name(), topic))
    }

    /// Opens a topic whose messages user code decodes. Received messages are put into `queue`.
    ///
    /// # Errors
    /// When the name is not valid, or the operating system refuses.
    fn subscribe_topic(
        &mut self,
        topic: &TopicSpec<'_>,
        queue: TopicQueue,
    ) -> Result<Box<dyn TopicSubscription>, MiddlewareError> {
        let _ = queue;
        Err(no_topics(self.name(), topic))
    }

    /// Starts serving after all streams are open. Requests go to `gateway`.
    ///
    /// # Errors
    /// When the operating system refuses, for instance because a port is in use.
    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError>;

    /// Addresses at which clients reach the open streams of a component, in the order of opening: one map per stream
    /// with terms of the middleware as keys, such as `port` or `topic`. Empty if the middleware has no addresses to
    /// report.
    fn endpoints(&self, component: &str) -> Vec<Map> {
        let _ = component;
        Vec::new()
    }

    /// Closes all streams of a component that is removed from the scene. Its publishers and inboxes are dropped
    /// afterwards.
    fn close_streams(&mut self, component: &str) {
        let _ = component;
    }

    /// Withdraws the services of a component that is removed from the scene; reverses
    /// [`open_services`](Self::open_services).
    fn close_services(&mut self, component: &str) {
        let _ = component;
    }

    /// Services that it adds to `simulation`, in alphabetical order.
    fn simulation_services(&self) -> &'static [ServiceDescription] {
        &[]
    }

    /// Calls one of [`Middleware::simulation_services`].
    ///
    /// # Errors
    /// When the arguments do not fit, or refer to something that does not exist.
    fn simulation_call(&self, service: &str, arguments: &[Value]) -> Result<Value, ServiceError> {
        let _ = arguments;
        Err(ServiceError::not_registered("simulation", service))
    }

    /// Called in each tick before its samples are passed to the publishers. `stamp_ns` is the time of the tick on the
    /// time scale of clients [ns]; `world` is the world after the tick. Must not wait for a client.
    fn begin_publish(&mut self, stamp_ns: i64, world: &World) {
        let _ = (stamp_ns, world);
    }

    /// Called after all samples of a tick have been passed to the publishers. Must not wait for a client.
    fn flush(&mut self) {}

    /// Waits for a short time until the transport has passed all flushed samples to the operating system. Must not
    /// wait for any client. Called before answers that must not arrive before these samples.
    fn wait_until_sent(&mut self) {}

    /// Sends all queued data and closes all connections.
    fn finish(&mut self);
}
