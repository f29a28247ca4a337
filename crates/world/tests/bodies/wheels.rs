//! Wheels against closed forms: load, rolling, steering, friction.

use std::f64::consts::{FRAC_PI_2, PI};
use std::hash::{DefaultHasher, Hasher};

use crate::common::{HZ, assert_close, at, cuboid, ground, rigid, world};
use glam::DVec3;
use morse_world::{
    BodySpec, Euler, NodeId, NodeSpec, PhysicsSettings, Pose, Shape, Suspension, WheelSpec, World, WorldError,
};

/// Height of the chassis of a [`segway`] over the ground. [m]
const SEGWAY_HEIGHT_M: f64 = 0.15;
const SEGWAY_RADIUS_M: f64 = 0.25;

/// Four fixed wheels on 90 kg: front left, front right, rear left, rear right.
fn segway(world: &mut World, name: &str, world_from_robot: Pose) -> NodeId {
    let body = rigid(90.0, 0.5, vec![(at(0.0, 0.0, 0.1), cuboid(0.45, 0.2, 0.17))]);
    let spec = NodeSpec::new(name).with_body(body).at(world_from_robot * at(0.0, 0.0, SEGWAY_HEIGHT_M));
    let robot = world.add_node(spec).unwrap();
    let wheels = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(x, y)| WheelSpec {
        mass: 5.5,
        friction: 0.8,
        ..WheelSpec::new(DVec3::new(0.27 * x, 0.312 * y, 0.1), SEGWAY_RADIUS_M)
    });
    world.add_wheels(robot, wheels.to_vec()).unwrap();
    robot
}

/// Two wheels and a caster under 9 kg, as a Pioneer stands: left, right, caster.
const PIONEER_TRACK_M: f64 = 0.3412;
const PIONEER_RADIUS_M: f64 = 0.1;

fn pioneer(world: &mut World, name: &str, world_from_robot: Pose) -> NodeId {
    let body = rigid(9.0, 0.5, vec![(at(0.0, 0.0, 0.05), cuboid(0.22, 0.18, 0.09))]);
    let spec = NodeSpec::new(name).with_body(body).at(world_from_robot * at(0.0, 0.0, 0.1));
    let robot = world.add_node(spec).unwrap();
    let drive = |y: f64| WheelSpec {
        friction: 0.8,
        ..WheelSpec::new(DVec3::new(0.045, y * PIONEER_TRACK_M / 2.0, 0.0), PIONEER_RADIUS_M)
    };
    let caster = WheelSpec { swivels: true, ..WheelSpec::new(DVec3::new(-0.17, 0.0, -0.06), 0.04) };
    world.add_wheels(robot, vec![drive(1.0), drive(-1.0), caster]).unwrap();
    robot
}

/// Drives wheels that take turns left and right with the rates that a speed [m/s] and a turn rate [rad/s] need.
fn drive(world: &mut World, robot: NodeId, count: usize, track: f64, radius: f64, v: f64, w: f64) {
    for wheel in 0..count {
        let side = if wheel % 2 == 0 { -1.0 } else { 1.0 };
        world.drive_wheel(robot, wheel, (v + side * track * w / 2.0) / radius, 300.0).unwrap();
    }
}

fn advance(world: &mut World, seconds: f64) {
    for _ in 0..(seconds * HZ as f64).round() as usize {
        world.advance();
    }
}

#[test]
fn a_wheeled_robot_stands_still() {
    let mut world = world();
    let robots =
        [segway(&mut world, "segway", Pose::IDENTITY), pioneer(&mut world, "pioneer", at(3.0, 0.0, 0.0))];
    let starts = robots.map(|robot| world.world_from(robot));
    for braked in [false, true] {
        if braked {
            drive(&mut world, robots[0], 4, 1.0, SEGWAY_RADIUS_M, 0.0, 0.0);
            drive(&mut world, robots[1], 2, 1.0, PIONEER_RADIUS_M, 0.0, 0.0);
        }
        advance(&mut world, 10.0);
        for (robot, start) in robots.iter().zip(&starts) {
            let moved = world.world_from(*robot).translation - start.translation;
            assert!(moved.length() < 1e-3, "{} moved by {moved}", world.name(*robot));
            assert!(world.world_from(*robot).rotation.angle_between(start.rotation) < 2e-3);
        }
    }
    let load: f64 = world.wheels(robots[0]).map(|wheel| wheel.contact.unwrap().load).sum();
    assert_close(load, (90.0 + 4.0 * 5.5) * 9.81, 0.5);
}

#[test]
fn a_braked_robot_holds_on_a_slope_and_a_free_one_rolls_down() {
    let slope = Pose::from_euler(DVec3::ZERO, Euler { pitch: 5_f64.to_radians(), ..Euler::default() });
    for heading in [0.0, 0.6, FRAC_PI_2] {
        let mut world = World::new(PhysicsSettings::default());
        world.add_node(ground(1.0).at(slope)).unwrap();
        let place = slope * Pose::from_euler(DVec3::ZERO, Euler { yaw: heading, ..Euler::default() });
        let robot = segway(&mut world, "segway", place);
        drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 0.0, 0.0);
        advance(&mut world, 0.5);
        let start = world.world_from(robot).translation;
        advance(&mut world, 10.0);
        let moved = world.world_from(robot).translation - start;
        assert!(moved.length() < 1e-3, "heading {heading}: moved by {moved}");
    }

    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0).at(slope)).unwrap();
    let robot = segway(&mut world, "segway", slope);
    advance(&mut world, 2.0);
    // The wheels are discs: each takes half its mass more to roll.
    let acceleration = 9.81 * 5_f64.to_radians().sin() * 112.0 / (112.0 + 11.0);
    let speed = world.linear_velocity(robot).length();
    assert_close(speed, 2.0 * acceleration, 0.01 * speed);
    let wheel = world.wheels(robot).next().unwrap();
    assert_close(wheel.rate * SEGWAY_RADIUS_M, speed, 0.01 * speed);
}

#[test]
fn a_robot_drives_as_far_as_its_wheels_roll() {
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 1.0, 0.0);
    advance(&mut world, 10.0);
    let pose = world.world_from(robot);
    let rolled = world.wheels(robot).next().unwrap().angle * SEGWAY_RADIUS_M;
    assert_close(rolled, 10.0, 0.05);
    assert_close(pose.translation.x, rolled, 0.02 * rolled);
    assert_close(pose.translation.y, 0.0, 1e-3);
    assert_close(pose.translation.z, SEGWAY_HEIGHT_M, 1e-3);
    assert_close(world.linear_velocity(robot).x, 1.0, 2e-3);
}

#[test]
fn two_wheels_turn_a_robot_as_they_are_told() {
    let mut world = world();
    let robot = pioneer(&mut world, "pioneer", Pose::IDENTITY);
    // Once around on the spot.
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.0, PI / 5.0);
    advance(&mut world, 9.0);
    let pose = world.world_from(robot);
    assert_close(pose.euler().yaw, 9.0 * PI / 5.0 - 2.0 * PI, 0.02 * 9.0 * PI / 5.0);
    // The middle of the axle, not the origin, stays.
    let axle = pose.transform_point(DVec3::new(0.045, 0.0, 0.0));
    assert_close(axle.x, 0.045, 0.005);
    assert_close(axle.y, 0.0, 0.005);

    // A quarter of a circle of 1 m, from the run.
    let robot = pioneer(&mut world, "other", at(5.0, 0.0, 0.0));
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.25, 0.25);
    let before = world.world_from(robot).transform_point(DVec3::new(0.045, 0.0, 0.0));
    advance(&mut world, 2.0 * PI);
    let pose = world.world_from(robot);
    assert_close(pose.euler().yaw, FRAC_PI_2, 0.02 * FRAC_PI_2);
    let moved = pose.transform_point(DVec3::new(0.045, 0.0, 0.0)) - before;
    assert_close(moved.x, 1.0, 0.02);
    assert_close(moved.y, 1.0, 0.02);
}

/// On the spot, slipping wheels at (±a, ±b) of equal load hold a robot back with as much torque as they drive it,
/// by Coulomb's law, when its turn rate is that of a robot with the track 2 (b + a² / b).
#[test]
fn four_fixed_wheels_slip_around_as_friction_has_it() {
    let track = 2.0 * (0.312 + 0.27 * 0.27 / 0.312);
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    drive(&mut world, robot, 4, track, SEGWAY_RADIUS_M, 0.0, 0.5);
    advance(&mut world, 1.0);
    let yaw = world.world_from(robot).euler().yaw;
    advance(&mut world, 4.0);
    let turned = world.world_from(robot).euler().yaw - yaw;
    assert_close(turned, 2.0, 0.02 * 2.0);
    assert!(world.world_from(robot).translation.truncate().length() < 0.02);
}

#[test]
fn tyres_grip_no_more_than_friction_allows() {
    // The ground has friction 1, the wheels 0.8.
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    advance(&mut world, 1.0);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 5.0, 0.0);
    advance(&mut world, 0.5);
    assert_close(world.linear_velocity(robot).x, 0.8 * 9.81 * 0.5, 0.02 * 3.9);
    // Brakes block the wheels at once, and the robot slides to a halt.
    advance(&mut world, 1.0);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 0.0, 0.0);
    let start = world.world_from(robot).translation.x;
    advance(&mut world, 2.0);
    let slid = world.world_from(robot).translation.x - start;
    assert_close(slid, 5.0 * 5.0 / (2.0 * 0.8 * 9.81), 0.05 * 1.6);
    assert_close(world.linear_velocity(robot).length(), 0.0, 1e-3);
}

#[test]
fn a_motor_has_no_more_torque_than_it_is_given() {
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    advance(&mut world, 1.0);
    for wheel in 0..4 {
        world.drive_wheel(robot, wheel, 100.0, 7.0).unwrap();
    }
    advance(&mut world, 2.0);
    let expected = 2.0 * 4.0 * 7.0 / SEGWAY_RADIUS_M / (112.0 + 11.0);
    assert_close(world.linear_velocity(robot).x, expected, 0.01 * expected);
}

#[test]
fn wheels_in_the_air_spin_freely() {
    let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
    let robot = segway(&mut world, "segway", at(0.0, 0.0, 5.0));
    world.drive_wheel(robot, 0, 4.0, 300.0).unwrap();
    // An engine of 3 N on the tread of a disc of 5.5 kg.
    world.push_wheel(robot, 1, 3.0, 0.0).unwrap();
    advance(&mut world, 1.0);
    let wheels: Vec<_> = world.wheels(robot).collect();
    assert!(wheels.iter().all(|wheel| wheel.contact.is_none()));
    assert_close(wheels[0].rate, 4.0, 1e-12);
    assert_close(wheels[1].rate, 3.0 / (5.5 / 2.0 * SEGWAY_RADIUS_M), 1e-6);
    assert_close(wheels[2].rate, 0.0, 0.0);
    assert_eq!(world.linear_velocity(robot), DVec3::ZERO);
    // Left alone, a wheel goes on turning.
    world.push_wheel(robot, 0, 0.0, 0.0).unwrap();
    advance(&mut world, 1.0);
    assert_close(world.wheels(robot).next().unwrap().rate, 4.0, 1e-12);
}

#[test]
fn a_dropped_robot_lands_on_its_wheels() {
    let mut world = world();
    let robot = segway(&mut world, "segway", at(0.0, 0.0, 0.5));
    let mut lowest = f64::INFINITY;
    for _ in 0..3 * HZ {
        world.advance();
        lowest = lowest.min(world.world_from(robot).translation.z);
    }
    assert!(lowest > SEGWAY_HEIGHT_M - 0.03, "sank to {lowest}");
    assert_close(world.world_from(robot).translation.z, SEGWAY_HEIGHT_M, 1e-3);
}

#[test]
fn what_wheels_stand_on_is_pushed_back() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(0.0)).unwrap();
    let slab = rigid(50.0, 1.0, vec![(at(0.0, 0.0, -0.1), cuboid(2.0, 2.0, 0.1))]);
    let slab = world.add_node(NodeSpec::new("slab").at(at(0.0, 0.0, 0.2)).with_body(slab)).unwrap();
    let robot = segway(&mut world, "segway", at(0.0, 0.0, 0.2));
    advance(&mut world, 1.0);
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 20.0, 0.0).unwrap();
    }
    advance(&mut world, 1.0);
    let momentum = [(robot, 112.0), (slab, 50.0)].map(|(body, mass)| world.linear_velocity(body).x * mass);
    assert!(momentum[0] > 50.0);
    assert_close(momentum[0], -momentum[1], 0.01 * momentum[0]);
    assert_close(world.world_from(robot).translation.z, 0.2 + SEGWAY_HEIGHT_M, 0.01);
}

/// Springs under 10 kg, forwards along y, as the Hummer of the original drives.
fn hummer(world: &mut World, place: Pose) -> NodeId {
    let mut body = rigid(9.996, 0.5, vec![(at(0.0, -0.48, 0.42), cuboid(1.33, 2.75, 0.95))]);
    body.linear_damping = 0.4;
    let robot = world.add_node(NodeSpec::new("hummer").at(place).with_body(body)).unwrap();
    let wheels = [(-1.3, 1.6), (1.3, 1.6), (-1.3, -2.3), (1.3, -2.3)].map(|(x, y)| WheelSpec {
        axle: DVec3::NEG_X,
        friction: 200.0,
        mass: 0.001,
        tipping: 0.05,
        suspension: Some(Suspension {
            rest_length: 0.3,
            stiffness: 150.0,
            compression_damping: 20.0,
            extension_damping: 100.0,
            ray_cast: false,
        }),
        ..WheelSpec::new(DVec3::new(x, y, -0.5), 0.5)
    });
    world.add_wheels(robot, wheels.to_vec()).unwrap();
    robot
}

#[test]
fn a_suspension_settles_under_the_weight() {
    let mut world = world();
    let robot = hummer(&mut world, at(0.0, 0.0, 1.4));
    advance(&mut world, 10.0);
    // The front axle carries 2.3 / 3.9 of the weight, the rear axle the rest.
    for (wheel, share) in world.wheels(robot).zip([2.3, 2.3, 1.6, 1.6]) {
        let load = 10.0 * 9.81 * share / 3.9 / 2.0;
        assert_close(wheel.contact.unwrap().load, load, 0.02 * load);
        assert_close(wheel.extension, 0.3 - load / 150.0, 0.005);
    }
    assert!(world.linear_velocity(robot).length() < 1e-4);
    let start = world.world_from(robot).translation;
    advance(&mut world, 10.0);
    assert!((world.world_from(robot).translation - start).length() < 1e-3);
}

#[test]
fn a_steered_car_drives_the_circle_of_its_axles() {
    let mut world = world();
    let robot = hummer(&mut world, at(0.0, 0.0, 1.1));
    advance(&mut world, 2.0);
    // Ackermann: all wheels turn about one point, 12 m to the left of the rear axle.
    let (radius, axles, half_track): (f64, f64, f64) = (12.0, 3.9, 1.3);
    for (wheel, side) in [(0, -1.0), (1, 1.0)] {
        let angle = (axles / (radius + side * half_track)).atan();
        world.steer_wheel(robot, wheel, angle).unwrap();
    }
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 3.0, 0.0).unwrap();
    }
    advance(&mut world, 4.0);
    let rear = |world: &World| world.world_from(robot).transform_point(DVec3::new(0.0, -2.3, 0.0));
    let (start, yaw) = (rear(&world), world.world_from(robot).euler().yaw);
    let mut path = 0.0;
    let mut last = start;
    for _ in 0..3 * HZ {
        world.advance();
        path += (rear(&world) - last).truncate().length();
        last = rear(&world);
    }
    let turned = world.world_from(robot).euler().yaw - yaw;
    assert!(path > 3.0, "only {path} m");
    assert_close(path / turned, radius, 0.02 * radius);
}

#[test]
fn an_engine_and_a_brake_push_as_hard_as_they_are_told() {
    // Acceleration 32 N / 10 kg against a damping of 0.4, from the ground, for 3 s; then the brakes.
    let mut world = world();
    let robot = hummer(&mut world, at(0.0, 0.0, 1.14));
    advance(&mut world, 2.0);
    let start = world.world_from(robot).translation.y;
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 8.0, 0.0).unwrap();
    }
    advance(&mut world, 3.0);
    let rate = -(0.6_f64).ln();
    let expected = 3.2 / rate * (3.0 - (1.0 - (-3.0 * rate).exp()) / rate);
    let driven = world.world_from(robot).translation.y - start;
    assert_close(driven, expected, 0.02 * expected);
    for wheel in 0..4 {
        world.push_wheel(robot, wheel, 0.0, 8.0).unwrap();
    }
    let speed = world.linear_velocity(robot).y;
    advance(&mut world, 2.0);
    let halt = world.world_from(robot).translation.y - start - driven;
    // 4 × 8 N and the damping against the speed.
    let time = (1.0 + rate * speed / 3.2).ln() / rate;
    let expected = (speed - 3.2 * time) / rate;
    assert_close(halt, expected, 0.02 * expected);
    advance(&mut world, 5.0);
    assert_close(world.linear_velocity(robot).length(), 0.0, 1e-3);
}

#[test]
fn the_node_of_a_wheel_turns_with_it() {
    let mut world = world();
    let body = rigid(9.0, 0.5, vec![(at(0.0, 0.0, 0.3), cuboid(0.3, 0.2, 0.1))]);
    let robot = world.add_node(NodeSpec::new("robot").at(at(0.0, 0.0, 0.1)).with_body(body)).unwrap();
    let lying = Pose::from_euler(DVec3::ZERO, Euler { roll: FRAC_PI_2, ..Euler::default() });
    let mut wheels = Vec::new();
    for (x, y) in [(0.2, 0.2), (0.2, -0.2), (-0.2, 0.2), (-0.2, -0.2)] {
        let tyre =
            rigid(1.0, 0.5, vec![(Pose::IDENTITY, Shape::Cylinder { radius: 0.1, half_height: 0.02 })]);
        let spec = NodeSpec::new(format!("wheel{}", wheels.len())).on(robot).at(at(x, y, 0.0) * lying);
        let node = world.add_node(spec.with_body(tyre)).unwrap();
        wheels.push(WheelSpec { node: Some(node), ..WheelSpec::new(DVec3::new(x, y, 0.0), 0.1) });
    }
    let nodes: Vec<_> = wheels.iter().map(|wheel| wheel.node.unwrap()).collect();
    world.add_wheels(robot, wheels).unwrap();
    let start = world.parent_from(nodes[0]);
    drive(&mut world, robot, 4, 1.0, 0.1, 0.3, 0.0);
    world.steer_wheel(robot, 1, 0.1).unwrap();
    advance(&mut world, 0.5);
    let wheel = world.wheels(robot).next().unwrap();
    assert_close(wheel.angle, 1.5, 1e-6);
    let turned = world.parent_from(nodes[0]);
    assert_close(turned.rotation.angle_between(start.rotation), 1.5, 1e-6);
    // Its own z is its axle, which stays; what was ahead of the axle is now below it.
    assert!(turned.transform_vector(DVec3::Z).distance(start.transform_vector(DVec3::Z)) < 1e-9);
    let mark = turned.rotation * (start.rotation.inverse() * DVec3::X);
    assert_close(mark.z, -(1.5_f64).sin(), 1e-6);
    let steered = world.parent_from(nodes[1]).transform_vector(DVec3::NEG_Z);
    assert_close(steered.y.atan2(steered.x), FRAC_PI_2 + 0.1, 1e-9);
    // Rays still meet it.
    let from = world.world_from(nodes[0]).translation + DVec3::new(0.0, 1.0, 0.0);
    assert_eq!(world.cast_ray(from, DVec3::NEG_Y, 2.0, None).unwrap().node, nodes[0]);
}

#[test]
fn bad_wheels_and_commands_are_refused() {
    let mut world = world();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    let crate_ = NodeSpec::new("crate")
        .with_body(BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(1.0, 1.0, 1.0))], ..BodySpec::default() });
    let crate_ = world.add_node(crate_.at(at(9.0, 9.0, 0.0))).unwrap();
    let good = WheelSpec::new(DVec3::ZERO, 0.1);
    let bad = [
        WheelSpec { radius: 0.0, ..good.clone() },
        WheelSpec { radius: f64::NAN, ..good.clone() },
        WheelSpec { mount: DVec3::NAN, ..good.clone() },
        WheelSpec { axle: DVec3::Z, ..good.clone() },
        WheelSpec { up: DVec3::ZERO, ..good.clone() },
        WheelSpec { friction: -1.0, ..good.clone() },
        WheelSpec { mass: f64::INFINITY, ..good.clone() },
        WheelSpec { node: Some(crate_), ..good.clone() },
    ];
    let mass = world.mass(robot);
    for spec in bad {
        let error = world.add_wheels(robot, vec![good.clone(), spec]).unwrap_err();
        assert!(error.to_string().contains("'segway'"), "{error}");
    }
    assert_eq!((world.wheels(robot).len(), world.mass(robot)), (4, mass));
    assert!(world.add_wheels(crate_, vec![good]).is_err());

    world.drive_wheel(robot, 0, 1.0, 300.0).unwrap();
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(world.drive_wheel(robot, 0, bad, 300.0).is_err());
        assert!(world.drive_wheel(robot, 0, 1.0, bad).is_err());
        assert!(world.push_wheel(robot, 0, bad, 0.0).is_err());
        assert!(world.steer_wheel(robot, 0, bad).is_err());
    }
    let missing = world.drive_wheel(robot, 4, 1.0, 300.0).unwrap_err();
    assert!(matches!(missing, WorldError::NoWheel { number: 4, count: 4, .. }));
    advance(&mut world, 1.0);
    assert_close(world.wheels(robot).next().unwrap().rate, 1.0 / 1.0, 1e-12);
}

fn digest(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

#[test]
fn a_restored_world_rolls_on_as_the_saved_one() {
    let mut world = world();
    let robots: Vec<_> = (0..6)
        .map(|i| {
            let place = Pose::from_euler(
                DVec3::new(0.8 * f64::from(i), 0.3 * f64::from(i % 2), 0.0),
                Euler { yaw: f64::from(i), ..Euler::default() },
            );
            segway(&mut world, &format!("robot{i}"), place)
        })
        .collect();
    for (i, &robot) in robots.iter().enumerate() {
        drive(&mut world, robot, 4, 1.1, SEGWAY_RADIUS_M, 1.0, 0.3 * i as f64);
    }
    advance(&mut world, 0.7);
    world.steer_wheel(robots[2], 1, 0.4).unwrap();
    let mut restored = World::new(PhysicsSettings::default());
    restored.restore(&world.save().unwrap()).unwrap();
    for step in 0..60 {
        assert_eq!(digest(&world), digest(&restored), "step {step}");
        world.advance();
        restored.advance();
    }
    let before = digest(&world);
    world.drive_wheel(robots[0], 0, 0.25, 300.0).unwrap();
    assert_ne!(before, digest(&world));
}

#[test]
fn a_reset_puts_wheels_to_rest() {
    let mut world = world();
    let robot = pioneer(&mut world, "pioneer", Pose::IDENTITY);
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.5, 0.1);
    advance(&mut world, 2.0);
    drive(&mut world, robot, 2, PIONEER_TRACK_M, PIONEER_RADIUS_M, 0.0, 0.0);
    world.reset();
    advance(&mut world, 1.0);
    assert!(world.world_from(robot).translation.distance(DVec3::new(0.0, 0.0, 0.1)) < 1e-3);
    assert!(world.wheels(robot).all(|wheel| wheel.rate.abs() < 1e-3));
}

#[test]
fn a_thousand_robots_stay_on_their_wheels() {
    let mut world = world();
    let robots: Vec<_> = (0..1000)
        .map(|i| {
            let place = at(3.0 * f64::from(i % 32), 3.0 * f64::from(i / 32), 0.0);
            segway(&mut world, &format!("robot{i}"), place)
        })
        .collect();
    for (i, &robot) in robots.iter().enumerate() {
        drive(&mut world, robot, 4, 1.09, SEGWAY_RADIUS_M, 0.5, 0.5 + 0.001 * i as f64);
    }
    advance(&mut world, 2.0);
    for &robot in &robots {
        assert_close(world.world_from(robot).translation.z, SEGWAY_HEIGHT_M, 2e-3);
        assert_close(world.linear_velocity(robot).length(), 0.5, 0.05);
    }
}

#[test]
fn a_robot_drives_over_a_low_kerb_and_up_a_ramp() {
    let mut world = world();
    let slab = |pose| {
        let shapes = vec![(Pose::IDENTITY, cuboid(2.0, 2.0, 0.5))];
        let body = BodySpec { shapes, friction: 1.0, ..BodySpec::default() };
        NodeSpec::new(format!("slab at {pose:?}")).at(pose).with_body(body)
    };
    // A kerb of 3 cm at x = 1, and behind it, from x = 5, a ramp of 10°.
    world.add_node(slab(at(3.0, 0.0, 0.03 - 0.5))).unwrap();
    let pitch = -10_f64.to_radians();
    let tilted = Pose::from_euler(DVec3::new(5.0, 0.0, 0.03), Euler { pitch, ..Euler::default() });
    world.add_node(slab(tilted * at(2.0, 0.0, -0.5))).unwrap();
    let robot = segway(&mut world, "segway", Pose::IDENTITY);
    drive(&mut world, robot, 4, 1.0, SEGWAY_RADIUS_M, 0.5, 0.0);
    let mut highest: f64 = 0.0;
    advance(&mut world, 2.0);
    for _ in 0..4 * HZ {
        world.advance();
        highest = highest.max(world.world_from(robot).translation.z);
    }
    let on_kerb = world.world_from(robot);
    assert_close(on_kerb.translation.x, 3.0, 0.1);
    assert_close(on_kerb.translation.z, 0.03 + SEGWAY_HEIGHT_M, 1e-3);
    assert!(highest < 0.05 + SEGWAY_HEIGHT_M, "jumped to {highest}");
    advance(&mut world, 6.0);
    let on_ramp = world.world_from(robot);
    assert_close(on_ramp.euler().pitch, pitch, 1e-3);
    assert_close(world.linear_velocity(robot).length(), 0.5, 0.01);
    let above = tilted.inverse().transform_point(on_ramp.translation);
    assert_close(above.z, SEGWAY_HEIGHT_M, 2e-3);
}
