//! Visual rotation: nodes that rotate about their own Z axis for display only, such as wheels.
//!
//! A crowd of robots turns thousands of wheels in each tick, and few of these poses are ever read. The angles are
//! therefore stored densely, apart from the nodes, and applied when a pose is read.

use std::f64::consts::{PI, TAU};

use glam::DQuat;
use serde::{Deserialize, Serialize};

use crate::tree::nodes::Tree;
use crate::{NodeId, Pose, Quantity, World, WorldEvent};

/// The rotation of each node about its own Z axis, relative to the pose in the tree. [rad]
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct VisualRotations {
    /// Angles by node index; the last ones may be missing.
    angles: Vec<f64>,
}

impl VisualRotations {
    pub(crate) fn angle(&self, id: NodeId) -> f64 {
        self.angles.get(id.index()).copied().unwrap_or_default()
    }

    fn turn(&mut self, id: NodeId, by_rad: f64) {
        if self.angles.len() <= id.index() {
            self.angles.resize(id.index() + 1, 0.0);
        }
        let angle = &mut self.angles[id.index()];
        *angle += by_rad;
        if angle.abs() > PI {
            *angle -= TAU * (*angle / TAU).round();
        }
    }

    /// Removes the angle of a node; returns whether it had one.
    pub(crate) fn clear(&mut self, id: NodeId) -> bool {
        self.angles.get_mut(id.index()).is_some_and(|angle| std::mem::take(angle) != 0.0)
    }

    /// Forgets the angles of all nodes from an index on.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.angles.truncate(count);
    }

    /// The pose of a node with its angle, given the pose without it.
    pub(crate) fn turned(&self, id: NodeId, from_node: Pose) -> Pose {
        match self.angle(id) {
            0.0 => from_node,
            angle => from_node * Pose { rotation: DQuat::from_rotation_z(angle), ..Pose::IDENTITY },
        }
    }
}

impl Tree {
    /// Whether a node simply follows its parent, and its rotation affects only visuals.
    fn turns_alone(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let held = node.joint.is_some() || node.about.hook.is_some();
        !node.free && !held && node.parent.is_some() && node.about.children.is_empty()
    }
}

impl World {
    /// Rotates a node about its own Z axis. [rad]
    ///
    /// For nodes that are only shown, such as most wheels, this costs less than [`World::set_local_pose`]. An angle
    /// that is not finite is ignored and logged, and so is one for a node that a joint holds.
    pub fn rotate_about_z(&mut self, id: NodeId, by_rad: f64) {
        if !by_rad.is_finite() {
            self.new_events.push(WorldEvent::NotFinite { node: id, what: Quantity::Pose });
        } else if self.tree.visual_rotations.angle(id) != 0.0
            || self.tree.turns_alone(id) && !self.has_body(id)
        {
            self.tree.visual_rotations.turn(id, by_rad);
            self.tree.note_motion(id);
            self.rays.touch(&[id]);
        } else {
            let turned = Pose { rotation: DQuat::from_rotation_z(by_rad), ..Pose::IDENTITY };
            self.set_local_pose(id, self.parent_from(id) * turned);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use glam::DVec3;

    use super::*;
    use crate::{JointKind, JointSpec, NodeSpec, PhysicsSettings};

    /// A cart with a wheel on its left.
    fn cart() -> (World, [NodeId; 2]) {
        let mut world = World::new(PhysicsSettings::default());
        let cart = world.add_node(NodeSpec::new("cart").at(Pose::from_translation(DVec3::X))).unwrap();
        let wheel = NodeSpec::new("wheel").on(cart).at(Pose::from_translation(DVec3::Y));
        let wheel = world.add_node(wheel).unwrap();
        (world, [cart, wheel])
    }

    fn assert_turned(world: &World, node: NodeId, angle: f64) {
        let expected = DQuat::from_rotation_z(angle);
        for pose in [world.parent_from(node), world.world_from(node)] {
            assert!(pose.rotation.dot(expected).abs() > 1.0 - 1e-12, "{pose:?}");
        }
        assert_eq!(world.parent_from(node).translation, DVec3::Y);
        assert_eq!(world.world_from(node).translation, DVec3::new(1.0, 1.0, 0.0));
    }

    #[test]
    fn a_wheel_turns_on_the_spot_and_angles_add_up() {
        let (mut world, [_, wheel]) = cart();
        for _ in 0..7 {
            world.rotate_about_z(wheel, FRAC_PI_2);
        }
        assert_turned(&world, wheel, 3.0 * FRAC_PI_2);
        world.rotate_about_z(wheel, f64::NAN);
        world.advance();
        assert_turned(&world, wheel, 3.0 * FRAC_PI_2);
        assert!(matches!(world.events(), [WorldEvent::NotFinite { what: Quantity::Pose, .. }]));
    }

    #[test]
    fn a_wheel_that_is_put_somewhere_is_there() {
        let (mut world, [cart, wheel]) = cart();
        let put = Pose { translation: DVec3::Y, rotation: DQuat::from_rotation_z(0.5) };
        world.rotate_about_z(wheel, 1.0);
        world.set_local_pose(wheel, put);
        assert_eq!(world.parent_from(wheel), put);
        world.rotate_about_z(wheel, 1.0);
        world.set_world_pose(wheel, world.world_from(cart) * put);
        assert_turned(&world, wheel, 0.5);
    }

    #[test]
    fn what_is_hung_on_a_turned_wheel_turns_with_it() {
        let (mut world, [_, wheel]) = cart();
        world.rotate_about_z(wheel, FRAC_PI_2);
        let cap = NodeSpec::new("cap").on(wheel).at(Pose::from_translation(DVec3::X));
        let cap = world.add_node(cap).unwrap();
        assert_turned(&world, wheel, FRAC_PI_2);
        assert!(world.world_from(cap).translation.distance(DVec3::new(1.0, 2.0, 0.0)) < 1e-12);
        world.rotate_about_z(wheel, FRAC_PI_2);
        assert_turned(&world, wheel, 2.0 * FRAC_PI_2);
        assert!(world.world_from(cap).translation.distance(DVec3::new(0.0, 1.0, 0.0)) < 1e-12);
    }

    #[test]
    fn a_turned_wheel_can_be_hung_elsewhere_and_saved() {
        let (mut world, [_, wheel]) = cart();
        world.rotate_about_z(wheel, 0.7);
        let before = world.world_from(wheel);
        let saved = world.save().unwrap();
        world.detach(wheel);
        let apart = world.world_from(wheel);
        assert!(apart.translation == before.translation && apart.rotation.dot(before.rotation) > 1.0 - 1e-12);
        world.restore(&saved).unwrap();
        assert_eq!(world.world_from(wheel), before);
    }

    #[test]
    fn a_wheel_that_a_joint_holds_does_not_turn() {
        let (mut world, [cart, wheel]) = cart();
        world.rotate_about_z(wheel, 0.3);
        let weld = JointSpec::new("weld", Some(cart), wheel, JointKind::Fixed);
        world.add_joint(weld.at(Pose::from_translation(DVec3::Y))).unwrap();
        let before = world.parent_from(wheel);
        world.rotate_about_z(wheel, 0.3);
        assert_eq!(world.parent_from(wheel), before);
        world.advance();
        assert_eq!(world.events(), [WorldEvent::HeldByJoint { node: wheel }]);
    }
}
