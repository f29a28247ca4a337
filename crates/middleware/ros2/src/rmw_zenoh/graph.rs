//! Finds peers whose messages cannot arrive, because their type is another version of the same type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::rmw_zenoh::keys::{Endpoint, Role, parse_token};

/// Largest number of complaints: peers must not fill the log.
const TOLD_MAX: usize = 100;

/// The endpoints of this node and of others.
#[derive(Debug, Default)]
pub struct Graph(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    own: BTreeMap<u64, Endpoint>,
    /// Endpoints of others by their tokens, each with its node.
    others: BTreeMap<String, (String, Endpoint)>,
    /// What was told already.
    told: BTreeSet<String>,
}

impl Graph {
    /// Adds an endpoint of this node. Returns what is to be told to the user.
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

    /// Takes note of a token that has come. Returns what is to be told to the user.
    #[must_use]
    pub fn add(&self, token: &str, own_session: &str) -> Vec<String> {
        match parse_token(token) {
            Some((session, node, endpoint)) if session != own_session => self.change(|known| {
                known.others.insert(token.to_owned(), (node, endpoint));
            }),
            _ => Vec::new(),
        }
    }

    /// Takes note of a token that has gone.
    pub fn remove(&self, token: &str) {
        self.change(|known| {
            known.others.remove(token);
        });
    }

    fn change(&self, change: impl FnOnce(&mut Known)) -> Vec<String> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut known);
        let left = TOLD_MAX.saturating_sub(known.told.len());
        let is_new = |complaint: &String| !known.told.contains(complaint);
        let news: Vec<String> = known.complaints().into_iter().filter(is_new).take(left).collect();
        known.told.extend(news.iter().cloned());
        news
    }
}

impl Known {
    fn complaints(&self) -> Vec<String> {
        let complaint = |(node, other): &(String, Endpoint)| {
            let of_name = |own: &&Endpoint| {
                own.name == other.name && own.type_name == other.type_name && meets(own.role, other.role)
            };
            let mut own = self.own.values().filter(of_name).peekable();
            let first = *own.peek()?;
            if own.any(|own| own.type_hash == other.type_hash) {
                return None;
            }
            Some(format!(
                "node {node} {} {} with another version of the type {}: {}, but here it is {}. Nothing passes between \
                 them",
                other.role, other.name, other.type_name, other.type_hash, first.type_hash
            ))
        };
        self.others.values().filter_map(complaint).collect()
    }
}

/// Whether messages would pass between endpoints of two roles.
fn meets(one: Role, other: Role) -> bool {
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
    fn another_version_of_a_type_is_told_once() {
        let graph = Graph::default();
        assert!(graph.add_own(1, &endpoint(Role::Subscription, "one")).is_empty());
        let told = graph.add(&token("MP", "two"), "aa");
        assert_eq!(told.len(), 1);
        for part in ["/teleop publishes /motion", "two", "one"] {
            assert!(told[0].contains(part), "{told:?}");
        }
        graph.remove(&token("MP", "two"));
        assert!(graph.add(&token("MP", "two"), "aa").is_empty(), "it was told already");
    }

    #[test]
    fn it_does_not_matter_who_comes_first() {
        let graph = Graph::default();
        assert!(graph.add(&token("SC", "two"), "aa").is_empty());
        assert_eq!(graph.add_own(1, &endpoint(Role::Server, "one")).len(), 1);
    }

    #[test]
    fn nothing_is_told_of_peers_that_fit_or_do_not_meet() {
        let graph = Graph::default();
        assert!(graph.add_own(1, &endpoint(Role::Subscription, "one")).is_empty());
        assert!(graph.add(&token("MP", "one"), "aa").is_empty());
        assert!(graph.add(&token("MS", "two"), "aa").is_empty(), "two subscriptions do not meet");
        assert!(graph.add(&token("MP", "two"), "ff").is_empty(), "the session is our own");
        graph.remove_own(1);
        assert!(graph.add(&token("MP", "three"), "aa").is_empty());
    }
}
