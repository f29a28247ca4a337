//! The geometry that rays can hit, with bounding boxes and normals.

use std::sync::Arc;

use glam::Vec3;
use morse_geometry::Surface;

use crate::bvh::bounds::Bounds;
use crate::mesh::LazyMesh;

/// Geometry in its own frame. The axis of cylinders, cones and capsules is z, as in [`morse_geometry::Shape`].
#[derive(Debug, Clone)]
pub enum Geometry {
    /// A box centered at the origin.
    Box {
        /// Half its size along each axis. [m]
        half: Vec3,
    },
    /// A ball centered at the origin.
    Ball {
        /// Radius. [m]
        radius: f32,
    },
    /// A capsule centered at the origin: a cylinder with a hemisphere on each end.
    Capsule {
        /// Radius. [m]
        radius: f32,
        /// Half the length of the cylinder, without the hemispheres. [m]
        half_height: f32,
    },
    /// A cylinder centered at the origin.
    Cylinder {
        /// Radius. [m]
        radius: f32,
        /// Half its length along z. [m]
        half_height: f32,
    },
    /// A cone centered at the origin, with its tip along +z.
    Cone {
        /// Radius of the base. [m]
        radius: f32,
        /// Half its length along z. [m]
        half_height: f32,
    },
    /// The half space z < 0.
    HalfSpace,
    /// A triangle mesh.
    Mesh(Arc<LazyMesh>),
}

impl Geometry {
    /// Creates a mesh from a surface. To share meshes between instances, see [`MeshStore`].
    ///
    /// # Panics
    /// If a vertex index is out of range.
    ///
    /// [`MeshStore`]: crate::MeshStore
    pub fn of_surface(surface: &Surface) -> Geometry {
        Geometry::Mesh(Arc::new(LazyMesh::new(&surface.vertices, &surface.triangles, false)))
    }

    /// The bounding box; `None` for unbounded geometry.
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

    /// The outward unit normal at the point where a ray enters, in the frame of the geometry. Not for meshes, which store
    /// their normals.
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

/// The normal of the face on which a point lies. `faces` are the normals, with the depth of the point below each face. Only
/// faces through which a ray of this direction can enter are considered, because on an edge the depths are ambiguous.
#[inline(always)]
fn face_of_entry<const N: usize>(faces: [(Vec3, f32); N], direction: Vec3) -> Vec3 {
    let rank = |(normal, depth): &(Vec3, f32)| (normal.dot(direction) >= 0.0, *depth);
    let nearer = |a: &(Vec3, f32), b: &(Vec3, f32)| {
        let (a, b) = (rank(a), rank(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    faces.into_iter().min_by(nearer).map_or(Vec3::Z, |(normal, _)| normal)
}
