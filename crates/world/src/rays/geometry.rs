//! The forms rays can meet, made from the shapes of the physics engine or of a user.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use rapier3d::geometry::{Shape as EngineShape, TypedShape};

use super::bounds::Bounds;
use super::mesh::{LazyMesh, MeshStore};
use crate::convert::vector_from_engine;
use crate::solid::{self, Make};
use crate::solid_cache::SolidCache;
use crate::{Pose, Shape, Surface, WorldError};

/// A form in its own frame. Cylinders, cones and capsules stand along z, as those of [`Shape`]. [m]
#[derive(Debug, Clone)]
pub(super) enum Geometry {
    /// A box around the origin.
    Box { half: Vec3 },
    /// A ball around the origin.
    Ball { radius: f32 },
    /// A cylinder around the origin with a half ball on each end.
    Capsule { radius: f32, half_height: f32 },
    /// A cylinder around the origin.
    Cylinder { radius: f32, half_height: f32 },
    /// A cone around the origin, its tip up.
    Cone { radius: f32, half_height: f32 },
    /// Everything below z = 0.
    HalfSpace,
    /// Triangles.
    Mesh(Arc<LazyMesh>),
}

/// A form and where it stands in its node.
pub(super) type Placed = (Pose, Geometry);

impl Geometry {
    /// The form of a shape of the engine that stands at `node_from_shape`; `None` for kinds of shapes that
    /// bodies are never made of.
    pub(super) fn of_engine(
        shape: &dyn EngineShape,
        node_from_shape: Pose,
        meshes: &mut MeshStore,
    ) -> Option<Placed> {
        // The engine's cylinders and cones stand along y.
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

    /// The form of a validated shape with the scale of its node applied, as it looks: surfaces stay surfaces.
    ///
    /// # Errors
    /// [`WorldError`] when the shape has no volume, as a body of it would.
    pub(super) fn of_shape(
        owner: &str,
        shape: &Shape,
        node_from_shape: Pose,
        scale: DVec3,
        meshes: &mut MeshStore,
        solids: &mut SolidCache,
    ) -> Result<Option<Placed>, WorldError> {
        let node_from_shape = node_from_shape.normalised().unwrap_or(node_from_shape);
        if let Shape::TriMesh(surface) = shape {
            let mesh = meshes.mesh_of(surface, solid::mesh_factors(node_from_shape, scale));
            let place = Pose { translation: node_from_shape.translation * scale, ..node_from_shape };
            return Ok(Some((place, Geometry::Mesh(mesh))));
        }
        let solid = solid::build(owner, shape, node_from_shape, scale, &Make::default(), solids)?;
        Ok(Geometry::of_engine(&*solid.shape, solid.node_from_solid, meshes))
    }

    /// The form of a surface that changes, which nobody shares.
    pub(super) fn of_surface(surface: &Surface) -> Geometry {
        Geometry::Mesh(Arc::new(LazyMesh::new(&surface.vertices, &surface.triangles, false)))
    }

    /// The box that holds it; `None` for what has no end.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        let half = match self {
            Geometry::Box { half } => *half,
            Geometry::Ball { radius } => Vec3::splat(*radius),
            Geometry::Capsule { radius, half_height } => Vec3::new(*radius, *radius, half_height + radius),
            Geometry::Cylinder { radius, half_height } | Geometry::Cone { radius, half_height } => {
                Vec3::new(*radius, *radius, *half_height)
            }
            Geometry::HalfSpace => return None,
            Geometry::Mesh(mesh) => return Some(mesh.bounds),
        };
        Some(Bounds { low: -half, high: half })
    }

    /// The normal outwards where a ray came in, in its frame; unit length. A mesh has its own.
    pub(super) fn normal(&self, point: Vec3, direction: Vec3) -> Vec3 {
        let outwards = match *self {
            Geometry::Box { half } => {
                let depth = half - point.abs();
                let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * point.signum());
                face_of_entry([(x, depth.x), (y, depth.y), (z, depth.z)], direction)
            }
            Geometry::Ball { .. } => point,
            Geometry::Capsule { half_height, .. } => {
                Vec3::new(point.x, point.y, point.z - point.z.clamp(-half_height, half_height))
            }
            Geometry::Cylinder { radius, half_height } => {
                let side = (Vec3::new(point.x, point.y, 0.0), radius - point.truncate().length());
                let end = (Vec3::new(0.0, 0.0, point.z), half_height - point.z.abs());
                face_of_entry([side, end], direction)
            }
            Geometry::Cone { radius, half_height } => {
                let around = point.truncate().length();
                let slope = radius / (2.0 * half_height);
                let to_side = (slope * (half_height - point.z) - around) / (1.0 + slope * slope).sqrt();
                let side = (Vec3::new(point.x, point.y, slope * around), to_side);
                face_of_entry([side, (Vec3::NEG_Z, point.z + half_height)], direction)
            }
            Geometry::HalfSpace | Geometry::Mesh(_) => Vec3::Z,
        };
        outwards.normalize_or(Vec3::Z)
    }
}

/// Of faces with their normals and depths below them, the one a point is on: the nearest of those that a ray of
/// this direction can come in by. On an edge the depths alone do not tell.
fn face_of_entry<const N: usize>(faces: [(Vec3, f32); N], direction: Vec3) -> Vec3 {
    let rank = |(normal, depth): &(Vec3, f32)| (normal.dot(direction) >= 0.0, *depth);
    let nearer = |a: &(Vec3, f32), b: &(Vec3, f32)| {
        let (a, b) = (rank(a), rank(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    faces.into_iter().min_by(nearer).map_or(Vec3::Z, |(normal, _)| normal)
}
