//! Clients that send rubbish, read nothing, come by the hundred or from elsewhere.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Instant;

use morse::{Document, LoadOptions, Options, Scene};
use morse_viewer::{PORTS, Settings, VIEWERS_MAX, Viewer};
use serde_json::json;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::Message;

use crate::{Run, SCENE, TIMEOUT, TestViewer, tick};

#[test]
fn malformed_messages_are_answered_and_repeated_ones_end_the_connection() {
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
    // Further viewers are still served.
    assert_eq!(run.viewer().call("time", "now", json!([]))["status"], "success");
    run.end();
}

#[test]
fn viewers_that_read_nothing_delay_neither_the_simulation_nor_other_viewers() {
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
fn one_viewer_too_many_is_refused_with_a_reason() {
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
fn few_of_a_hundred_viewers_are_served_and_the_rest_is_refused() {
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
