//! Warnings about nodes whose writers or readers do not match those of the simulator.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use morse_rtps::{Guid, GuidPrefix, Incompatibility, Mismatch};

use crate::transport::dds::peer_nodes::PeerNodes;

/// Time for which a warning waits for the name of the node.
const NAME_WAIT: Duration = Duration::from_secs(1);

/// Largest number of warnings that are remembered. Later ones may be repeated.
const WARNED_MAX: usize = 4096;

/// The warnings that wait, and those that were logged.
#[derive(Debug, Default)]
pub struct Mismatches {
    waiting: Vec<(Instant, Box<Incompatibility>)>,
    /// Writers and readers of other participants, each with the topic.
    warned: BTreeSet<(Guid, String)>,
}

impl Mismatches {
    /// Adds a mismatch, unless it is known.
    pub fn add(&mut self, found: Box<Incompatibility>, now: Instant) {
        if self.warned.len() >= WARNED_MAX {
            self.warned.clear();
        }
        if self.warned.insert((found.peer.guid, found.own.topic.clone())) {
            self.waiting.push((now, found));
        }
    }

    /// Forgets a participant that is lost.
    pub fn forget(&mut self, prefix: GuidPrefix) {
        self.waiting.retain(|(_, found)| found.peer.guid.prefix != prefix);
        self.warned.retain(|(guid, _)| guid.prefix != prefix);
    }

    /// Removes and returns the warnings whose node is known, or has been unknown for some time.
    pub fn take(&mut self, nodes: &PeerNodes, now: Instant) -> Vec<String> {
        let (ready, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|(since, found)| {
            nodes.name(found.peer.guid).is_some() || now.duration_since(*since) >= NAME_WAIT
        });
        self.waiting = waiting;
        let ready: Vec<(Instant, Box<Incompatibility>)> = ready;
        ready.iter().map(|(_, found)| text(found, nodes.name(found.peer.guid))).collect()
    }
}

/// The name of a topic or service in ROS.
fn ros_name(topic: &str) -> String {
    let affixes = [("rt", "", ""), ("rq", "Request", "service "), ("rr", "Reply", "service ")];
    affixes
        .into_iter()
        .find_map(|(prefix, suffix, kind)| {
            let name =
                topic.strip_prefix(prefix).filter(|name| name.starts_with('/'))?.strip_suffix(suffix)?;
            Some(format!("{kind}{name}"))
        })
        .unwrap_or_else(|| topic.to_owned())
}

fn text(found: &Incompatibility, node: Option<&str>) -> String {
    let node = node.map_or_else(
        || format!("a node of participant {:?} at {}", found.peer.guid.prefix, found.address),
        |node| format!("node {node}"),
    );
    let topic = ros_name(&found.own.topic);
    let effect = if found.own_writes { "receives nothing" } else { "is not heard" };
    let reasons: Vec<String> = found.mismatches.iter().map(|mismatch| advice(found, *mismatch)).collect();
    format!("{topic}: {node} {effect}. {}", reasons.join(". "))
}

/// The policy that differs, and the advice for the user.
fn advice(found: &Incompatibility, mismatch: Mismatch) -> String {
    let is_reader = found.own_writes;
    match mismatch {
        Mismatch::Type => format!(
            "Its type is {}, that of the simulator is {}: use the same message type",
            found.peer.type_name, found.own.type_name
        ),
        Mismatch::Reliability if is_reader => {
            "It requests reliability RELIABLE, and the topic is BEST_EFFORT: subscribe with BEST_EFFORT (in rclpy \
             qos_profile_sensor_data)"
                .to_owned()
        }
        Mismatch::Reliability => {
            "It publishes with reliability BEST_EFFORT, and the simulator requests RELIABLE: publish with RELIABLE".to_owned()
        }
        Mismatch::Durability if is_reader => {
            "It requests durability TRANSIENT_LOCAL, and the topic is VOLATILE: subscribe with VOLATILE".to_owned()
        }
        Mismatch::Durability => {
            "It publishes with durability VOLATILE, and the simulator requests TRANSIENT_LOCAL: publish with TRANSIENT_LOCAL"
                .to_owned()
        }
        Mismatch::Deadline | Mismatch::Liveliness | Mismatch::Ownership => {
            format!("Its {mismatch} differs from the default: leave it at the default")
        }
        Mismatch::Representation if is_reader => {
            "It reads only CDR of version 2, and the simulator writes plain CDR (XCDR1): add XCDR1 to its data representations"
                .to_owned()
        }
        Mismatch::Representation => {
            "It writes CDR of version 2, and the simulator reads plain CDR (XCDR1): write XCDR1".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use morse_rtps::{EndpointData, Qos};

    use super::*;

    fn found(own_writes: bool, mismatches: Vec<Mismatch>) -> Box<Incompatibility> {
        let endpoint = |topic: &str, type_name: &str| EndpointData {
            guid: Guid::from_bytes([9; 16]),
            topic: topic.to_owned(),
            type_name: type_name.to_owned(),
            qos: Qos::default(),
            user_data: Vec::new(),
            addresses: Vec::new(),
        };
        Box::new(Incompatibility {
            own: endpoint("rt/scan", "A"),
            own_writes,
            peer: endpoint("rt/scan", "B"),
            address: Ipv4Addr::LOCALHOST,
            mismatches,
        })
    }

    #[test]
    fn warning_waits_for_the_name_of_the_node_and_is_given_once() {
        let (mut mismatches, nodes, now) = (Mismatches::default(), PeerNodes::default(), Instant::now());
        mismatches.add(found(true, vec![Mismatch::Reliability]), now);
        mismatches.add(found(true, vec![Mismatch::Reliability]), now);
        assert!(mismatches.take(&nodes, now).is_empty());
        let warnings = mismatches.take(&nodes, now + NAME_WAIT);
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].starts_with("/scan: a node of participant 09"), "{}", warnings[0]);
        assert!(warnings[0].contains("BEST_EFFORT"));
        mismatches.add(found(true, vec![Mismatch::Reliability]), now);
        assert!(mismatches.take(&nodes, now + NAME_WAIT).is_empty());
        mismatches.forget(Guid::from_bytes([9; 16]).prefix);
        mismatches.add(found(true, vec![Mismatch::Reliability]), now);
        assert_eq!(mismatches.take(&nodes, now + NAME_WAIT).len(), 1);
    }

    #[test]
    fn every_policy_has_advice() {
        use Mismatch::{Deadline, Durability, Liveliness, Ownership, Reliability, Representation, Type};
        for own_writes in [true, false] {
            for mismatch in [Type, Reliability, Durability, Deadline, Liveliness, Ownership, Representation] {
                let text = text(&found(own_writes, vec![mismatch]), Some("/rviz"));
                assert!(text.contains("node /rviz") && text.contains(": "), "{text}");
            }
        }
    }

    #[test]
    fn names_are_those_of_ros() {
        assert_eq!(ros_name("rt/scan"), "/scan");
        assert_eq!(ros_name("rq/a/bRequest"), "service /a/b");
        assert_eq!(ros_name("rr/a/bReply"), "service /a/b");
        assert_eq!(ros_name("ros_discovery_info"), "ros_discovery_info");
    }
}
