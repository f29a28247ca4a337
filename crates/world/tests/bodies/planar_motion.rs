//! Planar motion: robots that drive alone on level ground move as by rapier, and collide with everything in their way.

use std::hash::{DefaultHasher, Hasher};

use crate::common::{HZ, assert_close, at, atrv, cuboid, rigid};
use glam::DVec3;
use morse_world::{
    BodySpec, JointKind, JointSpec, LockedAxes, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape,
    World,
};

/// The length of a robot. [m]
const LONG_M: f64 = 1.14;

/// A plate of triangles, 100 m by 100 m.
fn plate() -> World {
    plate_at(PhysicsSettings::default())
}

fn plate_at(settings: PhysicsSettings) -> World {
    let mut world = World::new(settings);
    let corners = [(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)];
    let plate = Shape::mesh(corners.map(|(x, y)| DVec3::new(x, y, 0.0)), vec![[0, 1, 2], [0, 2, 3]]);
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, plate)], friction: 1.0, ..BodySpec::default() };
    world.add_node(NodeSpec::new("ground").with_body(body)).unwrap();
    world
}

/// Whether rapier always moves a robot: robots with a locked axis never enter planar motion.
const KINDS: [bool; 2] = [false, true];

fn robot(name: &str, by_rapier: bool) -> NodeSpec {
    let spec = atrv(name, 0.25);
    let locked = LockedAxes { rotation: [by_rapier, false, false], ..LockedAxes::default() };
    let body =
        spec.body.clone().map(|body| BodySpec { locked, allow_sleep: true, linear_damping: 0.04, ..body });
    NodeSpec { body, ..spec }
}

fn drive(world: &mut World, robot: NodeId, v: f64, w: f64) {
    let ahead = world.world_from(robot).rotation * DVec3::X;
    world.set_planar_velocities(robot, ahead * v, DVec3::Z * w);
}

/// Drives robots for some seconds.
fn run(world: &mut World, seconds: f64, robots: &[(NodeId, f64, f64)]) {
    for _ in 0..(seconds * HZ as f64) as usize {
        robots.iter().for_each(|&(robot, v, w)| drive(world, robot, v, w));
        world.advance();
    }
}

/// Drives a robot forward for some seconds, and checks that it never penetrates a wall.
fn run_against(world: &mut World, seconds: f64, robot: NodeId, wall_m: f64) {
    for tick in 0..(seconds * HZ as f64) as usize {
        run(world, 1.0 / HZ as f64, &[(robot, 1.0, 0.0)]);
        let front = place(world, robot).x + LONG_M / 2.0;
        assert!(front < wall_m + 0.02, "its front is at {front} after {tick} ticks, the wall at {wall_m}");
    }
}

fn place(world: &World, node: NodeId) -> DVec3 {
    world.world_from(node).translation
}

fn digest(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

/// A static box.
fn block(name: &str, pose: Pose, half: DVec3) -> NodeSpec {
    let shapes = vec![(Pose::IDENTITY, cuboid(half.x, half.y, half.z))];
    NodeSpec::new(name).at(pose).with_body(BodySpec { shapes, ..BodySpec::default() })
}

#[test]
fn planar_motion_matches_rapier() {
    for (v, w) in [(1.0, 0.0), (1.0, 0.5), (-0.6, 0.8), (2.0, -0.3), (0.0, 1.0), (0.05, 0.0)] {
        let [alone, by_rapier] = KINDS.map(|kind| {
            let mut world = plate();
            let robot = world.add_node(robot("robot", kind)).unwrap();
            run(&mut world, 10.0, &[(robot, v, w)]);
            (world.world_from(robot), world.velocities(robot))
        });
        let apart = (alone.0.translation - by_rapier.0.translation).length();
        assert!(apart < 0.002 * (1.0 + 10.0 * v.abs()), "{apart} m at {v} m/s and {w} rad/s");
        let turned = (alone.0.rotation * DVec3::X).dot(by_rapier.0.rotation * DVec3::X);
        assert!(turned > 0.999_999, "{turned} at {v} m/s and {w} rad/s");
        assert_close(alone.0.translation.z, by_rapier.0.translation.z, 2e-4);
        assert!((alone.1[0] - by_rapier.1[0]).length() < 0.01, "{alone:?} {by_rapier:?}");
        assert!((alone.1[1] - by_rapier.1[1]).length() < 0.01, "{alone:?} {by_rapier:?}");
    }
}

#[test]
fn slower_drive_rate_gives_the_same_distance_as_rapier() {
    // Commands at 60 Hz in a world at 100 Hz, and at 10 Hz in a world at 60 Hz.
    for (hz, drives_hz) in [(100, 60), (60, 10)] {
        let [alone, by_rapier] = KINDS.map(|kind| {
            let mut world =
                plate_at(PhysicsSettings { tick_s: 1.0 / f64::from(hz), ..PhysicsSettings::default() });
            let robot = world.add_node(robot("robot", kind)).unwrap();
            for tick in 0..5 * hz {
                if tick * drives_hz / hz != (tick + 1) * drives_hz / hz {
                    drive(&mut world, robot, 1.0, 0.5);
                }
                world.advance();
            }
            world.world_from(robot)
        });
        let apart = (alone.translation - by_rapier.translation).length();
        assert!(apart < 0.1, "{apart} m at {drives_hz} of {hz} Hz: {alone:?} {by_rapier:?}");
        let turned = (alone.rotation * DVec3::X).dot(by_rapier.rotation * DVec3::X);
        assert!(turned > 0.999, "{turned} at {drives_hz} of {hz} Hz");
    }
}

#[test]
fn friction_slows_robots_by_closed_form() {
    let mut world = plate();
    let robot = world.add_node(robot("robot", false)).unwrap();
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    let start = place(&world, robot);
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    // In each tick the drive sets the speed, and friction reduces it by µ g t in each of two sub-steps.
    let slowed = 0.25 * 9.81 / 120.0;
    assert_close(place(&world, robot).x - start.x, 1.0 - 1.5 * slowed, 1e-5);
    let damped = 0.96_f64.powf(1.0 / 60.0);
    assert_close(world.linear_velocity(robot).x, (1.0 - 2.0 * slowed) * damped, 1e-5);
}

#[test]
fn robots_that_meet_head_on_stop_each_other() {
    let places = KINDS.map(|kind| {
        let mut world = plate();
        let one = world.add_node(robot("one", kind).at(at(-4.0, 0.0, 0.0))).unwrap();
        let other = world.add_node(robot("other", kind).at(at(4.0, 0.0, 0.0))).unwrap();
        for _ in 0..8 * HZ {
            run(&mut world, 1.0 / HZ as f64, &[(one, 1.0, 0.0), (other, -1.0, 0.0)]);
            assert!(place(&world, other).x - place(&world, one).x > LONG_M - 0.03);
        }
        [one, other].map(|robot| place(&world, robot))
    });
    for [one, other] in places {
        assert_close(other.x - one.x, LONG_M, 0.03);
        assert!(one.z.abs() < 0.01 && other.z.abs() < 0.01);
    }
}

#[test]
fn driving_robot_pushes_a_standing_or_sleeping_robot() {
    for kind in KINDS {
        let mut world = plate();
        let pusher = world.add_node(robot("pusher", kind)).unwrap();
        let crates = rigid(5.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.25, 0.25, 0.25))]);
        let crates = BodySpec { allow_sleep: true, ..crates };
        let thing = world.add_node(NodeSpec::new("crate").at(at(4.0, 0.0, 0.25)).with_body(crates)).unwrap();
        run(&mut world, 6.0, &[(pusher, 1.0, 0.0)]);
        let gap = place(&world, thing).x - place(&world, pusher).x;
        assert!(place(&world, thing).x > 4.5, "{}", place(&world, thing));
        assert_close(gap, LONG_M / 2.0 + 0.25, 0.05);
    }
}

#[test]
fn walls_of_boxes_and_of_triangles_stop_robots() {
    let triangles = Shape::mesh(
        [(-9.0, 0.0), (9.0, 0.0), (9.0, 1.0), (-9.0, 1.0)].map(|(y, z)| DVec3::new(5.0, y, z)),
        vec![[0, 1, 2], [0, 2, 3]],
    );
    let of_triangles = BodySpec { shapes: vec![(Pose::IDENTITY, triangles)], ..BodySpec::default() };
    let walls = [
        block("wall", at(5.5, 0.0, 0.5), DVec3::new(0.5, 5.0, 0.5)),
        NodeSpec::new("wall").with_body(of_triangles),
    ];
    for wall in walls {
        let mut world = plate();
        let robot = world.add_node(robot("robot", false)).unwrap();
        world.add_node(wall).unwrap();
        run_against(&mut world, 8.0, robot, 5.0);
        assert_close(place(&world, robot).x, 5.0 - LONG_M / 2.0, 0.05);
    }
}

#[test]
fn robots_drive_over_the_rim_of_their_ground() {
    let mut world = plate();
    let robot = world.add_node(robot("robot", false).at(at(45.0, 0.0, 0.0))).unwrap();
    run(&mut world, 8.0, &[(robot, 1.0, 0.0)]);
    assert!(place(&world, robot).z < -1.0, "{}", place(&world, robot));
}

/// A robot that has driven alone for two seconds.
fn driving() -> (World, NodeId) {
    let mut world = plate();
    let robot = world.add_node(robot("robot", false)).unwrap();
    run(&mut world, 2.0, &[(robot, 1.0, 0.0)]);
    (world, robot)
}

#[test]
fn bodies_placed_in_the_path_stop_robots() {
    let (mut world, robot) = driving();
    let ahead = place(&world, robot).x + LONG_M / 2.0 + 0.2;
    world.add_node(block("wall", at(ahead + 0.5, 0.0, 0.5), DVec3::splat(0.5))).unwrap();
    run_against(&mut world, 3.0, robot, ahead);
    assert_close(place(&world, robot).x, ahead - LONG_M / 2.0, 0.05);

    let (mut world, robot) = driving();
    let wall = world.add_node(block("wall", at(0.0, 30.0, 0.5), DVec3::splat(0.5))).unwrap();
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    let ahead = place(&world, robot).x + LONG_M / 2.0 + 0.2;
    world.set_world_pose(wall, at(ahead + 0.5, 0.0, 0.5));
    run_against(&mut world, 3.0, robot, ahead);
    assert_close(place(&world, robot).x, ahead - LONG_M / 2.0, 0.05);
}

#[test]
fn body_placed_in_the_tick_of_a_new_zone_is_hit() {
    // A robot at 1 m/s gets a new zone after about 65 ticks.
    for ticks in 0..90 {
        let (mut world, robot) = driving();
        (0..ticks).for_each(|_| {
            drive(&mut world, robot, 1.0, 0.0);
            world.advance();
        });
        let ahead = place(&world, robot).x + LONG_M / 2.0 + 0.3;
        world.add_node(block("wall", at(ahead + 0.5, 0.0, 0.5), DVec3::splat(0.5))).unwrap();
        run_against(&mut world, 1.0, robot, ahead);
    }
}

#[test]
fn falling_and_thrown_bodies_hit_robots() {
    let (mut world, robot) = driving();
    let start = place(&world, robot);
    let ball = |mass| rigid(mass, 0.5, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.2 })]);
    let above =
        world.add_node(NodeSpec::new("above").at(at(start.x + 1.0, 0.0, 3.0)).with_body(ball(1.0))).unwrap();
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    assert!(place(&world, above).z > 0.73, "it lies on the robot: {}", place(&world, above));

    let (mut world, robot) = driving();
    let start = place(&world, robot);
    let beside = at(start.x + 0.5, -6.0, 0.4);
    let thrown = world.add_node(NodeSpec::new("thrown").at(beside).with_body(ball(20.0))).unwrap();
    world.set_linear_velocity(thrown, DVec3::Y * 12.0);
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    assert!(place(&world, robot).y > 0.1, "it was pushed aside: {}", place(&world, robot));
    assert!(place(&world, thrown).y < place(&world, robot).y - 0.3);
}

#[test]
fn new_joint_elsewhere_does_not_move_robots_twice() {
    let (mut world, robot) = driving();
    let sled = rigid(1.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
    let sled = world.add_node(NodeSpec::new("sled").at(at(0.0, 20.0, 5.0)).with_body(sled)).unwrap();
    world.add_joint(JointSpec::new("rail", None, sled, JointKind::Prismatic)).unwrap();
    let before = place(&world, robot).x;
    run(&mut world, 1.0 / HZ as f64, &[(robot, 1.0, 0.0)]);
    let way = place(&world, robot).x - before;
    assert!((way * HZ as f64 - 1.0).abs() < 0.1, "{way} m in a tick");
}

#[test]
fn robots_fall_when_their_ground_is_removed() {
    let (mut world, robot) = driving();
    let ground = world.find("ground").unwrap();
    world.remove_node(ground);
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    assert!(place(&world, robot).z < -3.0);

    let (mut world, robot) = driving();
    let ground = world.find("ground").unwrap();
    world.set_world_pose(ground, at(0.0, 0.0, -2.0));
    run(&mut world, 0.5, &[(robot, 1.0, 0.0)]);
    assert!(place(&world, robot).z < -1.0, "it falls at once: {}", place(&world, robot));
    run(&mut world, 1.5, &[(robot, 1.0, 0.0)]);
    assert_close(place(&world, robot).z, -2.0, 0.01);
}

#[test]
fn poses_forces_and_jumps_move_robots() {
    let (mut world, robot) = driving();
    world.set_world_pose(robot, at(10.0, 10.0, 1.0));
    run(&mut world, 2.0, &[(robot, 1.0, 0.0)]);
    let there = place(&world, robot);
    assert!(there.x > 11.0 && (there.y - 10.0).abs() < 0.01 && there.z.abs() < 0.01, "{there}");

    let (mut world, robot) = driving();
    let start = place(&world, robot);
    for _ in 0..HZ {
        drive(&mut world, robot, 1.0, 0.0);
        world.apply_force(robot, DVec3::Z * 20.0 * 20.0);
        world.advance();
    }
    assert!(place(&world, robot).z > 1.0, "it was lifted from {start} to {}", place(&world, robot));

    let (mut world, robot) = driving();
    world.suspend_dynamics(robot);
    let start = world.world_from(robot);
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    assert_eq!(world.world_from(robot), start);
    world.restore_dynamics(robot);
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    assert!(place(&world, robot).x > start.translation.x + 0.8);

    let (mut world, robot) = driving();
    drive(&mut world, robot, 1.0, 0.0);
    world.set_velocities(robot, DVec3::new(1.0, 0.0, 4.0), DVec3::ZERO);
    world.advance();
    assert!(place(&world, robot).z > 0.05, "it jumps: {}", place(&world, robot));
}

#[test]
fn robots_without_commands_come_to_rest_and_sleep() {
    let (mut world, robot) = driving();
    let start = place(&world, robot);
    (0..HZ).for_each(|_| world.advance());
    // v² / (2 µ g)
    assert_close(place(&world, robot).x - start.x, 1.0 / (2.0 * 0.25 * 9.81), 0.03);
    (0..HZ).for_each(|_| world.advance());
    assert!(world.is_asleep(robot));

    let (mut world, robot) = driving();
    let start = place(&world, robot);
    for _ in 0..2 * HZ {
        world.set_planar_velocities(robot, DVec3::ZERO, DVec3::ZERO);
        world.advance();
    }
    assert!(world.is_asleep(robot));
    assert_close(place(&world, robot).x, start.x, 0.01);
    let motions = world.motion_count(robot);
    run(&mut world, 1.0, &[(robot, 1.0, 0.0)]);
    assert!(place(&world, robot).x > start.x + 0.9 && world.motion_count(robot) > motions);
}

#[test]
fn robots_have_ground_contacts() {
    let (world, robot) = driving();
    let ground = world.find("ground").unwrap();
    let touched = world.objects_touching(robot, robot, |_| true);
    assert_eq!(touched, [ground]);
    assert_eq!(world.objects_touching(ground, ground, |_| true), [robot]);
    let points = world.contact_points();
    assert_eq!(points.len(), 4);
    for point in points {
        let from_robot = point.position - place(&world, robot);
        assert_close(from_robot.x.abs(), LONG_M / 2.0, 0.01);
        assert_close(from_robot.y.abs(), 0.335, 0.01);
        assert_close(point.position.z, 0.0, 0.01);
    }
}

#[test]
fn rays_and_volumes_detect_robots() {
    let (mut world, robot) = driving();
    let shapes = vec![(Pose::IDENTITY, cuboid(0.5, 0.5, 0.5))];
    let ahead = at(place(&world, robot).x + 2.0, 0.0, 0.5);
    let gate = BodySpec { physics: PhysicsType::Sensor, shapes, ..BodySpec::default() };
    let gate = world.add_node(NodeSpec::new("gate").at(ahead).with_body(gate)).unwrap();
    run(&mut world, 2.0, &[(robot, 1.0, 0.0)]);
    assert!(world.objects_touching(gate, gate, |_| true).contains(&robot));
}

#[test]
fn restored_world_continues_bit_identically() {
    let (mut world, robot) = driving();
    let other = world.add_node(self::robot("other", false).at(at(8.0, 0.3, 0.0))).unwrap();
    let go_on = |world: &mut World| {
        run(world, 5.0, &[(robot, 1.0, 0.1), (other, -0.5, 0.0)]);
        digest(world)
    };
    let saved = world.save().unwrap();
    let earlier = world.clone();
    let expected = go_on(&mut world);
    world.rewind(&earlier);
    assert_eq!(go_on(&mut world), expected);
    let mut restored = plate();
    restored.restore(&saved).unwrap();
    assert_eq!(go_on(&mut restored), expected);
}

#[test]
fn crossing_crowds_do_not_overlap() {
    let mut world = plate();
    let mut robots = Vec::new();
    for nth in 0..36 {
        let (row, column) = (f64::from(nth / 6), f64::from(nth % 6));
        let start = at(3.0 * (row - 2.5), 3.0 * (column - 2.5), 0.0);
        let robot = world.add_node(robot(&format!("robot{nth}"), false).at(start)).unwrap();
        robots.push((robot, 1.0, if nth % 2 == 0 { 0.4 } else { -0.3 }));
    }
    for _ in 0..20 {
        run(&mut world, 1.0, &robots);
        for (nth, &(one, ..)) in robots.iter().enumerate() {
            assert!(place(&world, one).z.abs() < 0.02, "{}", place(&world, one));
            for &(other, ..) in &robots[..nth] {
                let apart = (place(&world, one) - place(&world, other)).length();
                // The width of a robot.
                assert!(apart > 0.67 - 0.03, "robots are {apart} m apart");
            }
        }
    }
}
