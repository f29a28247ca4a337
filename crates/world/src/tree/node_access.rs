//! Names, relations and properties of nodes.

use glam::DQuat;

use crate::physics::body::velocities;
use crate::{NodeId, Pose, Quantity, World, WorldEvent};

/// See [`World::part`].
pub(crate) fn part(world: &World, below: NodeId, name: &str) -> Option<NodeId> {
    let numbered = |found: &str| {
        let number = found.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let parts = world.tree.subtree(below);
    let exact = parts.iter().find(|&&part| world.name(part) == name);
    exact.or_else(|| parts.iter().find(|&&part| numbered(world.name(part)))).copied()
}

/// See [`World::rotate_about_z`].
pub(crate) fn rotate_about_z(world: &mut World, id: NodeId, by_rad: f64) {
    if !by_rad.is_finite() {
        world.new_events.push(WorldEvent::NotFinite { node: id, what: Quantity::Pose });
    } else if world.tree.visual_rotations.angle(id) != 0.0
        || world.tree.turns_alone(id) && !world.has_body(id)
    {
        world.tree.visual_rotations.turn(id, by_rad);
        world.tree.note_motion(id);
        world.rays.touch(&[id]);
    } else {
        let turned = Pose { rotation: DQuat::from_rotation_z(by_rad), ..Pose::IDENTITY };
        velocities::set_local_pose(world, id, world.tree.parent_from(id) * turned);
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use glam::DVec3;

    use super::*;
    use crate::{JointKind, JointSpec, NodeSpec, PhysicsSettings, PropertyValue, StoredPose};

    #[test]
    fn property_is_found_by_name_and_can_be_changed() {
        let mut world = World::new(PhysicsSettings::default());
        let mut spec = NodeSpec::new("victim");
        spec.properties.insert("Severity".to_owned(), PropertyValue::Int(10));
        let victim = world.add_node(spec).unwrap();
        assert_eq!(world.property(victim, "Severity"), Some(&PropertyValue::Int(10)));
        assert!(world.has_tag(victim, "Severity") && !world.has_tag(victim, "severity"));
        world.set_property(victim, "Severity", PropertyValue::Int(0));
        world.set_property(victim, "Injured", PropertyValue::Bool(false));
        assert_eq!(world.property(victim, "Severity").and_then(PropertyValue::as_f64), Some(0.0));
        assert_eq!(world.properties(victim).len(), 2);
    }

    #[test]
    fn nodes_are_found_by_initial_and_later_properties() {
        let mut world = World::new(PhysicsSettings::default());
        let mut add = |name: &str, tags: &[&str]| {
            let mut spec = NodeSpec::new(name);
            spec.properties = tags.iter().map(|&tag| (tag.to_owned(), PropertyValue::Bool(false))).collect();
            world.add_node(spec).unwrap()
        };
        let [one, two, three] = [add("one", &["Fire"]), add("two", &[]), add("three", &["Fire", "Wood"])];
        assert_eq!((world.tagged("Fire"), world.tagged("Wood")), (&[one, three][..], &[three][..]));
        assert_eq!(world.tagged("fire"), []);
        world.set_property(two, "Fire", PropertyValue::Int(3));
        world.set_property(one, "Fire", PropertyValue::Int(4));
        let saved = world.save().unwrap();
        world.set_property(two, "Wood", PropertyValue::Int(5));
        assert_eq!((world.tagged("Fire"), world.tagged("Wood")), (&[one, two, three][..], &[two, three][..]));
        world.restore(&saved).unwrap();
        assert_eq!((world.tagged("Fire"), world.tagged("Wood")), (&[one, two, three][..], &[three][..]));
    }

    #[test]
    fn changed_property_changes_the_digest_and_is_saved() {
        let digest = |world: &World| {
            let mut hasher = xxhash_rust::xxh3::Xxh3::new();
            world.hash_into(&mut hasher);
            hasher.digest()
        };
        let mut world = World::new(PhysicsSettings::default());
        let node = world.add_node(NodeSpec::new("it")).unwrap();
        let before = digest(&world);
        world.set_property(node, "Label", PropertyValue::Text("crate".to_owned()));
        let after = digest(&world);
        assert_ne!(before, after);
        let saved = world.save().unwrap();
        world.set_property(node, "Label", PropertyValue::Text("box".to_owned()));
        world.restore(&saved).unwrap();
        assert_eq!(digest(&world), after);
        assert_eq!(world.property(node, "Label").and_then(PropertyValue::as_str), Some("crate"));
    }

    #[test]
    fn stored_poses_equal_computed_poses() {
        let mut world = World::new(PhysicsSettings::default());
        let at = |x| Pose::from_translation(DVec3::new(x, 0.0, 0.5));
        let robot = world.add_node(NodeSpec::new("robot").at(at(1.0))).unwrap();
        let wheel = world.add_node(NodeSpec::new("wheel").on(robot).at(at(0.5))).unwrap();
        world.rotate_about_z(wheel, 0.3);
        assert_eq!(world.tree.stored_pose(robot), StoredPose::in_world(at(1.0)));
        let stored = world.tree.stored_pose(wheel);
        assert!(!stored.is_in_world && stored.angle_rad > 0.29);
        assert_eq!(stored.turned(), world.parent_from(wheel));
    }

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
    fn wheel_rotates_in_place_and_angles_add_up() {
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
    fn setting_the_pose_of_a_rotated_wheel_replaces_its_rotation() {
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
    fn child_of_a_rotated_wheel_rotates_with_it() {
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
    fn rotated_wheel_can_be_reattached_and_saved() {
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
    fn wheel_that_a_joint_moves_cannot_be_rotated() {
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
