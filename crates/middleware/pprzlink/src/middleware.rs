//! The middleware `pprzlink`: implements the engine's middleware interface.

use std::thread::JoinHandle;

use morse_network::Throttle;
use morse_scene::data_kind::DataKind;
use morse_scene::value::Map;
use morse_scene::wiring::Direction;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{
    Inbox, Keep, Middleware, MiddlewareError, Publisher, PutOutcome, StreamSpec,
};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

use crate::ivy::{Agent, Handler};
use crate::log;
use crate::options::StreamOptions;
use crate::rotorcraft_fp;

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.pprzlink_datastream.PprzlinkDatastreamManager";

/// Class path of the only stream, which commands a Teleport.
pub const READER: &str = "morse.middleware.pprzlink.set_rotorcraft_pose.RotorcraftPose";

/// Name of the agents on the bus.
const AGENT: &str = "pprzlink_morse";

/// The thread that serves the agents.
struct Server {
    handle: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name("pprzlink".to_owned()).spawn(move || {
            // A dropped sender ends the thread, too. The yield lets leaving agents send their last line.
            let _ = runtime.block_on(stopped);
            runtime.block_on(tokio::task::yield_now());
        })?;
        Ok(Self { handle, stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!(target: log::STREAMS, "The thread of the middleware pprzlink has panicked.");
        }
    }
}

/// Receives poses of rotorcraft from an Ivy bus.
#[derive(Default)]
pub struct PprzlinkMiddleware {
    /// Component, agent and endpoint of each stream. Declared first: agents leave before the server ends.
    agents: Vec<(String, Agent, Map)>,
    server: Option<Server>,
}

/// Puts poses from messages into an inbox.
struct PoseHandler {
    component: String,
    options: StreamOptions,
    inbox: Inbox,
    dropped: Throttle,
    problems: Throttle,
}

impl Handler for PoseHandler {
    fn message(&self, captures: &[&str]) {
        let text = captures.first().copied().unwrap_or_default();
        match rotorcraft_fp::pose(text, self.options.aircraft, &self.options.message) {
            Ok(pose) => {
                if self.inbox.put(pose) == PutOutcome::Dropped
                    && let Some(count) = self.dropped.count(1)
                {
                    tracing::debug!(
                        target: log::STREAMS,
                        "{}: {count} messages were dropped: only the first message of a step is used.",
                        self.component
                    );
                }
            }
            Err(problem) => {
                let message = &self.options.message;
                self.problem(&format!("a {message} is refused, because {problem}"));
            }
        }
    }

    fn problem(&self, problem: &str) {
        if self.problems.pass() {
            tracing::warn!(target: log::STREAMS, "{}: {problem}.", self.component);
        }
    }
}

impl PprzlinkMiddleware {
    /// Creates a middleware without agents.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn open(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), String> {
        let options = options(spec)?;
        let server = match &mut self.server {
            Some(server) => server,
            none => {
                none.insert(Server::start().map_err(|problem| format!("cannot start its thread: {problem}"))?)
            }
        };
        let subscription = rotorcraft_fp::subscription(&options);
        let (bus, component) = (options.bus, spec.component.to_owned());
        let endpoint = Map::from([("ivy_bus", bus.to_string()), ("subscription", subscription.clone())]);
        tracing::info!(
            target: log::STREAMS,
            "{component} listens to {subscription} on the Ivy bus {bus} as {AGENT}."
        );
        let handler = PoseHandler {
            component: component.clone(),
            options,
            inbox: inbox.keeping(Keep::First),
            dropped: Throttle::default(),
            problems: Throttle::default(),
        };
        let agent = Agent::join(&server.handle, bus, AGENT, subscription, handler)
            .map_err(|problem| problem.to_string())?;
        self.agents.push((component, agent, endpoint));
        Ok(())
    }
}

/// The options of a stream, whose class and component fit.
fn options(spec: &StreamSpec<'_>) -> Result<StreamOptions, String> {
    if spec.class != READER {
        return Err(format!("{} is not a stream of PPRZLink; the class is {READER}", spec.class));
    }
    if spec.kind != DataKind::Pose {
        return Err(format!(
            "{READER} sets a pose, for a Teleport, but {} takes {}",
            spec.component, spec.kind
        ));
    }
    spec.report_unknown_options(&StreamOptions::KNOWN);
    let environment = std::env::var("IVYBUS").ok();
    StreamOptions::read(spec.options, environment.as_deref())
}

fn no_sensors(spec: &StreamSpec<'_>) -> MiddlewareError {
    error(format!("{} is a sensor, but PPRZLink only commands a Teleport", spec.component))
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "pprzlink", message }
}

impl Middleware for PprzlinkMiddleware {
    fn name(&self) -> &'static str {
        "pprzlink"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        None
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        match direction {
            Direction::In => options(spec).map(drop).map_err(error),
            Direction::Out => Err(no_sensors(spec)),
        }
    }

    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Err(no_sensors(spec))
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.open(spec, inbox).map_err(error)
    }

    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let own = self.agents.iter().filter(|(known, ..)| known == component);
        own.map(|(_, _, endpoint)| endpoint.clone()).collect()
    }

    fn close_streams(&mut self, component: &str) {
        self.agents.retain(|(known, ..)| known != component);
    }

    fn finish(&mut self) {
        self.agents.clear();
        self.server = None;
    }
}
