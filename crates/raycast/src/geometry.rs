//! The geometry that rays can meet, its bounding boxes and its normals.

use std::sync::Arc;

use glam::Vec3;
use morse_geometry::Surface;

use crate::bvh::bounds::Bounds;
use crate::mesh::LazyMesh;

/// Geometry in its own frame. Cylinders, cones and capsules stand along z, as those of [`morse_geometry::Shape`]. [m]
#[derive(Debug, Clone)]
pub enum Geometry {
    /// A box around the origin.
    Box {
        /// Half its size along each axis. [m]
        half: Vec3,
    },
    /// A ball around the origin.
    Ball {
        /// [m]
        radius: f32,
    },
    /// A cylinder around the origin with a half ball on each end.
    Capsule {
        /// [m]
        radius: f32,
        /// Half the length of the cylinder, without the half balls. [m]
        half_height: f32,
    },
    /// A cylinder around the origin.
    Cylinder {
        /// [m]
        radius: f32,
        /// Half its length along z. [m]
        half_height: f32,
    },
    /// A cone around the origin, its tip up.
    Cone {
        /// [m]
        radius: f32,
        /// Half its length along z. [m]
        half_height: f32,
    },
    /// Everything below z = 0.
    HalfSpace,
    /// Triangles.
    Mesh(Arc<LazyMesh>),
}

impl Geometry {
    /// A mesh of its own from a surface. For meshes that several instances have, see [`MeshStore`].
    ///
    /// # Panics
    /// When a triangle names a vertex that is not there.
    ///
    /// [`MeshStore`]: crate::MeshStore
    pub fn of_surface(surface: &Surface) -> Geometry {
        Geometry::Mesh(Arc::new(LazyMesh::new(&surface.vertices, &surface.triangles, false)))
    }

    /// Its bounding box; `None` for what is unbounded.
    #[inline]
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
    #[inline(always)]
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
#[inline(always)]
fn face_of_entry<const N: usize>(faces: [(Vec3, f32); N], direction: Vec3) -> Vec3 {
    let rank = |(normal, depth): &(Vec3, f32)| (normal.dot(direction) >= 0.0, *depth);
    let nearer = |a: &(Vec3, f32), b: &(Vec3, f32)| {
        let (a, b) = (rank(a), rank(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    faces.into_iter().min_by(nearer).map_or(Vec3::Z, |(normal, _)| normal)
}
