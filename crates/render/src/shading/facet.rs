//! A triangle of a surface as the camera sees it, with the gradients and normals that its pixels share.

use glam::{Mat3, Vec2, Vec3};
use morse_world::{MaterialSlots, Surface};

/// Coordinates of an image on a triangle: those of its first corner, and the differences of the second and third corner.
#[derive(Clone, Copy, Default)]
pub(crate) struct CornerCoordinates {
    pub(crate) first: Vec2,
    pub(crate) edges: [Vec2; 2],
}

/// A triangle of a placed surface.
#[derive(Clone, Copy)]
pub(crate) struct Facet {
    /// The first corner, relative to the camera, along the axes of the world. [m]
    pub(crate) corner: Vec3,
    /// Gradients of the barycentric coordinates of the second and third corner, along the axes of the world. [1/m]
    pub(crate) gradients: [Vec3; 2],
    /// The same gradients in the frame of the surface. [1/m]
    pub(crate) in_surface: [Vec3; 2],
    /// Normal of the plane in the frame of the surface; a unit vector.
    pub(crate) plane: Vec3,
    /// Normals at the corners of a smooth surface, in its frame.
    pub(crate) smooth: [Vec3; 3],
    /// Normals at the corners of a smooth surface along the axes of the world, except for their length.
    pub(crate) world_smooth: [Vec3; 3],
    /// Coordinates of the images.
    pub(crate) uv: CornerCoordinates,
    /// Generated coordinates of the images.
    pub(crate) generated: CornerCoordinates,
}

/// Maps between a surface and the world.
#[derive(Clone, Copy)]
pub(crate) struct Placement {
    /// Maps points relative to the camera to the coordinates of the vertices, after subtraction of `origin`.
    pub(crate) surface_from_point: Mat3,
    pub(crate) point_from_surface: Mat3,
    /// Origin of the surface, relative to the camera. [m]
    pub(crate) origin: Vec3,
    /// Maps normals of the surface to the world, except for their length.
    pub(crate) normal_to_world: Mat3,
}

impl Facet {
    /// A triangle of a placed surface. `None` for a triangle without area, or one so small that its area underflows: it has no
    /// barycentric coordinates.
    pub(crate) fn new(
        surface: &Surface,
        material_slots: &MaterialSlots,
        placement: &Placement,
        triangle: u32,
    ) -> Option<Facet> {
        let corners = surface.triangles.get(triangle as usize)?;
        let [a, b, c] =
            corners.map(|number| surface.vertices.get(number as usize).copied().unwrap_or_default());
        let (second, third) = (b - a, c - a);
        let in_surface = gradients(second, third);
        let to_world = placement.surface_from_point.transpose();
        let gradients = in_surface.map(|gradient| to_world * gradient);
        let corner = placement.origin + placement.point_from_surface * a;
        if !(gradients.iter().all(|gradient| gradient.is_finite()) && corner.is_finite()) {
            return None;
        }
        let smooth = material_slots.normals(surface, triangle).unwrap_or_default();
        let coordinates = |corners: Option<_>| corners.map(CornerCoordinates::new).unwrap_or_default();
        Some(Facet {
            corner,
            gradients,
            in_surface,
            plane: second.cross(third).normalize_or(Vec3::Z),
            smooth,
            world_smooth: smooth.map(|normal| placement.normal_to_world * normal),
            uv: coordinates(material_slots.uv(triangle)),
            generated: coordinates(material_slots.generated(triangle)),
        })
    }
}

impl CornerCoordinates {
    /// The coordinates at the three corners.
    pub(crate) fn new([a, b, c]: [[f32; 2]; 3]) -> CornerCoordinates {
        let first = Vec2::from(a);
        CornerCoordinates { first, edges: [Vec2::from(b) - first, Vec2::from(c) - first] }
    }
}

/// The gradients of the barycentric coordinates of the second and third corner, from the edges to them. [1/m]
fn gradients(second: Vec3, third: Vec3) -> [Vec3; 2] {
    let (aa, ab, bb) = (second.dot(second), second.dot(third), third.dot(third));
    let area = aa * bb - ab * ab;
    [(bb * second - ab * third) / area, (aa * third - ab * second) / area]
}
