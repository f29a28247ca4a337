//! Joint drives during the coming tick.

use rapier3d::dynamics::{JointAxesMask, JointMotor, MotorModel};

use crate::physics::joints::joint::{Motor, within_single};
use crate::physics::joints::{Joint, JointDrive};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

/// A gain so high that only the effort limit matters. [N m s/rad or N s/m]
const RIGID: f32 = 1e20;

/// A velocity that no joint reaches in a tick, so that a motor uses all its effort. [rad/s or m/s]
const OUT_OF_REACH: f32 = 1e6;

impl Physics {
    /// Sets rapier's motor of each joint.
    pub(crate) fn drive_joints(&mut self, tree: &Tree) {
        for index in 0..self.joints.len() {
            self.place_base(tree, index);
            let joint = &mut self.joints[index];
            if !joint.in_engine {
                continue;
            }
            joint.motor = joint.next_motor(self.tick_s);
            let arrival = joint.arrival(self.tick_s);
            let arrival = arrival.map(|target| Motor::Velocity { target, max_effort: f64::INFINITY });
            let motor = arrival.or(joint.motor).map(|motor| in_engine(motor, joint.position, self.tick_s));
            let Some(body) = self.bodies.get(joint.child) else {
                continue;
            };
            let sets = &mut *self.engine;
            if let Some(id) = sets.multibody_joints.rigid_body_link(body.handle).copied()
                && let Some(multibody) = sets.multibody_joints.get_multibody_mut(id.multibody)
                && let Some(link) = multibody.link_mut(id.id)
            {
                let axis = joint.axis();
                let data = &mut link.joint.data;
                data.motor_axes = if motor.is_some() { axis.into() } else { JointAxesMask::empty() };
                data.motors[axis as usize] = motor.unwrap_or_default();
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
    pub(super) fn drive_effort(&self, tick_s: f64) -> Option<f64> {
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

/// rapier's motor for a joint at a position [rad or m].
fn in_engine(motor: Motor, own: f64, tick_s: f64) -> JointMotor {
    let motor = match motor {
        Motor::Effort(effort) => JointMotor {
            target_vel: OUT_OF_REACH.copysign(effort as f32),
            damping: RIGID,
            max_force: within_single(effort.abs()),
            ..JointMotor::default()
        },
        Motor::Velocity { target, max_effort } => JointMotor {
            target_vel: target as f32,
            damping: RIGID,
            max_force: within_single(max_effort),
            ..JointMotor::default()
        },
        Motor::Spring { position, velocity, stiffness, damping, max_effort } => {
            // rapier compares the target of a spring with the position at the begin of each sub-step, so that a moving joint
            // would be pulled to and fro within the tick. The spring is therefore integrated over the whole tick, implicitly:
            // f = k (e + t (s' - v)) + d (s' - v) with the distance e at its begin.
            let distance = position - velocity * tick_s - own;
            let total = damping + stiffness * tick_s;
            let catch_up = if total > 0.0 { stiffness * distance / total } else { 0.0 };
            JointMotor {
                target_vel: (velocity + catch_up) as f32,
                damping: total as f32,
                max_force: within_single(max_effort),
                ..JointMotor::default()
            }
        }
    };
    JointMotor { model: MotorModel::ForceBased, ..motor }
}
