//! Contact recycling: contacts are kept while bodies hardly move, and computed again in time.

use crate::common::{HZ, assert_close, at, atrv, cuboid, drive, rigid};
use glam::DVec3;
use morse_world::{BodySpec, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};

/// Half the length of [`atrv`]. [m]
const HALF_LENGTH_M: f64 = 0.57;
/// What may be in what, while something heavy pushes. [m]
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

/// A world with a plate of two kilometres, on which every turn of a robot would move it by metres.
fn plain() -> World {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(fixed("ground", Pose::IDENTITY, plate(1000.0))).unwrap();
    world
}

/// A robot that drives, and has done so long enough for its contacts to be kept.
fn under_way(world: &mut World, name: &str, pose: Pose, turn: f64) -> NodeId {
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

/// Drives on for some seconds, and looks each tick.
fn drive_on(world: &mut World, robot: NodeId, forward: f64, seconds: f64, mut look: impl FnMut(&World)) {
    for _ in 0..(seconds * HZ as f64) as usize {
        drive(world, robot, forward, 0.0);
        world.advance();
        look(world);
    }
}

#[test]
fn a_robot_falls_in_the_tick_in_which_its_ground_is_taken_away() {
    for (way, name) in [(DVec3::X * 5000.0, "far"), (DVec3::X * 1001.0, "aside"), (DVec3::Z * -0.3, "down")] {
        let mut world = plain();
        let robot = under_way(&mut world, "robot", Pose::IDENTITY, 0.3);
        let before = height(&world, robot);
        let ground = world.find("ground").unwrap();
        world.set_world_pose(ground, Pose::from_translation(way));
        for _ in 0..6 {
            world.advance();
        }
        // Free fall in two sub-steps a tick: 0.049 m in 0.1 s, and a little more.
        assert!(height(&world, robot) < before - 0.045, "{name}: {}", height(&world, robot));
    }
}

#[test]
fn a_robot_is_lifted_by_its_ground() {
    let mut world = plain();
    let robot = under_way(&mut world, "robot", Pose::IDENTITY, 0.3);
    let ground = world.find("ground").unwrap();
    for tick in 1..=HZ {
        world.set_world_pose(ground, at(0.0, 0.0, 0.002 * tick as f64));
        drive(&mut world, robot, 0.0, 0.3);
        world.advance();
        assert_close(height(&world, robot), 0.002 * tick as f64, 0.01);
    }
}

#[test]
fn robots_that_drive_into_each_other_or_into_what_stands_do_not_go_through() {
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
        let robot = under_way(&mut world, "robot", Pose::IDENTITY, 0.0);
        let mut nearest = f64::MAX;
        drive_on(&mut world, robot, 1.0, 3.0, |world| {
            let way = world.world_from(other).translation - world.world_from(robot).translation;
            nearest = nearest.min(way.x - HALF_LENGTH_M - half_length);
        });
        assert!((-DEEP_M..0.05).contains(&nearest), "{nearest}");
    }
}

#[test]
fn what_is_put_on_a_robot_under_way_lands_on_it() {
    let mut world = plain();
    let robot = under_way(&mut world, "robot", Pose::IDENTITY, 0.0);
    let brick = rigid(1.0, 1.0, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
    let brick = world.add_node(NodeSpec::new("brick").at(at(0.0, 0.0, 0.9)).with_body(brick)).unwrap();
    drive_on(&mut world, robot, 0.3, 2.0, |world| {
        let above = height(world, brick) - height(world, robot);
        assert!(above > 0.83 - DEEP_M, "{above}");
    });
    assert_close(height(&world, brick) - height(&world, robot), 0.83, 5e-3);
    assert!(
        world.world_from(robot).translation.x > 0.4,
        "the friction of its own box brakes it, the brick does not"
    );
}

#[test]
fn a_part_that_is_swung_into_something_meets_it() {
    let mut world = plain();
    let robot = under_way(&mut world, "robot", Pose::IDENTITY, 0.0);
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
fn a_ball_rolls_as_far_on_a_large_ground_as_on_a_small_one() {
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
fn a_robot_that_turns_away_from_a_wall_meets_it_with_its_other_end() {
    let half_width = 0.335;
    let mut world = plain();
    // Not near enough for contacts yet.
    let wall_y = half_width + 0.025;
    world.add_node(fixed("wall", at(0.0, wall_y + 0.5, 0.5), cuboid(5.0, 0.5, 0.5))).unwrap();
    let robot = under_way(&mut world, "robot", Pose::IDENTITY, 0.0);
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
    // By which its turn ends.
    let yaw = world.world_from(robot).euler().yaw;
    assert!(yaw > -0.025 / HALF_LENGTH_M - 0.02, "{yaw}");
}

#[test]
fn a_robot_tips_over_a_rim_as_soon_as_its_centre_is_beyond() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(fixed("table", Pose::IDENTITY, plate(10.0))).unwrap();
    let robot = under_way(&mut world, "robot", at(9.0, 0.0, 0.0), 0.0);
    drive_on(&mut world, robot, 1.0, 1.4, |world| {
        let pose = world.world_from(robot);
        let dives = -(pose.rotation * DVec3::X).z;
        let beyond_m = pose.translation.x - 10.0;
        assert!(beyond_m > 0.0 || dives.abs() < 1e-3, "{beyond_m} {dives}");
        assert!(beyond_m < 0.15 || dives > 0.05, "{beyond_m} {dives}");
    });
}
