//! Two nodes of one process meet over DDS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use common::{Bytes, Twist, Vector3, Vector3Stamped, settings, until};
use morse_ros::{Header, Header2, Node, Profile, Sender};
use morse_ros2::Ros2Node;

#[test]
fn a_message_reaches_a_subscriber_and_listeners_are_known() {
    let (one, other) = (Ros2Node::start(&settings(150)).unwrap(), Ros2Node::start(&settings(150)).unwrap());
    let mut sender = one.advertise::<Twist>("/robot/motion", Profile::Reliable, 1).unwrap();
    assert!(!sender.has_listeners());
    let got = Arc::new(Mutex::new(Vec::new()));
    let store = Arc::clone(&got);
    let handler = Box::new(move |twist: Twist| store.lock().unwrap().push(twist));
    let _subscription = other.subscribe("/robot/motion", Profile::Reliable, handler).unwrap();
    assert!(until(|| sender.has_listeners()));
    let twist = Twist { linear: Vector3 { x: 0.1, y: -2.0, z: 1e300 }, ..Twist::default() };
    sender.send(&twist);
    assert!(until(|| got.lock().unwrap().len() == 1));
    assert_eq!(got.lock().unwrap()[0], twist);
    other.stop();
    drop(other);
    assert!(until(|| !sender.has_listeners()), "the subscriber has gone");
}

#[test]
fn a_latched_message_reaches_who_comes_late() {
    let (one, other) = (Ros2Node::start(&settings(151)).unwrap(), Ros2Node::start(&settings(151)).unwrap());
    let mut sender = one.advertise::<Vector3Stamped>("/fixed", Profile::TfStatic, 1).unwrap();
    assert!(sender.has_listeners(), "a latching topic always has a use for messages");
    let message = |number| {
        let header = Header2::new(0, number, "map");
        Vector3Stamped { header, vector: Vector3::default() }
    };
    sender.send(&message(1));
    sender.send(&message(2));
    let got = Arc::new(Mutex::new(Vec::new()));
    let store = Arc::clone(&got);
    let handler = Box::new(move |message: Vector3Stamped| store.lock().unwrap().push(message));
    let _subscription = other.subscribe("/fixed", Profile::TfStatic, handler).unwrap();
    assert!(until(|| got.lock().unwrap().last() == Some(&message(2))));
}

#[test]
fn topics_and_subscriptions_are_closed_when_they_are_dropped() {
    let (one, other) = (Ros2Node::start(&settings(154)).unwrap(), Ros2Node::start(&settings(154)).unwrap());
    let sender = one.advertise::<Twist>("/robot/motion", Profile::Reliable, 1).unwrap();
    let subscription = other.subscribe("/robot/motion", Profile::Reliable, Box::new(|_: Twist| {})).unwrap();
    assert!(until(|| sender.has_listeners()));
    drop(subscription);
    assert!(until(|| !sender.has_listeners()), "the subscription has ended");
    drop(sender);
    let bytes = one.advertise::<Bytes>("/robot/motion", Profile::Reliable, 1);
    assert!(bytes.is_ok(), "the topic is free for another type");
}

#[test]
fn a_large_message_goes_in_fragments_and_sending_does_not_wait() {
    let (one, other) = (Ros2Node::start(&settings(152)).unwrap(), Ros2Node::start(&settings(152)).unwrap());
    let mut sender = one.advertise::<Bytes>("/image", Profile::SensorData, 1).unwrap();
    let got = Arc::new(Mutex::new(0));
    let store = Arc::clone(&got);
    let image = Bytes { data: (0..921_600_u32).map(|i| (i % 251) as u8).collect() };
    let expected = image.clone();
    let handler = Box::new(move |bytes: Bytes| {
        assert!(bytes == expected);
        *store.lock().unwrap() += 1;
    });
    let _subscription = other.subscribe("/image", Profile::SensorData, handler).unwrap();
    assert!(until(|| sender.has_listeners()));
    let mut longest = 0.0_f64;
    assert!(until(|| {
        let start = Instant::now();
        sender.send(&image);
        longest = longest.max(start.elapsed().as_secs_f64());
        std::thread::sleep(std::time::Duration::from_millis(30));
        *got.lock().unwrap() >= 10
    }));
    println!("longest send of 921600 bytes: {:.2} ms", longest * 1e3);
}

#[test]
fn a_topic_has_one_type_and_an_allowed_name() {
    let node = Ros2Node::start(&settings(153)).unwrap();
    let _twists = node.advertise::<Twist>("/topic", Profile::Reliable, 1).unwrap();
    let _more = node.advertise::<Twist>("/topic", Profile::Reliable, 1).unwrap();
    let problem = node.advertise::<Bytes>("/topic", Profile::Reliable, 1).err().unwrap().to_string();
    assert!(problem.contains("geometry_msgs::msg::dds_::Twist_"), "{problem}");
    let problem = node.advertise::<Twist>("/a.b", Profile::Reliable, 1).err().unwrap().to_string();
    assert!(problem.contains("`.` is no letter"), "{problem}");
}
