//! Views and images at the ends of their ranges, and beyond them.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use morse_render::{Projection, Style, View, Visibility, render};
use morse_world::{
    Material, MaterialSlots, NodeSpec, Pose, Reflectance, Shape, Surface, Texture, Visual, World,
};

use crate::{at, cube, dull, thing, world};

/// A wall of 40 m by 40 m, 2 m ahead of a camera at the origin, with a box in front of it.
fn wall() -> World {
    let mut world = world();
    let half_extents = DVec3::new(0.5, 20.0, 20.0);
    thing(&mut world, "wall", at(2.5, 0.0, 0.0), Shape::Box { half_extents });
    thing(&mut world, "box", at(1.4, 0.3, 0.2), cube(0.1));
    world
}

#[test]
fn narrow_and_single_pixel_pictures_equal_those_by_rays() {
    let world = wall();
    for size in [[1, 1], [1, 700], [700, 1], [2, 3], [31, 15], [33, 17], [16_384, 1], [1, 16_384]] {
        let view = View::perspective(Pose::IDENTITY, size, 0.9);
        let raster = render(&world, &view, &dull(false)).unwrap();
        let rays = render(&world, &view, &Style { visibility: Visibility::Rays, ..dull(false) }).unwrap();
        assert_eq!(raster.depth.len(), (size[0] * size[1]) as usize);
        assert!(raster == rays, "{size:?}");
        let middle = raster.depth[raster.index(size[0] / 2, size[1] / 2)];
        assert!((middle - 2.0).abs() < 1e-5, "{size:?}: {middle}");
    }
}

#[test]
fn widest_and_narrowest_fields_of_view_show_the_wall_at_its_distance() {
    let world = wall();
    for width_angle in [1e-6, 1e-4, 0.01, 2.5, 3.0, 3.1] {
        let view = View::perspective(Pose::IDENTITY, [41, 5], width_angle);
        let picture = render(&world, &view, &dull(false)).unwrap();
        assert!((picture.depth[picture.index(20, 2)] - 2.0).abs() < 1e-4, "{width_angle}");
    }
}

#[test]
fn views_out_of_range_are_refused_with_value_and_range() {
    let world = wall();
    let good = View::perspective(Pose::IDENTITY, [4, 4], 1.0);
    let angle = |width_angle: f64| View { projection: Projection::Perspective { width_angle }, ..good };
    let width = |width_m: f64| View { projection: Projection::Orthographic { width_m }, ..good };
    let clip = |near_m: f64, far_m: f64| View { near_m, far_m, ..good };
    let size = |width: u32, height: u32| View { width, height, ..good };
    for (view, range) in [
        (angle(0.0), "1e-6 to 3.1"),
        (angle(-1.0), "1e-6 to 3.1"),
        (angle(std::f64::consts::PI), "1e-6 to 3.1"),
        (angle(f64::NAN), "1e-6 to 3.1"),
        (angle(f64::INFINITY), "1e-6 to 3.1"),
        (width(0.0), "1e-6 to 1e9"),
        (width(f64::INFINITY), "1e-6 to 1e9"),
        (clip(1.0, 1.0), "a far end beyond it"),
        (clip(5.0, 1.0), "a far end beyond it"),
        (clip(-1.0, 1.0), "a far end beyond it"),
        (clip(f64::INFINITY, f64::INFINITY), "a far end beyond it"),
        (clip(0.1, f64::NAN), "a far end beyond it"),
        (size(0, 4), "1 to 16384"),
        (size(16_385, 1), "1 to 16384"),
        (size(100_000, 100_000), "1 to 16384"),
        (size(u32::MAX, u32::MAX), "1 to 16384"),
        (size(16_384, 4097), "67108864"),
    ] {
        let error = render(&world, &view, &Style::default()).unwrap_err().to_string();
        assert!(error.contains(range), "{view:?}: {error}");
    }
}

#[test]
fn clip_planes_without_a_surface_between_them_show_nothing() {
    let world = wall();
    for [near_m, far_m] in [[0.0, 1e-3], [1e-30, 1.0], [3.5, 1e30], [1e20, 1e30], [4.0, f64::INFINITY]] {
        let view = View { near_m, far_m, ..View::perspective(Pose::IDENTITY, [40, 20], 1.0) };
        let picture = render(&world, &view, &Style::default()).unwrap();
        assert!(picture.nodes.iter().all(Option::is_none), "{near_m} {far_m}");
        assert!(picture.depth.iter().all(|depth| depth.is_infinite()), "{near_m} {far_m}");
    }
}

#[test]
fn camera_inside_of_a_wall_sees_the_objects_beyond_it() {
    let world = wall();
    for (from, expected, name) in [(2.2, None, ""), (1.38, Some(2.0 - 1.38), "wall")] {
        // In the wall there is nothing beyond; in the box there is the wall.
        let pose =
            Pose::from_translation(if from < 2.0 { DVec3::new(from, 0.3, 0.2) } else { DVec3::X * from });
        for size in [[40, 20], [5, 3]] {
            let view = View::perspective(pose, size, 1.0);
            let picture = render(&world, &view, &dull(false)).unwrap();
            let rays = render(&world, &view, &Style { visibility: Visibility::Rays, ..dull(false) }).unwrap();
            assert!(picture == rays, "{size:?}");
            let middle = picture.index(size[0] / 2, size[1] / 2);
            assert_eq!(picture.nodes[middle], world.find(name));
            let depth = picture.depth[middle];
            assert!(expected.map_or(depth.is_infinite(), |it: f64| (f64::from(depth) - it).abs() < 1e-4));
        }
    }
}

/// An image of a row or a column of pixels, whose red rises from 0 to 255 along it.
fn ramp(width: u32, height: u32) -> Texture {
    let count = width * height;
    let rgba =
        (0..count).flat_map(|n| [(f64::from(n) / f64::from(count - 1) * 255.0).round() as u8, 0, 0, 255]);
    Texture { name: "ramp".to_owned(), width, height, rgba: rgba.collect::<Vec<u8>>().into() }
}

#[test]
fn images_of_16384_pixels_show_their_colors_and_larger_ones_are_refused() {
    for (width, height) in [(16_384, 1), (1, 16_384)] {
        let mut world = world();
        let texture = Some(world.add_texture(ramp(width, height)).unwrap());
        let reflectance = Reflectance { shadeless: true, ..Reflectance::of_remission(0.0) };
        let material = Material {
            name: "ramp".to_owned(),
            texture,
            reflectance: Some(reflectance),
            ..Material::default()
        };
        let material = world.add_material(material).unwrap();
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let surface = Surface {
            vertices: corners.map(|[y, z]: [f32; 2]| Vec3::new(2.0, y, z)).to_vec(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        };
        let [a, b, c, d] = corners.map(|corner| corner.map(|part| part / 2.0 + 0.5));
        let slots = MaterialSlots::new("plate", 2, Vec::new(), vec![[a, b, c], [a, c, d]]).unwrap();
        let visual = Visual {
            material_slots: Some(Arc::new(slots)),
            ..Visual::new(Shape::TriMesh(Arc::new(surface))).of(material)
        };
        let plate = world.add_node(NodeSpec::new("plate")).unwrap();
        world.set_visuals(plate, vec![visual]).unwrap();
        // The plate fills the picture: u rises to the left of the image, v rises upwards.
        let view = View::perspective(Pose::IDENTITY, [64, 64], 2.0 * 0.5_f64.atan());
        let picture = render(&world, &view, &Style::default()).unwrap();
        for place in (4..60_u32).step_by(5) {
            let [column, row] = if width > 1 { [63 - place, 20] } else { [20, place] };
            let [red, green, _, _] = picture.rgba[picture.index(column, row)];
            // Rows of an image count from the top, as those of the picture.
            let expected = (f64::from(place) + 0.5) / 64.0 * 255.0;
            assert!((f64::from(red) - expected).abs() < 2.0, "{width} {place}: {red} {expected}");
            assert_eq!(green, 0);
        }
        let more = ramp(width + u32::from(width > 1), height + u32::from(height > 1));
        let error = world.add_texture(more).unwrap_err().to_string();
        assert!(error.contains("ramp") && error.contains("16384"), "{error}");
    }
}
