//! A small test robot, a driver that runs it in real time, and a client.
#![allow(dead_code, unused_imports)]

mod client;
mod components;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::contract::registry::Registry;
use morse_sim::transport::stream::Middleware;
use morse_sim::{Models, Options, Simulation};
use morse_socket::{SocketMiddleware, SocketSettings};

pub use client::{Client, TIMEOUT};
use components::{Counter, Frame, Tester};

pub fn registry() -> Registry {
    [registry::robot::<Frame>(), registry::sensor::<Counter>(), registry::actuator::<Tester>()]
        .into_iter()
        .collect()
}

/// A scene with a robot `r`, its actuator `r.c` and its sensor `r.s`, with streams and services. `manager` has the options
/// of the stream manager, `sensor` those of the sensor's stream; `ranges` is the number of ranges in a reading.
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

/// Settings with any free ports, so that tests can run in parallel.
pub fn any_ports() -> SocketSettings {
    SocketSettings { service_port: 0, stream_port: 0, ..SocketSettings::default() }
}

pub fn assemble(scene: &str, settings: SocketSettings) -> Result<(Simulation, u16), String> {
    let middleware = SocketMiddleware::new(settings);
    let port = middleware.service_port();
    let middlewares: Vec<Box<dyn Middleware>> = vec![Box::new(middleware)];
    let document = Document::from_json(scene).map_err(|error| error.to_string())?;
    let mut simulation =
        Simulation::assemble(&document, &registry(), &Models::default(), middlewares, Options::default())
            .map_err(|error| error.to_string())?;
    simulation.start().map_err(|error| error.to_string())?;
    Ok((simulation, *port.get().unwrap()))
}

/// A simulation that runs on its own thread.
pub struct Running {
    pub port: u16,
    stop: Arc<AtomicBool>,
    waits_for_clock: Arc<AtomicBool>,
    thread: Option<JoinHandle<u64>>,
}

impl Running {
    pub fn start(scene: &str) -> Self {
        Self::start_on(scene, any_ports())
    }

    pub fn start_on(scene: &str, settings: SocketSettings) -> Self {
        let (mut simulation, port) = assemble(scene, settings).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let waits_for_clock = Arc::new(AtomicBool::new(false));
        let (stopped, waits) = (Arc::clone(&stop), Arc::clone(&waits_for_clock));
        let thread = std::thread::spawn(move || {
            drive(&mut simulation, &stopped, &waits);
            simulation.finish();
            simulation.clock().tick()
        });
        Self { port, stop, waits_for_clock, thread: Some(thread) }
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

    /// Whether an external clock is attached and its next trigger has not arrived.
    pub fn waits_for_clock(&self) -> bool {
        self.waits_for_clock.load(Ordering::Relaxed)
    }

    /// Waits until the simulation ends by itself, and returns its last tick.
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

/// Steps in real time, or as an external clock triggers, and serves requests between the steps. Sets `waits` to whether
/// it waits for that clock.
pub fn drive(simulation: &mut Simulation, stopped: &AtomicBool, waits: &AtomicBool) {
    let period = Duration::from_secs_f64(1.0 / simulation.clock().rate_hz());
    let mut due = Instant::now();
    while simulation.controls().end().is_none() && !stopped.load(Ordering::Relaxed) {
        let waiting_for_clock =
            simulation.controls().clock_attached && simulation.controls().clock_triggers == 0;
        waits.store(waiting_for_clock, Ordering::Relaxed);
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
        simulation.send_answers();
        due = (due + period).max(now);
    }
}

/// Polls a condition until it holds.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
