//! Inertia and weight of the bodies that a joint moves.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::physics::joints::JointId;
use crate::{NodeId, World};

/// The bodies that a joint moves, as one rigid body in their current configuration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct JointLoad {
    /// Moment of inertia about the axis of a turning joint, or mass moved by a sliding joint, with its motor. [kg m² or kg]
    pub inertia: f64,
    /// Maximum effort of the weight, for any direction of gravity. [N m or N]
    pub weight: f64,
    /// Mass of the bodies. [kg]
    pub mass: f64,
}

/// See [`World::joint_load`].
pub(crate) fn joint_load(world: &World, id: JointId) -> JointLoad {
    let joint = &world.physics.joints[id.index()];
    let world_from_axis = world.tree.world_from(joint.child) * joint.child_from_axis;
    let axis = world_from_axis.transform_vector(DVec3::X);
    let gravity = world.gravity().length();
    let (mut load, mut moment) = (JointLoad { inertia: 0.0, weight: 0.0, mass: 0.0 }, DVec3::ZERO);
    let mut weightless = 0.0;
    for (node, mass) in moved_bodies(world, joint.child) {
        let world_from_node = world.tree.world_from(node);
        load.mass += mass.mass;
        weightless += mass.weightless;
        let center = world_from_node.transform_point(mass.center) - world_from_axis.translation;
        let lever = center - axis * axis.dot(center);
        if joint.kind.turns() {
            let own = world_from_node.rotation.inverse() * axis;
            load.inertia += own.dot(mass.tensor * own) + mass.mass * lever.length_squared();
            let weightless = world_from_node.rotation * mass.weightless_moment
                + (world_from_node.translation - world_from_axis.translation) * mass.weightless;
            moment += lever * mass.mass - (weightless - axis * axis.dot(weightless));
        } else {
            load.inertia += mass.mass;
        }
    }
    let carried = if joint.kind.turns() { moment.length() } else { load.inertia - weightless };
    load.inertia += joint.armature;
    load.weight = carried * gravity;
    load
}

/// The bodies at or below a node that move, with everything that fixed joints connect to each.
fn moved_bodies(
    world: &World,
    child: NodeId,
) -> impl Iterator<Item = (NodeId, crate::physics::body::mass::Mass)> {
    world.tree.subtree(child).into_iter().filter_map(|node| {
        let moves = world.tree.node(node).free && world.tree.is_anchor(node);
        Some((node, *world.physics.body(node).filter(|_| moves)?.total))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodySpec, Inertia, JointKind, JointSpec, NodeSpec, PhysicsSettings, PhysicsType, Pose};
    use glam::DMat3;

    /// A link of 2 kg with its center 0.5 m in front of its joint, and a second link at its end.
    fn arm(kind: JointKind) -> (World, [JointId; 2]) {
        let mut world = World::new(PhysicsSettings::default());
        let inertia = Inertia {
            center_of_mass: DVec3::new(0.5, 0.0, 0.0),
            tensor: DMat3::from_diagonal(DVec3::new(0.01, 0.02, 0.03)),
        };
        let link = || BodySpec {
            physics: PhysicsType::RigidBody,
            mass: 2.0,
            inertia: Some(inertia),
            ..BodySpec::default()
        };
        let mut add = |name: &str, x: f64, parent| {
            let at = Pose::from_translation(DVec3::new(x, 0.0, 0.0));
            world.add_node(NodeSpec { parent, body: Some(link()), ..NodeSpec::new(name) }.at(at)).unwrap()
        };
        let upper = add("upper", 0.0, None);
        let lower = add("lower", 1.0, Some(upper));
        let about_y = |spec: JointSpec| JointSpec { axis: DVec3::Y, ..spec };
        let shoulder = world.add_joint(about_y(JointSpec::new("s", None, upper, kind))).unwrap();
        let elbow = JointSpec {
            parent_from_joint: Pose::from_translation(DVec3::X),
            ..JointSpec::new("e", Some(upper), lower, JointKind::Revolute)
        };
        let elbow = world.add_joint(about_y(elbow)).unwrap();
        (world, [shoulder, elbow])
    }

    #[test]
    fn load_of_a_turning_joint_is_the_inertia_about_its_axis() {
        let (world, [shoulder, elbow]) = arm(JointKind::Revolute);
        let load = world.joint_load(elbow);
        assert!((load.inertia - (0.02 + 2.0 * 0.25)).abs() < 1e-9, "{load:?}");
        assert!((load.weight - 2.0 * 9.81 * 0.5).abs() < 1e-9, "{load:?}");
        let load = world.joint_load(shoulder);
        assert!((load.inertia - (0.04 + 2.0 * 0.25 + 2.0 * 2.25)).abs() < 1e-9, "{load:?}");
        assert!((load.weight - 9.81 * (1.0 + 3.0)).abs() < 1e-9, "{load:?}");
    }

    #[test]
    fn load_of_a_sliding_joint_is_the_mass() {
        let (world, [slide, _]) = arm(JointKind::Prismatic);
        assert_eq!(world.joint_load(slide).inertia, 4.0);
        assert!((world.joint_load(slide).weight - 4.0 * 9.81).abs() < 1e-9);
    }
}
