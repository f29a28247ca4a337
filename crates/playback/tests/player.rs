//! A run is recorded, and shown to a page.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use morse::{Document, Frame, Interrupt, LoadOptions, Options, Runner, Scene, Value as MorseValue};
use morse_playback::{PlaybackError, Player};
use morse_recording::Recorder;
use morse_scene::description::Kind;
use morse_viewer::Settings;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// A robot that falls, with a pose that is read.
const SCENE: &str = r#"{"morse_scene": 1, "objects": [
    {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"},
     "location": [0, 0, 20]},
    {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot", "rate_hz": 60.0}]}"#;
const SETTINGS: Settings = Settings { address: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), port: 0 };
/// Only ends tests that would wait for ever.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Fields that are shown as a cloud or as a picture.
const SHOWN_OTHERWISE: [&str; 3] = ["point_list", "points", "image"];
/// Time without a message after which none is expected.
const SILENCE: Duration = Duration::from_secs(3);

/// Records a run of a scene, in which an actor acts.
fn record_scene(
    folder: &Path,
    document: Document,
    ticks: u64,
    actor: impl FnMut(&Frame<'_>) + Send,
) -> PathBuf {
    let path = folder.join("run.mcap");
    let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
    let options = Options::default();
    let mut simulation = scene.simulation(&options).unwrap();
    let recorder =
        Recorder::new(&scene, Vec::new(), options.seed, options.epoch_s, Default::default()).unwrap();
    recorder.start(&path, &mut simulation).unwrap();
    Runner::new(simulation).observe(actor).observe(recorder.clone()).stop_after_ticks(ticks).run();
    recorder.stop().unwrap();
    path
}

/// Records a second, in which a second robot comes after a third and goes after two thirds.
fn record(folder: &Path) -> PathBuf {
    let actor = |frame: &Frame<'_>| {
        let name = || MorseValue::from("other");
        let place = MorseValue::List([5.0, 0.0, 0.2].map(MorseValue::Float).into());
        match frame.tick() {
            20 => drop(frame.call("simulation", "spawn", vec!["ATRV".into(), name(), place], drop)),
            40 => drop(frame.call("simulation", "despawn", vec![name()], drop)),
            _ => {}
        }
    };
    record_scene(folder, Document::from_json(SCENE).unwrap(), 60, actor)
}

struct Page {
    socket: WebSocket<TcpStream>,
    interrupt: Interrupt,
    thread: Option<JoinHandle<Result<(), PlaybackError>>>,
}

impl Page {
    fn open(path: &Path) -> Page {
        let mut player = Player::open(path, &LoadOptions::default(), SETTINGS).unwrap();
        let address = player.viewer().address();
        let interrupt = Interrupt::default();
        let end = interrupt.clone();
        let thread = Some(thread::spawn(move || player.run(&end)));
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}/ws"), stream).unwrap();
        Page { socket, interrupt, thread }
    }

    fn message(&mut self, mut fits: impl FnMut(&Value) -> bool) -> Value {
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

    fn call(&mut self, component: &str, service: &str, arguments: Value) {
        let call = json!({"type": "call", "id": 1, "component": component, "service": service, "arguments": arguments});
        self.socket.send(Message::text(call.to_string())).unwrap();
    }

    fn end(mut self) {
        self.interrupt.request();
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

#[test]
fn a_page_is_shown_any_moment_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = Page::open(&record(folder.path()));
    let hello = page.message(|it| it["type"] == "hello");
    let [begin_s, end_s] = [0, 1].map(|at| hello["recording"][at].as_f64().unwrap());
    assert!(begin_s < 0.1 && (end_s - 1.0).abs() < 1e-6, "{hello}");
    let structure = page.message(|it| it["type"] == "structure");
    let objects = structure["objects"].as_array().unwrap();
    let other = objects.iter().find(|it| it["name"] == "other").unwrap()["node"].clone();
    page.call("simulation", "pause", json!([]));
    page.message(|it| it["type"] == "status" && it["paused"] == true);
    // Before the other robot came; then it comes and goes.
    page.call("replay", "seek", json!([0.2]));
    page.message(|it| it["type"] == "answer");
    for (time_s, visible) in [(0.5, true), (0.9, false), (0.6, true)] {
        page.call("replay", "seek", json!([time_s]));
        page.message(|it| it["type"] == "look" && it["node"] == other && it["visible"] == visible);
    }
    // Its reading at that moment, after 0.6 s of fall.
    let subscribe = json!({"type": "subscribe", "components": ["robot.pose"]});
    page.socket.send(Message::text(subscribe.to_string())).unwrap();
    let reading = page.message(|it| it["type"] == "reading");
    let height = reading["fields"]["z"].as_f64().unwrap();
    assert!((height - (20.0 - 9.81 / 2.0 * 0.36)).abs() < 0.4, "{reading}");
    page.call("simulation", "despawn", json!(["robot"]));
    let refused = page.message(|it| it["type"] == "answer" && it["status"] == "failed");
    assert!(refused["message"].as_str().unwrap().contains("recording"));
    page.end();
}

/// A scene with a sensor of each class that a robot without a file of its own can carry.
fn every_sensor() -> Document {
    let catalog = morse::catalog();
    let robot = json!({"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV",
        "model": {"file": "robots/atrv"}});
    let place = json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0});
    let document = |objects: &[Value]| {
        let scene = json!({"morse_scene": 1, "objects": objects, "environment": {"properties": place}});
        Document::from_json(&scene.to_string()).unwrap()
    };
    let mut objects = vec![robot];
    let classes = catalog.components.iter().filter(|class| class.implemented && class.kind == Kind::Sensor);
    for (number, class) in classes.enumerate() {
        let Some(builder) = class.builders.first() else { continue };
        let properties: serde_json::Map<String, Value> = builder
            .properties
            .iter()
            .map(|(name, value)| (name.to_owned(), serde_json::to_value(value).unwrap()))
            .collect();
        objects.push(json!({"name": format!("robot.s{number}"), "kind": "sensor", "class": class.class,
            "parent": "robot", "builder": builder.name, "rate_hz": 10.0, "properties": properties,
            "model": builder.model.as_ref().map(|file| json!({"file": file}))}));
        let scene = Scene::from_document("test", document(&objects), &LoadOptions::default());
        if !scene.is_ok_and(|scene| scene.simulation(&Options::default()).is_ok()) {
            objects.pop();
        }
    }
    document(&objects)
}

#[test]
fn fields_have_the_names_that_they_have_while_the_run_lives() {
    let folder = tempfile::tempdir().unwrap();
    let document = every_sensor();
    let mut live: BTreeMap<String, BTreeSet<String>> = {
        let scene = Scene::from_document("test", document.clone(), &LoadOptions::default()).unwrap();
        let simulation = scene.simulation(&Options::default()).unwrap();
        let sensors = document.objects.iter().filter(|object| object.name != "robot");
        let names = |name: &str| {
            let fields = simulation.data(name).unwrap().fields().iter();
            fields
                .filter(|field| !SHOWN_OTHERWISE.contains(&field.name))
                .map(|field| field.name.to_owned())
                .collect()
        };
        let all = sensors.map(|object| (object.name.clone(), names(&object.name)));
        // A camera may have nothing but its picture.
        all.filter(|(_, names): &(String, BTreeSet<String>)| !names.is_empty()).collect()
    };
    let path = record_scene(folder.path(), document, 30, |_| {});
    let mut page = Page::open(&path);
    page.message(|it| it["type"] == "structure");
    let subscribe = json!({"type": "subscribe", "components": live.keys().collect::<Vec<_>>()});
    page.socket.send(Message::text(subscribe.to_string())).unwrap();
    let mut shown: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    page.call("simulation", "pause", json!([]));
    page.call("replay", "seek", json!([0.4]));
    // A page of a paused replay gets the readings of its moment, then nothing.
    page.socket.get_mut().set_read_timeout(Some(SILENCE)).unwrap();
    while let Ok(message) = page.socket.read() {
        let Message::Text(text) = message else { continue };
        let it: Value = serde_json::from_str(&text).unwrap();
        if it["type"] == "reading" {
            let names = it["fields"].as_object().unwrap().keys().cloned();
            shown.entry(it["component"].as_str().unwrap().to_owned()).or_default().extend(names);
        }
    }
    page.end();
    shown.retain(|name, _| live.contains_key(name));
    shown.values_mut().for_each(|names| names.retain(|name| !SHOWN_OTHERWISE.contains(&name.as_str())));
    // An aggregator without cameras has no readings.
    live.retain(|name, _| shown.contains_key(name));
    assert!(live.len() > 20, "{live:?}");
    assert_eq!(shown, live);
}

#[test]
fn files_that_cannot_be_shown_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(folder.path());
    let whole = std::fs::read(&path).unwrap();
    let open = |bytes: &[u8]| {
        let file = folder.path().join("other.mcap");
        std::fs::write(&file, bytes).unwrap();
        Player::open(&file, &LoadOptions::default(), SETTINGS).err().map(|error| error.to_string())
    };
    assert!(open(b"").unwrap().contains("not an MCAP file"));
    assert!(open(&whole[..8]).unwrap().contains("not a recording of MORSE"));
    // A chunk whose checksum is wrong.
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    assert!(open(&damaged).is_some_and(|error| error.contains("damaged")));
    // One that breaks off is shown up to there.
    assert_eq!(open(&whole[..whole.len() - 100]), None);
}
