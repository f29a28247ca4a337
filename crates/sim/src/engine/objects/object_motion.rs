//! Motions of objects that their model files define.

use morse_assets::model::{Directed, Motion};
use morse_world::{Euler, NodeId, Pose, World};

use glam::DVec3;

/// A motion of an object of the world. It has no state of its own: its progress follows from the pose of the object.
#[derive(Clone)]
pub(crate) struct ObjectMotion {
    pub(crate) node: NodeId,
    pub(crate) motion: Motion,
}

impl ObjectMotion {
    /// Applies the motion for a tick, counted from 0.
    pub(crate) fn act(&self, tick: u64, world: &mut World) {
        if !self.motion.schedule.is_due(tick) {
            return;
        }
        self.push(world);
        self.displace(world);
        self.set_velocities(world);
    }

    fn push(&self, world: &mut World) {
        let Motion { force, torque, .. } = &self.motion;
        if force.vector != DVec3::ZERO {
            world.apply_force(self.node, self.in_world(world, force));
        }
        if torque.vector != DVec3::ZERO {
            world.apply_torque(self.node, self.in_world(world, torque));
        }
    }

    fn displace(&self, world: &mut World) {
        let Motion { translation, rotation, .. } = &self.motion;
        let (moves, turns) = (translation.vector != DVec3::ZERO, rotation.vector != DVec3::ZERO);
        if !moves && !turns {
            return;
        }
        let about_z = rotation.vector.truncate() == glam::DVec2::ZERO && rotation.local;
        if !moves && about_z {
            return world.rotate_about_z(self.node, rotation.vector.z);
        }
        if (translation.local || !moves) && (rotation.local || !turns) {
            return world.move_local(self.node, translation.vector, rotation.vector);
        }
        let mut pose = world.world_from(self.node);
        pose.translation += self.in_world(world, translation);
        let [roll, pitch, yaw] = rotation.vector.to_array();
        let turn = Pose::from_euler(DVec3::ZERO, Euler { roll, pitch, yaw }).rotation;
        pose.rotation = if rotation.local { pose.rotation * turn } else { turn * pose.rotation };
        world.set_world_pose(self.node, pose);
    }

    fn set_velocities(&self, world: &mut World) {
        let Motion { linear_velocity, angular_velocity, adds_linear_velocity, .. } = &self.motion;
        if linear_velocity.vector != DVec3::ZERO {
            let old = if *adds_linear_velocity { world.linear_velocity(self.node) } else { DVec3::ZERO };
            world.set_linear_velocity(self.node, old + self.in_world(world, linear_velocity));
        }
        if angular_velocity.vector != DVec3::ZERO {
            world.set_angular_velocity(self.node, self.in_world(world, angular_velocity));
        }
    }

    fn in_world(&self, world: &World, directed: &Directed) -> DVec3 {
        match directed.local {
            true => world.world_from(self.node).rotation * directed.vector,
            false => directed.vector,
        }
    }
}
