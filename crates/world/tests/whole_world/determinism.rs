//! Bit-identical results for any number of threads, in every run, and after saving and restoring.

use std::hash::{DefaultHasher, Hasher};

use crate::common::{at, atrv, cuboid, drive, rigid, world};
use glam::DVec3;
use morse_world::{Euler, NodeId, NodeSpec, PhysicsSettings, Pose, Shape, World, WorldError};

/// Robots that drive into each other while the same number of crates and balls falls onto them.
fn crowd(count: u32) -> (World, Vec<NodeId>) {
    let mut world = world();
    let robots = (0..count)
        .map(|i| {
            let (row, column) = (f64::from(i / 20), f64::from(i % 20));
            let turned = Euler { yaw: 0.7 * f64::from(i), ..Euler::default() };
            let place = Pose::from_euler(DVec3::new(1.5 * row, 1.2 * column, 0.0), turned);
            world.add_node(atrv(&format!("robot{i}"), 0.25).at(place)).unwrap()
        })
        .collect();
    for i in 0..count {
        let (row, column) = (f64::from(i / 20), f64::from(i % 20));
        let shape = if i % 2 == 0 { cuboid(0.3, 0.2, 0.25) } else { Shape::Sphere { radius: 0.3 } };
        let body = rigid(2.0, 0.5, vec![(Pose::IDENTITY, shape)]);
        let place = at(1.4 * row, 1.3 * column, 1.2 + 0.1 * f64::from(i % 20));
        world.add_node(NodeSpec::new(format!("thing{i}")).at(place).with_body(body)).unwrap();
    }
    (world, robots)
}

fn digest(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

fn tick(world: &mut World, robots: &[NodeId]) -> u64 {
    for (i, &robot) in robots.iter().enumerate() {
        drive(world, robot, 0.8, 0.3 * (i % 3) as f64);
    }
    world.advance();
    digest(world)
}

fn run(count: u32, ticks: usize) -> Vec<u64> {
    let (mut world, robots) = crowd(count);
    (0..ticks).map(|_| tick(&mut world, &robots)).collect()
}

#[test]
fn crowd_collides() {
    // Precondition for the tests of this file to be significant.
    let (mut world, robots) = crowd(40);
    for _ in 0..60 {
        tick(&mut world, &robots);
    }
    let on_top = |i: &u32| {
        let thing = world.find(&format!("thing{i}")).unwrap();
        world.world_from(thing).translation.z > 0.6
    };
    let riding = (0..40).filter(on_top).count();
    assert!(riding > 20, "only {riding} things lie on robots");
}

#[test]
fn digest_does_not_depend_on_number_of_threads() {
    let digests: Vec<_> = [1, 2, 4]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            // Enough bodies for rapier to distribute them over its threads.
            pool.install(|| run(300, 60))
        })
        .collect();
    assert_eq!(digests[0], digests[1]);
    assert_eq!(digests[0], digests[2]);
}

#[test]
fn second_run_gives_the_same_digests() {
    assert_eq!(run(40, 60), run(40, 60));
}

#[test]
fn restored_world_continues_bit_identically() {
    let (mut world, robots) = crowd(40);
    for _ in 0..40 {
        tick(&mut world, &robots);
    }
    // Save with pending commands: a force, a teleport, a suspended body.
    let ball = world.find("thing1").unwrap();
    world.apply_force(ball, DVec3::new(3.0, 1.0, 20.0));
    world.suspend_dynamics(world.find("thing3").unwrap());
    world.set_world_pose(world.find("thing5").unwrap(), at(2.0, 2.0, 2.0));
    let saved = world.save().unwrap();
    let mut restored = World::new(PhysicsSettings::default());
    restored.restore(&saved).unwrap();
    assert_eq!(digest(&world), digest(&restored));
    for step in 0..90 {
        assert_eq!(tick(&mut world, &robots), tick(&mut restored, &robots), "step {step}");
    }
    assert_eq!(world.save().unwrap(), restored.save().unwrap());
}

#[test]
fn rewound_world_continues_bit_identically() {
    let (mut world, robots) = crowd(40);
    let scan = |world: &World| {
        let ray = |degrees: i32| {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            world.cast_ray(DVec3::new(-1.0, -1.0, 0.6), DVec3::new(cos, sin, -0.1), 30.0, None)
        };
        let hits = (0..360).filter_map(ray).map(|hit| (hit.distance.to_bits(), hit.node));
        hits.collect::<Vec<_>>()
    };
    for begin in [0, 50] {
        for _ in 0..begin {
            tick(&mut world, &robots);
        }
        let earlier = world.clone();
        let on = |world: &mut World| {
            let digests: Vec<u64> = (0..60).map(|_| tick(world, &robots)).collect();
            (digests, scan(world))
        };
        let expected = on(&mut world);
        world.remove_node(world.find("thing3").unwrap());
        world
            .add_node(NodeSpec::new("new").at(at(0.0, 0.0, 1.0)).with_body(rigid(2.0, 0.5, vec![])))
            .unwrap();
        world.rewind(&earlier);
        assert_eq!(on(&mut world), expected);
        let mut other = World::new(PhysicsSettings::default());
        other.rewind(&earlier);
        assert_eq!(on(&mut other), expected);
        world.rewind(&earlier);
    }
}

#[test]
fn digest_distinguishes_states() {
    let (mut world, robots) = crowd(40);
    let before = digest(&world);
    world.set_linear_velocity(robots[3], DVec3::new(0.0, 0.0, 1e-3));
    assert_ne!(before, digest(&world));
}

#[test]
fn invalid_saved_worlds_are_refused() {
    let (mut world, robots) = crowd(40);
    let saved = world.save().unwrap();
    tick(&mut world, &robots);
    let before = digest(&world);
    let mut damaged = saved.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let cut = &saved[..saved.len() / 2];
    for bytes in [&b""[..], b"morse-world 0\n", cut, &damaged] {
        let error = world.restore(bytes).unwrap_err();
        assert!(matches!(error, WorldError::BadSnapshot { .. }));
    }
    assert_eq!(before, digest(&world));
}
