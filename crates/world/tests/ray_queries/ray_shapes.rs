//! Hits of rays on each shape: compared with closed forms, and with a double-precision search for random rays.

use crate::common::{assert_close, at};
use glam::{DQuat, DVec3};
use morse_world::{BodySpec, Euler, NodeSpec, PhysicsSettings, Pose, RayHit, Shape, World};
use proptest::prelude::*;

/// A world with a single shape.
fn world_of(shape: Shape, pose: Pose) -> World {
    let mut world = World::new(PhysicsSettings::default());
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
    world.add_node(NodeSpec::new("it").at(pose).with_body(body)).unwrap();
    world
}

fn cast(world: &World, origin: [f64; 3], direction: [f64; 3]) -> Option<RayHit> {
    world.cast_ray(DVec3::from_array(origin), DVec3::from_array(direction), 1000.0, None)
}

#[track_caller]
fn expect(world: &World, origin: [f64; 3], direction: [f64; 3], distance: f64, normal: [f64; 3]) {
    let hit = cast(world, origin, direction).unwrap();
    assert_close(hit.distance, distance, 1e-5);
    let normal = DVec3::from_array(normal).normalize();
    assert!((hit.normal - normal).length() < 1e-4, "{} is not {normal}", hit.normal);
    let expected = DVec3::from_array(origin) + DVec3::from_array(direction).normalize() * distance;
    assert!((hit.point - expected).length() < 1e-5);
}

#[test]
fn rays_hit_a_box() {
    let world = world_of(Shape::Box { half_extents: DVec3::new(1.0, 2.0, 3.0) }, Pose::IDENTITY);
    expect(&world, [-5.0, 0.5, 0.5], [1.0, 0.0, 0.0], 4.0, [-1.0, 0.0, 0.0]);
    expect(&world, [0.5, 9.0, 0.5], [0.0, -2.0, 0.0], 7.0, [0.0, 1.0, 0.0]);
    expect(&world, [0.5, 0.5, -9.0], [0.0, 0.0, 1.0], 6.0, [0.0, 0.0, -1.0]);
    expect(&world, [-2.0, 1.0, 0.0], [1.0, 1.0, 0.0], 2.0_f64.sqrt(), [-1.0, 0.0, 0.0]);
    assert!(cast(&world, [-5.0, 2.1, 0.0], [1.0, 0.0, 0.0]).is_none());
}

#[test]
fn rays_hit_a_rotated_box() {
    let turned = Pose { rotation: DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4), ..at(10.0, 0.0, 0.0) };
    let world = world_of(Shape::Box { half_extents: DVec3::ONE }, turned);
    let hit = cast(&world, [0.0, 0.1, 0.0], [1.0, 0.0, 0.0]).unwrap();
    assert_close(hit.distance, 10.0 - 2.0_f64.sqrt() + 0.1, 1e-5);
    assert!((hit.normal - DVec3::new(-1.0, 1.0, 0.0).normalize()).length() < 1e-5);
}

#[test]
fn rays_hit_a_ball() {
    let world = world_of(Shape::Sphere { radius: 2.0 }, at(0.0, 0.0, 1.0));
    expect(&world, [-7.0, 0.0, 1.0], [1.0, 0.0, 0.0], 5.0, [-1.0, 0.0, 0.0]);
    let half_chord = 3.0_f64.sqrt();
    expect(&world, [-7.0, 1.0, 1.0], [1.0, 0.0, 0.0], 7.0 - half_chord, [-half_chord, 1.0, 0.0]);
    assert!(cast(&world, [-7.0, 2.001, 1.0], [1.0, 0.0, 0.0]).is_none());
}

#[test]
fn rays_hit_a_small_distant_ball() {
    let world = world_of(Shape::Sphere { radius: 0.05 }, at(600.0, 0.0, 0.0));
    let hit = cast(&world, [0.0, 0.03, 0.0], [1.0, 0.0, 0.0]).unwrap();
    assert_close(hit.distance, 600.0 - 0.04, 1e-4);
}

#[test]
fn rays_hit_a_cylinder() {
    let world = world_of(Shape::Cylinder { radius: 1.0, half_height: 2.0 }, Pose::IDENTITY);
    expect(&world, [-5.0, 0.6, 1.0], [1.0, 0.0, 0.0], 4.2, [-0.8, 0.6, 0.0]);
    expect(&world, [0.3, 0.3, 7.0], [0.0, 0.0, -1.0], 5.0, [0.0, 0.0, 1.0]);
    expect(&world, [0.0, 0.0, -7.0], [0.0, 0.0, 1.0], 5.0, [0.0, 0.0, -1.0]);
    expect(&world, [-1.5, 0.0, 3.0], [1.0, 0.0, -1.0], 2.0_f64.sqrt(), [0.0, 0.0, 1.0]);
    assert!(cast(&world, [-5.0, 0.0, 2.001], [1.0, 0.0, 0.0]).is_none());
    assert!(cast(&world, [1.001, 0.0, 7.0], [0.0, 0.0, -1.0]).is_none());
}

#[test]
fn rays_hit_a_cone() {
    let world = world_of(Shape::Cone { radius: 1.0, half_height: 1.0 }, Pose::IDENTITY);
    // At half its height, the cone has half its radius.
    expect(&world, [-5.0, 0.0, 0.0], [1.0, 0.0, 0.0], 4.5, [-2.0, 0.0, 1.0]);
    expect(&world, [0.0, 0.5, 7.0], [0.0, 0.0, -1.0], 7.0, [0.0, 2.0, 1.0]);
    expect(&world, [0.5, 0.0, -7.0], [0.0, 0.0, 1.0], 6.0, [0.0, 0.0, -1.0]);
    assert!(cast(&world, [-5.0, 0.0, 1.001], [1.0, 0.0, 0.0]).is_none());
    // The mirrored half of the infinite double cone does not exist.
    assert!(cast(&world, [-5.0, 0.0, 1.5], [1.0, 0.0, 0.0]).is_none());
    // Along the lateral surface, slightly outside.
    assert!(cast(&world, [-1.01, 0.0, -1.0], [1.0, 0.0, 2.0]).is_none());
}

#[test]
fn rays_hit_a_capsule() {
    let world = world_of(Shape::Capsule { radius: 0.5, half_height: 1.0 }, Pose::IDENTITY);
    expect(&world, [-5.0, 0.0, 0.7], [1.0, 0.0, 0.0], 4.5, [-1.0, 0.0, 0.0]);
    expect(&world, [0.0, 0.0, 5.0], [0.0, 0.0, -1.0], 3.5, [0.0, 0.0, 1.0]);
    expect(&world, [-5.0, 0.0, 1.3], [1.0, 0.0, 0.0], 4.6, [-0.4, 0.0, 0.3]);
    assert!(cast(&world, [-5.0, 0.0, 1.501], [1.0, 0.0, 0.0]).is_none());
}

#[test]
fn rays_hit_a_half_space() {
    let world = world_of(Shape::HalfSpace, at(0.0, 0.0, -2.0));
    expect(&world, [3.0, 4.0, 1.0], [0.0, 0.0, -1.0], 3.0, [0.0, 0.0, 1.0]);
    expect(&world, [0.0, 0.0, 1.0], [4.0, 0.0, -3.0], 5.0, [0.0, 0.0, 1.0]);
    assert!(cast(&world, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]).is_none());
    assert!(cast(&world, [0.0, 0.0, 1.0], [1.0, 0.0, 0.1]).is_none());
}

#[test]
fn rays_do_not_hit_a_solid_that_they_start_in() {
    let directions = [DVec3::X, -DVec3::Y, DVec3::Z, DVec3::new(0.3, -0.5, 0.2), DVec3::new(-1.0, 1.0, -1.0)];
    let corners = [-1.0, 1.0].into_iter();
    let corners = corners.clone().flat_map(|x| corners.clone().map(move |y| (x, y)));
    let points = corners.flat_map(|(x, y)| [DVec3::new(x, y, -1.0), DVec3::new(x, y, 1.0)]);
    for shape in [
        Shape::Box { half_extents: DVec3::ONE },
        Shape::Sphere { radius: 1.0 },
        Shape::Cylinder { radius: 1.0, half_height: 1.0 },
        Shape::Cone { radius: 1.0, half_height: 1.0 },
        Shape::Capsule { radius: 1.0, half_height: 1.0 },
        Shape::hull(points),
        Shape::HalfSpace,
    ] {
        let world = world_of(shape.clone(), Pose::IDENTITY);
        for origin in [DVec3::new(0.1, 0.1, -0.3), DVec3::new(0.0, 0.0, -0.9), DVec3::new(0.3, 0.2, -0.01)] {
            for direction in directions {
                let hit = world.cast_ray(origin, direction, 100.0, None);
                assert_eq!(hit, None, "{shape:?} from {origin} along {direction}");
            }
        }
    }
}

#[test]
fn rays_do_not_pass_through_edges_and_vertices_of_a_mesh() {
    // A bumpy triangle mesh, and rays from above exactly at its vertices and at points of its inner edges.
    let height = |i: i32, j: i32| 0.03 * f64::from((i * 7 + j * 13) % 5);
    let vertex = |i: i32, j: i32| DVec3::new(f64::from(i) * 0.7, f64::from(j) * 0.3, height(i, j));
    let vertices: Vec<_> = (0..20).flat_map(|i| (0..20).map(move |j| vertex(i, j))).collect();
    let cells = (0..19).flat_map(|i| (0..19).map(move |j| i * 20 + j));
    let triangles = cells.flat_map(|a| [[a, a + 20, a + 21], [a, a + 21, a + 1]]).collect();
    let turned = Pose::from_euler(DVec3::new(3.0, -2.0, 1.0), Euler { yaw: 0.7, pitch: 0.1, roll: -0.2 });
    for pose in [Pose::IDENTITY, turned] {
        let world = world_of(Shape::mesh(vertices.clone(), Vec::clone(&triangles)), pose);
        let eye = pose.transform_point(DVec3::new(6.1, 2.9, 8.0));
        for i in 1..18 {
            for j in 1..18 {
                for (next, share) in
                    [((i + 1, j), 0.0), ((i + 1, j), 0.37), ((i, j + 1), 0.5), ((i + 1, j + 1), 0.81)]
                {
                    let target = vertex(i, j).lerp(vertex(next.0, next.1), share);
                    let direction = pose.transform_point(target) - eye;
                    let hit = world.cast_ray(eye, direction, 100.0, None);
                    let distance = hit.map_or(f64::INFINITY, |hit| hit.distance);
                    assert!(distance < direction.length() + 1e-4, "slipped through at {target}");
                }
            }
        }
    }
}

#[test]
fn rays_along_faces_and_edges_of_a_box_terminate() {
    let world = world_of(Shape::Box { half_extents: DVec3::ONE }, Pose::IDENTITY);
    for offset in [0.0, 1.0, -1.0] {
        for direction in [[1.0, 0.0, 0.0], [1.0, 1e-30, 0.0], [1.0, -1e-12, 1e-20]] {
            if let Some(hit) = cast(&world, [-5.0, offset, 1.0], direction) {
                assert_close(hit.distance, 4.0, 1e-5);
            }
        }
    }
    assert!(cast(&world, [-5.0, 0.999, 0.999], [1.0, 0.0, 0.0]).is_some());
    assert!(cast(&world, [-5.0, 1.001, 0.0], [1.0, 0.0, 0.0]).is_none());
}

#[test]
fn precision_does_not_depend_on_distance_from_the_origin() {
    let far = DVec3::new(4_321_000.25, -1_234_000.5, 300.125);
    let world = world_of(Shape::Sphere { radius: 1.0 }, Pose::from_translation(far));
    let origin = far + DVec3::new(-12.0, 0.6, 0.0);
    let hit = world.cast_ray(origin, DVec3::X, 100.0, None).unwrap();
    assert_close(hit.distance, 11.2, 1e-5);
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let size = 0.05..3.0_f64;
    (0..5_usize, size.clone(), size.clone(), size).prop_map(|(kind, a, b, c)| match kind {
        0 => Shape::Box { half_extents: DVec3::new(a, b, c) },
        1 => Shape::Sphere { radius: a },
        2 => Shape::Cylinder { radius: a, half_height: b },
        3 => Shape::Cone { radius: a, half_height: b },
        _ => Shape::Capsule { radius: a, half_height: b },
    })
}

fn any_vector(size: f64) -> impl Strategy<Value = DVec3> {
    (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

/// The signed distance measure of a point for each face of a shape: convex functions, negative inside and zero on the face.
fn outside_faces(shape: &Shape, point: DVec3) -> Vec<f64> {
    let around = point.truncate().length();
    match *shape {
        Shape::Box { half_extents } => (point.abs() - half_extents).to_array().to_vec(),
        Shape::Sphere { radius } => vec![point.length() - radius],
        Shape::Cylinder { radius, half_height } => vec![around - radius, point.z.abs() - half_height],
        Shape::Cone { radius, half_height } => {
            let side = around - radius * (half_height - point.z) / (2.0 * half_height);
            vec![side, -half_height - point.z]
        }
        Shape::Capsule { radius, half_height } => {
            vec![(point - DVec3::Z * point.z.clamp(-half_height, half_height)).length() - radius]
        }
        _ => unreachable!("not among the shapes tried"),
    }
}

/// The largest value of [`outside_faces`]: positive outside of the shape.
fn outside(shape: &Shape, point: DVec3) -> f64 {
    outside_faces(shape, point).into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// The entry distance of a ray and its maximum depth, found by bisection in double precision.
fn entry(shape: &Shape, origin: DVec3, direction: DVec3) -> (f64, f64) {
    let at = |distance: f64| outside(shape, origin + direction * distance);
    let (mut low, mut high) = (0.0, 100.0);
    for _ in 0..200 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(a) < at(b) { high = b } else { low = a }
    }
    let deepest = (low + high) / 2.0;
    let depth = -at(deepest);
    (low, high) = (0.0, deepest);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if at(middle) > 0.0 { low = middle } else { high = middle }
    }
    (high, depth)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn entry_distances_agree_with_bisection(
        shape in any_shape(),
        origin in any_vector(12.0),
        target in any_vector(2.0),
        yaw in -3.0..3.0,
        pitch in -1.5..1.5,
    ) {
        let pose = Pose::from_euler(DVec3::new(0.3, -0.2, 0.1), Euler { yaw, pitch, roll: 0.4 });
        let world = world_of(shape.clone(), pose);
        let direction = (target - origin).normalize();
        let hit = world.cast_ray(origin, direction, 100.0, None);

        let (from, along) = (pose.inverse().transform_point(origin), pose.inverse().transform_vector(direction));
        let (distance, depth) = entry(&shape, from, along);
        if outside(&shape, from) < -1e-5 {
            prop_assert!(hit.is_none(), "met from inside: {hit:?}");
        } else if depth < -1e-5 {
            prop_assert!(hit.is_none(), "passes, but {hit:?}");
        } else if depth > 1e-5 && outside(&shape, from) > 1e-5 {
            prop_assert!(hit.is_some(), "goes in {distance} m ahead, {depth} m deep");
            let hit = hit.unwrap();
            // The hit point at grazing incidence depends on the last bits of the ray.
            let tolerance = if hit.normal.dot(direction) > -0.05 { 1e-2 } else { 5e-5 };
            prop_assert!((hit.distance - distance).abs() < tolerance, "{distance}, but {hit:?}");
            prop_assert!(hit.normal.dot(direction) <= 0.0);
            let beside = |step: f64| pose.inverse().transform_point(hit.point + hit.normal * step);
            let near_faces = outside_faces(&shape, beside(0.0)).into_iter().filter(|depth| *depth > -2e-2);
            let outwards = outside(&shape, beside(1e-3)) > outside(&shape, beside(-1e-3));
            prop_assert!(outwards || near_faces.count() > 1, "the normal points inwards: {hit:?}");
        }
    }
}
