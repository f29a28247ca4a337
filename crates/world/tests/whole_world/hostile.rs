//! Invalid numbers in a scene: the world refuses or tolerates them, and never panics.

use crate::common::{at, rigid, world};
use glam::DVec3;
use morse_world::{BodySpec, NodeSpec, Pose, Shape};
use proptest::prelude::*;

/// Coordinates that often coincide, are collinear or far too large, as in bad meshes.
fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => (-2_i32..=2).prop_map(f64::from),
        3 => -1.0..1.0_f64,
        1 => prop_oneof![Just(1e-9), Just(1e6), Just(-1e-30), Just(f64::NAN), Just(1e300)],
    ]
}

fn point() -> impl Strategy<Value = DVec3> {
    [coordinate(), coordinate(), coordinate()].prop_map(DVec3::from_array)
}

fn finite_point() -> impl Strategy<Value = DVec3> {
    prop_oneof![
        ([-2_i32..=2, -2..=2, -2..=2]).prop_map(|p| DVec3::from_array(p.map(f64::from))),
        ([-1.0..1.0_f64, -1.0..1.0, -1.0..1.0]).prop_map(DVec3::from_array),
    ]
}

/// Sizes over nine orders of magnitude, mostly valid.
fn positive() -> impl Strategy<Value = DVec3> {
    let size = || {
        prop_oneof![
            9 => (-5.0..4.0_f64).prop_map(|exponent| 10_f64.powf(exponent)),
            1 => coordinate(),
        ]
    };
    [size(), size(), size()].prop_map(DVec3::from_array)
}

/// Adds a node with a shape, drops it on the floor and casts rays at it.
fn try_out(shape: Shape, moves: bool, scale: DVec3) {
    let mut world = world();
    let mut body = rigid(1.0, 0.5, vec![(Pose::IDENTITY, shape)]);
    if !moves {
        body = BodySpec { shapes: body.shapes, ..BodySpec::default() };
    }
    let spec = NodeSpec { scale, ..NodeSpec::new("it") };
    let Ok(id) = world.add_node(spec.at(at(0.0, 0.0, 1.0)).with_body(body)) else {
        return;
    };
    for _ in 0..20 {
        world.advance();
    }
    assert!(world.world_from(id).is_finite());
    world.cast_ray(DVec3::new(0.1, 0.1, 9.0), -DVec3::Z, 20.0, None);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_cloud_of_points_is_a_hull_or_an_error(points in prop::collection::vec(point(), 0..30)) {
        try_out(Shape::hull(points), true, DVec3::ONE);
    }

    #[test]
    fn any_finite_cloud_of_points_is_a_hull_or_an_error(
        points in prop::collection::vec(finite_point(), 4..40),
        scale in finite_point(),
    ) {
        try_out(Shape::hull(points), true, scale);
    }

    #[test]
    fn any_triangles_are_a_mesh_or_an_error(
        vertices in prop::collection::vec(finite_point(), 3..12),
        corners in prop::collection::vec([0_u32..1000, 0..1000, 0..1000], 1..20),
        moves: bool,
    ) {
        // Mostly valid vertex indices, because meshes with invalid indices are refused immediately.
        let count = vertices.len() as u32;
        let corner = |c: u32| if c == 999 { count } else { c % count };
        let triangles = corners.into_iter().map(|t| t.map(corner)).collect();
        try_out(Shape::mesh(vertices, triangles), moves, DVec3::ONE);
    }

    #[test]
    fn any_simple_shape_is_a_body_or_an_error(
        kind in 0..4,
        size in positive(),
        scale in positive(),
        moves: bool,
    ) {
        let (radius, half_height) = (size.x, size.y);
        let shape = match kind {
            0 => Shape::Box { half_extents: size },
            1 => Shape::Sphere { radius },
            2 => Shape::Cylinder { radius, half_height },
            _ => Shape::Capsule { radius, half_height },
        };
        try_out(shape, moves, scale);
    }

    #[test]
    fn any_bytes_are_a_saved_world_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut world = world();
        prop_assert!(world.restore(&bytes).is_err());
    }
}
