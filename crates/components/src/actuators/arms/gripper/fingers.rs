//! The visual fingers of a gripper.

use morse_sim::prelude::*;
use morse_world::NodeId;

/// Names of the finger parts of the model. They point along their Z axis, and close about their X axis.
const NAMES: [&str; 2] = ["finger1", "finger2"];
/// Rotation of each finger from open to closed. The pad is 23 mm beside the axis of the gripper and 115 mm from the
/// hinge; this rotation moves it onto the axis. [rad]
const CLOSED_RAD: f64 = -0.2;
/// Duration of closing. [s]
const CLOSING_S: f64 = 0.5;

/// A finger part and its pose when open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Finger {
    part: NodeId,
    gripper_from_open: Pose,
}

/// Fingers of a gripper; empty for a model without fingers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Fingers {
    fingers: Vec<Finger>,
    /// Closed fraction, 0 to 1.
    closed: f64,
}

impl Fingers {
    /// Finds the fingers in the model of an actuator.
    pub(super) fn of(mount: &MountContext<'_>) -> Self {
        let world = &*mount.world;
        let finger = |name| {
            let part = world.part(mount.node, name)?;
            Some(Finger { part, gripper_from_open: world.parent_from(part) })
        };
        Self { fingers: NAMES.into_iter().filter_map(finger).collect(), closed: 0.0 }
    }

    /// Moves the fingers towards closed or open for one activation.
    pub(super) fn close(&mut self, act: &mut ActContext<'_>, closed: bool) {
        let step = 1.0 / (CLOSING_S * act.rate_hz);
        let now = (self.closed + if closed { step } else { -step }).clamp(0.0, 1.0);
        if std::mem::replace(&mut self.closed, now) == now {
            return;
        }
        for finger in &self.fingers {
            let rotation = DQuat::from_rotation_x(CLOSED_RAD * now);
            let gripper_from_finger = finger.gripper_from_open * Pose { rotation, ..Pose::IDENTITY };
            act.world.set_local_pose(finger.part, gripper_from_finger);
        }
    }
}
