//! Boxes and hulls on triangle meshes: seams, slopes, rims, both faces, holes, walls, and transitions between them.

use std::hash::{DefaultHasher, Hasher};

use crate::common::{HZ, assert_close, at, atrv, cuboid, drive, rigid};
use glam::{DQuat, DVec3};
use morse_world::{BodySpec, NodeId, NodeSpec, PhysicsSettings, Pose, Shape, World};

/// Rectangles of two triangles each, given by opposite corners `[x, y, x, y]` and height. [m]
fn sheets(rectangles: &[([f64; 4], f64)]) -> Shape {
    let corners = rectangles.iter().flat_map(|&([x0, y0, x1, y1], z)| {
        [DVec3::new(x0, y0, z), DVec3::new(x1, y0, z), DVec3::new(x1, y1, z), DVec3::new(x0, y1, z)]
    });
    let count = rectangles.len() as u32;
    Shape::mesh(
        corners,
        (0..count).flat_map(|i| [[0, 1, 2], [0, 2, 3]].map(|t| t.map(|n| 4 * i + n))).collect(),
    )
}

/// A wall across the x axis, one meter high.
fn wall(x: f64) -> Shape {
    let corners = [(-9.0, 0.0), (9.0, 0.0), (9.0, 1.0), (-9.0, 1.0)];
    Shape::mesh(corners.map(|(y, z)| DVec3::new(x, y, z)), vec![[0, 1, 2], [0, 2, 3]])
}

fn world_on(gravity: f64, world_from_ground: Pose, shapes: impl IntoIterator<Item = Shape>) -> World {
    let mut world = World::new(PhysicsSettings { gravity, ..PhysicsSettings::default() });
    let shapes = shapes.into_iter().map(|shape| (Pose::IDENTITY, shape)).collect();
    let body = BodySpec { shapes, friction: 1.0, ..BodySpec::default() };
    world.add_node(NodeSpec::new("ground").at(world_from_ground).with_body(body)).unwrap();
    world
}

/// A plate of 20 m by 20 m with a seam along its diagonal.
fn plate() -> World {
    world_on(9.81, Pose::IDENTITY, [sheets(&[([-10.0, -10.0, 10.0, 10.0], 0.0)])])
}

/// A brick as a box, and as a hull with more corners at the bottom than a box.
fn bricks() -> [Shape; 2] {
    let half = DVec3::new(0.3, 0.2, 0.1);
    let ring = |z: f64| {
        [
            (1.0, 0.6),
            (0.6, 1.0),
            (-0.6, 1.0),
            (-1.0, 0.6),
            (-1.0, -0.6),
            (-0.6, -1.0),
            (0.6, -1.0),
            (1.0, -0.6),
        ]
        .map(|(x, y)| half * DVec3::new(x, y, z))
    };
    [Shape::Box { half_extents: half }, Shape::hull([ring(-1.0), ring(1.0)].into_iter().flatten())]
}

fn put(world: &mut World, name: &str, pose: Pose, shape: Shape, friction: f64) -> NodeId {
    let body = rigid(2.0, friction, vec![(Pose::IDENTITY, shape)]);
    world.add_node(NodeSpec::new(name).at(pose).with_body(body)).unwrap()
}

fn advance(world: &mut World, seconds: f64) {
    (0..(seconds * HZ as f64) as usize).for_each(|_| world.advance());
}

#[test]
fn brick_slides_straight_over_a_seam_until_friction_stops_it() {
    for shape in bricks() {
        let mut world = plate();
        let brick = put(&mut world, "brick", at(-1.0, 0.0, 0.1), shape, 0.3);
        world.set_linear_velocity(brick, DVec3::new(3.0, 0.0, 0.0));
        for _ in 0..2 * HZ {
            world.advance();
            let pose = world.world_from(brick);
            assert_close(pose.translation.z, 0.1, 2e-3);
            assert_close(pose.translation.y, 0.0, 2e-3);
            assert_close((pose.rotation * DVec3::Z).z, 1.0, 1e-4);
        }
        // v² / (2 µ g), plus half the distance of a sub-step at v.
        assert_close(world.world_from(brick).translation.x, -1.0 + 9.0 / (2.0 * 0.3 * 9.81), 3.0 / 120.0);
        assert!(world.linear_velocity(brick).length() < 1e-3);
    }
}

#[test]
fn brick_slides_down_a_slope_by_closed_form() {
    let tilt = 0.4_f64;
    let friction = 0.2;
    for shape in bricks() {
        let slope = Pose::from_rotation(DQuat::from_rotation_y(tilt));
        let mut world = world_on(9.81, slope, [sheets(&[([-20.0, -20.0, 20.0, 20.0], 0.0)])]);
        let start = slope * at(-8.0, 3.0, 0.1);
        let brick = put(&mut world, "brick", start, shape, friction);
        advance(&mut world, 1.5);
        let way = slope.inverse().transform_point(world.world_from(brick).translation);
        let acceleration = 9.81 * (tilt.sin() - friction * tilt.cos());
        assert_close(way.x, -8.0 + acceleration * 1.5 * 1.5 / 2.0, 0.05);
        assert_close(way.y, 3.0, 0.01);
        assert_close(way.z, 0.1, 2e-3);
    }
}

#[test]
fn box_stays_on_a_rim_until_its_center_is_beyond() {
    for (beyond, stays) in [(-0.05, true), (0.05, false)] {
        let mut world = plate();
        let start = DVec3::new(10.0 + beyond, 0.5, 0.1);
        let brick = put(&mut world, "brick", Pose::from_translation(start), cuboid(0.3, 0.2, 0.1), 0.5);
        advance(&mut world, 2.0);
        let place = world.world_from(brick).translation;
        assert_eq!(place.distance(start) < 2e-3, stays, "{place}");
        assert_eq!(place.z < -5.0, !stays, "{place}");
    }
}

#[test]
fn robot_drives_off_the_rim_and_falls() {
    let mut world = plate();
    let robot = world.add_node(atrv("atrv", 0.25).at(at(8.0, 0.0, 0.0))).unwrap();
    for _ in 0..4 * HZ {
        drive(&mut world, robot, 1.0, 0.0);
        world.advance();
        let place = world.world_from(robot).translation;
        assert!(place.x > 9.5 || place.z.abs() < 2e-3, "{place}");
    }
    assert!(world.world_from(robot).translation.z < -1.0);
}

#[test]
fn brick_rests_on_both_faces_of_a_sheet() {
    for shape in bricks() {
        for (gravity, side) in [(9.81, 1.0), (-9.81, -1.0)] {
            let mut world = world_on(gravity, Pose::IDENTITY, [sheets(&[([-5.0, -5.0, 5.0, 5.0], 0.0)])]);
            let brick = put(&mut world, "brick", at(1.0, 0.5, 0.3 * side), shape.clone(), 0.5);
            advance(&mut world, 2.0);
            let place = world.world_from(brick).translation;
            assert!(place.distance(DVec3::new(1.0, 0.5, 0.1 * side)) < 2e-3, "{place}");
        }
    }
}

#[test]
fn upper_floor_does_not_affect_a_robot_below() {
    let driven = |floors: &[([f64; 4], f64)]| {
        let mut world = world_on(9.81, Pose::IDENTITY, [sheets(floors)]);
        let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
        for _ in 0..3 * HZ {
            drive(&mut world, robot, 1.0, 0.2);
            world.advance();
        }
        world.world_from(robot).translation
    };
    let floor = ([-10.0, -10.0, 10.0, 10.0], 0.0);
    // The robot is 0.73 m high.
    let upper = ([1.0, -5.0, 9.0, 5.0], 0.77);
    let (alone, below) = (driven(&[floor]), driven(&[floor, upper]));
    assert!(alone.x > 2.5 && alone.distance(below) < 2e-3, "{alone} {below}");
}

#[test]
fn only_a_body_that_fits_through_a_hole_falls() {
    let hole = [
        ([-5.0, -5.0, 5.0, -0.5], 0.0),
        ([-5.0, 0.5, 5.0, 5.0], 0.0),
        ([-5.0, -0.5, -0.5, 0.5], 0.0),
        ([0.5, -0.5, 5.0, 0.5], 0.0),
    ];
    let height = |half: f64| {
        let mut world = world_on(9.81, Pose::IDENTITY, [sheets(&hole)]);
        let brick = put(&mut world, "brick", at(0.0, 0.0, 0.2), cuboid(half, half, 0.1), 0.5);
        advance(&mut world, 2.0);
        world.world_from(brick).translation.z
    };
    assert!(height(0.4) < -5.0);
    assert_close(height(0.6), 0.1, 2e-3);
}

#[test]
fn robot_stops_at_a_wall_of_the_same_or_a_different_mesh() {
    let floor = sheets(&[([-10.0, -10.0, 10.0, 10.0], 0.0)]);
    let mut world = world_on(9.81, Pose::IDENTITY, [floor, wall(3.0)]);
    let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
    for _ in 0..5 * HZ {
        drive(&mut world, robot, 1.0, 0.0);
        world.advance();
    }
    // The robot reaches 0.57 m ahead of its origin.
    assert_close(world.world_from(robot).translation.x, 3.0 - 0.57, 0.02);
}

/// Bricks that slide over seams, steps and rims.
fn rough_terrain() -> World {
    let floors =
        [([-9.0, -9.0, 0.0, 9.0], 0.0), ([0.0, -9.0, 2.0, 9.0], -0.3), ([2.0, -9.0, 4.0, 9.0], -0.31)];
    let mut world = world_on(9.81, Pose::IDENTITY, [sheets(&floors), wall(-9.0)]);
    for number in 0..120 {
        let (row, column) = (f64::from(number / 12), f64::from(number % 12));
        let shape = bricks()[number as usize % 2].clone();
        let place = at(-5.0 + 0.8 * row, -7.0 + 1.1 * column, 0.1 + 0.25 * f64::from(number % 3));
        let brick = put(&mut world, &format!("brick{number}"), place, shape, 0.2);
        let speed = 3.0 + 0.1 * f64::from(number % 7);
        world.set_linear_velocity(brick, DVec3::new(speed, 0.3 - 0.1 * f64::from(number % 6), 0.0));
    }
    world
}

fn digest(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

#[test]
fn digest_is_equal_for_any_number_of_threads_and_after_each_restore() {
    let run = |threads: usize, restored_every: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = rough_terrain();
            let tick = |number: usize| {
                world.advance();
                if number % restored_every == restored_every - 1 {
                    let saved = world.save().unwrap();
                    world = World::new(PhysicsSettings::default());
                    world.restore(&saved).unwrap();
                }
                digest(&world)
            };
            (0..120).map(tick).collect::<Vec<_>>()
        })
    };
    let expected = run(1, usize::MAX);
    assert_eq!(expected, run(2, usize::MAX));
    assert_eq!(expected, run(4, 1));
    assert_eq!(expected, run(1, 7));
}

#[test]
fn rough_terrain_lifts_and_drops_bricks() {
    // Precondition for the test above to be significant.
    let mut world = rough_terrain();
    advance(&mut world, 2.0);
    let heights = (0..120).map(|number| {
        let brick = world.find(&format!("brick{number}")).unwrap();
        world.world_from(brick).translation.z
    });
    let (mut high, mut step, mut fallen) = (0, 0, 0);
    for height in heights {
        match height {
            height if height > 0.05 => high += 1,
            height if height > -0.5 => step += 1,
            _ => fallen += 1,
        }
    }
    assert!(high > 10 && step > 10 && fallen > 10, "{high} {step} {fallen}");
}
