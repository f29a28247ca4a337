//! Commands of drives that set the velocity of a body.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::DrivenContact;

/// The part of the turn rate that friction takes in an arc, if driven bodies slide: with it, the robots of MORSE 1.4 reach
/// the ends of their arcs.
const ARC_LOSS: f64 = 0.015;

/// Velocities that a drive commands, along the axes of the node of its robot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DriveCommand {
    /// Linear velocity of the origin of the node. [m/s]
    pub linear: DVec3,
    /// Angular velocity. [rad/s]
    pub angular: DVec3,
    /// Whether the vertical speed and the rates of roll and pitch stay as they are.
    pub on_ground: bool,
    /// Number of ticks until the next command, at least 1.
    pub ticks: u16,
}

impl DriveCommand {
    /// Linear [m/s] and angular [rad/s] velocity along the axes of the world.
    pub(crate) fn in_world(self, world_from_node: DQuat, contact: DrivenContact) -> [DVec3; 2] {
        let [linear, angular] = [self.linear, self.angular].map(|vector| world_from_node * vector);
        match contact {
            DrivenContact::Slides if linear != DVec3::ZERO => [linear, angular * (1.0 - ARC_LOSS)],
            DrivenContact::Slides | DrivenContact::Rolls => [linear, angular],
        }
    }
}
