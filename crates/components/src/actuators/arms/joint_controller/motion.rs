//! Motion of the joints to their goals.

use morse_sim::prelude::*;
use morse_world::{JointDrive, World};

use crate::actuators::arms::joint_controller::{JointController, Level};
use crate::common::model_parts::joints::JointValues;
use crate::common::model_parts::trajectory::Trajectory;

/// Speed of a joint without a limit. [rad/s or m/s]
const SPEED: f64 = 1.0;

/// A position that no joint reaches. [rad or m]
const FAR: f64 = 1e9;

impl JointController {
    /// Drives each joint with its value. Values that are not finite are left out.
    pub(super) fn drive_with(
        &self,
        world: &mut World,
        data: &JointValues,
        drive: impl Fn(usize, f64) -> JointDrive,
    ) {
        for (index, joint) in self.joints.iter().enumerate() {
            if let Some(value) = data.get(&joint.name).filter(|value| value.is_finite()) {
                world.drive_joint(joint.id, drive(index, value));
            }
        }
    }

    /// The drive to a position [rad or m] at a speed [rad/s or m/s].
    pub(super) fn drive_towards(&self, index: usize, target: f64, speed: f64) -> JointDrive {
        let target = target.clamp(-FAR, FAR);
        if self.level == Level::Kinematic {
            return JointDrive::Exact { target, speed };
        }
        let gains = self.gains_of(index);
        let (stiffness, damping) = (gains.stiffness, gains.damping);
        JointDrive::Position { target, speed, stiffness, damping, max_effort: f64::INFINITY }
    }

    /// Drives the joints to their positions.
    pub(super) fn drive_to_positions(&mut self, act: &mut ActContext<'_>, data: &mut JointValues) {
        let follows = self.follow_trajectory(act.now, 1.0 / act.rate_hz, data);
        let mut has_arrived = self.trajectory.is_none();
        for (index, joint) in self.joints.iter().enumerate() {
            let Some(goal) = data.get(&joint.name).filter(|goal| goal.is_finite()) else { continue };
            let limits = act.world.joint_limits(joint.id);
            let goal = goal.clamp(limits.lower, limits.upper);
            let speed = match (self.speeds[index], self.speed) {
                // The speed of a trajectory is that of its points.
                _ if follows => limits.velocity,
                (0.0, 0.0) if limits.velocity.is_finite() => limits.velocity,
                (0.0, 0.0) => SPEED,
                (0.0, speed) | (speed, _) => speed,
            };
            act.world.drive_joint(joint.id, self.drive_towards(index, goal, speed));
            has_arrived &= (goal - act.world.joint_position(joint.id)).abs() < self.tolerance;
        }
        if has_arrived {
            self.speeds.fill(0.0);
            act.complete(Value::Null);
        }
    }

    /// Starts a trajectory at the current positions.
    pub(super) fn start_trajectory(&mut self, world: &World, trajectory: Trajectory) {
        self.begin = self.joints.iter().map(|joint| world.joint_position(joint.id)).collect();
        self.trajectory = Some(trajectory);
    }

    /// Sets the goals to the positions of the trajectory at the next activation, which is `period_s` after `now`, and ends it
    /// after its last point. Returns whether it set them.
    fn follow_trajectory(&mut self, now: Time, period_s: f64, data: &mut JointValues) -> bool {
        let Some(trajectory) = self.trajectory.as_ref() else { return false };
        if now < trajectory.start {
            return true;
        }
        let coming_s = now.seconds() + period_s;
        let next = trajectory.points.iter().position(|point| point.due.seconds() > coming_s);
        let Some(point) = trajectory.points.get(next.unwrap_or(trajectory.points.len() - 1)) else {
            self.trajectory = None;
            return false;
        };
        let before = next.and_then(|next| trajectory.points.get(next.checked_sub(1)?));
        let (from, begin) = match before {
            Some(before) => (&before.positions, before.due),
            None => (&self.begin, trajectory.start),
        };
        let length_s = point.due.seconds() - begin.seconds();
        let share = if next.is_none() { 1.0 } else { (coming_s - begin.seconds()) / length_s };
        for (index, joint) in self.joints.iter().enumerate() {
            let (from, to) = (from[index], point.positions[index]);
            data.set(&joint.name, from + (to - from) * share);
        }
        if next.is_none() {
            self.trajectory = None;
        }
        true
    }
}
