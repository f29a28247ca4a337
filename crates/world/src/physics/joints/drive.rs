//! Joint drives during the coming tick.

use crate::physics::joints::joint::Motor;
use crate::physics::joints::{Joint, JointDrive};
use crate::physics::rapier_world::Physics;

impl Physics {
    /// Sets the motor of each joint that physics moves.
    pub(crate) fn drive_joints(&mut self) {
        for mechanism in &self.mechanisms {
            for &index in &mechanism.joints {
                let joint = &mut self.joints[index];
                joint.motor = joint.next_motor(self.tick_s);
            }
        }
    }
}

impl Joint {
    /// The motor of the coming tick; advances the set point of a servo.
    fn next_motor(&mut self, tick_s: f64) -> Option<Motor> {
        self.position_before = self.position;
        match self.drive {
            JointDrive::Free => None,
            JointDrive::Effort(effort) => {
                Some(Motor::Effort(effort.clamp(-self.limits.effort, self.limits.effort)))
            }
            JointDrive::Velocity { target, max_effort } => {
                let most = self.limits.velocity;
                let max_effort = max_effort.min(self.limits.effort);
                Some(Motor::Velocity { target: target.clamp(-most, most), max_effort })
            }
            JointDrive::Position { target, speed, stiffness, damping, max_effort } => {
                let most = self.limits.velocity.min(speed) * tick_s;
                let max_effort = max_effort.min(self.limits.effort);
                let target = target.clamp(self.limits.lower, self.limits.upper);
                let ahead = self.advance_set_point(target, most, max_effort / stiffness);
                // Without a speed limit, the servo is a plain spring; with one, the motion of its set point is known.
                self.set_point_velocity = if most.is_finite() { ahead / tick_s } else { 0.0 };
                let (position, velocity) = (self.set_point, self.set_point_velocity);
                Some(Motor::Spring { position, velocity, stiffness, damping, max_effort })
            }
            JointDrive::Exact { target, speed } => {
                let most = self.limits.velocity.min(speed);
                let target = target.clamp(self.limits.lower, self.limits.upper);
                let velocity = (target - self.position) / tick_s;
                Some(Motor::Velocity { target: velocity.clamp(-most, most), max_effort: f64::INFINITY })
            }
        }
    }

    /// Moves the set point towards a target by `most`, and returns the distance. The set point of a servo with a speed limit
    /// leads the joint, at the place where it will be, by `lead` at most, where the spring exerts its maximum effort. [rad or m]
    fn advance_set_point(&mut self, target: f64, most: f64, lead: f64) -> f64 {
        let mut ahead = (target - self.set_point).clamp(-most, most);
        if most.is_finite() && lead.is_finite() {
            let lead = lead + most;
            let next = (self.set_point + ahead).clamp(self.position - lead, self.position + lead);
            // Only an advance is limited: the joint may be ahead of its set point.
            let limited = next - self.set_point;
            ahead = if limited * ahead > 0.0 { limited } else { 0.0 };
        }
        self.set_point += ahead;
        ahead
    }

    /// The mean effort that its drive exerted in the last tick; `None` for drives that hold a velocity or move exactly.
    /// [N m or N]
    pub(crate) fn drive_effort(&self, tick_s: f64) -> Option<f64> {
        match self.drive {
            JointDrive::Free => Some(0.0),
            JointDrive::Effort(effort) => Some(effort.clamp(-self.limits.effort, self.limits.effort)),
            JointDrive::Velocity { .. } | JointDrive::Exact { .. } => None,
            JointDrive::Position { .. } if self.exerted.is_some() => self.exerted,
            JointDrive::Position { stiffness, damping, max_effort, .. } => {
                let most = max_effort.min(self.limits.effort);
                let velocity = (self.position - self.position_before) / tick_s;
                let effort = stiffness * (self.set_point - self.position)
                    + damping * (self.set_point_velocity - velocity);
                Some(effort.clamp(-most, most))
            }
        }
    }
}
