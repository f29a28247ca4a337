//! The middlewares `yarp` and `yarp_json`: implement the engine's middleware interface with one node.
//!
//! They share one stream manager and its streams. Each has its own request manager.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_scene::value::Map;
use morse_scene::wiring;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{
    Inbox, Middleware, MiddlewareError, Publisher, Sample, ServicesSpec, StreamSpec,
};

use crate::log;
use crate::names::{self, Direction};
use crate::options::{ManagerOptions, StreamOptions};
use crate::requests::{Format, JSON_REQUEST_MANAGER, REQUEST_MANAGER, Requests};
use crate::settings::Settings;
use crate::streams::{Reader, STREAM_MANAGER, YarpPublisher};
use crate::yarp_node::{NodeError, OpenPort, PortConfig, YarpNode};

/// State shared by both middlewares.
#[derive(Default)]
struct Shared {
    node: NodeStart,
    options: ManagerOptions,
    /// Ports of each component's streams, in the order of opening.
    ports: Vec<(String, OpenPort)>,
}

/// Whether the node runs.
#[derive(Default)]
enum NodeStart {
    #[default]
    Idle,
    Running(Arc<YarpNode>),
    /// The node cannot start. The error was reported, so the simulation does not start either.
    Failed,
}

/// Placeholder for a publisher of a node that cannot start. It is never used.
struct Unopened;

impl Publisher for Unopened {
    fn publish(&mut self, _: &Sample<'_>) {}
}

/// YARP streams, and services as bottles of values.
pub struct YarpMiddleware {
    shared: Arc<Mutex<Shared>>,
    requests: Requests,
}

/// YARP services as JSON. [`YarpMiddleware`] provides streams in JSON.
pub struct YarpJsonMiddleware {
    shared: Arc<Mutex<Shared>>,
    requests: Requests,
}

/// Creates the two middlewares, which share one node.
#[must_use]
pub fn both() -> (YarpMiddleware, YarpJsonMiddleware) {
    let shared = Arc::<Mutex<Shared>>::default();
    let json = YarpJsonMiddleware { shared: Arc::clone(&shared), requests: Requests::new(Format::Json) };
    (YarpMiddleware { shared, requests: Requests::new(Format::Bottle) }, json)
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Returns the node, and starts it if it is idle. `None` if an earlier call has already returned the error of its
    /// start.
    fn node(&mut self) -> Result<Option<Arc<YarpNode>>, NodeError> {
        match &self.node {
            NodeStart::Running(node) => return Ok(Some(Arc::clone(node))),
            NodeStart::Failed => return Ok(None),
            NodeStart::Idle => self.node = NodeStart::Failed,
        }
        let mut settings = Settings::from_environment(|name| std::env::var(name).ok());
        settings.dialect = self.options.dialect;
        settings.multicast = self.options.multicast;
        tracing::info!(
            target: log::STREAMS,
            "YARP ports for the name server {} of {}.", settings.server_name(), settings.folder.display()
        );
        let node = Arc::new(YarpNode::start(settings)?);
        self.node = NodeStart::Running(Arc::clone(&node));
        Ok(Some(node))
    }

    fn running(&self) -> Option<&YarpNode> {
        match &self.node {
            NodeStart::Running(node) => Some(node),
            NodeStart::Idle | NodeStart::Failed => None,
        }
    }

    /// Opens the port of a stream.
    fn open(
        &mut self,
        spec: &StreamSpec<'_>,
        direction: Direction,
        receive: Option<crate::yarp_node::Receive>,
    ) -> Result<Option<OpenPort>, String> {
        let options = StreamOptions::read(spec.options)?;
        let Some(node) = self.node().map_err(|error| error.to_string())? else { return Ok(None) };
        let name = options.port.unwrap_or_else(|| names::of_stream(spec.component, direction));
        // The queue holds the messages of one second for a slow receiver.
        let queue = spec.rate_hz.ceil().clamp(1.0, 10_000.0) as usize;
        let config = PortConfig { name, topic: options.topic, receive, queue };
        let port = node.open(config).map_err(|error| error.to_string())?;
        self.ports.push((spec.component.to_owned(), port.clone()));
        Ok(Some(port))
    }

    fn open_services(&mut self, requests: &mut Requests, components: &[&str]) -> Result<(), MiddlewareError> {
        let opened = self.node().and_then(|node| match node {
            Some(node) => components.iter().try_for_each(|component| requests.open(&node, component)),
            None => Ok(()),
        });
        opened.map_err(|problem| error(problem.to_string()))
    }

    fn finish(&mut self) {
        if let NodeStart::Running(node) = std::mem::take(&mut self.node) {
            node.finish();
        }
    }
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "yarp", message }
}

impl Middleware for YarpMiddleware {
    fn name(&self) -> &'static str {
        "yarp"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn manager_options(&self) -> &'static [&'static str] {
        &ManagerOptions::KNOWN
    }

    fn check_manager(&self, options: &Map) -> Result<(), MiddlewareError> {
        ManagerOptions::read(options).map(drop).map_err(error)
    }

    fn check_stream(
        &self,
        spec: &StreamSpec<'_>,
        direction: wiring::Direction,
    ) -> Result<(), MiddlewareError> {
        spec.report_unknown_options(&StreamOptions::KNOWN);
        let checked = match direction {
            wiring::Direction::In => Reader::form(spec).map(drop),
            wiring::Direction::Out => YarpPublisher::codec(spec).map(drop),
        };
        checked.and_then(|()| StreamOptions::read(spec.options)).map(drop).map_err(error)
    }

    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        lock(&self.shared).options = ManagerOptions::read(options).map_err(error)?;
        Ok(())
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        let codec = YarpPublisher::codec(spec).map_err(error)?;
        match lock(&self.shared).open(spec, Direction::Out, None).map_err(error)? {
            Some(port) => Ok(Box::new(YarpPublisher::new(spec, codec, port))),
            None => Ok(Box::new(Unopened)),
        }
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        let reader = Reader::new(spec, inbox).map_err(error)?;
        let receive = Box::new(move |incoming| reader.receive(incoming));
        lock(&self.shared).open(spec, Direction::In, Some(receive)).map_err(error)?;
        Ok(())
    }

    fn open_services(&mut self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        lock(&self.shared).open_services(&mut self.requests, &[spec.component])
    }

    fn open_supervision(&mut self, components: &[&str]) -> Result<(), MiddlewareError> {
        lock(&self.shared).open_services(&mut self.requests, components)
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let shared = lock(&self.shared);
        let own = shared.ports.iter().filter(|(known, _)| known == component);
        own.map(|(_, port)| [("port", port.name())].into()).collect()
    }

    fn close_streams(&mut self, component: &str) {
        let mut shared = lock(&self.shared);
        let ports = std::mem::take(&mut shared.ports);
        for (known, port) in ports {
            if known != component {
                shared.ports.push((known, port));
            } else if let Some(node) = shared.running() {
                node.close(&port);
            }
        }
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        self.requests.start(gateway);
        Ok(())
    }

    fn flush(&mut self) {
        if let Some(node) = lock(&self.shared).running() {
            node.flush();
        }
    }

    fn wait_until_sent(&mut self) {
        if let Some(node) = lock(&self.shared).running() {
            node.wait_until_sent();
        }
    }

    fn finish(&mut self) {
        lock(&self.shared).finish();
    }
}

impl Middleware for YarpJsonMiddleware {
    fn name(&self) -> &'static str {
        "yarp_json"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(JSON_REQUEST_MANAGER)
    }

    fn manager_options(&self) -> &'static [&'static str] {
        &ManagerOptions::KNOWN
    }

    /// Sets the options of the stream manager, which both middlewares share. `YarpMiddleware` checks them.
    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        lock(&self.shared).options = ManagerOptions::read(options).map_err(error)?;
        Ok(())
    }

    fn open_publisher(&mut self, _: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Err(error("streams in JSON need the middleware `yarp`".to_owned()))
    }

    fn open_reader(&mut self, _: &StreamSpec<'_>, _: Inbox) -> Result<(), MiddlewareError> {
        Err(error("streams in JSON need the middleware `yarp`".to_owned()))
    }

    fn open_services(&mut self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        lock(&self.shared).open_services(&mut self.requests, &[spec.component])
    }

    fn open_supervision(&mut self, components: &[&str]) -> Result<(), MiddlewareError> {
        lock(&self.shared).open_services(&mut self.requests, components)
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        self.requests.start(gateway);
        Ok(())
    }

    fn finish(&mut self) {
        lock(&self.shared).finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_classes_of_the_wiring_table_exist() {
        let table = morse_scene::wiring::wiring_table::WiringTable::built_in().unwrap();
        let known: Vec<&str> = crate::PUBLISHERS.into_iter().chain(crate::READERS).collect();
        let is_ours = |class: &&str| {
            table.stream_class(class).is_some_and(|class| class.middleware.starts_with("yarp"))
        };
        let classes: Vec<&str> = table.stream_classes().into_iter().filter(is_ours).collect();
        assert_eq!(classes.len(), known.len());
        for class in classes {
            assert!(known.contains(&class), "{class}");
        }
        let (yarp, json) = both();
        assert_eq!(table.manager("yarp"), Some(yarp.stream_manager()));
        assert_eq!(table.request_manager("yarp"), yarp.request_manager());
        assert_eq!(table.request_manager("yarp_json"), json.request_manager());
    }

    #[test]
    fn invalid_version_is_rejected() {
        let problem = both().0.configure(&Map::from([("version", 9)])).unwrap_err();
        assert!(problem.to_string().contains("`version`"), "{problem}");
    }
}
