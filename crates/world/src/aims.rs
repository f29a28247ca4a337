//! Moves the nodes that follow parts of the world, or look at them.

use glam::{DMat3, DQuat, DVec3};

use crate::aim::{Aim, AimKind};
use crate::physics::body::velocities;
use crate::{NodeId, Pose, World, WorldError};

/// Least distance at which a node looks at a point. [m]
const NEAREST_M: f64 = 1e-9;

/// Lets a node follow a point or look at it: see [`World::aim`].
pub(crate) fn add(world: &mut World, node: NodeId, aim: Aim) -> Result<(), WorldError> {
    let is_part = |(part, mass, center): &(NodeId, f64, DVec3)| {
        world.contains(*part) && *mass > 0.0 && mass.is_finite() && center.is_finite()
    };
    let is_kind = match aim.kind {
        AimKind::Follow { offset, rotation } => offset.is_finite() && rotation.is_normalized(),
        AimKind::LookAt { camera_from_node } => camera_from_node.is_normalized(),
    };
    let can_turn = world.contains(node) && world.parent(node).is_some() && !world.has_body(node);
    if !can_turn || aim.parts.is_empty() || !aim.parts.iter().all(is_part) || !is_kind {
        return Err(WorldError::BadAim);
    }
    world.aims.insert(node, aim);
    move_aimed(world);
    Ok(())
}

/// Moves the nodes that follow or look at parts.
pub(crate) fn move_aimed(world: &mut World) {
    let aims = std::mem::take(&mut world.aims);
    for (&node, aim) in &aims {
        let point = center(world, &aim.parts);
        let world_from_node = match aim.kind {
            AimKind::Follow { offset, rotation } => Pose { translation: point + offset, rotation },
            AimKind::LookAt { camera_from_node } => {
                let translation = world.world_from(node).translation;
                let Some(turn) = looking_at(translation, point) else { continue };
                Pose { translation, rotation: turn * camera_from_node }
            }
        };
        if let Some(parent) = world.parent(node) {
            let parent_from_node = world.world_from(parent).inverse() * world_from_node;
            // Nothing hangs on an aimed node: no body has to wake, and a mechanism may rest.
            velocities::place_in_parent(world, node, parent_from_node);
        }
    }
    world.aims = aims;
}

/// The center of mass of parts. [m]
fn center(world: &World, parts: &[(NodeId, f64, DVec3)]) -> DVec3 {
    let mass: f64 = parts.iter().map(|(_, mass, _)| mass).sum();
    let moment = |(part, mass, center): &(NodeId, f64, DVec3)| {
        world.world_from(*part).transform_point(*center) * *mass
    };
    parts.iter().map(moment).sum::<DVec3>() / mass
}

/// Rotation of a camera at a place that looks at a point along its −z axis, with z of the world upwards. Straight above
/// or below the point, x of the world is to its right, as in MuJoCo. `None` if the point is too near.
fn looking_at(place: DVec3, point: DVec3) -> Option<DQuat> {
    let back = place - point;
    let back = (back.length() > NEAREST_M).then(|| back.normalize())?;
    let right = DVec3::Z.cross(back).normalize_or(DVec3::X);
    Some(DQuat::from_mat3(&DMat3::from_cols(right, back.cross(right), back)).normalize())
}

/// Forgets removed nodes.
pub(crate) fn forget(world: &mut World, is_removed: impl Fn(NodeId) -> bool) {
    world.aims.retain(|node, aim| {
        aim.parts.retain(|(part, ..)| !is_removed(*part));
        !is_removed(*node) && !aim.parts.is_empty()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeSpec, PhysicsSettings};

    /// A world with a body node, a second one, and a camera on the first one.
    fn world() -> (World, [NodeId; 3]) {
        let mut world = World::new(PhysicsSettings::default());
        let a = world.add_node(NodeSpec::new("a")).unwrap();
        let b = world.add_node(NodeSpec::new("b")).unwrap();
        let at = Pose { translation: DVec3::new(0.0, -1.0, 0.5), rotation: DQuat::IDENTITY };
        let camera = NodeSpec { parent: Some(a), parent_from_node: at, ..NodeSpec::new("camera") };
        let camera = world.add_node(camera).unwrap();
        (world, [a, b, camera])
    }

    #[test]
    fn follower_keeps_its_rotation_and_its_place_beside_the_center_of_mass() {
        let (mut world, [a, b, camera]) = world();
        let rotation = DQuat::from_rotation_z(0.3);
        let kind = AimKind::Follow { offset: DVec3::new(0.0, -2.0, 0.0), rotation };
        let parts = vec![(a, 3.0, DVec3::ZERO), (b, 1.0, DVec3::X)];
        world.aim(camera, Aim { parts, kind }).unwrap();
        world.set_world_pose(a, Pose { translation: DVec3::X * 4.0, rotation: DQuat::from_rotation_x(1.0) });
        world.set_world_pose(b, Pose { translation: DVec3::Z * 8.0, rotation: DQuat::IDENTITY });
        world.advance();
        let found = world.world_from(camera);
        // (3 · (4, 0, 0) + (1, 0, 8)) / 4 + offset.
        assert!((found.translation - DVec3::new(3.25, -2.0, 2.0)).length() < 1e-12, "{found:?}");
        assert!((found.rotation.dot(rotation).abs() - 1.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn camera_keeps_its_place_on_its_body_and_looks_at_a_part() {
        let (mut world, [a, b, camera]) = world();
        let kind = AimKind::LookAt { camera_from_node: DQuat::IDENTITY };
        world.aim(camera, Aim { parts: vec![(b, 1.0, DVec3::ZERO)], kind }).unwrap();
        world.set_world_pose(a, Pose { translation: DVec3::X * 4.0, rotation: DQuat::from_rotation_x(1.0) });
        world.advance();
        let place = world.world_from(a).transform_point(DVec3::new(0.0, -1.0, 0.5));
        let found = world.world_from(camera);
        assert!((found.translation - place).length() < 1e-12, "{found:?}");
        assert!((found.rotation * DVec3::NEG_Z - (-place).normalize()).length() < 1e-12, "{found:?}");
        assert!((found.rotation * DVec3::X).z.abs() < 1e-12, "its horizon is level");
        world.remove_node(b);
        assert!(world.aims.is_empty());
    }

    #[test]
    fn aims_without_a_meaning_are_refused() {
        let (mut world, [a, b, camera]) = world();
        let kind = AimKind::LookAt { camera_from_node: DQuat::IDENTITY };
        for (node, parts) in [
            (a, vec![(b, 1.0, DVec3::ZERO)]),
            (camera, Vec::new()),
            (camera, vec![(b, 0.0, DVec3::ZERO)]),
            (camera, vec![(b, 1.0, DVec3::NAN)]),
        ] {
            assert!(world.aim(node, Aim { parts, kind }).is_err());
        }
        let kind = AimKind::LookAt { camera_from_node: DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0) };
        assert!(world.aim(camera, Aim { parts: vec![(b, 1.0, DVec3::ZERO)], kind }).is_err());
    }
}
