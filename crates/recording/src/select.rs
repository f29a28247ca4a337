//! Channels of a recording by names that users give.

use morse_ros::names::topic_of;
use morse_scene::nearest::nearest_name;

use crate::format::TRANSFORMS;
use crate::read::Channel;

/// Names of channels: of topics such as `/robot/pose`, of components such as `robot.pose`, or of robots, which stand
/// for the channels of all their components.
#[derive(Debug)]
pub struct Selection<'a> {
    names: &'a [String],
    was_found: Vec<bool>,
    topics: Vec<String>,
}

impl<'a> Selection<'a> {
    /// The channels of these names; all channels if there is none.
    #[must_use]
    pub fn new(names: &'a [String]) -> Self {
        Self { names, was_found: vec![false; names.len()], topics: Vec::new() }
    }

    /// Whether a channel is one of those. To be asked once for each channel of a file.
    pub fn takes(&mut self, channel: &Channel) -> bool {
        self.topics.push(channel.topic.clone());
        let mut takes = self.names.is_empty();
        for (name, was_found) in self.names.iter().zip(&mut self.was_found) {
            if is_of(&channel.topic, name) {
                takes = true;
                *was_found = true;
            }
        }
        takes
    }

    /// # Errors
    /// Names the first name that no channel had, and the nearest one.
    pub fn check(&self) -> Result<(), String> {
        let Some((name, _)) = self.names.iter().zip(&self.was_found).find(|(_, was_found)| !**was_found)
        else {
            return Ok(());
        };
        Err(format!("there is no channel {name:?}{}", suggestion(name, &self.topics)))
    }
}

/// Whether a topic is one of those that names stand for.
pub(crate) fn is_selected(topic: &str, names: &[String]) -> bool {
    names.is_empty() || names.iter().any(|name| is_of(topic, name))
}

/// Whether a topic is the one of a name, or below it.
fn is_of(topic: &str, name: &str) -> bool {
    let own = if name.starts_with('/') { name.to_owned() } else { topic_of(name) };
    topic.strip_prefix(&own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The nearest channel for an unknown name, as a help text.
pub(crate) fn suggestion(name: &str, topics: &[String]) -> String {
    let dotted: Vec<String> = topics.iter().map(|topic| component_of(topic)).collect();
    let known = if name.starts_with('/') { topics } else { &dotted };
    match nearest_name(name, known.iter().map(String::as_str)) {
        Some(nearest) => format!(" (did you mean {nearest}?)"),
        None => "; `morse bag info` lists the channels".to_owned(),
    }
}

/// The name of the component of a topic, if it can be derived: `robot.pose` for `/robot/pose`.
#[must_use]
pub fn component_of(topic: &str) -> String {
    if topic == TRANSFORMS { topic.to_owned() } else { topic.trim_start_matches('/').replace('/', ".") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(topic: &str) -> Channel {
        Channel {
            id: 1,
            topic: topic.to_owned(),
            encoding: "json".to_owned(),
            schema: String::new(),
            schema_encoding: String::new(),
            definition: [].into(),
        }
    }

    #[test]
    fn names_are_of_topics_components_and_robots() {
        for (name, expected) in [
            ("/robot/pose", [true, true, false]),
            ("robot.pose", [true, true, false]),
            ("robot", [true, true, true]),
            ("robot.pos", [false, false, false]),
        ] {
            let names = [name.to_owned()];
            let mut selection = Selection::new(&names);
            let found = ["/robot/pose", "/robot/pose/data", "/robot/motion"]
                .map(|topic| selection.takes(&channel(topic)));
            assert_eq!(found, expected, "{name}");
            assert_eq!(selection.check().is_ok(), expected[0]);
        }
    }

    #[test]
    fn a_name_that_is_none_is_answered_with_the_nearest() {
        let names = ["robot.pos".to_owned()];
        let mut selection = Selection::new(&names);
        selection.takes(&channel("/robot/pose"));
        assert_eq!(
            selection.check().unwrap_err(),
            "there is no channel \"robot.pos\" (did you mean robot.pose?)"
        );
    }
}
