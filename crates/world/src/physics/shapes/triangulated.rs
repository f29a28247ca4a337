//! Triangulation of shapes and bodies, for viewers.

use std::sync::Arc;

use glam::DVec3;
use rapier3d::geometry::{Shape as RapierShape, SharedShape, TypedShape};
use rapier3d::math::Vector;

use crate::physics::shapes::collider_shape;
use crate::physics::shapes::shape_cache::{ShapeCache, ShapePurpose};
use crate::{Pose, Shape, Surface};

/// Number of corners of a triangulated circle.
const CIRCLE_CORNERS: u32 = 32;
/// Half the side of the square that represents an unbounded plane. [m]
const PLANE_HALF_M: f32 = 500.0;

/// The triangles of a shape in its own frame. A half space becomes a square of one kilometer. `None` for a shape
/// without volume.
#[must_use]
pub fn triangulated(shape: &Shape) -> Option<Arc<Surface>> {
    if let Shape::TriMesh(surface) = shape {
        return Some(Arc::clone(surface));
    }
    let (purpose, mut cache) = (ShapePurpose::default(), ShapeCache::default());
    let solid =
        collider_shape::build("shape", shape, Pose::IDENTITY, DVec3::ONE, &purpose, &mut cache).ok()?;
    let surface = surface_of(&*solid.shape)?;
    let turned = |vertex: &glam::Vec3| solid.node_from_solid.transform_point(vertex.as_dvec3()).as_vec3();
    let vertices = surface.vertices.iter().map(turned).collect();
    Some(Arc::new(Surface { vertices, triangles: surface.triangles }))
}

/// The triangles of a rapier shape in its own frame.
fn surface_of(shape: &dyn RapierShape) -> Option<Surface> {
    let (vertices, triangles): (Vec<Vector>, _) = match shape.as_typed_shape() {
        TypedShape::Cuboid(cuboid) => cuboid.to_trimesh(),
        TypedShape::Ball(ball) => ball.to_trimesh(CIRCLE_CORNERS, CIRCLE_CORNERS / 2),
        TypedShape::Capsule(capsule) => capsule.to_trimesh(CIRCLE_CORNERS, CIRCLE_CORNERS / 2),
        TypedShape::Cylinder(cylinder) => cylinder.to_trimesh(CIRCLE_CORNERS),
        TypedShape::Cone(cone) => cone.to_trimesh(CIRCLE_CORNERS),
        TypedShape::ConvexPolyhedron(hull) => hull.to_trimesh(),
        TypedShape::TriMesh(mesh) => (mesh.vertices().to_vec(), mesh.indices().to_vec()),
        TypedShape::HalfSpace(_) => {
            let corner = |x: f32, y: f32| Vector::new(x * PLANE_HALF_M, y * PLANE_HALF_M, 0.0);
            let corners = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            (corners, vec![[0, 1, 2], [0, 2, 3]])
        }
        _ => return None,
    };
    let vertices = vertices.iter().map(|v| glam::Vec3::new(v.x, v.y, v.z)).collect();
    Some(Surface { vertices, triangles })
}

/// A shape of a body, shared with physics, so that the copy costs nothing.
#[derive(Clone)]
pub struct BodyShape(pub(crate) SharedShape);

impl BodyShape {
    /// The triangles of the shape in its own frame, without margin. `None` for a shape without volume.
    #[must_use]
    pub fn surface(&self) -> Option<Surface> {
        surface_of(&*self.0)
    }
}

impl std::fmt::Debug for BodyShape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BodyShape({:?})", self.0.shape_type())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::World;
    use crate::{BodySpec, NodeSpec, PhysicsSettings};

    #[test]
    fn triangulated_cylinder_has_its_size_and_axis_z() {
        let surface = triangulated(&Shape::Cylinder { radius: 0.5, half_height: 2.0 }).unwrap();
        let [mut low, mut high] = [glam::Vec3::MAX, glam::Vec3::MIN];
        for vertex in &surface.vertices {
            (low, high) = (low.min(*vertex), high.max(*vertex));
        }
        assert!((high - glam::Vec3::new(0.5, 0.5, 2.0)).abs().max_element() < 0.01, "{high}");
        assert!((low + high).abs().max_element() < 0.01, "{low}");
    }

    #[test]
    fn body_surfaces_are_scaled_by_the_node() {
        let mut world = World::new(PhysicsSettings::default());
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents: DVec3::ONE })];
        let body = BodySpec { shapes, ..BodySpec::default() };
        let spec = NodeSpec { scale: DVec3::splat(3.0), ..NodeSpec::new("box") };
        let node = world.add_node(spec.with_body(body)).unwrap();
        let surfaces = world.body_surfaces(node);
        let highest = surfaces[0].1.vertices.iter().map(|vertex| vertex.z).fold(0.0, f32::max);
        assert!((surfaces.len(), highest) == (1, 3.0));
    }
}
