//! The socket middleware as the engine sees it.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use morse_scene::description::{ArgumentDescription, ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};
use morse_sim::request::Gateway;
use morse_sim::service::{Arguments, ServiceError};
use morse_sim::stream::{Inbox, Middleware, MiddlewareError, Publisher, StreamSpec};

use crate::clock_sync::StepCounter;
use crate::log;
use crate::options::{self, ManagerOptions};
use crate::ports;
use crate::requests::REQUEST_MANAGER;
use crate::streams::{OpenStreams, READER, STREAM_MANAGER};
use crate::transport::{Listeners, Transport};

/// How many ports are tried for requests.
const SERVICE_PORTS: usize = 10;

/// Where the middleware listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SocketSettings {
    /// The address of all ports. Whoever can reach it can command the robots.
    pub bind: IpAddr,
    /// The first of ten ports that are tried for requests; 0 lets the system choose.
    pub service_port: u16,
    /// The first port of streams; 0 lets the system choose.
    pub stream_port: u16,
    /// Shortest time from one round of sending to the next. Messages of a stream that come faster are joined, which
    /// costs less than sending each by itself. Long rounds suit a simulation that runs faster than real time.
    pub round_min: Duration,
}

impl Default for SocketSettings {
    /// This machine only, and the ports that clients expect.
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            service_port: 4000,
            stream_port: 60_000,
            round_min: Duration::from_millis(2),
        }
    }
}

/// Services, streams and clock over plain TCP.
pub struct SocketMiddleware {
    settings: SocketSettings,
    /// The stream manager exists: a stream uses it, or the scene configures it.
    configured: bool,
    /// Where the search for the next stream's port begins. Past the last port there is none.
    next_port: u32,
    /// Port of each component's newest stream, in the order of registration.
    ports: Vec<(String, u16)>,
    streams: OpenStreams,
    clock: Option<TcpListener>,
    steps: Option<Arc<StepCounter>>,
    service_port: Arc<OnceLock<u16>>,
    transport: Option<Transport>,
}

impl SocketMiddleware {
    /// A middleware that will listen as `settings` say.
    #[must_use]
    pub fn new(settings: SocketSettings) -> Self {
        Self {
            settings,
            configured: false,
            next_port: settings.stream_port.into(),
            ports: Vec::new(),
            streams: OpenStreams::default(),
            clock: None,
            steps: None,
            service_port: Arc::default(),
            transport: None,
        }
    }

    /// Holds the port of requests as soon as the middleware has started.
    #[must_use]
    pub fn service_port(&self) -> Arc<OnceLock<u16>> {
        Arc::clone(&self.service_port)
    }

    /// A port for a stream: the next free one, or the first free one from the scene's choice on.
    fn listen(&mut self, spec: &StreamSpec<'_>) -> Result<TcpListener, String> {
        let chosen = options::stream_port(spec.options)?;
        let first = match (chosen, u16::try_from(self.next_port)) {
            (Some(port), _) | (None, Ok(port)) => port,
            (None, Err(_)) => return Err("there are no ports left; all up to 65535 are used".to_owned()),
        };
        let (listener, port) = ports::listen(self.settings.bind, first, usize::MAX)?;
        if chosen.is_none() && self.settings.stream_port != 0 {
            self.next_port = u32::from(port) + 1;
        }
        let component = spec.component;
        match self.ports.iter_mut().find(|(known, _)| known == component) {
            Some(known) => known.1 = port,
            None => self.ports.push((component.to_owned(), port)),
        }
        tracing::info!(
            target: log::STREAMS,
            "Socket Mw Server now listening on port {port} for component {component}."
        );
        Ok(listener)
    }
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "socket", message }
}

impl Middleware for SocketMiddleware {
    fn name(&self) -> &'static str {
        "socket"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn supervises(&self) -> bool {
        true
    }

    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        let options = ManagerOptions::read(options).map_err(error)?;
        ports::raise_file_limit();
        if options.time_sync {
            let (listener, port) = ports::listen(self.settings.bind, options.sync_port, 1)
                .map_err(|problem| error(format!("time synchronisation: {problem} (option `sync_port`)")))?;
            tracing::info!(target: log::STREAMS, "Waiting for a clock on port {port}.");
            self.clock = Some(listener);
            self.steps = Some(Arc::default());
        }
        self.configured = true;
        Ok(())
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        OpenStreams::check_publisher(spec).map_err(error)?;
        let listener = self.listen(spec).map_err(error)?;
        self.streams.add_publisher(spec, listener).map_err(error)
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        if spec.class != READER {
            return Err(error(format!("{} is no incoming socket stream; there is {READER}", spec.class)));
        }
        let listener = self.listen(spec).map_err(error)?;
        self.streams.add_reader(spec.component, listener, inbox);
        Ok(())
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        let SocketSettings { bind, service_port, round_min, .. } = self.settings;
        let (requests, port) = ports::listen(bind, service_port, SERVICE_PORTS)
            .map_err(|problem| error(format!("services: {problem}")))?;
        let outbox = Arc::clone(self.streams.outbox());
        let streams = std::mem::replace(&mut self.streams, OpenStreams::with_outbox(outbox));
        let listeners = Listeners { requests, streams, clock: self.clock.take() };
        let steps = self.steps.clone().unwrap_or_default();
        let transport = Transport::start(listeners, gateway, steps, round_min)
            .map_err(|problem| error(format!("cannot start the thread that serves clients: {problem}")))?;
        self.transport = Some(transport);
        // It is empty: a middleware starts once.
        let _ = self.service_port.set(port);
        tracing::info!(target: log::REQUESTS, "Socket service manager now listening on port {port}.");
        Ok(())
    }

    fn simulation_services(&self) -> &'static [&'static str] {
        if self.configured { &["get_all_stream_ports", "get_stream_port", "list_streams"] } else { &[] }
    }

    fn simulation_call(&self, service: &str, arguments: &[Value]) -> Result<Value, ServiceError> {
        let Some(description) = STREAM_SERVICES.iter().find(|described| described.name == service) else {
            let component = "simulation".to_owned();
            return Err(ServiceError::NotRegistered { component, service: service.to_owned() });
        };
        let arguments = Arguments::new(description, arguments)?;
        match service {
            "list_streams" => {
                Ok(Value::List(self.ports.iter().map(|(name, _)| name.as_str().into()).collect()))
            }
            "get_all_stream_ports" => {
                let ports = self.ports.iter().map(|(name, port)| (name.clone(), Value::from(*port)));
                Ok(Value::Map(ports.collect()))
            }
            _ => {
                let name: String = arguments.take(0)?;
                let port = self.ports.iter().find(|(known, _)| *known == name).map(|&(_, port)| port);
                port.map(Value::from)
                    .ok_or_else(|| ServiceError::Refused(format!("Stream unavailable for component {name}")))
            }
        }
    }

    fn flush(&mut self) {
        self.streams.outbox().flush();
        if let Some(steps) = &self.steps {
            steps.count();
        }
    }

    fn finish(&mut self) {
        if let Some(mut transport) = self.transport.take() {
            transport.finish();
        }
    }
}

static STREAM_SERVICES: LazyLock<[ServiceDescription; 3]> = LazyLock::new(|| {
    [
        describe("get_all_stream_ports", None, "The port of every component with a stream."),
        describe("get_stream_port", Some("name"), "The port of a component's stream."),
        describe("list_streams", None, "The components that have streams."),
    ]
});

fn describe(name: &str, argument: Option<&str>, doc: &str) -> ServiceDescription {
    let argument = argument.map(|name| ArgumentDescription { name: name.to_owned(), default: None });
    ServiceDescription {
        name: name.to_owned(),
        arguments: argument.into_iter().collect(),
        kind: ServiceKind::Sync,
        interruptible: None,
        doc: doc.to_owned(),
    }
}
