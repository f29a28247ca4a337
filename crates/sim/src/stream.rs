//! Streams and middlewares: how data leaves the engine and commands come in.
//!
//! The engine knows these traits and nothing else of any middleware. A publisher turns a sample into a message of its
//! own and queues it; transports drain their queues on threads of their own. A reader's transport puts each complete
//! command into an [`Inbox`]; the actuator takes the newest one at its next activation.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use morse_scene::value::{Map, Value};
use morse_world::Pose;

use crate::command::{CommandError, Form};
use crate::data::{Data, FieldInfo};
use crate::request::Gateway;
use crate::service::ServiceError;

/// A middleware that cannot open what a scene asks for.
#[derive(Debug, thiserror::Error)]
#[error("{middleware}: {message}")]
pub struct MiddlewareError {
    /// Which middleware.
    pub middleware: &'static str,
    /// What is wrong and what to do.
    pub message: String,
}

/// What a middleware is told of one stream when it is opened.
pub struct StreamSpec<'a> {
    /// Full name of the component.
    pub component: &'a str,
    /// Full name of its robot.
    pub robot: &'a str,
    /// Class path of the component.
    pub component_class: &'a str,
    /// Class path of the stream.
    pub class: &'a str,
    /// Keyword arguments that the scene gave to the stream.
    pub options: &'a Map,
    /// The component's fields, without the time stamp.
    pub fields: &'static [FieldInfo],
    /// Kind of the component's data.
    pub kind: &'static str,
    /// Pose of the component relative to its robot at the start.
    pub robot_from_component: Pose,
    /// Pose of the robot in the world at the start.
    pub world_from_robot: Pose,
}

/// One reading of a sensor, sealed: after its modifiers, before anybody sees it.
pub struct Sample<'a> {
    /// When it was read, in seconds on the clients' time scale.
    pub timestamp_s: f64,
    /// The data.
    pub data: &'a dyn Data,
    /// Pose of the robot in the world.
    pub world_from_robot: Pose,
}

/// The sending end of one outgoing stream.
pub trait Publisher: Send {
    /// Queues a sample for whoever listens. Must not wait for any of them.
    fn publish(&mut self, sample: &Sample<'_>);
}

/// The newest good command that came in for one stream.
#[derive(Debug, Clone)]
pub struct Inbox {
    inner: Arc<InboxInner>,
}

#[derive(Debug)]
struct InboxInner {
    component: String,
    form: Form,
    full: AtomicBool,
    newest: Mutex<Option<Map>>,
}

impl Inbox {
    /// The inbox of a component that takes commands of this form.
    #[must_use]
    pub fn new(component: &str, form: Form) -> Self {
        let (component, full, newest) = (component.to_owned(), AtomicBool::new(false), Mutex::new(None));
        Self { inner: Arc::new(InboxInner { component, form, full, newest }) }
    }

    /// Whether a command has every field that the component needs, each with a value that fits.
    ///
    /// # Errors
    /// With what is wrong.
    pub fn check(&self, command: &Map) -> Result<(), CommandError> {
        self.inner.form.check(command)
    }

    /// Puts a command in; an older one that nobody took is gone. Says whether there was one.
    ///
    /// A command that lacks a field, or has one that does not fit, is logged and changes nothing: the last good one stays
    /// in force.
    pub fn put(&self, command: Map) -> bool {
        let inner = &*self.inner;
        if let Err(error) = self.check(&command) {
            tracing::warn!(
                "{}: command refused, {error}. The last good command stays in force.",
                inner.component
            );
            return false;
        }
        let older = inner.newest.lock().unwrap_or_else(PoisonError::into_inner).replace(command);
        inner.full.store(true, Ordering::Release);
        older.is_some()
    }

    /// Takes the command out, if there is a new one.
    #[must_use]
    pub fn take(&self) -> Option<Map> {
        if !self.inner.full.swap(false, Ordering::Acquire) {
            return None;
        }
        self.inner.newest.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A middleware: carries streams out and in, and requests in and answers out.
pub trait Middleware: Send {
    /// Its short name, as in `add_stream('socket')`.
    fn name(&self) -> &'static str;

    /// Class path of its stream manager, under which a scene configures it.
    fn stream_manager(&self) -> &'static str;

    /// Class path of its request manager, if it carries requests.
    fn request_manager(&self) -> Option<&'static str>;

    /// Whether its request manager always serves `simulation`, `time` and `communication`, even if no scene asks.
    fn supervises(&self) -> bool {
        false
    }

    /// Takes the options the scene gives to the stream manager. Called once, before any stream is opened, if the
    /// scene has streams of this middleware or configures it.
    ///
    /// # Errors
    /// When an option is unknown or has a value it cannot have.
    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError>;

    /// Opens an outgoing stream.
    ///
    /// # Errors
    /// When the stream's class or options are not its own, or the system refuses.
    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError>;

    /// Opens an incoming stream.
    ///
    /// # Errors
    /// When the stream's class or options are not its own, or the system refuses.
    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError>;

    /// Begins to serve. All streams are open; requests go to `gateway`.
    ///
    /// # Errors
    /// When the system refuses, for instance because a port is taken.
    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError>;

    /// Services it adds to `simulation`: names in alphabetical order.
    fn simulation_services(&self) -> &'static [&'static str] {
        &[]
    }

    /// Carries out one of [`Middleware::simulation_services`].
    ///
    /// # Errors
    /// When the arguments do not fit or name nothing.
    fn simulation_call(&self, service: &str, arguments: &[Value]) -> Result<Value, ServiceError> {
        let _ = arguments;
        Err(ServiceError::NotRegistered { component: "simulation".to_owned(), service: service.to_owned() })
    }

    /// All samples of a tick have been handed to the publishers. Must not wait for any client.
    fn flush(&mut self) {}

    /// Sends everything that is still queued and closes all connections.
    fn finish(&mut self);
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &[FieldInfo] = &[FieldInfo {
        name: "v",
        type_name: "float",
        unit: None,
        doc: "",
        fits: |value| <f64 as crate::data::FieldType>::from_value(value).is_some(),
    }];

    /// The inbox of a component that takes one number.
    fn inbox() -> Inbox {
        Inbox::new("robot.motion", Form { fields: FIELDS, open: Vec::new() })
    }

    fn command(v: Value) -> Map {
        [("v".to_owned(), v)].into_iter().collect()
    }

    #[test]
    fn the_newest_command_wins_and_is_taken_once() {
        let inbox = inbox();
        assert!(inbox.take().is_none());
        assert!(!inbox.put(command(1.0.into())));
        assert!(inbox.put(command(2.0.into())));
        assert_eq!(inbox.take().unwrap().get("v"), Some(&Value::Float(2.0)));
        assert!(inbox.take().is_none());
    }

    #[test]
    fn a_bad_command_does_not_push_a_good_one_out() {
        let inbox = inbox();
        inbox.put(command(1.0.into()));
        for bad in [command(f64::NAN.into()), command("fast".into()), Map::new()] {
            inbox.put(bad);
        }
        assert_eq!(inbox.take().unwrap().get("v"), Some(&Value::Float(1.0)));
    }
}
