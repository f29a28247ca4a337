//! Writes the motion of an island to the joints and to rapier.

use glam::DVec3;

use super::Solved;
use crate::physics::convert::{pose_to_engine, vector_to_engine};
use crate::physics::joints::island::Island;
use crate::physics::rapier_world::Physics;
use crate::{NodeId, Pose};

/// Velocity below which rapier gets zero: its products would be denormal numbers of single precision, with which processors are many
/// times slower. [m/s or rad/s]
const TRACE: f64 = 1e-12;

impl Physics {
    /// Writes the motion of an island to the joints and to rapier, and adds the new poses of its nodes to `placed`.
    pub(super) fn write_back(&mut self, island: &Island, solved: Solved, placed: &mut Vec<(NodeId, Pose)>) {
        self.contact_forces.extend(solved.contacts);
        // Filters and integrators run on while their mechanism rests.
        let mut is_filtering = false;
        for (id, activation, effort) in solved.motors {
            if let Some(motor) = self.couplings.motors.get_mut(&id) {
                is_filtering |= motor.activation != activation;
                (motor.activation, motor.effort) = (activation, effort);
            }
        }
        for motion in solved.joints {
            let joint = &mut self.joints[motion.index];
            joint.velocity_before = joint.velocity;
            [joint.position, joint.velocity] = motion.values;
            (joint.exerted, joint.constrained) = (motion.exerted, motion.constraint);
        }
        let mut rest = &solved.accelerations[..];
        for &number in &island.mechanisms {
            let Some(mechanism) = self.mechanisms.get_mut(number) else { continue };
            let dofs = mechanism.root.map_or(0, |_| 6) + mechanism.joints.len();
            let (own, others) = rest.split_at(dofs.min(rest.len()));
            mechanism.accelerations.clear();
            mechanism.accelerations.extend_from_slice(own);
            rest = others;
        }
        // The bodies of an island fall asleep together.
        let handles: Vec<_> =
            (solved.bodies.iter()).filter_map(|(id, ..)| Some(self.body(*id)?.handle)).collect();
        let calm = handles.iter().filter_map(|&handle| self.engine.bodies.get(handle)).map(|in_engine| {
            if in_engine.is_sleeping() { 0.0 } else { in_engine.activation().time_since_can_sleep }
        });
        let calm_s = if is_filtering { 0.0 } else { calm.fold(f32::INFINITY, f32::min) };
        let tick_s = self.tick_s as f32;
        for (id, world_from_center, velocities) in solved.bodies {
            let Some(body) = self.bodies.get_mut(id) else { continue };
            let Some(in_engine) = self.engine.bodies.get_mut(body.handle) else { continue };
            let mut velocities = velocities;
            if !body.linked {
                let kept = [in_engine.linear_damping(), in_engine.angular_damping()];
                let kept = kept.map(|damping| f64::from(1.0 / (1.0 + tick_s * damping)));
                velocities = [velocities[0] * kept[0], velocities[1] * kept[1]];
            }
            if in_engine.is_sleeping() {
                in_engine.wake_up(true);
            }
            in_engine.activation_mut().time_since_can_sleep = calm_s;
            in_engine.set_position(pose_to_engine(world_from_center), false);
            in_engine.set_linvel(vector_to_engine(without_traces(velocities[0])), false);
            in_engine.set_angvel(vector_to_engine(without_traces(velocities[1])), false);
            body.kept = velocities;
            placed.push((id, world_from_center * Pose::from_translation(-body.center)));
        }
    }
}

/// A velocity whose components are zero where they are below [`TRACE`].
fn without_traces(velocity: DVec3) -> DVec3 {
    DVec3::from_array(velocity.to_array().map(|part| if part.abs() < TRACE { 0.0 } else { part }))
}
