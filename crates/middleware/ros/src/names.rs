//! Names of topics, services and frames.

use crate::node_interface::Version;

/// The topic of simulated time. In ROS 2, the node itself publishes it.
pub const CLOCK: &str = "/clock";

/// The default topic of a component: `robot.001.pose` has the topic `/robot001/pose`.
///
/// A dot before a digit is removed, since the number belongs to the preceding name. Other dots become slashes.
#[must_use]
pub fn topic_of(component: &str) -> String {
    let mut topic = String::with_capacity(component.len() + 1);
    topic.push('/');
    let mut rest = component.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '.' if rest.peek().is_some_and(char::is_ascii_digit) => {}
            '.' => topic.push('/'),
            letter => topic.push(letter),
        }
    }
    topic
}

/// The absolute name of a topic that a scene gives with or without a leading slash.
#[must_use]
pub fn absolute(topic: &str) -> String {
    if topic.starts_with('/') { topic.to_owned() } else { format!("/{topic}") }
}

/// Checks that ROS allows the name of a topic or a service: tokens of ASCII letters, digits and underscores, each after
/// a slash, none of which begins with a digit.
///
/// # Errors
/// When ROS forbids the name. The error describes the problem.
pub fn check(name: &str) -> Result<(), String> {
    let tokens =
        name.strip_prefix('/').ok_or_else(|| format!("the name {name:?} does not begin with a slash"))?;
    for token in tokens.split('/') {
        if token.is_empty() {
            return Err(format!("the name {name:?} has an empty part between or after its slashes"));
        }
        if token.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(format!("the name {name:?} has the part {token:?}, which begins with a digit"));
        }
        if let Some(bad) = token.chars().find(|&c| !c.is_ascii_alphanumeric() && c != '_') {
            return Err(format!("the name {name:?} contains {bad:?}: ROS allows letters, digits and _"));
        }
    }
    Ok(())
}

/// The name of a frame in this version of ROS. In ROS 2 leading slashes are removed, since tf2 refuses them.
#[must_use]
pub fn frame(version: Version, frame: &str) -> String {
    match version {
        Version::Ros1 => frame.to_owned(),
        Version::Ros2 => frame.trim_start_matches('/').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topic_joins_numbers_to_the_preceding_name() {
        for (component, topic) in [
            ("robot.pose", "/robot/pose"),
            ("robot.001.sensor.001", "/robot001/sensor001"),
            ("pr2.torso.head.pose", "/pr2/torso/head/pose"),
            ("robot.12", "/robot12"),
        ] {
            assert_eq!(topic_of(component), topic);
            assert_eq!(check(topic), Ok(()));
        }
    }

    #[test]
    fn names_that_ros_forbids_are_refused() {
        for name in
            ["", "/", "pose", "//pose", "/pose/", "/a-b", "/2nd", "/robot/1", "/é", "/a b", "/a.b", "/a\n"]
        {
            assert!(check(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn ros_2_frames_have_no_leading_slash() {
        assert_eq!(frame(Version::Ros1, "/odom"), "/odom");
        assert_eq!(frame(Version::Ros2, "/odom"), "odom");
        assert_eq!(frame(Version::Ros2, "a/b"), "a/b");
    }
}
