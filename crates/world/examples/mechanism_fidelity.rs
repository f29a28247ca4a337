//! Mechanisms whose motion is known in closed form or from another simulator; `benches/fidelity.py` compares the
//! results.
//!
//! Prints lines of fields separated by tabs: `closed`, quantity, computed value, expected value, relative difference;
//! `path`, mechanism, time [s], its coordinates; `energy`, mechanism, largest drift [J], the energy that it can release [J].
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::f64::consts::{FRAC_PI_6, PI, TAU};

use common::arms::{arm, energy, link, links, pendulum, void};
use common::top::{Top, top};
use common::{HZ, at, cuboid, rigid};
use glam::{DQuat, DVec3};
use morse_world::{
    BodySpec, JointDrive, JointKind, JointSpec, NodeId, NodeSpec, PhysicsSettings, Pose, Shape, World,
};

const GRAVITY: f64 = 9.81;
/// Friction coefficient of the box on the slope.
const FRICTION: f64 = 0.3;

fn closed(what: &str, found: f64, expected: f64) {
    println!("closed\t{what}\t{found}\t{expected}\t{}", (found / expected - 1.0).abs());
}

fn path(mechanism: &str, time_s: f64, coordinates: &[f64]) {
    let coordinates: Vec<_> = coordinates.iter().map(f64::to_string).collect();
    println!("path\t{mechanism}\t{time_s}\t{}", coordinates.join("\t"));
}

/// Calls a function with the time [s] after each quarter of a second.
fn watch(world: &mut World, seconds: usize, mut each: impl FnMut(&World, f64)) {
    for quarter in 1..=4 * seconds {
        (0..HZ / 4).for_each(|_| world.advance());
        each(world, 0.25 * quarter as f64);
    }
}

/// Whether a time [s] is a whole second.
fn whole(time_s: f64) -> bool {
    time_s.fract() == 0.0
}

fn throw() {
    let mut world = void();
    let ball = rigid(2.0, 0.5, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })]);
    let ball = world.add_node(NodeSpec::new("ball").with_body(ball)).unwrap();
    world.set_linear_velocity(ball, DVec3::new(5.0, 0.0, 8.0));
    watch(&mut world, 10, |_, _| {});
    let place = world.world_from(ball).translation;
    closed("free fall in 10 s, height [m]", 80.0 - place.z, 50.0 * GRAVITY);
    closed("projectile in 10 s, distance [m]", place.x, 50.0);
}

fn slope() {
    let mut world = void();
    let tilt = DQuat::from_rotation_y(FRAC_PI_6);
    let plane =
        BodySpec { shapes: vec![(Pose::IDENTITY, Shape::HalfSpace)], friction: 1.0, ..BodySpec::default() };
    let tilted = |height: f64| Pose { translation: tilt * DVec3::Z * height, rotation: tilt };
    world.add_node(NodeSpec::new("slope").at(tilted(0.0)).with_body(plane)).unwrap();
    let body = rigid(3.0, FRICTION, vec![(Pose::IDENTITY, cuboid(0.2, 0.2, 0.1))]);
    let body = world.add_node(NodeSpec::new("box").at(tilted(0.1)).with_body(body)).unwrap();
    let slid = |world: &World| (tilt.inverse() * world.world_from(body).translation).x;
    watch(&mut world, 10, |world, time_s| {
        if whole(time_s) {
            path("box on a slope", time_s, &[slid(world)]);
        }
    });
    let acceleration = GRAVITY * (FRAC_PI_6.sin() - FRICTION * FRAC_PI_6.cos());
    closed("sliding down a slope of 30° for 10 s, distance [m]", slid(&world), 50.0 * acceleration);
}

/// The period of a pendulum relative to that of small amplitudes, by the arithmetic-geometric mean.
fn stretched(amplitude: f64) -> f64 {
    let (mut a, mut b) = (1.0, (0.5 * amplitude).cos());
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    1.0 / a
}

fn swing() {
    let (mass, length, moment, start) = (2.0, 0.7, 0.05, 1.0);
    let mut world = void();
    let hinge = pendulum(&mut world, mass, length, moment, start);
    let of_hinge = moment + mass * length * length;
    let energy = |world: &World| {
        let (angle, speed) = (world.joint_position(hinge), world.joint_velocity(hinge));
        0.5 * of_hinge * speed * speed - mass * GRAVITY * length * angle.cos()
    };
    let begin = energy(&world);
    let mut drift = 0.0_f64;
    let mut crossings = Vec::new();
    for tick in 1..=60 * HZ {
        let before = world.joint_position(hinge);
        world.advance();
        let now = world.joint_position(hinge);
        if before > 0.0 && now <= 0.0 {
            crossings.push((tick as f64 - now / (now - before)) / HZ as f64);
        }
        drift = drift.max((energy(&world) - begin).abs());
        if tick % HZ == 0 && tick <= 10 * HZ {
            path("pendulum", (tick / HZ) as f64, &[now]);
        }
    }
    let period_s = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64;
    let small_s = TAU * (of_hinge / (mass * GRAVITY * length)).sqrt();
    closed("pendulum from 1 rad, period over 60 s [s]", period_s, small_s * stretched(start));
    println!("energy\tpendulum\t{drift}\t{}", mass * GRAVITY * length * (1.0 - start.cos()));
}

fn fall_of_an_arm() {
    let mut world = void();
    let joints = arm(&mut world, "arm", Pose::IDENTITY, 0.4);
    let links = links(&world, &joints);
    let begin = energy(&world, &links);
    let height = |(node, body): &(NodeId, BodySpec)| {
        let center = body.inertia.unwrap().center_of_mass;
        body.mass * GRAVITY * world.world_from(*node).transform_point(center).z
    };
    let to_give = 2.0 * links.iter().map(height).sum::<f64>();
    let mut drift = 0.0_f64;
    watch(&mut world, 60, |world, time_s| {
        drift = drift.max((energy(world, &links) - begin).abs());
        if time_s <= 1.0 {
            path(
                "arm of six joints",
                time_s,
                &joints.iter().map(|&joint| world.joint_position(joint)).collect::<Vec<_>>(),
            );
        }
    });
    println!("energy\tarm of six joints\t{drift}\t{to_give}");
}

fn rover() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(common::ground(1.0)).unwrap();
    let chassis = rigid(10.0, 0.9, vec![(Pose::IDENTITY, cuboid(0.3, 0.2, 0.08))]);
    let chassis = world.add_node(NodeSpec::new("chassis").at(at(0.0, 0.0, 0.15)).with_body(chassis)).unwrap();
    for (number, (x, y)) in
        [(0.25, 0.25), (0.25, -0.25), (-0.25, 0.25), (-0.25, -0.25)].into_iter().enumerate()
    {
        let name = format!("wheel{number}");
        let wheel = rigid(1.0, 0.9, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })]);
        let wheel = world.add_node(NodeSpec::new(&name).with_body(wheel)).unwrap();
        let axle = JointSpec::new(&name, Some(chassis), wheel, JointKind::Continuous);
        let axle = world.add_joint(axle.about(DVec3::Y).at(at(x, y, -0.05))).unwrap();
        world.drive_joint(axle, JointDrive::Velocity { target: 5.0, max_effort: 10.0 });
    }
    watch(&mut world, 10, |world, time_s| {
        if whole(time_s) {
            path("base on wheels", time_s, &[world.world_from(chassis).translation.x]);
        }
    });
}

/// A body that spins about its axis of largest inertia while the axis is tilted: free precession according to Euler's
/// equations.
fn free_rotation() {
    let settings = PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() };
    let mut world = World::new(settings);
    let top = link(1.0, DVec3::ZERO, DVec3::new(0.02, 0.02, 0.03));
    let top = world.add_node(NodeSpec::new("top").with_body(top)).unwrap();
    world.set_angular_velocity(top, DVec3::new(0.4, 0.0, 6.0));
    // The axis precesses about the angular momentum at its magnitude divided by the moment of inertia across the axis.
    let momentum = DVec3::new(0.02 * 0.4, 0.0, 0.03 * 6.0);
    let rate = momentum.length() / 0.02;
    let along = momentum.normalize();
    let round = |world: &World| {
        let axis = world.world_from(top).rotation * DVec3::Z;
        let across = axis - along * axis.dot(along);
        let first = (DVec3::Z - along * along.z).normalize();
        across.dot(along.cross(first)).atan2(across.dot(first))
    };
    let (mut turned, mut before) = (0.0, round(&world));
    for _ in 0..10 * HZ {
        world.advance();
        let now = round(&world);
        turned += (now - before + PI).rem_euclid(TAU) - PI;
        before = now;
    }
    closed("free top, turns of its axis in 10 s [rad]", turned, 10.0 * rate);
}

/// A fast top on a fixed point, which precesses under gravity.
fn precess() {
    let Top { mut world, round, precession, .. } = top();
    watch(&mut world, 10, |_, _| {});
    closed("fast top, precession in 10 s [rad]", world.joint_position(round), 10.0 * precession);
}

fn main() {
    throw();
    slope();
    swing();
    free_rotation();
    precess();
    fall_of_an_arm();
    rover();
}
