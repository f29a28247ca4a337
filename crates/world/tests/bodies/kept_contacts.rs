//! Contact recycling: contacts are kept while bodies hardly move, and recomputed in time.

use crate::common::{HZ, assert_close, at, atrv, cuboid, drive, rigid};
use glam::DVec3;
use morse_world::{BodySpec, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};

/// Half the length of [`atrv`]. [m]
const HALF_LENGTH_M: f64 = 0.57;
/// Allowed penetration while a heavy body pushes. [m]
const DEEP_M: f64 = 0.02;

/// A square plate of two triangles around the origin of its node. [m]
fn plate(half: f64) -> Shape {
    let corner = |x: f64, y: f64| DVec3::new(half * x, half * y, 0.0);
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    Shape::mesh(corners, vec![[0, 1, 2], [0, 2, 3]])
}

fn fixed(name: &str, pose: Pose, shape: Shape) -> NodeSpec {
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], friction: 1.0, ..BodySpec::default() };
    NodeSpec::new(name).at(pose).with_body(body)
}

/// A world with a plate of two kilometers. By rapier's rule, each rotation of a robot counts there as motion by meters.
fn plain() -> World {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(fixed("ground", Pose::IDENTITY, plate(1000.0))).unwrap();
    world
}

/// A robot that has driven long enough for its contacts to be recycled.
fn driving_robot(world: &mut World, name: &str, pose: Pose, turn: f64) -> NodeId {
    let robot = world.add_node(atrv(name, 0.5).at(pose)).unwrap();
    for _ in 0..HZ / 2 {
        drive(world, robot, 0.0, turn);
        world.advance();
    }
    robot
}

fn height(world: &World, node: NodeId) -> f64 {
    world.world_from(node).translation.z
}

/// Drives on for some seconds, and calls a function after each tick.
fn keep_driving(
    world: &mut World,
    robot: NodeId,
    forward: f64,
    seconds: f64,
    mut inspect: impl FnMut(&World),
) {
    for _ in 0..(seconds * HZ as f64) as usize {
        drive(world, robot, forward, 0.0);
        world.advance();
        inspect(world);
    }
}

#[test]
fn robot_falls_in_the_tick_in_which_its_ground_is_removed() {
    for (way, name) in [(DVec3::X * 5000.0, "far"), (DVec3::X * 1001.0, "aside"), (DVec3::Z * -0.3, "down")] {
        let mut world = plain();
        let robot = driving_robot(&mut world, "robot", Pose::IDENTITY, 0.3);
        let before = height(&world, robot);
        let ground = world.find("ground").unwrap();
        world.set_world_pose(ground, Pose::from_translation(way));
        for _ in 0..6 {
            world.advance();
        }
        // Free fall with two sub-steps per tick: slightly more than 0.049 m in 0.1 s.
        assert!(height(&world, robot) < before - 0.045, "{name}: {}", height(&world, robot));
    }
}

#[test]
fn rising_ground_lifts_a_robot() {
    let mut world = plain();
    let robot = driving_robot(&mut world, "robot", Pose::IDENTITY, 0.3);
    let ground = world.find("ground").unwrap();
    for tick in 1..=HZ {
        world.set_world_pose(ground, at(0.0, 0.0, 0.002 * tick as f64));
        drive(&mut world, robot, 0.0, 0.3);
        world.advance();
        assert_close(height(&world, robot), 0.002 * tick as f64, 0.01);
    }
}

#[test]
fn driving_robots_do_not_pass_through_robots_or_walls() {
    let crate_ = NodeSpec::new("other").at(at(2.0, 0.0, 0.0));
    let half = Pose::from_translation(DVec3::Z * 0.5);
    let loose = BodySpec { allow_sleep: true, ..rigid(5000.0, 1.0, vec![(half, cuboid(0.5, 0.5, 0.5))]) };
    let still = BodySpec { physics: PhysicsType::Static, ..loose.clone() };
    let others = [
        (crate_.clone().with_body(loose), 0.5),
        (crate_.clone().with_body(still), 0.5),
        (atrv("other", 0.5).at(at(2.0, 0.0, 0.0)), HALF_LENGTH_M),
    ];
    for (other, half_length) in others {
        let mut world = plain();
        let other = world.add_node(other).unwrap();
        let robot = driving_robot(&mut world, "robot", Pose::IDENTITY, 0.0);
        let mut nearest = f64::MAX;
        keep_driving(&mut world, robot, 1.0, 3.0, |world| {
            let way = world.world_from(other).translation - world.world_from(robot).translation;
            nearest = nearest.min(way.x - HALF_LENGTH_M - half_length);
        });
        assert!((-DEEP_M..0.05).contains(&nearest), "{nearest}");
    }
}

#[test]
fn body_placed_on_a_driving_robot_lands_on_it() {
    let mut world = plain();
    let robot = driving_robot(&mut world, "robot", Pose::IDENTITY, 0.0);
    let brick = rigid(1.0, 1.0, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
    let brick = world.add_node(NodeSpec::new("brick").at(at(0.0, 0.0, 0.9)).with_body(brick)).unwrap();
    keep_driving(&mut world, robot, 0.3, 2.0, |world| {
        let above = height(world, brick) - height(world, robot);
        assert!(above > 0.83 - DEEP_M, "{above}");
    });
    assert_close(height(&world, brick) - height(&world, robot), 0.83, 5e-3);
    assert!(
        world.world_from(robot).translation.x > 0.4,
        "only the friction of the robot's box slows it, not the brick"
    );
}

#[test]
fn part_that_is_swung_into_a_body_collides() {
    let mut world = plain();
    let robot = driving_robot(&mut world, "robot", Pose::IDENTITY, 0.0);
    let bumper = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))], ..BodySpec::default() };
    let bumper = NodeSpec::new("bumper").on(robot).at(at(0.7, 0.0, 0.3)).with_body(bumper);
    let bumper = world.add_node(bumper).unwrap();
    let light = rigid(0.5, 0.2, vec![(Pose::IDENTITY, cuboid(0.2, 0.2, 0.2))]);
    let light = world.add_node(NodeSpec::new("light").at(at(1.1, 0.0, 0.2)).with_body(light)).unwrap();
    for tick in 0..2 * HZ {
        world.set_local_pose(bumper, at(0.7 + 0.003 * tick as f64, 0.0, 0.3));
        drive(&mut world, robot, 0.0, 0.0);
        world.advance();
    }
    let [pushed, pusher] = [light, bumper].map(|node| world.world_from(node).translation.x);
    assert!(pushed - pusher > 0.3 - DEEP_M, "{pushed} {pusher}");
}

#[test]
fn rolling_distance_does_not_depend_on_ground_size() {
    let mut ways = [3.0, 1000.0].map(|half| {
        let mut world = World::new(PhysicsSettings::default());
        world.add_node(fixed("ground", Pose::IDENTITY, plate(half))).unwrap();
        let ball = rigid(1.0, 1.0, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })]);
        let ball = world.add_node(NodeSpec::new("ball").at(at(0.0, 0.0, 0.1)).with_body(ball)).unwrap();
        world.set_velocities(ball, DVec3::X * 0.1, DVec3::Y);
        for _ in 0..10 * HZ {
            world.advance();
            assert_close(height(&world, ball), 0.1, 1e-3);
        }
        world.world_from(ball).translation.x
    });
    ways.sort_by(f64::total_cmp);
    assert_close(ways[0], 1.0, 0.01);
    assert_close(ways[1], 1.0, 0.01);
}

#[test]
fn robot_that_turns_away_from_a_wall_touches_it_with_its_rear() {
    let half_width = 0.335;
    let mut world = plain();
    // Slightly too far for contacts.
    let wall_y = half_width + 0.025;
    world.add_node(fixed("wall", at(0.0, wall_y + 0.5, 0.5), cuboid(5.0, 0.5, 0.5))).unwrap();
    let robot = driving_robot(&mut world, "robot", Pose::IDENTITY, 0.0);
    let mut deepest = 0.0_f64;
    for (turn, ticks) in [(0.3, 6), (-0.3, 40)] {
        for _ in 0..ticks {
            drive(&mut world, robot, 0.0, turn);
            world.advance();
            let world_from_robot = world.world_from(robot);
            for x in [-HALF_LENGTH_M, HALF_LENGTH_M] {
                let corner = world_from_robot.transform_point(DVec3::new(x, half_width, 0.3));
                deepest = deepest.max(corner.y - wall_y);
            }
        }
    }
    assert!(deepest < DEEP_M, "{deepest}");
    assert!(deepest > -DEEP_M, "{deepest}: it never met the wall");
    // The contact stops its rotation.
    let yaw = world.world_from(robot).euler().yaw;
    assert!(yaw > -0.025 / HALF_LENGTH_M - 0.02, "{yaw}");
}

#[test]
fn robot_tips_over_a_rim_when_its_center_is_beyond() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(fixed("table", Pose::IDENTITY, plate(10.0))).unwrap();
    let robot = driving_robot(&mut world, "robot", at(9.0, 0.0, 0.0), 0.0);
    keep_driving(&mut world, robot, 1.0, 1.4, |world| {
        let pose = world.world_from(robot);
        let dives = -(pose.rotation * DVec3::X).z;
        let beyond_m = pose.translation.x - 10.0;
        assert!(beyond_m > 0.0 || dives.abs() < 1e-3, "{beyond_m} {dives}");
        assert!(beyond_m < 0.15 || dives > 0.05, "{beyond_m} {dives}");
    });
}
