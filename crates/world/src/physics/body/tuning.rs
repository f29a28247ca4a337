//! Damping, speed limits and directions of friction that programs set at bodies.

use std::collections::BTreeMap;

use glam::DVec3;
use rapier3d::dynamics::RigidBody;
use rapier3d::math::Vector;
use serde::{Deserialize, Serialize};

use crate::NodeId;

/// Limits of the velocities of a body after each tick; zero for no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct SpeedLimits {
    /// Smallest speed of a body that moves. [m/s]
    pub linear_min: f64,
    /// Largest speed. [m/s]
    pub linear_max: f64,
    /// Smallest turn rate of a body that turns. [rad/s]
    pub angular_min: f64,
    /// Largest turn rate. [rad/s]
    pub angular_max: f64,
}

/// Speeds below this count as standing still, so that a smallest speed does not apply.
const STANDS: f32 = 1e-6;

/// The direction along which a surface holds. Friction has its full coefficient along it, and a share of it across.
///
/// The direction keeps to a frame: that of a chassis for the rollers of a wheel, whose lowest one always lies in the same
/// direction, or that of the body for grooves in its surface. At a contact, it is projected onto the plane of the contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrictionDirection {
    /// Node whose frame has the direction.
    pub frame: NodeId,
    /// Direction in that frame, of any length but zero.
    pub direction: DVec3,
    /// Coefficient across the direction, as a share of that along it. [0, 1]
    pub across: f64,
}

/// Settings of a body that programs have changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tuning {
    /// Linear and angular damping, as rapier has them.
    pub(crate) damping: Option<[f32; 2]>,
    pub(crate) limits: SpeedLimits,
    pub(crate) friction_direction: Option<FrictionDirection>,
    /// Friction of its surface against spinning and rolling. [m]
    pub(crate) rolling_resistance_m: [f64; 2],
}

/// The tuned bodies, by node.
pub(crate) type Tunings = BTreeMap<NodeId, Tuning>;

impl SpeedLimits {
    /// Changes the velocities of a body to values within the limits.
    pub(crate) fn apply(self, in_engine: &mut RigidBody) {
        if !in_engine.is_dynamic() || in_engine.is_sleeping() {
            return;
        }
        if let Some(velocity) = limited(in_engine.linvel(), self.linear_min, self.linear_max) {
            in_engine.set_linvel(velocity, false);
        }
        if let Some(velocity) = limited(in_engine.angvel(), self.angular_min, self.angular_max) {
            in_engine.set_angvel(velocity, false);
        }
    }
}

/// A velocity within limits, if it has to change.
fn limited(velocity: Vector, min: f64, max: f64) -> Option<Vector> {
    let speed = velocity.length();
    let (min, max) = (min as f32, max as f32);
    if max > 0.0 && speed > max {
        return Some(velocity * (max / speed));
    }
    (speed > STANDS && speed < min).then(|| velocity * (min / speed))
}
