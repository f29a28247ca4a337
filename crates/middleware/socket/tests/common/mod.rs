//! A small robot with components of its own, a driver that runs it in real time, and a client.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use morse_scene::document::Document;
use morse_sim::prelude::*;
use morse_sim::registry::{self, Registry};
use morse_sim::stream::Middleware;
use morse_sim::{Options, Simulation};
use morse_socket::{SocketMiddleware, SocketSettings};

pub const PATIENCE: Duration = Duration::from_secs(10);

/// A robot that is nothing but a frame.
#[derive(Robot, Serialize, Deserialize)]
#[component(class = "test.Frame")]
pub struct Frame;

impl Carry for Frame {
    fn model() -> RobotModel {
        RobotModel::default()
    }
}

/// What the sensor of the tests reads.
#[derive(Data, Clone, Default)]
pub struct Reading {
    /// Readings so far.
    count: i64,
    /// A place. [m]
    place: DVec3,
    /// A rotation.
    attitude: Euler,
    /// Many numbers, when asked for.
    ranges: Vec<f64>,
}

/// Counts its readings.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "test.Counter", data = Reading)]
pub struct Counter {
    /// How many numbers each reading has.
    #[property(name = "Ranges", default = 0, min = 0)]
    ranges: i64,
}

impl Sense for Counter {
    fn sense(&mut self, _view: &mut View<'_>, data: &mut Reading) {
        data.count += 1;
        data.place = DVec3::new(1.0, 2.5, 1e-5);
        data.attitude = Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 };
        data.ranges = (0..self.ranges).map(|nth| nth as f64 + 0.5).collect();
    }
}

/// The command.
#[derive(Data, Clone, Default)]
pub struct Speed {
    /// Forward speed. [m/s]
    v: f64,
    /// Turn rate. [rad/s]
    w: f64,
}

/// Does nothing but answer.
#[derive(Actuator, Serialize, Deserialize)]
#[component(class = "test.Actuator", data = Speed, services)]
pub struct Tester {
    steps_left: i64,
}

impl Actuate for Tester {
    fn act(&mut self, act: &mut Act<'_>, _data: &mut Speed) {
        self.steps_left -= 1;
        if self.steps_left == 0 {
            act.complete("Arrived");
        }
    }
}

#[services]
impl Tester {
    /// Nothing.
    #[service]
    fn none(&mut self, _call: &mut Call<'_, Speed>) {}

    /// A vector.
    #[service]
    fn vec(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![1.0, 2.5, 1e-5])
    }

    /// A matrix.
    #[service]
    fn mat(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![vec![1.0, 0.0], vec![0.0, 1.0]])
    }

    /// A quaternion.
    #[service]
    fn quat(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        morse_sim::data::Field::Quaternion(DQuat::IDENTITY).to_value()
    }

    /// Angles.
    #[service]
    fn eul(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        morse_sim::data::Field::Euler(Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 }).to_value()
    }

    /// A tuple.
    #[service]
    fn tup(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::Tuple(vec![Value::Int(1), Value::from("a")])
    }

    /// Text beyond ASCII.
    #[service]
    fn uni(&mut self, _call: &mut Call<'_, Speed>) -> &'static str {
        "h\u{e9}\"\n"
    }

    /// Two arguments.
    #[service]
    fn two(&mut self, _call: &mut Call<'_, Speed>, a: Value, b: Value) -> Value {
        Value::List(vec![a, b])
    }

    /// A number.
    #[service]
    fn typ(&mut self, _call: &mut Call<'_, Speed>, a: f64) -> f64 {
        a
    }

    /// Bytes, which no answer can hold.
    #[service]
    fn raw(&mut self, _call: &mut Call<'_, Speed>) -> Value {
        Value::Bytes(vec![1, 2, 3])
    }

    /// A long text.
    #[service]
    fn long(&mut self, _call: &mut Call<'_, Speed>, length: i64) -> String {
        "x".repeat(usize::try_from(length).unwrap_or(0))
    }

    /// The present command.
    #[service]
    fn command(&mut self, call: &mut Call<'_, Speed>) -> Value {
        Value::from(vec![call.data.v, call.data.w])
    }

    /// Arrives after so many steps.
    #[service(asynchronous, interruptible = true)]
    fn goto(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }

    /// Does not let itself be interrupted.
    #[service(asynchronous, interruptible = false)]
    fn insist(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }

    /// Does not say whether it may be interrupted.
    #[service(asynchronous)]
    fn wander(&mut self, _call: &mut Call<'_, Speed>, steps: i64) {
        self.steps_left = steps;
    }
}

pub fn registry() -> Registry {
    [registry::robot::<Frame>(), registry::sensor::<Counter>(), registry::actuator::<Tester>()]
        .into_iter()
        .collect()
}

/// A robot `r` with the actuator `r.c` and the sensor `r.s`, all on the socket; `manager` holds options of the stream
/// manager, `sensor` those of the sensor's stream, `ranges` how much it reads.
pub fn scene(manager: &str, sensor: &str, ranges: usize) -> String {
    r#"{
    "morse_scene": 1,
    "environment": {"file": "empty", "time": {"relative": true, "frequency_hz": 60.0}},
    "objects": [
        {"name": "r", "kind": "robot", "class": "test.Frame"},
        {"name": "r.c", "kind": "actuator", "class": "test.Actuator", "parent": "r", "rate_hz": 60.0},
        {"name": "r.s", "kind": "sensor", "class": "test.Counter", "parent": "r", "rate_hz": 60.0,
         "properties": {"Ranges": RANGES}}
    ],
    "component_datastream": {
        "r.c": [["morse.middleware.socket_datastream.SocketDatastreamManager", "morse.middleware.socket_datastream.SocketReader", "IN", {}]],
        "r.s": [["morse.middleware.socket_datastream.SocketDatastreamManager", "morse.middleware.socket_datastream.SocketPublisher", "OUT", SENSOR]]
    },
    "component_service": {
        "r.c": ["morse.middleware.socket_request_manager.SocketRequestManager"],
        "r.s": ["morse.middleware.socket_request_manager.SocketRequestManager"]
    },
    "stream_manager": {"morse.middleware.socket_datastream.SocketDatastreamManager": MANAGER}
}"#
    .replace("MANAGER", manager)
    .replace("SENSOR", sensor)
    .replace("RANGES", &ranges.to_string())
}

pub fn usual_scene() -> String {
    scene("{}", "{}", 0)
}

/// Any free ports, so that tests can run side by side.
pub fn any_ports() -> SocketSettings {
    SocketSettings { service_port: 0, stream_port: 0, ..SocketSettings::default() }
}

pub fn assemble(scene: &str, settings: SocketSettings) -> Result<(Simulation, u16), String> {
    let middleware = SocketMiddleware::new(settings);
    let port = middleware.service_port();
    let middlewares: Vec<Box<dyn Middleware>> = vec![Box::new(middleware)];
    let document = Document::from_json(scene).map_err(|error| error.to_string())?;
    let mut simulation = Simulation::assemble(&document, &registry(), middlewares, Options::default())
        .map_err(|error| error.to_string())?;
    simulation.start().map_err(|error| error.to_string())?;
    Ok((simulation, *port.get().unwrap()))
}

/// A simulation running on a thread of its own.
pub struct Running {
    pub port: u16,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<u64>>,
}

impl Running {
    pub fn start(scene: &str) -> Self {
        Self::start_on(scene, any_ports())
    }

    pub fn start_on(scene: &str, settings: SocketSettings) -> Self {
        let (mut simulation, port) = assemble(scene, settings).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            drive(&mut simulation, &stopped);
            simulation.finish();
            simulation.clock().tick()
        });
        Self { port, stop, thread: Some(thread) }
    }

    pub fn client(&self) -> Client {
        Client::connect(self.port)
    }

    pub fn stream(&self, component: &str) -> Client {
        Client::connect(self.stream_port(component))
    }

    pub fn stream_port(&self, component: &str) -> u16 {
        let answer = self.client().ask(&format!("p simulation get_stream_port [\"{component}\"]"));
        answer.strip_prefix("p SUCCESS ").unwrap().parse().unwrap()
    }

    /// Waits until the simulation ends by itself; how many ticks it made.
    pub fn ended(mut self) -> u64 {
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Steps in real time and serves requests between the steps; an outside clock has the last word.
pub fn drive(simulation: &mut Simulation, stopped: &AtomicBool) {
    let period = Duration::from_secs_f64(1.0 / simulation.clock().rate_hz());
    let mut due = Instant::now();
    while simulation.controls().end().is_none() && !stopped.load(Ordering::Relaxed) {
        let waiting_for_clock =
            simulation.controls().clock_attached && simulation.controls().clock_triggers == 0;
        let now = Instant::now();
        if waiting_for_clock || (now < due && !simulation.controls().clock_attached) {
            let wait = if waiting_for_clock { period } else { due - now };
            if let Ok(event) = simulation.events().recv_timeout(wait) {
                simulation.handle(event);
            }
            continue;
        }
        if simulation.controls().clock_attached {
            simulation.controls().clock_triggers -= 1;
        }
        simulation.step();
        due = (due + period).max(now);
    }
}

/// A connection to a port of the simulator.
pub struct Client {
    pub socket: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Client {
    pub fn connect(port: u16) -> Self {
        let socket = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).unwrap();
        socket.set_nodelay(true).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let reader = BufReader::new(socket.try_clone().unwrap());
        Self { socket, reader }
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.socket.write_all(bytes.as_ref()).unwrap();
    }

    /// The next line without its end; `None` when the simulator has closed the connection.
    pub fn try_line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.reader.read_line(&mut line).unwrap();
        (count > 0).then(|| line.strip_suffix('\n').unwrap().to_owned())
    }

    pub fn line(&mut self) -> String {
        self.try_line().expect("the simulator has closed the connection")
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.line()
    }

    /// Whether nothing comes for a while.
    pub fn is_silent(&mut self) -> bool {
        self.socket.set_read_timeout(Some(Duration::from_millis(150))).unwrap();
        let silent = self.reader.fill_buf().is_err();
        self.socket.set_read_timeout(Some(PATIENCE)).unwrap();
        silent
    }
}

/// Asks until the answer is as wished.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
