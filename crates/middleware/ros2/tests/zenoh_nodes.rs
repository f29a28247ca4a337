//! Communication of two nodes in one process over zenoh, through a router.
#![cfg(feature = "zenoh")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use common::{Bytes, Twist, Vector3, Vector3Stamped, wait_until};
use morse_ros::messages::sensor_msgs::Image;
use morse_ros::messages::std_srvs::{Trigger, TriggerResponse};
use morse_ros::{Header, Header2, Node, Profile, Sender};
use morse_ros2::{Ros2Node, Settings, ZenohSettings};
use zenoh::{Session, Wait};

/// A free port of the loopback interface.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn router(port: u16) -> Session {
    let mut config = zenoh::Config::default();
    for (key, value) in [
        ("mode", "\"router\"".to_owned()),
        ("listen/endpoints", format!("[\"tcp/127.0.0.1:{port}\"]")),
        ("scouting/multicast/enabled", "false".to_owned()),
    ] {
        config.insert_json5(key, &value).unwrap();
    }
    zenoh::open(config).wait().unwrap()
}

fn node(port: u16) -> Ros2Node {
    let config_override = Some(format!("connect/endpoints=[\"tcp/127.0.0.1:{port}\"]"));
    let zenoh = Some(ZenohSettings { config_override, ..ZenohSettings::default() });
    Ros2Node::start(&Settings { zenoh, ..Settings::default() }).unwrap()
}

/// Received messages.
type Received<M> = Arc<Mutex<Vec<M>>>;

/// A list of received messages, and the handler that fills it.
fn collector<M: Send + 'static>() -> (Received<M>, Box<dyn FnMut(M) + Send>) {
    let received = Arc::new(Mutex::new(Vec::new()));
    let store = Arc::clone(&received);
    (received, Box::new(move |message| store.lock().unwrap().push(message)))
}

fn stamped(number: i64) -> Vector3Stamped {
    Vector3Stamped { header: Header2::new(0, number, "map"), vector: Vector3::default() }
}

#[test]
fn message_reaches_a_subscriber_and_listeners_are_known() {
    let port = free_port();
    let _router = router(port);
    let (one, other) = (node(port), node(port));
    let mut sender = one.advertise::<Twist>("/robot/motion", Profile::Reliable, 1).unwrap();
    assert!(!sender.has_listeners());
    let (received, handler) = collector::<Twist>();
    let subscription = other.subscribe("/robot/motion", Profile::Reliable, handler).unwrap();
    assert!(wait_until(|| sender.has_listeners()));
    let twist = Twist { linear: Vector3 { x: 0.1, y: -2.0, z: 1e300 }, ..Twist::default() };
    sender.send(&twist);
    assert!(wait_until(|| received.lock().unwrap().len() == 1));
    assert_eq!(received.lock().unwrap()[0], twist);
    drop(subscription);
    assert!(wait_until(|| !sender.has_listeners()), "the subscription has ended");
    drop(sender);
    let again = one.advertise::<Vector3Stamped>("/robot/motion", Profile::Reliable, 1);
    assert!(again.is_ok(), "the topic is free for another type");
    one.stop();
    other.stop();
}

#[test]
fn latched_message_sent_before_the_router_starts_reaches_a_late_subscriber() {
    let port = free_port();
    let one = node(port);
    let mut sender = one.advertise::<Vector3Stamped>("/fixed", Profile::TfStatic, 1).unwrap();
    assert!(sender.has_listeners(), "a latching topic needs messages");
    sender.send(&stamped(1));
    sender.send(&stamped(2));
    let _router = router(port);
    let other = node(port);
    let (received, handler) = collector::<Vector3Stamped>();
    let _subscription = other.subscribe("/fixed", Profile::TfStatic, handler).unwrap();
    assert!(wait_until(|| received.lock().unwrap().last() == Some(&stamped(2))));
}

#[test]
fn nodes_reconnect_after_the_router_restarts() {
    let port = free_port();
    let first = router(port);
    let (one, other) = (node(port), node(port));
    let mut sender = one.advertise::<Twist>("/robot/motion", Profile::Reliable, 1).unwrap();
    let (received, handler) = collector::<Twist>();
    let _subscription = other.subscribe("/robot/motion", Profile::Reliable, handler).unwrap();
    assert!(wait_until(|| sender.has_listeners()));
    first.close().wait().unwrap();
    drop(first);
    assert!(wait_until(|| !sender.has_listeners()), "the router has stopped");
    sender.send(&Twist::default());
    let _second = router(port);
    assert!(wait_until(|| sender.has_listeners()));
    sender.send(&Twist::default());
    assert!(wait_until(|| !received.lock().unwrap().is_empty()));
}

#[test]
fn service_sends_responses_and_error_messages() {
    let port = free_port();
    let router = router(port);
    let node = node(port);
    let _service = node
        .serve::<Trigger>(
            "/robot/stop",
            Box::new(|_, reply| {
                // The response may be sent from any thread.
                std::thread::spawn(move || {
                    reply.send(Ok(TriggerResponse { success: true, message: "stopped".to_owned() }));
                });
            }),
        )
        .unwrap();
    let _broken = node
        .serve::<Trigger>("/robot/go", Box::new(|_, reply| reply.send(Err("no wheels".to_owned()))))
        .unwrap();
    let ask = |name: &str| {
        let key = format!("0{name}/std_srvs::srv::dds_::Trigger_/*");
        let replies = router.get(key).payload(&[0, 1, 0, 0, 0][..]).wait().unwrap();
        replies.recv().ok().map(|reply| match reply.result() {
            Ok(sample) => String::from_utf8_lossy(&sample.payload().to_bytes()).into_owned(),
            Err(error) => String::from_utf8_lossy(&error.payload().to_bytes()).into_owned(),
        })
    };
    assert!(wait_until(|| ask("/robot/stop").is_some_and(|answer| answer.contains("stopped"))));
    assert!(wait_until(|| ask("/robot/go").is_some_and(|answer| answer.contains("no wheels"))));
}

#[test]
fn sending_large_messages_does_not_block() {
    let port = free_port();
    let _router = router(port);
    let (one, other) = (node(port), node(port));
    let mut sender = one.advertise::<Image<Header2>>("/image", Profile::SensorData, 1).unwrap();
    let image = Image { data: (0..921_600_u32).map(|i| (i % 251) as u8).collect(), ..Image::default() };
    let (expected, received) = (image.clone(), Arc::new(Mutex::new(0)));
    let store = Arc::clone(&received);
    let handler = Box::new(move |image: Image<Header2>| {
        assert!(image == expected);
        *store.lock().unwrap() += 1;
    });
    let _subscription = other.subscribe("/image", Profile::SensorData, handler).unwrap();
    assert!(wait_until(|| sender.has_listeners()));
    let mut longest = 0.0_f64;
    assert!(wait_until(|| {
        let start = Instant::now();
        sender.send(&image);
        longest = longest.max(start.elapsed().as_secs_f64());
        *received.lock().unwrap() >= 10
    }));
    println!("longest send of 921600 bytes: {:.2} ms", longest * 1e3);
}

#[test]
fn node_without_a_router_refuses_types_without_a_hash_and_stops_at_once() {
    let node = node(free_port());
    let problem = node.advertise::<Bytes>("/topic", Profile::Reliable, 1).err().unwrap().to_string();
    assert!(problem.contains("morse_msgs::msg::dds_::Bytes_"), "{problem}");
    let problem = node.advertise::<Twist>("/a.b", Profile::Reliable, 1).err().unwrap().to_string();
    assert!(problem.contains("`.` is not a letter"), "{problem}");
    node.stop();
}
