//! The autopilot middlewares: implement the engine's middleware interface, generic over the protocol.

use std::marker::PhantomData;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::Direction;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, StreamSpec};
use morse_world::World;

use crate::log;
use crate::mixer::{DefaultOutputs, Mixer};
use crate::readings::{ReadingPublisher, Readings};
use crate::session::Session;
use crate::transport::{Closing, Transport};
use crate::vehicle::Vehicle;

/// Default time limit of a step for the autopilot's answer. [s]
const TIMEOUT_S: f64 = 30.0;
/// Minimum rate of inertial readings and rotor commands for a served robot. [Hz]
const RATE_MIN_HZ: f64 = 200.0;
/// Options of the vehicle, which are set on the stream of its actuator.
pub(crate) const OPTIONS: [&str; 2] = ["port", "timeout"];

/// An autopilot's protocol: class paths, required sensors, encoding and socket.
pub(crate) trait Protocol: Send + 'static {
    /// Name of the middleware.
    const NAME: &'static str;
    /// Name of the autopilot in messages.
    const TITLE: &'static str;
    /// Class path of the stream manager.
    const MANAGER: &'static str;
    /// Class path of sensor streams.
    const SENSOR: &'static str;
    /// Class path of actuator streams.
    const ACTUATOR: &'static str;
    /// Default port.
    const PORT: u16;
    /// Sensors that a vehicle must have: kinds of data, and names of components that produce them.
    const REQUIRED: &'static [(DataKind, &'static str)];
    /// Default outputs of rovers.
    const OUTPUTS: DefaultOutputs;
    /// A listening socket.
    type Socket: Send + 'static;

    fn check(spec: &StreamSpec<'_>) -> Result<(), String>;
    fn bind(address: SocketAddr) -> std::io::Result<Self::Socket>;
    fn port(socket: &Self::Socket) -> std::io::Result<u16>;
    /// Encodes the readings of a step; `None` without new readings. `boot_ns` is the time of the first step. [ns]
    fn encode(readings: &mut Readings, home: &mut Option<glam::DVec3>, boot_ns: i64) -> Option<Vec<u8>>;
    /// Exchanges messages with the autopilot until the transport closes.
    fn serve(
        vehicle: Arc<Vehicle>,
        socket: Self::Socket,
        closing: Closing,
    ) -> impl Future<Output = ()> + Send + 'static;
}

/// A middleware for the autopilots of one protocol.
#[allow(private_bounds, reason = "only this crate implements protocols")]
pub struct Bridge<R: Protocol> {
    bind: IpAddr,
    drafts: Vec<Draft<R>>,
    served: Vec<ServedVehicle>,
    transport: Option<Transport>,
    /// Time of the first step. [ns]
    boot_ns: Option<i64>,
    is_started: bool,
    protocol: PhantomData<fn() -> R>,
}

/// A vehicle whose streams are still being opened.
struct Draft<R: Protocol> {
    robot: String,
    components: Vec<String>,
    kinds: Vec<DataKind>,
    readings: Arc<Mutex<Readings>>,
    actuators: Vec<(Inbox, Mixer)>,
    socket: Option<(R::Socket, u16)>,
    timeout: Option<Duration>,
}

/// A vehicle with a served autopilot.
struct ServedVehicle {
    vehicle: Arc<Vehicle>,
    components: Vec<String>,
    port: u16,
    /// Position at the first step. [m]
    home: Option<glam::DVec3>,
}

#[allow(private_bounds, reason = "only this crate implements protocols")]
impl<R: Protocol> Bridge<R> {
    /// Creates the middleware. Its sockets are bound to this address.
    #[must_use]
    pub fn new(bind: IpAddr) -> Self {
        let (drafts, served) = (Vec::new(), Vec::new());
        Self {
            bind,
            drafts,
            served,
            transport: None,
            boot_ns: None,
            is_started: false,
            protocol: PhantomData,
        }
    }

    fn draft(&mut self, spec: &StreamSpec<'_>) -> Result<&mut Draft<R>, String> {
        if self.is_started {
            return Err(format!("a vehicle of {} must be in the scene from the start", R::TITLE));
        }
        let place = match self.drafts.iter().position(|draft| draft.robot == spec.robot) {
            Some(place) => place,
            None => {
                self.drafts.push(Draft {
                    robot: spec.robot.to_owned(),
                    components: Vec::new(),
                    kinds: Vec::new(),
                    readings: Arc::default(),
                    actuators: Vec::new(),
                    socket: None,
                    timeout: None,
                });
                self.drafts.len() - 1
            }
        };
        self.drafts.get_mut(place).ok_or_else(|| "there is no vehicle".to_owned())
    }

    fn add_sensor(&mut self, spec: &StreamSpec<'_>) -> Result<ReadingPublisher, String> {
        check_sensor::<R>(spec)?;
        warn_if_slow::<R>(spec);
        let draft = self.draft(spec)?;
        let publisher = ReadingPublisher::new(spec, &draft.readings)?;
        draft.kinds.push(spec.kind);
        draft.components.push(spec.component.to_owned());
        Ok(publisher)
    }

    fn add_actuator(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), String> {
        check_actuator::<R>(spec)?;
        let mixer = Mixer::new(spec, R::OUTPUTS, &OPTIONS)?;
        warn_if_slow::<R>(spec);
        let bind = self.bind;
        let draft = self.draft(spec)?;
        if draft.socket.is_none() || spec.options.contains_key("port") {
            let address = SocketAddr::new(bind, port(spec.options, R::PORT)?);
            let io_error = |problem: std::io::Error| {
                format!("cannot listen on {address}: {problem}; each vehicle needs its own `port`")
            };
            let socket = R::bind(address).map_err(io_error)?;
            let port = R::port(&socket).map_err(io_error)?;
            draft.socket = Some((socket, port));
            draft.timeout = timeout(spec.options)?;
        }
        draft.components.push(spec.component.to_owned());
        draft.actuators.push((inbox, mixer));
        Ok(())
    }

    fn serve(&mut self, draft: Draft<R>, gateway: &Gateway) -> Result<(), String> {
        let Draft { robot, components, kinds, readings, actuators, socket, timeout } = draft;
        let missing: Vec<&str> = R::REQUIRED
            .iter()
            .filter(|(kind, _)| !kinds.contains(kind))
            .map(|(_, component)| *component)
            .collect();
        if !missing.is_empty() {
            return Err(format!(
                "{robot} lacks sensors that {} needs: add_stream('{}') on {}",
                R::TITLE,
                R::NAME,
                missing.join(", ")
            ));
        }
        let Some((socket, port)) = socket else {
            return Err(format!(
                "{robot} has sensors for {}, but no actuator for it to command: add_stream('{}') on \
                 QuadrotorDynamicControl, SteerForce, BoatControl or MotionVW",
                R::TITLE,
                R::NAME
            ));
        };
        let io_error = |problem: std::io::Error| format!("cannot serve {robot}: {problem}");
        let transport = match &mut self.transport {
            Some(transport) => transport,
            none => none.insert(Transport::start(R::NAME).map_err(io_error)?),
        };
        let endpoint = format!("{} on port {port}", R::TITLE);
        let session = Session::new(gateway.clone());
        let vehicle = Arc::new(Vehicle::new(robot.clone(), endpoint, timeout, readings, actuators, session));
        vehicle.session.attach();
        transport.spawn(|closing| R::serve(Arc::clone(&vehicle), socket, closing));
        let waits = timeout.map_or("without time limit".to_owned(), |t| format!("for {} s", t.as_secs_f64()));
        tracing::info!(target: log::STREAMS, "{robot} waits {waits} for {} on port {port}.", R::TITLE);
        self.served.push(ServedVehicle { vehicle, components, port, home: None });
        Ok(())
    }
}

fn check_sensor<R: Protocol>(spec: &StreamSpec<'_>) -> Result<(), String> {
    if spec.class != R::SENSOR {
        return Err(format!("{} is not a sensor stream; the class is {}", spec.class, R::SENSOR));
    }
    // Options of the vehicle belong to the stream of its actuator.
    spec.report_unknown_options(&[]);
    R::check(spec)
}

fn check_actuator<R: Protocol>(spec: &StreamSpec<'_>) -> Result<(), String> {
    if spec.class != R::ACTUATOR {
        return Err(format!("{} is not an actuator stream; the class is {}", spec.class, R::ACTUATOR));
    }
    Mixer::check(spec, &OPTIONS)?;
    port(spec.options, R::PORT)?;
    timeout(spec.options).map(drop)
}

/// Warns if a component is too slow for a flight controller. Position sensors may be slow.
fn warn_if_slow<R: Protocol>(spec: &StreamSpec<'_>) {
    let is_fast = matches!(spec.kind, DataKind::Imu | DataKind::RotorSpeeds);
    if is_fast && spec.rate_hz < RATE_MIN_HZ {
        tracing::warn!(
            target: log::STREAMS,
            "{} runs at {} Hz. {} needs {RATE_MIN_HZ} Hz or more for a served robot: \
             env.simulator_frequency(250), and frequency(250) for the component.",
            spec.component,
            spec.rate_hz,
            R::TITLE
        );
    }
}

fn port(options: &Map, default: u16) -> Result<u16, String> {
    let Some(value) = options.get("port") else { return Ok(default) };
    let port = value.as_i64().and_then(|port| u16::try_from(port).ok());
    port.ok_or_else(|| "`port` must be a whole number from 0 to 65535".to_owned())
}

fn timeout(options: &Map) -> Result<Option<Duration>, String> {
    let seconds = options.get("timeout").map_or(Some(TIMEOUT_S), Value::as_f64);
    let valid = seconds.filter(|seconds| *seconds >= 0.0).map(Duration::try_from_secs_f64);
    match valid {
        Some(Ok(timeout)) => Ok(Some(timeout).filter(|timeout| !timeout.is_zero())),
        _ => Err("`timeout` must be seconds, 0 for none".to_owned()),
    }
}

fn error<R: Protocol>(message: String) -> MiddlewareError {
    MiddlewareError { middleware: R::NAME, message }
}

#[allow(private_bounds, reason = "only this crate implements protocols")]
impl<R: Protocol> Middleware for Bridge<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn stream_manager(&self) -> &'static str {
        R::MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        None
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        let check = match direction {
            Direction::In => check_actuator::<R>,
            Direction::Out => check_sensor::<R>,
        };
        check(spec).map_err(error::<R>)
    }

    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(self.add_sensor(spec).map_err(error::<R>)?))
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.add_actuator(spec, inbox).map_err(error::<R>)
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        self.is_started = true;
        for draft in std::mem::take(&mut self.drafts) {
            self.serve(draft, &gateway).map_err(error::<R>)?;
        }
        Ok(())
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let has = |components: &[String]| components.iter().any(|known| known == component);
        let served = self.served.iter().filter(|served| has(&served.components));
        served.map(|served| [("port", served.port)].into()).collect()
    }

    fn close_streams(&mut self, component: &str) {
        self.served.retain_mut(|served| {
            let was_own = served.components.iter().any(|known| known == component);
            // A vehicle cannot operate without one of its components.
            if was_own {
                served.vehicle.session.detach();
            }
            !was_own
        });
    }

    fn begin_publish(&mut self, stamp_ns: i64, _world: &World) {
        self.boot_ns.get_or_insert(stamp_ns);
    }

    fn flush(&mut self) {
        let boot_ns = self.boot_ns.unwrap_or_default();
        for ServedVehicle { vehicle, home, .. } in &mut self.served {
            let bytes = {
                let mut readings = vehicle.readings.lock().unwrap_or_else(PoisonError::into_inner);
                R::encode(&mut readings, home, boot_ns)
            };
            match bytes {
                Some(bytes) => {
                    vehicle.session.readings_sent();
                    vehicle.send(bytes);
                }
                None => vehicle.session.skip(),
            }
        }
    }

    fn finish(&mut self) {
        if let Some(mut transport) = self.transport.take() {
            transport.finish();
        }
    }
}
