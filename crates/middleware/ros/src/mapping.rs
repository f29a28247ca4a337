//! Tables that map components to messages. The streams, the user documentation and the tests derive from them.

mod inputs;
mod outputs;
mod rows;

use morse_scene::data_kind::DataKind;

pub use inputs::{INPUT_CLASSES, INPUT_KINDS, Input, InputInfo};
pub use outputs::{
    COMMAND_OUTPUT_KINDS, Frame, OUTPUT_BUILDERS, OUTPUT_CLASSES, OUTPUT_KINDS, Output, OutputInfo,
    Transforms,
};
pub use rows::{ROWS, Row};

/// Class paths of publishers whose message depends on the component's kind of data.
pub const PUBLISHERS_BY_KIND: [&str; 2] =
    ["morse.middleware.ros2_datastream.ROS2Publisher", "morse.middleware.ros_datastream.ROSPublisher"];

/// Class paths of readers whose message depends on the component's kind of data.
pub const READERS_BY_KIND: [&str; 2] =
    ["morse.middleware.ros2_datastream.ROS2Reader", "morse.middleware.ros_datastream.ROSReader"];

/// The codec of a publisher class for a kind of data; `None` when there is no such publisher.
#[must_use]
pub fn output(class: &str, kind: DataKind) -> Option<Output> {
    if PUBLISHERS_BY_KIND.contains(&class) {
        let mut kinds = OUTPUT_KINDS.iter().chain(COMMAND_OUTPUT_KINDS);
        return kinds.find(|(known, _)| *known == kind).map(|(_, output)| *output);
    }
    OUTPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, output)| *output)
}

/// The codec of a reader class for a kind of command; `None` when there is no such reader.
#[must_use]
pub fn input(class: &str, kind: DataKind) -> Option<Input> {
    if READERS_BY_KIND.contains(&class) {
        return INPUT_KINDS.iter().find(|(known, _)| *known == kind).map(|(_, input)| *input);
    }
    INPUT_CLASSES.iter().find(|(path, _)| *path == class).map(|(_, input)| *input)
}
