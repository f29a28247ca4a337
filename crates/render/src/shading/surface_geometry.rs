//! Points, barycentric coordinates, normals and texture coordinates of surface points, for all rows at once.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use glam::Mat3;

use crate::prepared_camera::PixelSteps;
use crate::shading::columns::Columns;
use crate::shading::facet_columns::CornerColumns;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::texture_samples::TextureSamples;
use crate::shading::vectorized::vectorized;

/// Smallest slant of a ray on a surface. A surface seen edge-on lies within one pixel; avoid division by zero.
const SLANT_MIN: f32 = 1e-4;

vectorized! {
    /// Computes the points of rays that begin at the camera, or at their start points. The normals of a flat surface are set.
    pub(crate) place = place_in(surfaces: &mut SurfaceColumns, has_start: bool)
}
vectorized! {
    /// Computes barycentric coordinates.
    pub(crate) weigh = weigh_in(surfaces: &mut SurfaceColumns)
}
vectorized! {
    /// Computes the vectors to the hits of the next pixels of a camera without a lens.
    pub(crate) step = step_in(surfaces: &mut SurfaceColumns, pixel_steps: &PixelSteps)
}
vectorized! {
    /// Computes the normals of a smooth surface.
    pub(crate) smooth = smooth_in(surfaces: &mut SurfaceColumns)
}
vectorized! {
    /// Computes texture coordinates and footprints from those of the corners, or from the generated ones.
    pub(crate) spread = spread_in(surfaces: &SurfaceColumns, is_generated: bool, samples: &mut TextureSamples)
}
vectorized! {
    /// Maps normals of a surface to the world, on the side of the camera. The sides of smooth surfaces are those of `smooth`.
    pub(crate) turn = turn_in(surfaces: &mut SurfaceColumns, normal: &Columns, smooth: &Columns, to_world: &Mat3)
}

#[inline(always)]
fn place_in(surfaces: &mut SurfaceColumns, has_start: bool) {
    let end = surfaces.end();
    for axis in 0..3 {
        for row in 0..end {
            let along = surfaces.direction[axis][row] * surfaces.from[row];
            surfaces.point[axis][row] = if has_start { surfaces.start[axis][row] + along } else { along };
            surfaces.normal[axis][row] = surfaces.outwards[axis][row];
        }
    }
}

/// A number from 0 to a limit.
#[inline(always)]
fn limited(number: f32, most: f32) -> f32 {
    let number = if number > 0.0 { number } else { 0.0 };
    if number < most { number } else { most }
}

#[inline(always)]
fn dot([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> f32 {
    ax * bx + ay * by + az * bz
}

#[inline(always)]
fn vector(columns: &Columns, row: usize) -> [f32; 3] {
    [columns[0][row], columns[1][row], columns[2][row]]
}

#[inline(always)]
fn weigh_in(surfaces: &mut SurfaceColumns) {
    let end = surfaces.end();
    let facets = &mut surfaces.facets;
    for row in 0..end {
        let ([px, py, pz], [cx, cy, cz]) = (vector(&surfaces.point, row), vector(&facets.corner, row));
        let at = [px - cx, py - cy, pz - cz];
        let second = limited(dot(vector(&facets.gradients[0], row), at), 1.0);
        let third = limited(dot(vector(&facets.gradients[1], row), at), 1.0 - second);
        facets.barycentric[0][row] = 1.0 - second - third;
        facets.barycentric[1][row] = second;
        facets.barycentric[2][row] = third;
    }
}

#[inline(always)]
fn step_in(surfaces: &mut SurfaceColumns, pixel_steps: &PixelSteps) {
    let end = surfaces.end();
    let steps = [pixel_steps.right.to_array(), pixel_steps.down.to_array()];
    for ([x, y, z], step) in surfaces.facets.steps.iter_mut().zip(steps) {
        for row in 0..end {
            let (direction, normal) = (vector(&surfaces.direction, row), vector(&surfaces.outwards, row));
            let depth = if pixel_steps.parallel { 1.0 } else { surfaces.from[row] * surfaces.ahead[row] };
            let slant = dot(direction, normal);
            let least = SLANT_MIN.copysign(slant);
            let slant = if slant.abs() < SLANT_MIN { least } else { slant };
            let back = dot(step, normal) / slant;
            let along = |axis: usize| depth * (step[axis] - direction[axis] * back);
            (x[row], y[row], z[row]) = (along(0), along(1), along(2));
        }
    }
}

#[inline(always)]
fn smooth_in(surfaces: &mut SurfaceColumns) {
    let end = surfaces.end();
    let facets = &surfaces.facets;
    for row in 0..end {
        let [a, b, c] = [0, 1, 2].map(|corner| vector(&facets.smooth[corner], row));
        let [first, second, third] = vector(&facets.barycentric, row);
        let mut mixed = [0.0; 3];
        for axis in 0..3 {
            mixed[axis] = a[axis] * first + b[axis] * second + c[axis] * third;
        }
        let outwards = vector(&surfaces.outwards, row);
        let inverse = 1.0 / dot(mixed, mixed).sqrt();
        let is_usable = (inverse < f32::INFINITY) & (inverse > 0.0);
        let side = if dot(mixed, outwards) < 0.0 { -1.0 } else { 1.0 };
        for axis in 0..3 {
            let unit = if is_usable { mixed[axis] * inverse } else { outwards[axis] };
            surfaces.normal[axis][row] = unit * side;
        }
    }
}

#[inline(always)]
fn spread_in(surfaces: &SurfaceColumns, is_generated: bool, samples: &mut TextureSamples) {
    let end = surfaces.end();
    samples.count = surfaces.count;
    let facets = &surfaces.facets;
    let corners: &CornerColumns = if is_generated { &facets.generated } else { &facets.uv };
    let [second, third] = &corners.edges;
    for axis in 0..2 {
        for row in 0..end {
            samples.uv[axis][row] = corners.first[axis][row]
                + second[axis][row] * facets.barycentric[1][row]
                + third[axis][row] * facets.barycentric[2][row];
        }
    }
    for (step, change) in facets.steps.iter().zip([&mut samples.right, &mut samples.down]) {
        for row in 0..end {
            let step = vector(step, row);
            let along = [0, 1].map(|edge| dot(vector(&facets.gradients[edge], row), step));
            for axis in 0..2 {
                change[axis][row] = second[axis][row] * along[0] + third[axis][row] * along[1];
            }
        }
    }
}

#[inline(always)]
fn turn_in(surfaces: &mut SurfaceColumns, normal: &Columns, smooth: &Columns, to_world: &Mat3) {
    let end = surfaces.end();
    let [x, y, z] = to_world.to_cols_array_2d();
    let world = |[a, b, c]: [f32; 3]| [0, 1, 2].map(|axis| x[axis] * a + y[axis] * b + z[axis] * c);
    for row in 0..end {
        let outwards = vector(&surfaces.outwards, row);
        let side = if dot(world(vector(smooth, row)), outwards) < 0.0 { -1.0 } else { 1.0 };
        let turned = world(vector(normal, row));
        let inverse = 1.0 / dot(turned, turned).sqrt();
        let is_usable = (inverse < f32::INFINITY) & (inverse > 0.0);
        for axis in 0..3 {
            let unit = if is_usable { turned[axis] * inverse } else { outwards[axis] };
            surfaces.normal[axis][row] = unit * side;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec2, Vec3};
    use morse_world::{MaterialSlots, Pose, Surface};

    use super::*;
    use crate::View;
    use crate::prepared_camera::{PixelRay, PreparedCamera};
    use crate::shading::columns::ROWS;
    use crate::shading::facet::{Facet, Placement};
    use crate::shading::facet_columns::FacetParts;

    fn set(columns: &mut Columns, vector: Vec3) {
        for (column, value) in columns.iter_mut().zip(vector.to_array()) {
            column[0] = value;
        }
    }

    /// Rows with the hit of a ray on a surface with this normal at a distance [m].
    fn hit(pixel_ray: &PixelRay, from: f32, normal: Vec3) -> Box<SurfaceColumns> {
        let mut surfaces = SurfaceColumns::new();
        surfaces.count = 1;
        set(&mut surfaces.start, pixel_ray.start);
        set(&mut surfaces.direction, pixel_ray.direction);
        set(&mut surfaces.outwards, normal);
        (surfaces.from[0], surfaces.ahead[0]) = (from, pixel_ray.ahead);
        place(&mut surfaces, true);
        surfaces
    }

    #[test]
    fn steps_lead_to_hits_of_the_next_pixels_in_the_same_plane() {
        let pose = View::looking_at(DVec3::new(3.0, -4.0, 2.0), DVec3::new(0.0, 1.0, 0.5));
        for view in [View::perspective(pose, [640, 480], 1.2), View::orthographic(pose, [640, 480], 7.0)] {
            let camera = PreparedCamera::new(&view);
            let meets = |column, row| {
                let pixel_ray = camera.pixel_ray(column, row);
                let from = (-2.0 - pixel_ray.start.z) / pixel_ray.direction.z;
                (pixel_ray, from, pixel_ray.start + pixel_ray.direction * from)
            };
            let (pixel_ray, from, point) = meets(300, 400);
            let mut surfaces = hit(&pixel_ray, from, Vec3::Z);
            assert_eq!(SurfaceColumns::vector(&surfaces.point, 0), point);
            step(&mut surfaces, &camera.pixel_steps().unwrap());
            let steps = [0, 1].map(|number| SurfaceColumns::vector(&surfaces.facets.steps[number], 0));
            for (step, (_, _, next)) in steps.into_iter().zip([meets(301, 400), meets(300, 401)]) {
                assert!((point + step - next).length() < 0.02 * step.length(), "{step} {next}");
            }
        }
    }

    #[test]
    fn barycentric_and_texture_coordinates_of_a_placed_triangle_are_those_of_its_points() {
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
        let inside = corners[0] * weights.x + corners[1] * weights.y + corners[2] * weights.z;
        let point = placement.origin + placement.point_from_surface * inside;
        let camera = PreparedCamera::new(&View::perspective(Pose::IDENTITY, [8, 8], 1.0));
        let pixel_ray = PixelRay { direction: point.normalize(), ..camera.pixel_ray(0, 0) };
        let mut surfaces = hit(&pixel_ray, point.length(), Vec3::Z);
        let parts = FacetParts { smooth: true, uv: true, generated: false, in_surface: true };
        surfaces.facets.set(&(0..1), &facet, parts);
        weigh(&mut surfaces);
        let found = SurfaceColumns::vector(&surfaces.facets.barycentric, 0);
        assert!((found - weights).length() < 1e-5, "{found}");
        set(&mut surfaces.facets.steps[0], placement.point_from_surface * (corners[1] - corners[0]));
        let mut samples = TextureSamples::new();
        spread(&surfaces, false, &mut samples);
        let two = |columns: &[[f32; ROWS]; 2]| Vec2::new(columns[0][0], columns[1][0]);
        assert!((two(&samples.uv) - Vec2::new(0.4, 0.9)).length() < 1e-5, "{}", two(&samples.uv));
        assert!((two(&samples.right) - Vec2::new(2.0, 0.0)).length() < 1e-5, "{}", two(&samples.right));
        let flat = Surface { vertices: vec![Vec3::X; 3], triangles: vec![[0, 1, 2]] };
        assert!(Facet::new(&flat, &material_slots, &placement, 0).is_none());
    }
}
