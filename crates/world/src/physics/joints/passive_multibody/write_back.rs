//! Writes the motion of a mechanism to rapier.

use rapier3d::dynamics::RigidBodyHandle;
use rapier3d::math::Pose as EnginePose;

use crate::physics::convert::{pose_to_engine, vector_to_engine};
use crate::physics::joints::Mechanism;
use crate::physics::joints::joint::within_single;
use crate::physics::joints::passive_multibody::Motion;
use crate::physics::rapier_world::Physics;

impl Physics {
    /// Sets positions and velocities of a mechanism in rapier.
    pub(in crate::physics::joints) fn write_back(&mut self, mechanism: &Mechanism, motion: &Motion) {
        let engine = &mut *self.engine;
        let Some(multibody) = engine.multibody_joints.get_multibody_mut(mechanism.multibody) else {
            return;
        };
        if let Some(root) = &motion.root {
            let numbers = [root.linear, root.angular].map(|velocity| vector_to_engine(velocity).to_array());
            for (row, &number) in numbers.as_flattened().iter().enumerate() {
                multibody.generalized_velocity_mut()[row] = number;
            }
            if let Some(body) = engine.bodies.get_mut(multibody.root().rigid_body_handle()) {
                body.set_position(pose_to_engine(root.world_from_center), false);
            }
        }
        for (number, (&index, &[position, velocity])) in
            mechanism.joints.iter().zip(&motion.joints).enumerate()
        {
            let joint = &self.joints[index];
            // The root is the first link of the multibody.
            if let Some(link) = multibody.link_mut(number + 1) {
                let at = link.assembly_id();
                let coordinate = within_single(position - joint.turned);
                let moved = coordinate - link.joint.coords()[joint.axis() as usize];
                link.joint.apply_displacement(&[moved]);
                multibody.generalized_velocity_mut()[at] = within_single(velocity);
            }
        }
        multibody.forward_kinematics(&engine.bodies, motion.root.is_some());
        let poses: Vec<(RigidBodyHandle, EnginePose)> = multibody
            .links()
            .skip(1)
            .map(|link| (link.rigid_body_handle(), *link.local_to_world()))
            .collect();
        for (handle, pose) in poses {
            if let Some(body) = engine.bodies.get_mut(handle) {
                body.set_position(pose, false);
            }
        }
    }
}
