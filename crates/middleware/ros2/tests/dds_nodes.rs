//! Communication of two nodes in one process over DDS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use common::{Bytes, Twist, Vector3, Vector3Stamped, settings, wait_until};
use morse_ros::{Header, Header2, Node, Profile, Sender};
use morse_ros2::Ros2Node;

#[test]
fn message_reaches_a_subscriber_and_listeners_are_known() {
    let (one, other) = (Ros2Node::start(&settings(150)).unwrap(), Ros2Node::start(&settings(150)).unwrap());
    let mut sender = one.advertise::<Twist>("/robot/motion", Profile::Reliable, 1).unwrap();
    assert!(!sender.has_listeners());
    let received = Arc::new(Mutex::new(Vec::new()));
    let store = Arc::clone(&received);
    let handler = Box::new(move |twist: Twist| store.lock().unwrap().push(twist));
    let _subscription = other.subscribe("/robot/motion", Profile::Reliable, handler).unwrap();
    assert!(wait_until(|| sender.has_listeners()));
    let twist = Twist { linear: Vector3 { x: 0.1, y: -2.0, z: 1e300 }, ..Twist::default() };
    sender.send(&twist);
    assert!(wait_until(|| received.lock().unwrap().len() == 1));
    assert_eq!(received.lock().unwrap()[0], twist);
    other.stop();
    drop(other);
    assert!(wait_until(|| !sender.has_listeners()), "the node of the subscriber has stopped");
}

#[test]
fn latched_message_reaches_a_late_subscriber() {
    let (one, other) = (Ros2Node::start(&settings(151)).unwrap(), Ros2Node::start(&settings(151)).unwrap());
    let mut sender = one.advertise::<Vector3Stamped>("/fixed", Profile::TfStatic, 1).unwrap();
    assert!(sender.has_listeners(), "a latching topic needs messages");
    let message = |number| {
        let header = Header2::new(0, number, "map");
        Vector3Stamped { header, vector: Vector3::default() }
    };
    sender.send(&message(1));
    sender.send(&message(2));
    let received = Arc::new(Mutex::new(Vec::new()));
    let store = Arc::clone(&received);
    let handler = Box::new(move |message: Vector3Stamped| store.lock().unwrap().push(message));
    let _subscription = other.subscribe("/fixed", Profile::TfStatic, handler).unwrap();
    assert!(wait_until(|| received.lock().unwrap().last() == Some(&message(2))));
}

#[test]
fn dropping_closes_topics_and_subscriptions() {
    let (one, other) = (Ros2Node::start(&settings(154)).unwrap(), Ros2Node::start(&settings(154)).unwrap());
    let sender = one.advertise::<Twist>("/robot/motion", Profile::Reliable, 1).unwrap();
    let subscription = other.subscribe("/robot/motion", Profile::Reliable, Box::new(|_: Twist| {})).unwrap();
    assert!(wait_until(|| sender.has_listeners()));
    drop(subscription);
    assert!(wait_until(|| !sender.has_listeners()), "the subscription has ended");
    drop(sender);
    let bytes = one.advertise::<Bytes>("/robot/motion", Profile::Reliable, 1);
    assert!(bytes.is_ok(), "the topic is free for another type");
}

#[test]
fn large_message_is_sent_in_fragments_without_blocking() {
    let (one, other) = (Ros2Node::start(&settings(152)).unwrap(), Ros2Node::start(&settings(152)).unwrap());
    let mut sender = one.advertise::<Bytes>("/image", Profile::SensorData, 1).unwrap();
    let received = Arc::new(Mutex::new(0));
    let store = Arc::clone(&received);
    let image = Bytes { data: (0..921_600_u32).map(|i| (i % 251) as u8).collect() };
    let expected = image.clone();
    let handler = Box::new(move |bytes: Bytes| {
        assert!(bytes == expected);
        *store.lock().unwrap() += 1;
    });
    let _subscription = other.subscribe("/image", Profile::SensorData, handler).unwrap();
    assert!(wait_until(|| sender.has_listeners()));
    let mut longest = 0.0_f64;
    assert!(wait_until(|| {
        let start = Instant::now();
        sender.send(&image);
        longest = longest.max(start.elapsed().as_secs_f64());
        // The topic is best effort: without a pause, fragments are lost.
        std::thread::sleep(std::time::Duration::from_millis(30));
        *received.lock().unwrap() >= 10
    }));
    println!("longest send of 921600 bytes: {:.2} ms", longest * 1e3);
}

#[test]
fn second_type_of_a_topic_and_forbidden_name_are_refused() {
    let node = Ros2Node::start(&settings(153)).unwrap();
    let _twists = node.advertise::<Twist>("/topic", Profile::Reliable, 1).unwrap();
    let _more = node.advertise::<Twist>("/topic", Profile::Reliable, 1).unwrap();
    let problem = node.advertise::<Bytes>("/topic", Profile::Reliable, 1).err().unwrap().to_string();
    assert!(problem.contains("geometry_msgs/msg/Twist"), "{problem}");
    let problem = node.advertise::<Twist>("/a.b", Profile::Reliable, 1).err().unwrap().to_string();
    assert!(problem.contains("`.` is not a letter"), "{problem}");
}
