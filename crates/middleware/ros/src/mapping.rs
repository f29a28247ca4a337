//! The mapping of components to messages as data. The streams, the page of users and the tests derive from it.

mod inputs;
mod outputs;
mod rows;

use morse_scene::data_kind::DataKind;

pub use inputs::{INPUT_CLASSES, INPUT_KINDS, Input, InputInfo};
pub use outputs::{Frame, OUTPUT_CLASSES, OUTPUT_KINDS, Output, OutputInfo, Transforms};
pub use rows::{ROWS, Row};

/// Class paths that stand for the message of a component's kind of data, for publishers.
pub const PUBLISHERS_BY_KIND: [&str; 2] =
    ["morse.middleware.ros2_datastream.ROS2Publisher", "morse.middleware.ros_datastream.ROSPublisher"];

/// Class paths that stand for the message of a component's kind of data, for readers.
pub const READERS_BY_KIND: [&str; 2] =
    ["morse.middleware.ros2_datastream.ROS2Reader", "morse.middleware.ros_datastream.ROSReader"];

/// What a class path publishes for a kind of data; `None` when there is no such publisher.
#[must_use]
pub fn output(class: &str, kind: DataKind) -> Option<Output> {
    if PUBLISHERS_BY_KIND.contains(&class) {
        return OUTPUT_KINDS.iter().find(|(known, _)| *known == kind).map(|(_, output)| *output);
    }
    OUTPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, output)| *output)
}

/// What a class path reads for a kind of command; `None` when there is no such reader.
#[must_use]
pub fn input(class: &str, kind: DataKind) -> Option<Input> {
    if READERS_BY_KIND.contains(&class) {
        return INPUT_KINDS.iter().find(|(known, _)| *known == kind).map(|(_, input)| *input);
    }
    INPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, input)| *input)
}
