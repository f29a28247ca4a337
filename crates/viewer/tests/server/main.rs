//! The server of the viewer, with a simulation that runs and viewers of all kinds.
#![allow(clippy::unwrap_used, clippy::panic)]

mod hostile;
mod shown;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use morse::{Document, Interrupt, LoadOptions, Options, Pace, Runner, Scene};
use morse_viewer::{Settings, Viewer};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, WebSocket};

/// A robot that can be driven, with a pose that is read.
const SCENE: &str = r#"{"morse_scene": 1, "objects": [
    {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
    {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot",
     "rate_hz": 60.0},
    {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot", "rate_hz": 60.0}]}"#;
/// Only ends tests that would wait for ever.
const TIMEOUT: Duration = Duration::from_secs(60);

const HEADER: usize = 20;

/// A simulation that runs in real time and is viewed, until the end of the test.
struct Run {
    address: SocketAddr,
    token: String,
    interrupt: Interrupt,
    /// Gives the number of ticks.
    thread: Option<JoinHandle<u64>>,
}

impl Run {
    fn start() -> Run {
        Run::at(false)
    }

    fn at(fast: bool) -> Run {
        Run::of(SCENE, fast)
    }

    fn of(scene: &str, fast: bool) -> Run {
        let document = Document::from_json(scene).unwrap();
        let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
        let simulation = scene.simulation(&Options::default()).unwrap();
        let settings = Settings { address: [127, 0, 0, 1].into(), port: 0 };
        let viewer = Viewer::start(settings, "test", scene.document(), &simulation).unwrap();
        let (address, token, interrupt) = (viewer.address(), viewer.token().to_owned(), Interrupt::default());
        let runner = Runner::new(simulation).observe(viewer).interrupt(interrupt.clone());
        let mut runner = runner.pace(Pace { fast, ..Pace::FAST });
        let work = move || {
            runner.run();
            runner.into_simulation().clock().tick()
        };
        Run { address, token, interrupt, thread: Some(thread::spawn(work)) }
    }

    fn request(&self, query: &str, origin: Option<&str>) -> tungstenite::handshake::client::Request {
        let mut request = format!("ws://{}/ws{query}", self.address).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        request
    }

    fn viewer(&self) -> TestViewer {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(self.request("", None), stream).unwrap();
        TestViewer { socket }
    }

    /// Status and body of an answer.
    fn get(&self, path: &str, host: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        let head = String::from_utf8_lossy(&answer[..end]);
        (head.split(' ').nth(1).unwrap().parse().unwrap(), answer[end..].to_vec())
    }

    fn geometry(&self, query: &str) -> Value {
        let (status, file) = self.get(&format!("/scene.glb{query}"), "localhost");
        assert_eq!((status, &file[..4]), (200, &b"glTF"[..]));
        let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
        serde_json::from_slice(&file[20..20 + length]).unwrap()
    }

    fn end(mut self) -> u64 {
        self.interrupt.request();
        self.thread.take().unwrap().join().unwrap()
    }
}

struct TestViewer {
    socket: WebSocket<TcpStream>,
}

impl TestViewer {
    fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The first message in JSON that fits; earlier messages are skipped.
    fn message(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + TIMEOUT;
        while Instant::now() < end {
            if let Message::Text(text) = self.socket.read().unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                if fits(&message) {
                    return message;
                }
            }
        }
        panic!("no such message");
    }

    fn of_type(&mut self, kind: &str) -> Value {
        self.message(|message| message["type"] == kind)
    }

    fn call(&mut self, component: &str, service: &str, arguments: Value) -> Value {
        self.send(&json!({"type": "call", "id": 7, "component": component, "service": service, "arguments": arguments}));
        self.of_type("answer")
    }

    /// The first message with poses that fits.
    fn poses(&mut self, fits: impl Fn(&[u8]) -> bool) -> Vec<u8> {
        let end = Instant::now() + TIMEOUT;
        while Instant::now() < end {
            if let Message::Binary(bytes) = self.socket.read().unwrap()
                && bytes[0] == 1
                && fits(&bytes)
            {
                return bytes.to_vec();
            }
        }
        panic!("no such poses");
    }
}

/// The tick that a message of poses begins with.
fn tick(poses: &[u8]) -> u32 {
    u32::from_le_bytes(poses[4..8].try_into().unwrap())
}
