//! Resting bodies fall asleep, even under zero velocity commands, and wake when necessary.

use std::hash::{DefaultHasher, Hasher};

use crate::common::{HZ, at, atrv, cuboid, rigid, world};
use glam::DVec3;
use morse_world::{BodySpec, Euler, NodeId, NodeSpec, PhysicsSettings, Pose, Shape, WheelSpec, World};

/// A robot that may sleep.
fn robot(name: &str) -> NodeSpec {
    let spec = atrv(name, 0.25);
    let body = spec.body.clone().map(|body| BodySpec { allow_sleep: true, ..body });
    NodeSpec { body, ..spec }
}

/// A crate of half a meter that may sleep.
fn crate_at(name: &str, place: Pose) -> NodeSpec {
    let body = rigid(5.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.25, 0.25, 0.25))]);
    NodeSpec::new(name).at(place).with_body(BodySpec { allow_sleep: true, ..body })
}

/// A tick in which drives command a speed of zero.
fn tick(world: &mut World, robots: &[NodeId]) {
    for &robot in robots {
        world.set_planar_velocities(robot, DVec3::ZERO, DVec3::ZERO);
    }
    world.advance();
}

fn seconds(world: &mut World, robots: &[NodeId], seconds: f64) {
    (0..(seconds * HZ as f64) as usize).for_each(|_| tick(world, robots));
}

/// A robot and a crate that sleep, 3 m apart.
fn asleep() -> (World, NodeId, NodeId) {
    let mut world = world();
    let robot = world.add_node(robot("robot")).unwrap();
    let thing = world.add_node(crate_at("crate", at(3.0, 0.0, 0.25))).unwrap();
    seconds(&mut world, &[robot], 4.0);
    assert!(world.is_asleep(robot) && world.is_asleep(thing));
    (world, robot, thing)
}

fn digest(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

#[test]
fn robot_with_zero_velocity_commands_falls_asleep() {
    let (mut world, robot, thing) = asleep();
    let pose = world.world_from(robot);
    let count = [world.motion_count(robot), world.motion_count(thing)];
    seconds(&mut world, &[robot], 10.0);
    assert!(world.is_asleep(robot));
    assert_eq!(world.world_from(robot), pose);
    assert_eq!([world.motion_count(robot), world.motion_count(thing)], count);
}

#[test]
fn sleeping_does_not_change_the_pose() {
    let stands = |allow_sleep| {
        let mut world = world();
        let spec =
            robot("robot").at(Pose::from_euler(DVec3::Z * 0.2, Euler { yaw: 0.4, ..Euler::default() }));
        let body = spec.body.clone().map(|body| BodySpec { allow_sleep, ..body });
        let robot = world.add_node(NodeSpec { body, ..spec }).unwrap();
        seconds(&mut world, &[robot], 20.0);
        assert_eq!(world.is_asleep(robot), allow_sleep);
        world.world_from(robot)
    };
    let [sleeping, awake] = [stands(true), stands(false)];
    assert!(sleeping.translation.distance(awake.translation) < 2e-4, "{sleeping:?} {awake:?}");
    assert!(sleeping.rotation.angle_between(awake.rotation) < 2e-4, "{sleeping:?} {awake:?}");
}

#[test]
fn any_commanded_speed_wakes_a_body() {
    let mut world = world();
    // With friction it would stop immediately.
    let spec = robot("robot");
    let body = spec.body.clone().map(|body| BodySpec { friction: 0.0, ..body });
    let robot = world.add_node(NodeSpec { body, ..spec }).unwrap();
    seconds(&mut world, &[robot], 4.0);
    assert!(world.is_asleep(robot));
    let start = world.world_from(robot).translation;
    for _ in 0..10 * HZ {
        world.set_planar_velocities(robot, DVec3::X * 0.002, DVec3::ZERO);
        world.advance();
        assert!(!world.is_asleep(robot));
    }
    let way = world.world_from(robot).translation.x - start.x;
    assert!((0.01..0.0201).contains(&way), "{way} m");
}

#[test]
fn forces_and_torques_wake_bodies() {
    let (mut world, robot, thing) = asleep();
    world.apply_force(thing, DVec3::Z * 100.0);
    world.apply_torque(robot, DVec3::X * 1.0);
    world.advance();
    assert!(!world.is_asleep(thing) && !world.is_asleep(robot));
    assert!(world.linear_velocity(thing).z > 0.1);
    // They fall to the ground again.
    seconds(&mut world, &[robot], 4.0);
    assert!(world.is_asleep(thing) && world.is_asleep(robot));
}

#[test]
fn touching_body_wakes_a_sleeping_body() {
    let (mut world, robot, thing) = asleep();
    for _ in 0..4 * HZ {
        world.set_planar_velocities(robot, DVec3::X, DVec3::ZERO);
        world.advance();
    }
    assert!(world.world_from(thing).translation.x > 4.0, "the crate was pushed");
}

#[test]
fn falling_body_wakes_a_sleeping_body() {
    let (mut world, robot, thing) = asleep();
    world.add_node(crate_at("falling", at(3.1, 0.0, 0.9))).unwrap();
    let woke = (0..HZ).any(|_| {
        tick(&mut world, &[robot]);
        !world.is_asleep(thing)
    });
    assert!(woke && world.is_asleep(robot), "the robot was not touched");
    seconds(&mut world, &[robot], 4.0);
    assert!(world.is_asleep(thing));
}

#[test]
fn teleport_wakes_a_body() {
    let (mut world, robot, thing) = asleep();
    world.set_world_pose(thing, at(3.0, 2.0, 1.25));
    world.set_world_pose(robot, at(0.0, 5.0, 1.0));
    for _ in 0..6 {
        tick(&mut world, &[robot]);
    }
    assert!(world.linear_velocity(thing).z < -0.5 && world.linear_velocity(robot).z < -0.5);
}

/// A world with a plate and a body that stands on it.
fn on_a_plate(body: NodeSpec) -> (World, NodeId, NodeId) {
    let mut world = World::new(PhysicsSettings::default());
    let plate = BodySpec { shapes: vec![(at(0.0, 0.0, -0.1), cuboid(2.0, 2.0, 0.1))], ..BodySpec::default() };
    let plate = world.add_node(NodeSpec::new("plate").with_body(plate)).unwrap();
    let body = world.add_node(body).unwrap();
    (world, plate, body)
}

#[test]
fn moved_ground_wakes_bodies_on_it() {
    for place in [at(0.0, 0.0, -3.0), at(50.0, 0.0, 0.0), at(0.0, 0.0, 0.3)] {
        let (mut world, plate, thing) = on_a_plate(crate_at("crate", at(0.0, 0.0, 0.25)));
        seconds(&mut world, &[], 3.0);
        assert!(world.is_asleep(thing));
        world.set_world_pose(plate, place);
        seconds(&mut world, &[], 0.5);
        let height = world.world_from(thing).translation.z;
        assert!((height - 0.25).abs() > 0.1, "{place:?}: {height} m");
    }
}

/// A chassis on four wheels that may sleep; its body does not touch the ground.
fn cart(world: &mut World, world_from_cart: Pose) -> NodeId {
    let body = rigid(20.0, 0.5, vec![(at(0.0, 0.0, 0.2), cuboid(0.4, 0.2, 0.1))]);
    let body = BodySpec { allow_sleep: true, ..body };
    let cart = world.add_node(NodeSpec::new("cart").at(world_from_cart).with_body(body)).unwrap();
    let wheels = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let wheels = wheels.map(|(x, y)| WheelSpec::new(DVec3::new(0.3 * x, 0.25 * y, 0.0), 0.2));
    world.add_wheels(cart, wheels.to_vec()).unwrap();
    cart
}

#[test]
fn chassis_on_wheels_sleeps_and_wakes_with_its_ground() {
    for removed in [false, true] {
        let (mut world, plate, _) = on_a_plate(crate_at("far", at(1.5, 1.5, 0.25)));
        let cart = cart(&mut world, at(-1.0, 0.0, 0.2));
        seconds(&mut world, &[], 6.0);
        assert!(world.is_asleep(cart));
        if removed {
            world.remove_node(plate);
        } else {
            world.set_world_pose(plate, at(0.0, 0.0, -2.0));
        }
        seconds(&mut world, &[], 0.3);
        assert!(world.world_from(cart).translation.z < 0.0, "it falls");
    }
}

#[test]
fn driven_wheel_wakes_its_chassis() {
    let mut world = world();
    let cart = cart(&mut world, at(0.0, 0.0, 0.2));
    seconds(&mut world, &[], 6.0);
    assert!(world.is_asleep(cart));
    for wheel in 0..4 {
        world.drive_wheel(cart, wheel, 5.0, 100.0).unwrap();
    }
    seconds(&mut world, &[], 2.0);
    assert!(world.world_from(cart).translation.x > 1.0);
}

#[test]
fn chassis_sleeps_and_wakes_with_the_body_below() {
    let mut world = world();
    let shapes = vec![(Pose::IDENTITY, cuboid(2.0, 2.0, 0.2))];
    let raft = BodySpec { allow_sleep: true, ..rigid(2000.0, 0.9, shapes) };
    let raft = world.add_node(NodeSpec::new("raft").at(at(0.0, 0.0, 0.2)).with_body(raft)).unwrap();
    let cart = cart(&mut world, at(0.0, 0.0, 0.6));
    seconds(&mut world, &[], 10.0);
    assert!(world.is_asleep(raft), "the cart keeps the raft awake");
    assert!(world.is_asleep(cart));
    for _ in 0..HZ {
        world.set_linear_velocity(raft, DVec3::Y);
        world.advance();
    }
    assert!(!world.is_asleep(cart), "the cart sleeps on a moving raft");
}

#[test]
fn zero_speed_does_not_wake_a_body_but_replaces_an_earlier_command() {
    let (mut world, robot, _) = asleep();
    // Two drives of one robot: the last command is effective, as for a robot that is awake.
    world.set_planar_velocities(robot, DVec3::X, DVec3::ZERO);
    world.set_planar_velocities(robot, DVec3::ZERO, DVec3::ZERO);
    assert_eq!(world.linear_velocity(robot), DVec3::ZERO);
}

#[test]
fn balanced_weight_does_not_keep_a_body_awake() {
    let mut world = world();
    let balloon = world.add_node(crate_at("balloon", at(0.0, 0.0, 5.0))).unwrap();
    for _ in 0..3 * HZ {
        world.balance_weight(balloon);
        world.set_velocities(balloon, DVec3::ZERO, DVec3::ZERO);
        world.advance();
    }
    assert!(world.is_asleep(balloon));
    assert!((world.world_from(balloon).translation.z - 5.0).abs() < 1e-3);
    world.advance();
    world.apply_force(balloon, DVec3::X);
    (0..HZ).for_each(|_| world.advance());
    assert!(world.world_from(balloon).translation.z < 2.0, "without balance it falls");
}

/// Robots in rows. For a while, some drive into their neighbors while crates fall.
fn resting_crowd() -> (World, Vec<NodeId>) {
    let mut world = world();
    let mut robots = Vec::new();
    for index in 0..120_u32 {
        let place = at(2.0 * f64::from(index % 12), 1.5 * f64::from(index / 12), 0.0);
        robots.push(world.add_node(robot(&format!("robot{index}")).at(place)).unwrap());
        if index % 7 == 0 {
            let place = at(2.0 * f64::from(index % 12), 1.5 * f64::from(index / 12), 1.5);
            world.add_node(crate_at(&format!("crate{index}"), place)).unwrap();
        }
    }
    (world, robots)
}

fn crowd_tick(world: &mut World, robots: &[NodeId], number: usize) {
    for (index, &robot) in robots.iter().enumerate() {
        let drives = index % 10 == 3 && (200..260).contains(&number);
        let speed = if drives { DVec3::X } else { DVec3::ZERO };
        world.set_planar_velocities(robot, speed, DVec3::ZERO);
    }
    world.advance();
}

fn crowd_digests(threads: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let (mut world, robots) = resting_crowd();
        let run = (0..500).map(|number| {
            crowd_tick(&mut world, &robots, number);
            digest(&world)
        });
        run.collect()
    })
}

#[test]
fn resting_crowd_eventually_sleeps() {
    let (mut world, robots) = resting_crowd();
    let mut asleep = Vec::new();
    for number in 0..500 {
        crowd_tick(&mut world, &robots, number);
        asleep.push(robots.iter().filter(|&&robot| world.is_asleep(robot)).count());
    }
    assert!(asleep[199] > 100 && asleep[230] < asleep[199], "{asleep:?}");
    assert_eq!(asleep[499], robots.len());
}

#[test]
fn sleeping_and_waking_do_not_depend_on_number_of_threads() {
    let one = crowd_digests(1);
    for threads in [2, 4, 8] {
        assert_eq!(crowd_digests(threads), one, "{threads} threads");
    }
}

#[test]
fn world_restored_while_bodies_sleep_continues_bit_identically() {
    let (mut world, robots) = resting_crowd();
    (0..190).for_each(|number| crowd_tick(&mut world, &robots, number));
    assert!(robots.iter().any(|&robot| world.is_asleep(robot)));
    // A command is pending.
    world.set_planar_velocities(robots[5], DVec3::Y, DVec3::ZERO);
    let mut restored = World::new(PhysicsSettings::default());
    restored.restore(&world.save().unwrap()).unwrap();
    for number in 190..400 {
        crowd_tick(&mut world, &robots, number);
        crowd_tick(&mut restored, &robots, number);
        assert_eq!(digest(&world), digest(&restored), "tick {number}");
    }
}

#[test]
fn body_without_allow_sleep_stays_awake() {
    let mut world = world();
    let ball = rigid(1.0, 0.5, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.2 })]);
    let ball = world.add_node(NodeSpec::new("ball").at(at(0.0, 0.0, 0.2)).with_body(ball)).unwrap();
    seconds(&mut world, &[], 5.0);
    assert!(!world.is_asleep(ball));
}
