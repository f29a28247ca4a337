//! The server of the viewer, with a simulation that runs and viewers of all kinds.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use morse::{Document, Interrupt, LoadOptions, Options, Pace, Runner, Scene};
use morse_viewer::{PORTS, RemoteAddress, RemoteError, RemoteViewer, Settings, VIEWERS_MAX, Viewer};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

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

    /// The first message in JSON that fits; others are left out.
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

fn tick(poses: &[u8]) -> u32 {
    u32::from_le_bytes(poses[4..8].try_into().unwrap())
}

fn numbers(file: &Value) -> Vec<u64> {
    file["nodes"].as_array().unwrap().iter().filter_map(|node| node["extras"]["node"].as_u64()).collect()
}

#[test]
fn a_viewer_is_told_the_scene_then_what_moves() {
    let run = Run::start();
    let mut viewer = run.viewer();
    let hello = viewer.of_type("hello");
    assert_eq!((hello["scene"].as_str(), hello["rate"].as_f64()), (Some("test"), Some(60.0)));
    let structure = viewer.of_type("structure");
    let names: Vec<&str> =
        structure["objects"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["robot", "robot.motion", "robot.pose"]);
    assert_eq!(structure["objects"][1]["data"], "unicycle_velocity");
    // All poses, then none while the robot stands and has settled on its wheels.
    viewer.poses(|poses| poses.len() > HEADER);
    viewer.poses(|poses| poses.len() == HEADER);
    viewer.send(&json!({"type": "command", "component": "robot.motion", "values": {"v": 1.0, "w": 0.0}}));
    let moving = viewer.poses(|poses| poses.len() > HEADER);
    assert!(moving.len() < HEADER + 100, "{} bytes for one robot", moving.len());
    run.end();
}

#[test]
fn geometry_names_the_nodes_that_poses_are_of() {
    let run = Run::start();
    let file = run.geometry("");
    let robot = run.viewer().of_type("structure")["objects"][0]["node"].as_u64().unwrap();
    assert!(numbers(&file).contains(&robot));
    assert!(!file["meshes"].as_array().unwrap().is_empty());
    assert!(numbers(&run.geometry("?since=1")).is_empty(), "nothing has come since");
    let (status, page) = run.get("/", "localhost");
    assert!(status == 200 && String::from_utf8_lossy(&page).contains("viewer.js"));
    assert_eq!(run.get("/viewer.js", "localhost").0, 200);
    assert_eq!(run.get("/../Cargo.toml", "localhost").0, 404);
    run.end();
}

#[test]
fn readings_come_of_components_that_are_looked_at_only() {
    let run = Run::start();
    let mut viewer = run.viewer();
    viewer.send(&json!({"type": "subscribe", "components": ["robot.pose", "nobody"]}));
    let first = viewer.of_type("reading");
    assert_eq!((&first["component"], &first["kind"]), (&json!("robot.pose"), &json!("pose")));
    assert!(first["fields"]["x"].is_number() && first["pose"].as_array().unwrap().len() == 7);
    let later = viewer.message(|it| it["type"] == "reading" && it["time"].as_f64() > first["time"].as_f64());
    assert_eq!(later["component"], "robot.pose");
    viewer.send(&json!({"type": "subscribe", "components": ["robot.motion"]}));
    viewer.message(|it| it["type"] == "reading" && it["component"] == "robot.motion");
    run.end();
}

#[test]
fn services_are_called_also_while_the_simulation_is_paused() {
    let run = Run::start();
    let mut viewer = run.viewer();
    assert_eq!(viewer.call("simulation", "pause", json!([]))["status"], "success");
    viewer.message(|it| it["type"] == "status" && it["paused"] == true);
    let before = tick(&viewer.poses(|_| true));
    let answer = viewer.call("simulation", "set_entity_state", json!(["robot", [5.0, 6.0, 0.1]]));
    assert_eq!(answer["status"], "success", "{answer}");
    let after = viewer.poses(|poses| poses.len() > HEADER);
    assert_eq!(tick(&after), before, "what was moved is shown without a step");
    assert_eq!(viewer.call("simulation", "step", json!([1]))["status"], "success");
    let unknown = viewer.call("robot", "fly", json!([]));
    assert!(unknown["message"].as_str().unwrap().contains("no service fly"), "{unknown}");
    run.end();
}

#[test]
fn objects_that_come_and_go_are_shown() {
    let run = Run::start();
    let mut viewer = run.viewer();
    viewer.of_type("structure");
    let spawned = viewer.call("simulation", "spawn", json!(["ATRV", "other", [3.0, 0.0, 0.2]]));
    assert_eq!(spawned["status"], "success", "{spawned}");
    let fresh = |it: &Value| {
        let objects = it["objects"].as_array();
        objects.is_some_and(|objects| objects.iter().any(|object| object["name"] == "other"))
    };
    // A viewer that comes later knows it from the beginning.
    let structure = run.viewer().message(fresh);
    assert_eq!(structure["version"], 2);
    let came = numbers(&run.geometry("?since=1"));
    let node = structure["objects"].as_array().unwrap().iter().find(|it| it["name"] == "other").unwrap();
    assert!(came.contains(&node["node"].as_u64().unwrap()));
    viewer.call("simulation", "despawn", json!(["other"]));
    let gone = run.viewer().message(|it| it["type"] == "structure");
    let gone = if gone["version"] == 3 { gone } else { viewer.message(|it| it["version"] == 3) };
    assert!(!fresh(&gone));
    run.end();
}

#[test]
fn rubbish_is_answered_and_ends_the_connection_of_who_goes_on_with_it() {
    let run = Run::start();
    let mut viewer = run.viewer();
    viewer.socket.send(Message::text("{")).unwrap();
    assert!(viewer.of_type("error")["message"].as_str().unwrap().contains("not understood"));
    for _ in 0..20 {
        // The other end may have closed already.
        let _ = viewer.socket.send(Message::binary(vec![0xff; 100]));
    }
    let closed = loop {
        match viewer.socket.read() {
            Ok(Message::Close(frame)) => break frame.is_some_and(|frame| u16::from(frame.code) == 1008),
            Ok(_) => {}
            Err(_) => break true,
        }
    };
    assert!(closed);
    let mut long = run.viewer();
    let _ = long.socket.send(Message::text(" ".repeat(1 << 20)));
    while long.socket.read().is_ok() {}
    // Others are served as before.
    assert_eq!(run.viewer().call("time", "now", json!([]))["status"], "success");
    run.end();
}

#[test]
fn viewers_that_read_nothing_hold_up_neither_the_simulation_nor_others() {
    let run = Run::at(true);
    let stalled: Vec<TestViewer> = (0..4).map(|_| run.viewer()).collect();
    let mut awake = run.viewer();
    awake.send(&json!({"type": "command", "component": "robot.motion", "values": {"v": 1.0, "w": 1.0}}));
    let first = tick(&awake.poses(|_| true));
    awake.poses(|poses| tick(poses) > first + 2000);
    drop(stalled);
    assert!(run.end() > 2000);
}

#[test]
fn one_viewer_too_many_is_told_so() {
    let run = Run::start();
    let mut viewers: Vec<TestViewer> = (0..VIEWERS_MAX).map(|_| run.viewer()).collect();
    viewers.iter_mut().for_each(|viewer| drop(viewer.of_type("hello")));
    let refused = run.viewer().of_type("refused");
    assert!(refused["message"].as_str().unwrap().starts_with("16 viewers are connected already"));
    drop(viewers.pop());
    // The place becomes free as soon as the server notices.
    let end = Instant::now() + TIMEOUT;
    while run.viewer().message(|_| true)["type"] != "hello" {
        assert!(Instant::now() < end, "no place becomes free");
        thread::yield_now();
    }
    run.end();
}

#[test]
fn of_a_hundred_viewers_few_are_served_and_the_others_are_told() {
    let run = Run::start();
    let mut viewers: Vec<TestViewer> = (0..100).map(|_| run.viewer()).collect();
    let served = viewers.iter_mut().filter_map(|viewer| {
        let first = viewer.message(|message| message["type"] == "hello" || message["type"] == "refused");
        (first["type"] == "hello").then_some(())
    });
    assert_eq!(served.count(), VIEWERS_MAX);
    drop(viewers);
    assert!(run.end() > 0);
}

#[test]
fn connections_that_say_nothing_hold_up_nobody() {
    let run = Run::start();
    let silent: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(run.address).unwrap()).collect();
    let half: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(run.address).unwrap();
            stream.write_all(b"GET /ws HTTP/1.1\r\nHost: loc").unwrap();
            stream
        })
        .collect();
    assert_eq!(run.viewer().call("time", "now", json!([]))["status"], "success");
    drop((silent, half));
    run.end();
}

#[test]
fn ports_in_use_are_passed_over_and_named_when_all_are() {
    let document = Document::from_json(SCENE).unwrap();
    let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
    let simulation = scene.simulation(&Options::default()).unwrap();
    let start = |port| {
        let settings = Settings { address: [127, 0, 0, 1].into(), port };
        Viewer::start(settings, "test", scene.document(), &simulation)
    };
    let first = start(0).unwrap();
    let port = first.address().port();
    let second = start(port).unwrap();
    assert!(second.address().port() > port);
    let taken: Vec<_> = (0..PORTS).map_while(|_| start(port).ok()).collect();
    let refused = start(port).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|text| text.contains(&format!("ports {port} to"))));
    drop(taken);
}

#[test]
fn what_physics_has_of_bodies_and_where_they_touch_is_shown() {
    let run = Run::start();
    let (status, file) = run.get("/collision.glb", "localhost");
    assert_eq!((status, &file[..4]), (200, &b"glTF"[..]));
    let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let file: Value = serde_json::from_slice(&file[20..20 + length]).unwrap();
    let robot = run.viewer().of_type("structure")["objects"][0]["node"].as_u64().unwrap();
    assert!(numbers(&file).contains(&robot) && !file["meshes"].as_array().unwrap().is_empty());
    assert_eq!(run.get("/collision.glb", "example.org").0, 403);
    let mut viewer = run.viewer();
    viewer.send(&json!({"type": "subscribe", "components": ["/contacts"]}));
    // The robot stands on its wheels.
    viewer.message(|it| {
        it["component"] == "/contacts" && it["fields"]["positions"]["$points"].as_u64() > Some(3)
    });
    run.end();
}

#[test]
fn pages_from_elsewhere_need_the_token() {
    let run = Run::start();
    let connect = |query: &str, origin: &str| {
        let stream = TcpStream::connect(run.address).unwrap();
        tungstenite::client(run.request(query, Some(origin)), stream).is_ok()
    };
    assert!(!connect("", "https://example.org"));
    assert!(!connect("?token=0", "https://example.org"));
    assert!(connect(&format!("?token={}", run.token), "https://example.org"));
    assert!(connect("", &format!("http://{}", run.address)));
    let (status, reason) = run.get("/scene.glb", "example.org");
    assert!(status == 403 && String::from_utf8_lossy(&reason).contains("token"));
    assert_eq!(run.get(&format!("/scene.glb?token={}", run.token), "example.org").0, 200);
    run.end();
}

#[test]
fn viewers_change_nothing_in_a_run() {
    let digest = |viewed: bool| {
        let document = Document::from_json(SCENE).unwrap();
        let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
        let mut simulation = scene.simulation(&Options::default()).unwrap();
        simulation.command("robot.motion", &[("v", 1.0), ("w", 0.5)].into()).unwrap().unwrap();
        let settings = Settings { address: [127, 0, 0, 1].into(), port: 0 };
        let viewer = Viewer::start(settings, "test", scene.document(), &simulation).unwrap();
        let address = viewer.address();
        let mut runner = Runner::new(simulation).stop_after_ticks(600);
        let mut connected = None;
        if viewed {
            runner = runner.observe(viewer);
            let (mut socket, _) = tungstenite::connect(format!("ws://{address}/ws")).unwrap();
            let subscribe = json!({"type": "subscribe", "components": ["robot.pose"]});
            socket.send(Message::text(subscribe.to_string())).unwrap();
            connected = Some(socket);
        }
        runner.run();
        drop(connected);
        runner.into_simulation().digest().unwrap()
    };
    assert_eq!(digest(true), digest(false));
}

#[test]
fn a_run_elsewhere_is_shown_here_with_its_token() {
    let run = Run::start();
    let local = Settings { address: [127, 0, 0, 1].into(), port: 0 };
    let wrong = RemoteAddress { host: run.address.to_string(), token: Some("0".to_owned()) };
    assert!(matches!(RemoteViewer::start(wrong, local), Err(RemoteError::Refused { .. })));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = RemoteAddress { host: closed.to_string(), token: None };
    let refused = RemoteViewer::start(nobody, local).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|text| text.contains("morse run --view")));
    let remote = RemoteAddress { host: run.address.to_string(), token: Some(run.token.clone()) };
    let viewer = RemoteViewer::start(remote, local).unwrap();
    let address: SocketAddr =
        viewer.url().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let is_over = std::sync::Arc::clone(&over);
    let serving =
        thread::spawn(move || viewer.run(move || is_over.load(std::sync::atomic::Ordering::Relaxed)));
    // The same run, asked through the other server.
    let here = Run { address, token: String::new(), interrupt: Interrupt::default(), thread: None };
    let (status, page) = here.get("/", "localhost");
    assert!(status == 200 && String::from_utf8_lossy(&page).contains("viewer.js"));
    assert!(!here.geometry("?since=0")["meshes"].as_array().unwrap().is_empty());
    assert_eq!(here.viewer().call("time", "now", json!([]))["status"], "success");
    assert_eq!(here.get("/scene.glb", "example.org").0, 403);
    over.store(true, std::sync::atomic::Ordering::Relaxed);
    serving.join().unwrap().unwrap();
    run.end();
}
