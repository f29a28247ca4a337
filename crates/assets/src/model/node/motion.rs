//! Motions that a file defines for its objects.

use glam::DVec3;
use serde::Serialize;

/// A motion of an object, repeated in each tick of its schedule.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Motion {
    /// Name in the file.
    pub name: String,
    /// Its schedule.
    pub schedule: MotionSchedule,
    /// Translation per tick. \[m\]
    pub translation: Directed,
    /// Rotation per tick, as XYZ Euler angles. \[rad\]
    pub rotation: Directed,
    /// Velocity that the body gets. \[m/s\]
    pub linear_velocity: Directed,
    /// Whether the linear velocity is added to the current one of the body.
    pub adds_linear_velocity: bool,
    /// Angular velocity that the body gets. \[rad/s\]
    pub angular_velocity: Directed,
    /// Force on the body. \[N\]
    pub force: Directed,
    /// Torque on the body. \[N m\]
    pub torque: Directed,
}

/// A vector along the axes of the object or of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Directed {
    /// The vector.
    pub vector: DVec3,
    /// Whether its axes are those of the object.
    pub local: bool,
}

/// The ticks in which a motion acts; the first tick is always one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MotionSchedule {
    /// Every tick.
    #[default]
    EveryTick,
    /// The first tick only.
    Once,
    /// One tick in this many.
    OneIn(u32),
}

impl MotionSchedule {
    /// Whether the motion acts in a tick, counted from 0.
    #[must_use]
    pub fn is_due(self, tick: u64) -> bool {
        match self {
            MotionSchedule::EveryTick => true,
            MotionSchedule::Once => tick == 0,
            MotionSchedule::OneIn(ticks) => tick.is_multiple_of(u64::from(ticks.max(1))),
        }
    }
}
