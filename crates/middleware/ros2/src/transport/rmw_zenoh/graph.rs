//! Detects peers that cannot communicate with this node because they use another version of a type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::transport::rmw_zenoh::keys::{Endpoint, Role, parse_token};

/// Largest number of warnings, so that peers cannot fill the log.
const WARNINGS_MAX: usize = 100;

/// The endpoints of this node and of other nodes.
#[derive(Debug, Default)]
pub struct Graph(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    own: BTreeMap<u64, Endpoint>,
    /// Endpoints of other nodes, by token, each with the name of its node.
    remote: BTreeMap<String, (String, Endpoint)>,
    /// Warnings that were already returned.
    warned: BTreeSet<String>,
}

impl Graph {
    /// Adds an endpoint of this node. Returns new warnings for the log.
    #[must_use]
    pub fn add_own(&self, id: u64, endpoint: &Endpoint) -> Vec<String> {
        self.change(|known| {
            known.own.insert(id, endpoint.clone());
        })
    }

    /// Removes an endpoint of this node.
    pub fn remove_own(&self, id: u64) {
        self.change(|known| {
            known.own.remove(&id);
        });
    }

    /// Adds the endpoint of a token, if it belongs to another session. Returns new warnings for the log.
    #[must_use]
    pub fn add(&self, token: &str, own_session: &str) -> Vec<String> {
        match parse_token(token) {
            Some((session, node, endpoint)) if session != own_session => self.change(|known| {
                known.remote.insert(token.to_owned(), (node, endpoint));
            }),
            _ => Vec::new(),
        }
    }

    /// Removes the endpoint of a token.
    pub fn remove(&self, token: &str) {
        self.change(|known| {
            known.remote.remove(token);
        });
    }

    fn change(&self, change: impl FnOnce(&mut Known)) -> Vec<String> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut known);
        let left = WARNINGS_MAX.saturating_sub(known.warned.len());
        let is_new = |warning: &String| !known.warned.contains(warning);
        let new: Vec<String> = known.warnings().into_iter().filter(is_new).take(left).collect();
        known.warned.extend(new.iter().cloned());
        new
    }
}

impl Known {
    fn warnings(&self) -> Vec<String> {
        let warning = |(node, other): &(String, Endpoint)| {
            let of_name = |own: &&Endpoint| {
                own.name == other.name
                    && own.type_name == other.type_name
                    && communicate(own.role, other.role)
            };
            let mut own = self.own.values().filter(of_name).peekable();
            let first = *own.peek()?;
            if own.any(|own| own.type_hash == other.type_hash) {
                return None;
            }
            Some(format!(
                "node {node} {} {} with another version of the type {}: {}, but here it is {}. They cannot communicate",
                other.role, other.name, other.type_name, other.type_hash, first.type_hash
            ))
        };
        self.remote.values().filter_map(warning).collect()
    }
}

/// Whether endpoints of two roles exchange messages.
fn communicate(one: Role, other: Role) -> bool {
    let (first, second) = (one.min(other), one.max(other));
    matches!((first, second), (Role::Publisher, Role::Subscription) | (Role::Server, Role::Client))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(role: Role, type_hash: &str) -> Endpoint {
        let (name, type_name) = ("/motion".to_owned(), "a::msg::dds_::B_".to_owned());
        Endpoint { role, name, type_name, type_hash: type_hash.to_owned() }
    }

    fn token(kind: &str, hash: &str) -> String {
        format!("@ros2_lv/0/ff/0/8/{kind}/%/%/teleop/%motion/a::msg::dds_::B_/{hash}/::,10:,:,:,,")
    }

    #[test]
    fn different_version_of_a_type_causes_one_warning() {
        let graph = Graph::default();
        assert!(graph.add_own(1, &endpoint(Role::Subscription, "one")).is_empty());
        let warnings = graph.add(&token("MP", "two"), "aa");
        assert_eq!(warnings.len(), 1);
        for part in ["/teleop publishes /motion", "two", "one"] {
            assert!(warnings[0].contains(part), "{warnings:?}");
        }
        graph.remove(&token("MP", "two"));
        assert!(graph.add(&token("MP", "two"), "aa").is_empty(), "the warning is not repeated");
    }

    #[test]
    fn warning_does_not_depend_on_the_order_of_endpoints() {
        let graph = Graph::default();
        assert!(graph.add(&token("SC", "two"), "aa").is_empty());
        assert_eq!(graph.add_own(1, &endpoint(Role::Server, "one")).len(), 1);
    }

    #[test]
    fn compatible_or_unrelated_peers_cause_no_warning() {
        let graph = Graph::default();
        assert!(graph.add_own(1, &endpoint(Role::Subscription, "one")).is_empty());
        assert!(graph.add(&token("MP", "one"), "aa").is_empty());
        assert!(graph.add(&token("MS", "two"), "aa").is_empty(), "two subscriptions do not communicate");
        assert!(graph.add(&token("MP", "two"), "ff").is_empty(), "the session is our own");
        graph.remove_own(1);
        assert!(graph.add(&token("MP", "three"), "aa").is_empty());
    }
}
