//! Damping and speed limits that programs set at bodies while the simulation runs.

use std::collections::BTreeMap;

use rapier3d::dynamics::RigidBody;
use rapier3d::math::Vector;
use serde::{Deserialize, Serialize};

use crate::NodeId;
use crate::physics::body::friction_direction::FrictionDirection;

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

/// Settings of a body that programs have changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tuning {
    /// Linear and angular damping, as rapier has them.
    pub(crate) damping: Option<[f32; 2]>,
    pub(crate) limits: SpeedLimits,
    pub(crate) friction_direction: Option<FrictionDirection>,
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
