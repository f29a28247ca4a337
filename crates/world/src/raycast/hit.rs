//! What rays met.

use glam::{DVec3, Vec3};

use crate::NodeId;

/// What a ray of a batch met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// From the origin of the ray, not larger than its `max_distance`. [m]
    pub distance: f32,
    /// Normal of the surface, towards the side the ray came from; unit length, in the world. Zero on a triangle without
    /// area.
    pub normal: Vec3,
    /// Whose shape was hit.
    pub node: NodeId,
    /// Number of the shape among those of the body, or, for a ray of [`RayKind::Visual`](crate::RayKind::Visual) and a node
    /// with visuals of its own, among those.
    pub part: u32,
    /// Number of the triangle, if the shape is a surface of triangles, else 0.
    pub triangle: u32,
}

impl From<morse_raycast::Hit<NodeId>> for Hit {
    #[inline(always)]
    fn from(hit: morse_raycast::Hit<NodeId>) -> Hit {
        let morse_raycast::Hit { distance, normal, object, part, triangle } = hit;
        Hit { distance, normal, node: object, part, triangle }
    }
}

/// What a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// From the origin of the ray. [m]
    pub distance: f64,
    /// In the world. [m]
    pub point: DVec3,
    /// Of the surface, towards the side the ray came from; unit length, in the world.
    pub normal: DVec3,
    /// Whose body was hit.
    pub node: NodeId,
    /// Number of the shape among those of the body.
    pub part: u32,
    /// Number of the triangle, if the shape is a surface of triangles, else 0.
    pub triangle: u32,
}
