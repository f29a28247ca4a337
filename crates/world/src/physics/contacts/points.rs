//! Contact points of bodies and wheels, for viewers.

use glam::DVec3;

use crate::physics::convert::{pose_from_engine, vector_from_engine};
use crate::{Pose, World};

/// A contact point between two bodies, or between a wheel and the ground, in the last tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactPoint {
    /// Position in the world. [m]
    pub position: DVec3,
    /// Normal of one of the surfaces; unit vector in the world.
    pub normal: DVec3,
}

/// See [`World::contact_points`].
pub(crate) fn contact_points(world: &World) -> Vec<ContactPoint> {
    let mut points = Vec::new();
    let engine = &world.physics.engine;
    for pair in engine.narrow_phase.contact_pairs() {
        let Some(collider) = engine.colliders.get(pair.collider1) else { continue };
        let world_from_collider = pose_from_engine(collider.position());
        for manifold in pair.manifolds().iter().filter(|it| !it.data.solver_contacts.is_empty()) {
            let collider_from_part = manifold.subshape_pos1().map_or(Pose::IDENTITY, pose_from_engine);
            let world_from_part = world_from_collider * collider_from_part;
            let normal = vector_from_engine(manifold.data.normal);
            points.extend(manifold.points.iter().map(|point| ContactPoint {
                position: world_from_part.transform_point(vector_from_engine(point.local_p1)),
                normal,
            }));
        }
    }
    points.extend(world.physics.planar_contacts());
    let wheels = world.tree.ids().flat_map(|node| world.wheels(node));
    let of_wheels = wheels.filter_map(|wheel| wheel.contact);
    points.extend(of_wheels.map(|it| ContactPoint { position: it.point, normal: it.normal }));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Shape};

    #[test]
    fn box_on_the_ground_has_contacts_at_its_corners() {
        let mut world = World::new(PhysicsSettings::default());
        let mut add = |name: &str, z: f64, half: f64, physics: PhysicsType| {
            let shape = Shape::Box { half_extents: DVec3::new(half, half, 0.5) };
            let body = BodySpec { physics, shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
            let at = Pose::from_translation(DVec3::new(0.0, 0.0, z));
            world.add_node(NodeSpec::new(name).at(at).with_body(body)).unwrap()
        };
        add("ground", -0.5, 5.0, PhysicsType::Static);
        add("box", 0.5, 0.5, PhysicsType::RigidBody);
        for _ in 0..30 {
            world.advance();
        }
        let points = world.contact_points();
        assert!(points.len() >= 3, "{points:?}");
        for point in points {
            assert!(point.position.z.abs() < 0.02 && point.position.x.abs() < 0.52, "{point:?}");
            assert!(point.normal.z.abs() > 0.99, "{point:?}");
        }
    }
}
