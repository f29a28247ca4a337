//! Discovery: all topics of a node are announced, even if they are opened in quick succession.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Twist, settings, wait_until};
use morse_ros::{Node, Profile, Sender};
use morse_ros2::Ros2Node;

#[test]
fn all_topics_of_a_node_are_discovered() {
    for domain in 160..165 {
        let node = Ros2Node::start(&settings(domain)).unwrap();
        let other = Ros2Node::start(&settings(domain)).unwrap();
        let topics: Vec<String> = (0..40).map(|number| format!("/topic_{number}")).collect();
        let senders: Vec<_> = topics
            .iter()
            .map(|topic| node.advertise::<Twist>(topic, Profile::Reliable, 1).unwrap())
            .collect();
        let _subscriptions: Vec<_> = topics
            .iter()
            .map(|topic| other.subscribe(topic, Profile::Reliable, Box::new(|_: Twist| {})).unwrap())
            .collect();
        let missing = || senders.iter().filter(|sender| !sender.has_listeners()).count();
        assert!(wait_until(|| missing() == 0), "{} topics are not announced", missing());
    }
}
