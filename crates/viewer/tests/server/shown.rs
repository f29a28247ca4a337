//! The messages of a run to a page.

use std::net::SocketAddr;
use std::thread;

use morse::{Document, Interrupt, LoadOptions, Options, Runner, Scene};
use morse_viewer::{RemoteAddress, RemoteError, RemoteViewer, Settings, Viewer};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::Message;

use crate::{HEADER, Run, SCENE, tick};

fn numbers(file: &Value) -> Vec<u64> {
    file["nodes"].as_array().unwrap().iter().filter_map(|node| node["extras"]["node"].as_u64()).collect()
}

#[test]
fn a_viewer_gets_the_scene_and_then_the_moved_nodes() {
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
    assert_eq!(tick(&after), before, "a moved object is shown without a step");
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
fn a_world_that_is_loaded_is_shown_in_place_of_the_first() {
    let run = Run::start();
    let mut viewer = run.viewer();
    let before = numbers(&run.geometry(""));
    viewer.of_type("structure");
    let loaded = viewer.call("simulation", "load_world", json!(["indoors-1/indoor-1"]));
    assert_eq!(loaded["status"], "success", "{loaded}");
    let without_robot = |it: &Value| it["objects"].as_array().is_some_and(Vec::is_empty);
    let structure = run.viewer().message(without_robot);
    let now = numbers(&run.geometry(""));
    assert!(now.len() > 10 && !now.iter().any(|node| before.contains(node)), "{now:?}");
    assert!(!structure["objects"].as_array().unwrap().iter().any(|it| it["name"] == "robot"));
    let unloaded = viewer.call("simulation", "unload_world", json!([]));
    assert_eq!(unloaded["status"], "success", "{unloaded}");
    let again = viewer.call("simulation", "load_world", json!([]));
    assert_eq!(again["status"], "success", "{again}");
    let with_robot =
        |it: &Value| it["objects"].as_array().is_some_and(|all| all.iter().any(|it| it["name"] == "robot"));
    let structure = run.viewer().message(with_robot);
    let robot = structure["objects"].as_array().unwrap().iter().find(|it| it["name"] == "robot").unwrap();
    assert!(numbers(&run.geometry("")).contains(&robot["node"].as_u64().unwrap()));
    run.end();
}

#[test]
fn collision_shapes_and_contacts_are_shown() {
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
fn viewers_change_nothing_in_a_run() {
    let digest = |viewed: bool| {
        let document = Document::from_json(SCENE).unwrap();
        let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
        let mut simulation = scene.simulation(&Options::default()).unwrap();
        simulation.command("robot.motion", &[("v", 1.0), ("w", 0.5)].into()).unwrap();
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
