//! What came of a sensor in a tick.

use morse_world::Pose;

/// Result of a sensor in a tick.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Reading {
    /// It was not due.
    None,
    /// It read and withheld the reading, or was due and skipped.
    Withheld,
    /// It read, while its robot and the sensor itself had these poses.
    Fresh { world_from_robot: Pose, world_from_sensor: Pose },
}
