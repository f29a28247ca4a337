//! A triangle of a surface as the camera sees it, with the gradients and normals that its pixels share.

use glam::{Mat3, Vec2, Vec3};
use morse_world::{MaterialSlots, Surface};

use crate::shading::footprint::Footprint;
use crate::shading::texture_layers::SurfaceCoordinates;

/// Coordinates of an image on a triangle: those of its first corner, and the differences of the second and third corner.
#[derive(Clone, Copy)]
pub(crate) struct CornerCoordinates {
    first: Vec2,
    edges: [Vec2; 2],
}

/// A triangle of a placed surface.
pub(crate) struct Facet {
    pub(crate) triangle: u32,
    /// The first corner, relative to the camera, along the axes of the world. [m]
    corner: Vec3,
    /// Gradients of the barycentric coordinates of the second and third corner, along the axes of the world. [1/m]
    gradients: [Vec3; 2],
    /// The same gradients in the frame of the surface. [1/m]
    in_surface: [Vec3; 2],
    /// Normal of the plane in the frame of the surface; a unit vector.
    pub(crate) plane: Vec3,
    /// Normals at the corners of a smooth surface, in its frame.
    pub(crate) smooth: Option<[Vec3; 3]>,
    /// Normals at the corners of a smooth surface along the axes of the world, except for their length.
    world_smooth: [Vec3; 3],
    /// Coordinates of the images.
    pub(crate) uv: Option<CornerCoordinates>,
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
        let smooth = material_slots.normals(surface, triangle);
        let world_smooth = smooth.unwrap_or_default().map(|normal| placement.normal_to_world * normal);
        Some(Facet {
            triangle,
            corner,
            gradients,
            in_surface,
            plane: second.cross(third).normalize_or(Vec3::Z),
            smooth,
            world_smooth,
            uv: material_slots.uv(triangle).map(CornerCoordinates::new),
        })
    }

    /// The barycentric coordinates of a point relative to the camera.
    #[inline(always)]
    pub(crate) fn barycentric(&self, point: Vec3) -> Vec3 {
        let at = point - self.corner;
        let second = self.gradients[0].dot(at).clamp(0.0, 1.0);
        let third = self.gradients[1].dot(at).clamp(0.0, 1.0 - second);
        Vec3::new(1.0 - second - third, second, third)
    }

    /// The normal of a smooth surface along the axes of the world, except for its length.
    #[inline(always)]
    pub(crate) fn smooth_in_world(&self, barycentric: Vec3) -> Vec3 {
        mix(&self.world_smooth, barycentric)
    }

    /// The normal of a smooth surface in its frame, except for its length.
    pub(crate) fn smooth_in_surface(&self, barycentric: Vec3) -> Option<Vec3> {
        self.smooth.as_ref().map(|normals| mix(normals, barycentric))
    }

    /// The coordinates of an image, with the steps to the adjacent pixels along the axes of the world. [m]
    #[inline(always)]
    pub(crate) fn coordinates(
        &self,
        corners: &CornerCoordinates,
        barycentric: Vec3,
        steps: &[Vec3; 2],
    ) -> SurfaceCoordinates {
        let CornerCoordinates { first, edges: [ab, ac] } = *corners;
        let along = |step: Vec3| ab * self.gradients[0].dot(step) + ac * self.gradients[1].dot(step);
        let [second, third] = self.in_surface;
        SurfaceCoordinates {
            uv: first + ab * barycentric.y + ac * barycentric.z,
            footprint: Footprint { right: along(steps[0]), down: along(steps[1]) },
            gradient: [second * ab.x + third * ac.x, second * ab.y + third * ac.y],
        }
    }
}

impl CornerCoordinates {
    /// The coordinates at the three corners.
    pub(crate) fn new([a, b, c]: [[f32; 2]; 3]) -> CornerCoordinates {
        let first = Vec2::from(a);
        CornerCoordinates { first, edges: [Vec2::from(b) - first, Vec2::from(c) - first] }
    }
}

/// The mean of the vectors of the corners, weighted by barycentric coordinates.
#[inline(always)]
fn mix(&[a, b, c]: &[Vec3; 3], barycentric: Vec3) -> Vec3 {
    a * barycentric.x + b * barycentric.y + c * barycentric.z
}

/// The gradients of the barycentric coordinates of the second and third corner, from the edges to them. [1/m]
fn gradients(second: Vec3, third: Vec3) -> [Vec3; 2] {
    let (aa, ab, bb) = (second.dot(second), second.dot(third), third.dot(third));
    let area = aa * bb - ab * ab;
    [(bb * second - ab * third) / area, (aa * third - ab * second) / area]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barycentric_coordinates_of_a_placed_triangle_are_those_of_its_points() {
        let turn = Mat3::from_rotation_y(0.7) * Mat3::from_rotation_x(0.3);
        let scale = Vec3::new(2.0, 0.5, 3.0);
        let placement = Placement {
            surface_from_point: Mat3::from_diagonal(1.0 / scale) * turn.transpose(),
            point_from_surface: turn * Mat3::from_diagonal(scale),
            origin: Vec3::new(5.0, -2.0, 1.0),
            normal_to_world: turn * Mat3::from_diagonal(1.0 / scale),
        };
        let corners = [Vec3::new(0.1, 0.2, 0.3), Vec3::new(1.5, 0.1, -0.4), Vec3::new(0.3, 2.0, 0.5)];
        let surface = Surface { vertices: corners.to_vec(), triangles: vec![[0, 1, 2]] };
        let uvs = vec![[[0.0, 0.0], [2.0, 0.0], [0.0, 3.0]]];
        let material_slots = MaterialSlots::new("it", 1, Vec::new(), uvs).unwrap();
        let facet = Facet::new(&surface, &material_slots, &placement, 0).unwrap();
        let weights = Vec3::new(0.5, 0.2, 0.3);
        let point = placement.origin + placement.point_from_surface * mix(&corners, weights);
        assert!((facet.barycentric(point) - weights).length() < 1e-5);
        let step = placement.point_from_surface * (corners[1] - corners[0]);
        let coordinates = facet.coordinates(&facet.uv.unwrap(), weights, &[step, Vec3::ZERO]);
        assert!((coordinates.uv - Vec2::new(0.4, 0.9)).length() < 1e-6);
        assert!((coordinates.footprint.right - Vec2::new(2.0, 0.0)).length() < 1e-5);
        let flat = Surface { vertices: vec![Vec3::X; 3], triangles: vec![[0, 1, 2]] };
        assert!(Facet::new(&flat, &material_slots, &placement, 0).is_none());
    }
}
