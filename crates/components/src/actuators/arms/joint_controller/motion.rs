//! Motion of the joints to their goals.

use morse_sim::prelude::*;
use morse_world::{JointDrive, World};

use crate::actuators::arms::joint_controller::JointController;
use crate::common::model_parts::joints::JointValues;
use crate::common::model_parts::trajectory::Trajectory;

/// Speed of a joint without a limit. [rad/s or m/s]
const SPEED: f64 = 1.0;

/// Share of the distance to a goal that a joint moves until the next activation. All of it at once would need the effort to stop
/// within one tick.
const APPROACH: f64 = 0.3;

/// Distance below which a joint rests. [rad or m]
const REST: f64 = 1e-6;

impl JointController {
    /// Drives each joint with its value.
    pub(super) fn drive_with(
        &self,
        world: &mut World,
        data: &JointValues,
        drive: impl Fn(f64) -> JointDrive,
    ) {
        for joint in &self.joints {
            if let Some(value) = data.get(&joint.name) {
                world.drive_joint(joint.id, drive(value));
            }
        }
    }

    /// Drives the joints to their positions with motors that hold them there.
    pub(super) fn drive_to_positions(&mut self, act: &mut ActContext<'_>, data: &mut JointValues) {
        let speeds = self.follow_trajectory(act.now, data);
        let mut has_arrived = self.trajectory.is_none();
        for (index, joint) in self.joints.iter().enumerate() {
            let Some(goal) = data.get(&joint.name).filter(|goal| goal.is_finite()) else { continue };
            let limits = act.world.joint_limits(joint.id);
            let goal = goal.clamp(limits.lower, limits.upper);
            let distance = goal - act.world.joint_position(joint.id);
            let speed = match (self.speeds[index], self.speed) {
                (0.0, 0.0) if limits.velocity.is_finite() => limits.velocity,
                (0.0, 0.0) => SPEED,
                (0.0, speed) | (speed, _) => speed,
            };
            let ahead = speeds.as_ref().map_or(0.0, |speeds| speeds[index]);
            let wanted = ahead + distance * act.rate_hz * APPROACH;
            let target = if distance.abs() < REST { ahead } else { wanted.clamp(-speed, speed) };
            act.world.drive_joint(joint.id, JointDrive::Velocity { target, max_effort: f64::INFINITY });
            has_arrived &= distance.abs() < self.tolerance;
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

    /// Sets the goals to the positions of the trajectory at a time, and ends it after its last point. Returns the speeds of
    /// the joints on it [rad/s or m/s], if there is one.
    fn follow_trajectory(&mut self, now: Time, data: &mut JointValues) -> Option<Vec<f64>> {
        let trajectory = self.trajectory.as_ref()?;
        if now < trajectory.start {
            return Some(vec![0.0; self.joints.len()]);
        }
        let next = trajectory.points.iter().position(|point| point.due > now);
        let Some(point) = trajectory.points.get(next.unwrap_or(trajectory.points.len() - 1)) else {
            self.trajectory = None;
            return None;
        };
        let before = next.and_then(|next| trajectory.points.get(next.checked_sub(1)?));
        let (from, begin) = match before {
            Some(before) => (&before.positions, before.due),
            None => (&self.begin, trajectory.start),
        };
        let length_s = point.due.seconds() - begin.seconds();
        let share = if next.is_none() { 1.0 } else { (now.seconds() - begin.seconds()) / length_s };
        let mut speeds = Vec::with_capacity(self.joints.len());
        for (index, joint) in self.joints.iter().enumerate() {
            let (from, to) = (from[index], point.positions[index]);
            data.set(&joint.name, from + (to - from) * share);
            speeds.push(if next.is_none() { 0.0 } else { (to - from) / length_s });
        }
        if next.is_none() {
            self.trajectory = None;
        }
        Some(speeds)
    }
}
