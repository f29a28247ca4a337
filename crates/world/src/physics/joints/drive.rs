//! Joint drives during the coming tick.

use rapier3d::dynamics::{JointAxesMask, JointMotor, MotorModel};

use crate::physics::joints::joint::within_single;
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
            let motor = joint.motor(self.tick_s);
            let Some(body) = self.bodies.get(joint.child) else {
                continue;
            };
            let sets = &mut self.engine;
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
    /// rapier's motor for the coming tick; advances the set point of a servo.
    fn motor(&mut self, tick_s: f64) -> Option<JointMotor> {
        if let Some(velocity) = self.arrival(tick_s) {
            return Some(velocity_motor(velocity, f64::INFINITY));
        }
        match self.drive {
            JointDrive::Free => None,
            JointDrive::Effort(effort) => Some(JointMotor {
                target_vel: OUT_OF_REACH.copysign(effort as f32),
                damping: RIGID,
                max_force: within_single(effort.abs().min(self.limits.effort)),
                model: MotorModel::ForceBased,
                ..JointMotor::default()
            }),
            JointDrive::Velocity { target, max_effort } => {
                let most = self.limits.velocity;
                Some(velocity_motor(target.clamp(-most, most), max_effort.min(self.limits.effort)))
            }
            JointDrive::Position { target, stiffness, damping, max_effort } => {
                let most = self.limits.velocity * tick_s;
                let target = target.clamp(self.limits.lower, self.limits.upper);
                let ahead = (target - self.set_point).clamp(-most, most);
                self.set_point += ahead;
                // Without a speed limit, the servo is a plain spring; with one, the motion of its set point is known.
                let target_vel = if most.is_finite() { ahead / tick_s } else { 0.0 };
                Some(JointMotor {
                    target_pos: (self.set_point - self.turned) as f32,
                    target_vel: target_vel as f32,
                    stiffness: stiffness as f32,
                    damping: damping as f32,
                    max_force: within_single(max_effort.min(self.limits.effort)),
                    model: MotorModel::ForceBased,
                    ..JointMotor::default()
                })
            }
        }
    }
}

fn velocity_motor(velocity: f64, max_effort: f64) -> JointMotor {
    JointMotor {
        target_vel: velocity as f32,
        damping: RIGID,
        max_force: within_single(max_effort),
        model: MotorModel::ForceBased,
        ..JointMotor::default()
    }
}
