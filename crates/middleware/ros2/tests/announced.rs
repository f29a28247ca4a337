//! Discovery: all topics of a node are announced, even if they are opened in quick succession.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Twist, settings, wait_until};
use morse_ros::{Node, Profile};
use morse_ros2::Ros2Node;

#[test]
fn all_topics_of_a_node_are_discovered() {
    for domain in 160..165 {
        let node = Ros2Node::start(&settings(domain)).unwrap();
        let topics: Vec<String> = (0..12).map(|number| format!("/topic_{number}")).collect();
        let _senders: Vec<_> = topics
            .iter()
            .map(|topic| node.advertise::<Twist>(topic, Profile::Reliable, 1).unwrap())
            .collect();
        let other = rustdds::DomainParticipantBuilder::new(domain)
            .with_only_networks([std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)])
            .build()
            .unwrap();
        let missing = || {
            let writers = other.discovered_writers();
            let is_found = |topic: &&String| {
                writers.iter().any(|w| *w.publication_topic_data.topic_name() == format!("rt{topic}"))
            };
            topics.iter().filter(|topic| !is_found(topic)).cloned().collect::<Vec<_>>()
        };
        assert!(wait_until(|| missing().is_empty()), "not announced: {:?}", missing());
    }
}
