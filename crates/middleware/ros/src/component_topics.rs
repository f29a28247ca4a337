//! Topics of components: names that ROS allows, each of one component.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::names;
use crate::node_interface::Version;

/// Longest token of a name in ROS 2. A longer one is shortened.
const TOKEN_LENGTH_MAX: usize = 60;
/// Longest topic of a component in ROS 2, where names have at most 246 bytes. The rest is for names of services and
/// actions, such as `/follow_joint_trajectory/_action/cancel_goal`.
const TOPIC_LENGTH_MAX: usize = 150;
/// Length of the hash that distinguishes shortened names, with its underscore.
const HASH_LENGTH: usize = 9;

/// The topics of the components of a scene.
///
/// A component has the topic of [`names::topic_of`] if ROS allows it. Otherwise, forbidden characters become underscores,
/// a name that begins with a digit gets the letter `n`, and long names end in a hash. A component whose topic is already
/// in use gets a number.
#[derive(Debug)]
pub struct ComponentTopics {
    version: Version,
    /// The path of the object that has each topic: `robot.arm` of `/robot/arm`.
    owners: Mutex<BTreeMap<String, String>>,
}

impl ComponentTopics {
    /// Creates the topics of a scene in this version of ROS.
    #[must_use]
    pub fn new(version: Version) -> Self {
        Self { version, owners: Mutex::default() }
    }

    /// Assigns the topics of robots. Names that need no change are first, so that they stay as they are.
    pub fn reserve(&self, robots: &[String]) {
        let (legal, changed): (Vec<&String>, Vec<&String>) =
            robots.iter().partition(|robot| names::check(&names::topic_of(robot)).is_ok());
        for robot in legal.into_iter().chain(changed) {
            self.of(robot);
        }
    }

    /// The topic of a component. It is the same in each call.
    pub fn of(&self, component: &str) -> String {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        let mut topic = String::new();
        for (path, token) in tokens(component) {
            let wanted = self.shortened(format!("{topic}/{}", self.cleaned(&token)), path);
            topic = match owners.get(&wanted) {
                None => wanted,
                Some(owner) if owner == path => wanted,
                // In MORSE 1.4, `robot1` and `robot.1` share a topic.
                Some(_) if self.version == Version::Ros1 && is_legal(&token) => wanted,
                Some(_) => {
                    let numbered = (2..).map(|number| format!("{wanted}_{number}"));
                    let is_free = |name: &String| owners.get(name).is_none_or(|owner| owner == path);
                    numbered.into_iter().find(is_free).unwrap_or(wanted)
                }
            };
            owners.entry(topic.clone()).or_insert_with(|| path.to_owned());
        }
        topic
    }

    /// A token of ROS for a name.
    #[must_use]
    pub fn cleaned(&self, name: &str) -> String {
        if is_legal(name) && (self.version == Version::Ros1 || !name.contains("__")) {
            return self.shortened_token(name);
        }
        let mut token = String::with_capacity(name.len() + 1);
        for letter in name.chars() {
            match letter {
                letter if letter.is_ascii_alphanumeric() => token.push(letter),
                // Tokens that begin with an underscore are hidden in ROS 2.
                _ if token.is_empty() || token.ends_with('_') => {}
                _ => token.push('_'),
            }
        }
        let token = token.trim_end_matches('_');
        match token.chars().next() {
            None => format!("n_{:08x}", hash(name)),
            Some(first) if first.is_ascii_digit() => self.shortened_token(&format!("n{token}")),
            Some(_) => self.shortened_token(token),
        }
    }

    fn shortened_token(&self, token: &str) -> String {
        if self.version == Version::Ros1 || token.len() <= TOKEN_LENGTH_MAX {
            return token.to_owned();
        }
        with_hash(&token[..TOKEN_LENGTH_MAX - HASH_LENGTH], token)
    }

    fn shortened(&self, topic: String, path: &str) -> String {
        if self.version == Version::Ros1 || topic.len() <= TOPIC_LENGTH_MAX {
            return topic;
        }
        with_hash(topic[..TOPIC_LENGTH_MAX - HASH_LENGTH].trim_end_matches(['/', '_']), path)
    }
}

/// The objects on the path to a component, from its robot on: the path of each, and its name. A number belongs to the
/// preceding name.
fn tokens(component: &str) -> Vec<(&str, String)> {
    let mut tokens: Vec<(&str, String)> = Vec::new();
    let mut end = 0;
    for part in component.split('.') {
        end += part.len();
        let path = &component[..end];
        match tokens.last_mut() {
            Some(last) if part.starts_with(|first: char| first.is_ascii_digit()) => {
                *last = (path, format!("{}{part}", last.1));
            }
            _ => tokens.push((path, part.to_owned())),
        }
        end += 1;
    }
    tokens
}

/// Whether ROS allows a token of a name.
fn is_legal(token: &str) -> bool {
    names::check(&format!("/{token}")).is_ok()
}

fn with_hash(start: &str, whole: &str) -> String {
    format!("{}_{:08x}", start.trim_end_matches('_'), hash(whole))
}

/// The FNV-1a hash of a text.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics(version: Version, components: &[&str]) -> Vec<String> {
        let topics = ComponentTopics::new(version);
        let all: Vec<String> = components.iter().map(|component| topics.of(component)).collect();
        assert_eq!(all, components.iter().map(|component| topics.of(component)).collect::<Vec<_>>());
        all
    }

    #[test]
    fn allowed_names_stay_as_they_are() {
        for version in [Version::Ros1, Version::Ros2] {
            let names = ["robot.pose", "robot.001.sensor.001", "pr2.torso.head.pose", "robot.12"];
            assert_eq!(topics(version, &names), names.map(names::topic_of));
        }
        assert_eq!(
            topics(Version::Ros1, &["robot1.a", "robot.1.a", "r.a__b"]),
            ["/robot1/a", "/robot1/a", "/r/a__b"]
        );
        let long = "a".repeat(300);
        assert_eq!(topics(Version::Ros1, &[&long]), [format!("/{long}")]);
    }

    #[test]
    fn every_name_has_a_topic_that_ros_allows() {
        let long = "a".repeat(300);
        let deep = ["deep"; 60].join(".");
        let names = [
            "Left-One.odometry",
            "two words.the  scan",
            "2nd.pose",
            "caf\u{e9}.\u{673a}\u{5668}",
            "-.-",
            "..",
            "",
            "a/b.c",
            "a__b.c_",
            &long,
            &format!("{long}.{long}.{long}.{long}"),
            &format!("{long}.{long}.{long}.{long}.b"),
            &deep,
            &format!("{deep}.b"),
        ];
        for version in [Version::Ros1, Version::Ros2] {
            let found = topics(version, &names);
            for (name, topic) in names.iter().zip(&found) {
                assert_eq!(names::check(topic), Ok(()), "{name}");
                assert!(version == Version::Ros1 || topic.len() <= TOPIC_LENGTH_MAX + 2, "{topic}");
                assert!(version == Version::Ros1 || !topic.contains("__"), "{topic}");
            }
            let different: std::collections::BTreeSet<&String> = found.iter().collect();
            assert_eq!(different.len(), names.len(), "{found:?}");
        }
        let found = topics(Version::Ros2, &names);
        assert_eq!(found[..3], ["/Left_One/odometry", "/two_words/the_scan", "/n2nd/pose"]);
    }

    #[test]
    fn names_that_become_equal_get_a_number() {
        let robots = ["Left-One", "Left One", "Left_One"].map(str::to_owned);
        let topics = ComponentTopics::new(Version::Ros2);
        topics.reserve(&robots);
        let found = robots.map(|robot| topics.of(&format!("{robot}.scan")));
        assert_eq!(found, ["/Left_One_2/scan", "/Left_One_3/scan", "/Left_One/scan"]);
        assert_eq!(topics.of("Left_One.s-can"), "/Left_One/s_can");
        assert_eq!(topics.of("Left_One.s_can"), "/Left_One/s_can_2");
    }
}
