//! Names of topics, services and types: validity in ROS 2, and mapping to DDS.

use morse_ros::{ComponentTopics, NodeError};

/// Longest name of a topic in DDS, including its prefix.
const TOPIC_LENGTH_MAX: usize = 255;

/// The kind of entity that a name refers to. Each kind has a prefix and a suffix in DDS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    /// A topic.
    Topic,
    /// The requests of a service.
    Request,
    /// The answers of a service.
    Reply,
}

impl Entity {
    fn affixes(self) -> (&'static str, &'static str) {
        match self {
            Self::Topic => ("rt", ""),
            Self::Request => ("rq", "Request"),
            Self::Reply => ("rr", "Reply"),
        }
    }
}

/// The DDS topic of the ROS name `name`, which begins with a slash.
#[must_use]
pub fn dds_topic(entity: Entity, name: &str) -> String {
    let (prefix, suffix) = entity.affixes();
    format!("{prefix}{name}{suffix}")
}

/// Checks a name by the rules of <https://design.ros2.org/articles/topic_and_service_names.html>.
///
/// # Errors
/// When ROS 2 forbids it.
pub fn check(name: &str) -> Result<(), NodeError> {
    broken_rule(name).map_err(|problem| {
        NodeError(format!(
            "`{name}` is not a valid name of a ROS 2 topic or service: {problem}. Rename the component, or give its \
             stream the option `topic`"
        ))
    })
}

fn broken_rule(name: &str) -> Result<(), String> {
    let Some(tokens) = name.strip_prefix('/') else {
        return Err("it must begin with a slash".to_owned());
    };
    // The longest affixes are those of a request: `rq` and `Request`.
    if name.len() + 9 > TOPIC_LENGTH_MAX {
        return Err("it is too long".to_owned());
    }
    for token in tokens.split('/') {
        if token.is_empty() {
            return Err("there is nothing after a slash".to_owned());
        }
        if token.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(format!("`{token}` begins with a digit"));
        }
        if let Some(bad) = token.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '_') {
            return Err(format!("`{bad}` is not a letter, digit or underscore"));
        }
        if token.contains("__") {
            return Err(format!("`{token}` has two underscores in a row"));
        }
    }
    Ok(())
}

/// The name of a service or an action of a component.
#[must_use]
pub fn service_name(topics: &ComponentTopics, component: &str, service: &str) -> String {
    format!("{}/{}", topics.of(component), topics.cleaned(service))
}

/// The name of a message type in DDS.
#[must_use]
pub fn message_type(package: &str, name: &str) -> String {
    format!("{package}::msg::dds_::{name}_")
}

/// The name of a service type in DDS. The types of its requests and responses append `Request_` and `Response_`.
#[must_use]
pub fn service_type(package: &str, name: &str) -> String {
    format!("{package}::srv::dds_::{name}_")
}

/// The name of the type of a service that is part of an action.
#[must_use]
pub fn action_service_type(package: &str, name: &str) -> String {
    format!("{package}::action::dds_::{name}_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dds_names_have_prefix_and_suffix() {
        let name = |entity| dds_topic(entity, "/robot/scan");
        assert_eq!(name(Entity::Topic), "rt/robot/scan");
        assert_eq!(name(Entity::Request), "rq/robot/scanRequest");
        assert_eq!(name(Entity::Reply), "rr/robot/scanReply");
        assert_eq!(message_type("sensor_msgs", "LaserScan"), "sensor_msgs::msg::dds_::LaserScan_");
        assert_eq!(service_type("std_srvs", "Trigger"), "std_srvs::srv::dds_::Trigger_");
    }

    #[test]
    fn service_is_named_after_its_component() {
        let topics = ComponentTopics::new(morse_ros::Version::Ros2);
        assert_eq!(service_name(&topics, "robot.001.motion", "stop"), "/robot001/motion/stop");
        assert_eq!(service_name(&topics, "Left-One.2d", "gr\u{fc}n"), "/Left_One2d/gr_n");
    }

    #[test]
    fn error_of_forbidden_name_gives_the_reason() {
        let reason = |name: &str| check(name).unwrap_err().to_string();
        assert!(reason("scan").contains("begin with a slash"));
        assert!(reason("/robot.scan").contains("`.` is not a letter"));
        assert!(reason("/2d").contains("begins with a digit"));
        assert!(reason("/a//b").contains("nothing after a slash"));
        assert!(reason("/").contains("nothing after a slash"));
        assert!(reason("/a__b").contains("two underscores"));
        assert!(reason("/caf\u{e9}").contains("is not a letter"));
        assert!(reason(&format!("/{}", "a".repeat(300))).contains("too long"));
    }
}
