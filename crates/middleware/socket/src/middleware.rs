//! The socket middleware: implements the engine's middleware interface.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use indexmap::IndexMap;
use morse_scene::description::{ArgumentDescription, ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};
use morse_scene::wiring::Direction;
use morse_sim::contract::service::{Arguments, ServiceError};
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Audience, Inbox, Middleware, MiddlewareError, Publisher, StreamSpec};

use crate::access::ClientLimits;
use crate::clock_sync::StepCounter;
use crate::log;
use crate::options::{Encoding, ManagerOptions, StreamOptions};
use crate::ports;
use crate::requests::REQUEST_MANAGER;
use crate::streams::{OpenStreams, READER, Rounds, STREAM_MANAGER};
use crate::transport::{Listeners, Transport};

/// Number of ports to try for requests.
const SERVICE_PORTS: usize = 10;

/// Addresses, ports and timing of the middleware.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocketSettings {
    /// Address of all ports. Every program that can reach it can command the robots.
    pub bind: IpAddr,
    /// First of ten ports to try for requests; 0 lets the system choose.
    pub service_port: u16,
    /// First port of streams; 0 lets the system choose.
    pub stream_port: u16,
    /// Minimum time between two rounds of sending. Messages of a stream within a round are sent together, which costs
    /// less. Long rounds suit a simulation that runs faster than real time.
    pub round_min: Duration,
    /// Maximum time between two rounds. If sending takes long, because there are many streams, the time between rounds
    /// grows up to this limit, so that sending uses at most an eighth of the time.
    pub round_max: Duration,
    /// Token and limits of clients. A scene can lower the limits.
    pub limits: ClientLimits,
}

impl Default for SocketSettings {
    /// Loopback only, with the ports that clients expect.
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            service_port: 4000,
            stream_port: 60_000,
            round_min: Duration::from_millis(2),
            round_max: Duration::from_millis(2),
            limits: ClientLimits::default(),
        }
    }
}

/// Services, streams and clock over plain TCP.
pub struct SocketMiddleware {
    settings: SocketSettings,
    /// Whether the scene uses the stream manager.
    configured: bool,
    /// First port to try for the next stream. Above 65535, no port is left.
    next_port: u32,
    /// Ports and encodings of each component's streams, in the order of registration.
    ports: IndexMap<String, Vec<(u16, Encoding)>>,
    streams: OpenStreams,
    clock: Option<TcpListener>,
    steps: Option<Arc<StepCounter>>,
    service_port: Arc<OnceLock<u16>>,
    transport: Option<Transport>,
}

impl SocketMiddleware {
    /// Creates a middleware that will listen according to `settings`.
    #[must_use]
    pub fn new(settings: SocketSettings) -> Self {
        Self {
            next_port: settings.stream_port.into(),
            settings,
            configured: false,
            ports: IndexMap::new(),
            streams: OpenStreams::default(),
            clock: None,
            steps: None,
            service_port: Arc::default(),
            transport: None,
        }
    }

    /// Cell with the service port, set when the middleware starts.
    #[must_use]
    pub fn service_port(&self) -> Arc<OnceLock<u16>> {
        Arc::clone(&self.service_port)
    }

    /// Passes new streams to the transport if it runs.
    fn serve_new_streams(&mut self) {
        if let Some(transport) = &self.transport {
            transport.open(self.streams.take());
        }
    }

    /// Opens the listener of a stream: on the next free port, or on the first free port from the one in its options on.
    fn listen(&mut self, spec: &StreamSpec<'_>, options: StreamOptions) -> Result<TcpListener, String> {
        let chosen = options.port;
        let first = match (chosen, u16::try_from(self.next_port)) {
            (Some(port), _) | (None, Ok(port)) => port,
            (None, Err(_)) => return Err("there are no ports left; all up to 65535 are used".to_owned()),
        };
        let (listener, port) = ports::listen(self.settings.bind, first, usize::MAX)?;
        if let Some(chosen) = chosen.filter(|&chosen| chosen != port) {
            tracing::warn!(
                target: log::STREAMS,
                "Port {chosen} for the stream of {} is in use: the stream is on port {port} instead.",
                spec.component
            );
        }
        if chosen.is_none() && self.settings.stream_port != 0 {
            self.next_port = u32::from(port) + 1;
        }
        let component = spec.component;
        self.ports.entry(component.to_owned()).or_default().push((port, options.encoding));
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

/// The options of a stream. A stream that is encoded elsewhere may have further ones.
fn stream_options(spec: &StreamSpec<'_>, direction: Direction) -> Result<StreamOptions, String> {
    if direction == Direction::In && spec.class != READER {
        return Err(format!("{} is not an incoming socket stream; the class is {READER}", spec.class));
    }
    if !spec.encoded {
        spec.report_unknown_options(&StreamOptions::KNOWN);
    }
    match direction {
        _ if spec.encoded => StreamOptions::port_only(spec.options),
        Direction::Out => StreamOptions::read(spec.options),
        Direction::In => StreamOptions::read_incoming(spec.options),
    }
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

    fn manager_options(&self) -> &'static [&'static str] {
        &ManagerOptions::KNOWN
    }

    fn check_manager(&self, options: &Map) -> Result<(), MiddlewareError> {
        ManagerOptions::read(options).map(drop).map_err(error)
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        let checked = stream_options(spec, direction).and_then(|options| match direction {
            Direction::In => Ok(()),
            Direction::Out => OpenStreams::check_publisher(spec, options.encoding),
        });
        checked.map_err(error)
    }

    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        let options = ManagerOptions::read(options).map_err(error)?;
        ports::raise_file_limit();
        let limits = &mut self.settings.limits;
        limits.connections_max =
            options.connections_max.map_or(limits.connections_max, |max| max.min(limits.connections_max));
        limits.requests_per_s =
            [limits.requests_per_s, options.requests_per_second].into_iter().flatten().min();
        if options.time_sync && self.transport.is_some() {
            return Err(error("the clock of `time_sync` must be in the scene from the start".to_owned()));
        }
        if options.time_sync {
            let (listener, port) = ports::listen(self.settings.bind, options.sync_port, 1)
                .map_err(|problem| error(format!("time synchronization: {problem} (option `sync_port`)")))?;
            tracing::info!(target: log::STREAMS, "Waiting for a clock on port {port}.");
            self.clock = Some(listener);
            self.steps = Some(Arc::default());
        }
        self.configured = true;
        Ok(())
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        let options = stream_options(spec, Direction::Out).map_err(error)?;
        OpenStreams::check_publisher(spec, options.encoding).map_err(error)?;
        let listener = self.listen(spec, options).map_err(error)?;
        let publisher = self.streams.add_publisher(spec, options.encoding, listener).map_err(error)?;
        self.serve_new_streams();
        Ok(publisher)
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        let options = stream_options(spec, Direction::In).map_err(error)?;
        let listener = self.listen(spec, options).map_err(error)?;
        self.streams.add_reader(spec.component, listener, inbox);
        self.serve_new_streams();
        Ok(())
    }

    fn audience(&self) -> Audience {
        self.streams.outbox().audience()
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        let SocketSettings { bind, service_port, round_min, round_max, limits, .. } = self.settings.clone();
        let (requests, port) = ports::listen(bind, service_port, SERVICE_PORTS)
            .map_err(|problem| error(format!("services: {problem}")))?;
        let streams = self.streams.take();
        let listeners = Listeners { requests, streams, clock: self.clock.take() };
        let steps = self.steps.clone().unwrap_or_default();
        let transport =
            Transport::start(listeners, gateway, steps, Rounds { min: round_min, max: round_max }, limits)
                .map_err(|problem| {
                    error(format!("cannot start the thread that serves clients: {problem}"))
                })?;
        self.transport = Some(transport);
        if port != service_port && service_port != 0 {
            tracing::warn!(
                target: log::REQUESTS,
                "Port {service_port} is in use, perhaps by another simulation: services are on port {port} instead. \
                 Configure the clients accordingly, or stop the other program."
            );
        }
        // Cannot fail: a middleware starts once.
        let _ = self.service_port.set(port);
        tracing::info!(target: log::REQUESTS, "Socket service manager now listening on port {port}.");
        Ok(())
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let ports = self.ports.get(component).map_or(&[][..], Vec::as_slice);
        let endpoint = |&(port, encoding): &(u16, Encoding)| {
            let port = ("port", Value::from(port));
            match encoding {
                Encoding::Json => Map::from([port]),
                Encoding::Cbor | Encoding::SharedMemory => {
                    Map::from([port, ("encoding", encoding.name().into())])
                }
            }
        };
        ports.iter().map(endpoint).collect()
    }

    fn close_streams(&mut self, component: &str) {
        match &self.transport {
            Some(transport) => transport.close(component),
            None => self.streams.remove(component),
        }
        if let Some(ports) = self.ports.shift_remove(component) {
            // Reuse the ports of closed streams: otherwise spawning would exhaust them.
            self.next_port = ports.iter().map(|&(port, _)| port.into()).fold(self.next_port, u32::min);
        }
    }

    fn simulation_services(&self) -> &'static [ServiceDescription] {
        if self.configured { &*STREAM_SERVICES } else { &[] }
    }

    fn simulation_call(&self, service: &str, arguments: &[Value]) -> Result<Value, ServiceError> {
        let Some(description) = STREAM_SERVICES.iter().find(|described| described.name == service) else {
            return Err(ServiceError::not_registered("simulation", service));
        };
        let arguments = Arguments::new(description, arguments)?;
        match service {
            "list_streams" => Ok(Value::List(self.ports.keys().map(|name| name.as_str().into()).collect())),
            "get_all_stream_ports" => {
                let ports = self.ports.iter().filter_map(|(name, ports)| Some((name, ports.last()?.0)));
                Ok(Value::Map(ports.map(|(name, port)| (name.clone(), Value::from(port))).collect()))
            }
            _ => {
                let name: String = arguments.take(0)?;
                let newest = self.ports.get(&name).and_then(|ports| ports.last());
                newest
                    .map(|&(port, _)| Value::from(port))
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

    fn wait_until_sent(&mut self) {
        if self.transport.is_some() {
            self.streams.outbox().wait_until_sent();
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
        takes_flag: false,
        doc: doc.to_owned(),
    }
}
