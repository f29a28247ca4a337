//! Hits of rays.

use glam::{DVec3, Vec3};

use crate::NodeId;

/// The hit of a ray of a batch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Distance from the origin of the ray, at most its `max_distance`. [m]
    pub distance: f32,
    /// Unit normal of the surface in the world, on the side from which the ray came. Zero on a triangle without area.
    pub normal: Vec3,
    /// The node that was hit.
    pub node: NodeId,
    /// Index of the shape among the shapes of the body. For a ray of [`RayKind::Visual`](crate::RayKind::Visual) and a node
    /// with visuals: index among the visuals.
    pub part: u32,
    /// Index of the triangle if the shape is a triangle mesh, else 0.
    pub triangle: u32,
}

impl From<morse_raycast::Hit<NodeId>> for Hit {
    #[inline(always)]
    fn from(hit: morse_raycast::Hit<NodeId>) -> Hit {
        let morse_raycast::Hit { distance, normal, object, part, triangle } = hit;
        Hit { distance, normal, node: object, part, triangle }
    }
}

/// The hit of a single ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// Distance from the origin of the ray. [m]
    pub distance: f64,
    /// Hit point in the world. [m]
    pub point: DVec3,
    /// Unit normal of the surface in the world, on the side from which the ray came.
    pub normal: DVec3,
    /// The node whose body was hit.
    pub node: NodeId,
    /// Index of the shape among the shapes of the body.
    pub part: u32,
    /// Index of the triangle if the shape is a triangle mesh, else 0.
    pub triangle: u32,
}
