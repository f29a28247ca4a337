//! Converts rapier shapes and described shapes to ray geometry.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3};
use morse_raycast::{Geometry, MeshStore};
use rapier3d::geometry::{Shape as RapierShape, TypedShape};

use crate::physics::convert::vector_from_engine;
use crate::physics::shapes::collider_shape;
use crate::physics::shapes::shape_cache::{ShapeCache, ShapePurpose};
use crate::{Pose, Shape, WorldError};

/// Geometry and its pose in the node.
pub(super) type PlacedGeometry = (Pose, Geometry);

/// The geometry of a rapier shape at the pose `node_from_shape`; `None` for shape types that bodies never use.
pub(super) fn geometry_of_rapier(
    shape: &dyn RapierShape,
    node_from_shape: Pose,
    meshes: &mut MeshStore,
) -> Option<PlacedGeometry> {
    // The axis of rapier's cylinders and cones is y.
    let upright = DQuat::from_rotation_x(-FRAC_PI_2);
    let mut rotation = DQuat::IDENTITY;
    let geometry = match shape.as_typed_shape() {
        TypedShape::Cuboid(cuboid) => Geometry::Box { half: cuboid.half_extents },
        TypedShape::Ball(ball) => Geometry::Ball { radius: ball.radius },
        TypedShape::Capsule(capsule) => {
            let axis = vector_from_engine(capsule.segment.b - capsule.segment.a);
            rotation = DQuat::from_rotation_arc(DVec3::Z, axis.normalize_or(DVec3::Z));
            Geometry::Capsule { radius: capsule.radius, half_height: (axis.length() / 2.0) as f32 }
        }
        TypedShape::Cylinder(cylinder) => {
            rotation = upright;
            Geometry::Cylinder { radius: cylinder.radius, half_height: cylinder.half_height }
        }
        TypedShape::Cone(cone) => {
            rotation = upright;
            Geometry::Cone { radius: cone.radius, half_height: cone.half_height }
        }
        TypedShape::HalfSpace(half_space) => {
            rotation = DQuat::from_rotation_arc(DVec3::Z, vector_from_engine(half_space.normal));
            Geometry::HalfSpace
        }
        TypedShape::ConvexPolyhedron(hull) => {
            let (vertices, triangles) = hull.to_trimesh();
            Geometry::Mesh(meshes.mesh(&vertices, &triangles, true))
        }
        TypedShape::TriMesh(mesh) => Geometry::Mesh(meshes.mesh(mesh.vertices(), mesh.indices(), false)),
        _ => return None,
    };
    Some((node_from_shape * Pose::from_rotation(rotation), geometry))
}

/// The visual geometry of a validated shape, scaled by its node. Triangle meshes are not converted to hulls.
///
/// # Errors
/// [`WorldError`] if the shape has no volume, as for a body of that shape.
pub(super) fn geometry_of_shape(
    owner: &str,
    shape: &Shape,
    node_from_shape: Pose,
    scale: DVec3,
    meshes: &mut MeshStore,
    solids: &mut ShapeCache,
) -> Result<Option<PlacedGeometry>, WorldError> {
    let node_from_shape = node_from_shape.normalized().unwrap_or(node_from_shape);
    if let Shape::TriMesh(surface) = shape {
        let mesh = meshes.mesh_of(surface, collider_shape::mesh_factors(node_from_shape, scale));
        let place = Pose { translation: node_from_shape.translation * scale, ..node_from_shape };
        return Ok(Some((place, Geometry::Mesh(mesh))));
    }
    let solid =
        collider_shape::build(owner, shape, node_from_shape, scale, &ShapePurpose::default(), solids)?;
    Ok(geometry_of_rapier(&*solid.shape, solid.node_from_solid, meshes))
}
