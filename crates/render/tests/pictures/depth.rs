//! Depth and visible node of each pixel.

use glam::{DQuat, DVec3};
use morse_render::{Sky, Style, View, render};
use morse_world::{Pose, Shape};

use crate::{at, below, cube, from_above, grey, pixels, thing, world};

#[test]
fn depth_of_plane_is_exact_in_every_pixel() {
    let mut world = world();
    let ground = thing(&mut world, "ground", Pose::IDENTITY, Shape::HalfSpace);
    let camera = Pose {
        translation: DVec3::new(1000.0, -2000.0, 1.5),
        rotation: DQuat::from_rotation_z(0.6) * DQuat::from_rotation_y(0.3),
    };
    let view = View::perspective(camera, [77, 51], 1.1);
    let picture = render(&world, &view, &Style::default()).unwrap();
    let pixel = 2.0 * (1.1_f64 / 2.0).tan() / 77.0;
    for (column, row) in pixels(&view) {
        let u = (f64::from(column) + 0.5 - 38.5) * pixel;
        let v = (f64::from(row) + 0.5 - 25.5) * pixel;
        // A direction with unit length along the camera's x axis: the factor by which it reaches the ground is the depth.
        let slope = (camera.rotation * DVec3::new(1.0, -u, -v)).z;
        let (depth, node) =
            (picture.depth[picture.index(column, row)], picture.nodes[picture.index(column, row)]);
        if slope < 0.0 {
            let expected = 1.5 / -slope;
            assert!(
                (f64::from(depth) / expected - 1.0).abs() < 1e-4,
                "{depth} at {column}, {row}: {expected}"
            );
            assert_eq!(node, Some(ground));
        } else {
            assert!(depth.is_infinite() && node.is_none());
        }
    }
}

#[test]
fn sphere_from_above_is_a_disk_with_exact_depth() {
    let mut world = world();
    let ball = thing(&mut world, "ball", at(0.0, 0.0, 1.0), Shape::Sphere { radius: 1.0 });
    let view = from_above([64, 64], 3.0);
    let picture = render(&world, &view, &Style::default()).unwrap();
    for (column, row) in pixels(&view) {
        let [x, y] = below(&view, column, row);
        let (away, place) = (x.hypot(y), picture.index(column, row));
        if (away - 1.0).abs() < 1e-3 {
            continue;
        }
        assert_eq!(picture.nodes[place], (away < 1.0).then_some(ball), "{x}, {y}");
        if away < 1.0 {
            let expected = 10.0 - (1.0 + (1.0 - away * away).sqrt());
            assert!((f64::from(picture.depth[place]) - expected).abs() < 1e-4);
        }
    }
}

#[test]
fn surfaces_outside_the_clip_planes_are_invisible() {
    let mut world = world();
    let near = thing(&mut world, "near", at(2.0, 0.0, 0.0), cube(0.25));
    let far = thing(&mut world, "far", at(6.0, 0.0, 0.0), cube(4.0));
    let middle = |near_m, far_m| {
        let view = View { near_m, far_m, ..View::perspective(Pose::IDENTITY, [9, 9], 0.3) };
        let picture = render(&world, &view, &Style::default()).unwrap();
        (picture.nodes[40], (picture.depth[40] * 1e5).round() / 1e5)
    };
    assert_eq!(middle(0.0, f64::INFINITY), (Some(near), 1.75));
    assert_eq!(middle(1.8, f64::INFINITY), (Some(far), 2.0));
    assert_eq!(middle(1.8, 1.9).0, None);
    assert_eq!(middle(0.0, 1.7), (None, f32::INFINITY));
}

#[test]
fn background_is_the_horizon_or_a_backdrop() {
    let mut world = world();
    world.set_horizon([1.0, 0.0, 0.5]).unwrap();
    let view = View::perspective(Pose::IDENTITY, [4, 2], 1.0);
    let picture = render(&world, &view, &Style::default()).unwrap();
    assert!(picture.rgba.iter().all(|&pixel| pixel == [255, 0, 128, 255]));
    let sky = Sky::Backdrop { bottom: [0.0; 3], top: [1.0; 3] };
    let picture = render(&world, &view, &Style { sky, ..Style::default() }).unwrap();
    assert_eq!([picture.rgba[0], picture.rgba[7]], [grey(0.75), grey(0.25)]);
}
