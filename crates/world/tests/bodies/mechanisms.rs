//! Whole mechanisms: arms, and robots with wheels on joints.

use std::hash::{DefaultHasher, Hasher};

use crate::common::arms::{arm, link, void};
use crate::common::{HZ, assert_close, at, atrv, cuboid, drive, ground, rigid};
use glam::DVec3;
use morse_world::{
    BodySpec, JointDrive, JointId, JointKind, JointSpec, NodeId, NodeSpec, PhysicsSettings, Pose, Shape,
    World,
};

fn digest(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}

fn run(world: &mut World, seconds: usize) {
    for _ in 0..seconds * HZ {
        world.advance();
    }
}

#[test]
fn hundred_falling_arms_stay_stable() {
    let mut world = void();
    let arms: Vec<_> = (0..100)
        .map(|i| {
            let foot = at(2.0 * f64::from(i % 10), 2.0 * f64::from(i / 10), 0.0);
            arm(&mut world, &format!("arm{i}"), foot, 0.02 * f64::from(i) - 1.0)
        })
        .collect();
    run(&mut world, 10);
    assert!(world.events().is_empty());
    for arm in &arms {
        for &joint in arm {
            assert!(world.joint_velocity(joint).abs() < 100.0, "{}", world.joint_name(joint));
            let foot = world.world_from(world.joint_child(arm[0])).translation;
            let end = world.world_from(world.joint_child(joint)).translation;
            assert!((end - foot).length() < 1.5 + 1e-3);
        }
    }
}

#[test]
fn servos_hold_an_arm_against_gravity() {
    let mut world = void();
    let joints = arm(&mut world, "arm", Pose::IDENTITY, 0.0);
    for (i, &joint) in joints.iter().enumerate() {
        let target = [0.5, 1.2, 0.3, 0.4, -0.6, 1.0][i];
        let servo = JointDrive::Position {
            target,
            speed: f64::INFINITY,
            stiffness: 5000.0,
            damping: 200.0,
            max_effort: 500.0,
        };
        world.drive_joint(joint, servo);
    }
    run(&mut world, 10);
    for (i, &joint) in joints.iter().enumerate() {
        let target = [0.5, 1.2, 0.3, 0.4, -0.6, 1.0][i];
        assert_close(world.joint_position(joint), target, 0.02);
        assert_close(world.joint_velocity(joint), 0.0, 1e-3);
    }
}

/// A box on four wheels with a radius of 0.1 m that stands on the ground.
fn rover(world: &mut World, place: Pose) -> (NodeId, Vec<JointId>) {
    let chassis = rigid(10.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.3, 0.2, 0.08))]);
    let chassis = world.add_node(NodeSpec::new("chassis").at(place).with_body(chassis)).unwrap();
    let wheels = [(0.25, 0.25), (0.25, -0.25), (-0.25, 0.25), (-0.25, -0.25)];
    let axles = wheels.into_iter().enumerate().map(|(i, (x, y))| {
        let name = format!("wheel{i}");
        let wheel = rigid(1.0, 0.9, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })]);
        let wheel = world.add_node(NodeSpec::new(&name).with_body(wheel)).unwrap();
        let axle = JointSpec::new(&name, Some(chassis), wheel, JointKind::Continuous);
        world.add_joint(axle.about(DVec3::Y).at(at(x, y, -0.05))).unwrap()
    });
    let axles = axles.collect();
    (chassis, axles)
}

#[test]
fn rover_stands_on_its_wheels_and_drives() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    let (chassis, axles) = rover(&mut world, at(0.0, 0.0, 0.2));
    run(&mut world, 2);
    let rest = world.world_from(chassis).translation;
    assert_close(rest.z, 0.15, 5e-3);
    for &axle in &axles {
        world.drive_joint(axle, JointDrive::Velocity { target: 5.0, max_effort: 10.0 });
    }
    run(&mut world, 4);
    let moved = world.world_from(chassis).translation - rest;
    // 0.5 m/s, minus the acceleration time.
    assert_close(moved.x, 2.0, 0.1);
    assert_close(world.linear_velocity(chassis).x, 0.5, 0.01);
    assert!(moved.y.abs() < 0.05 && moved.z.abs() < 5e-3, "{moved}");
}

#[test]
fn table_on_four_stiff_servos_stands_still() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    let top = rigid(10.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.3, 0.2, 0.05))]);
    let top = world.add_node(NodeSpec::new("top").at(at(0.0, 0.0, 0.46)).with_body(top)).unwrap();
    let legs = [(0.25, 0.15), (0.25, -0.15), (-0.25, 0.15), (-0.25, -0.15)];
    let hips: Vec<_> = legs
        .into_iter()
        .enumerate()
        .map(|(i, (x, y))| {
            let name = format!("leg{i}");
            let leg = rigid(1.0, 0.9, vec![(at(0.0, 0.0, -0.2), cuboid(0.02, 0.02, 0.2))]);
            let leg = world.add_node(NodeSpec::new(&name).with_body(leg)).unwrap();
            let hip = JointSpec::new(&name, Some(top), leg, JointKind::Revolute).about(DVec3::Y);
            world.add_joint(JointSpec { friction: 0.1, ..hip.at(at(x, y, -0.05)) }).unwrap()
        })
        .collect();
    for &hip in &hips {
        let max_effort = 1e3;
        let servo = JointDrive::Position {
            target: 0.0,
            speed: f64::INFINITY,
            stiffness: 1e7,
            damping: 1e5,
            max_effort,
        };
        world.drive_joint(hip, servo);
    }
    run(&mut world, 3);
    let before = world.world_from(top).translation;
    run(&mut world, 3);
    let place = world.world_from(top).translation;
    assert_close(place.z, 0.45, 2e-3);
    assert!((place - before).length() < 1e-4, "{place} {before}");
    for &hip in &hips {
        assert!(world.joint_position(hip).abs() < 1e-4, "{}", world.joint_position(hip));
    }
    assert!(world.events().is_empty());
}

#[test]
fn adjacent_mechanism_does_not_affect_a_driven_robot() {
    let driven = |beside_an_arm: bool| {
        let mut world = crate::common::world();
        let robot = world.add_node(atrv("robot", 0.25)).unwrap();
        if beside_an_arm {
            let joints = arm(&mut world, "arm", at(9.0, 0.0, 1.0), 0.4);
            world.drive_joint(joints[1], JointDrive::Velocity { target: 0.5, max_effort: 500.0 });
        }
        for _ in 0..2 * HZ {
            drive(&mut world, robot, 1.0, 0.3);
            world.advance();
        }
        world.world_from(robot).translation
    };
    let (alone, beside) = (driven(false), driven(true));
    assert!((alone - beside).length() < 1e-3, "{alone} {beside}");
}

#[test]
fn free_mechanism_conserves_momentum() {
    let settings = PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() };
    let mut world = World::new(settings);
    let body = link(5.0, DVec3::new(0.1, 0.05, 0.0), DVec3::new(0.2, 0.3, 0.4));
    let root = world.add_node(NodeSpec::new("root").with_body(body)).unwrap();
    let tail = link(2.0, DVec3::new(0.3, 0.0, 0.0), DVec3::splat(0.05));
    let tail = world.add_node(NodeSpec::new("tail").with_body(tail)).unwrap();
    let spec = JointSpec::new("hip", Some(root), tail, JointKind::Revolute).about(DVec3::Z);
    let hip = world.add_joint(spec.at(at(0.2, 0.0, 0.0))).unwrap();
    world.drive_joint(hip, JointDrive::Effort(0.3));
    run(&mut world, 3);
    assert!(world.joint_velocity(hip) > 1.0);
    let center = |node, x, y| world.world_from(node).transform_point(DVec3::new(x, y, 0.0));
    let now = (5.0 * center(root, 0.1, 0.05) + 2.0 * center(tail, 0.3, 0.0)) / 7.0;
    let before = (5.0 * DVec3::new(0.1, 0.05, 0.0) + 2.0 * DVec3::new(0.5, 0.0, 0.0)) / 7.0;
    assert!((now - before).length() < 1e-5, "{now} {before}");
}

#[test]
fn mechanism_moves_with_its_root_and_resets() {
    let mut world = void();
    let (chassis, axles) = rover(&mut world, at(0.0, 0.0, 5.0));
    world.set_joint_position(axles[1], 0.5);
    world.drive_joint(axles[0], JointDrive::Velocity { target: 3.0, max_effort: 1.0 });
    run(&mut world, 1);
    let wheel = world.joint_child(axles[2]);
    let chassis_from_wheel = world.world_from(chassis).inverse() * world.world_from(wheel);
    world.set_world_pose(chassis, at(7.0, -3.0, 9.0));
    let expected = at(7.0, -3.0, 9.0) * chassis_from_wheel;
    assert!((world.world_from(wheel).translation - expected.translation).length() < 1e-6);
    world.advance();
    let now = world.world_from(wheel).translation;
    assert!((now - expected.translation).length() < 0.5, "{now}");
    world.reset();
    assert_eq!(world.world_from(chassis), at(0.0, 0.0, 5.0));
    for &axle in &axles {
        assert_eq!([world.joint_position(axle), world.joint_velocity(axle)], [0.0; 2]);
        assert_eq!(world.joint_drive(axle), JointDrive::Free);
    }
    world.advance();
    assert_close(world.linear_velocity(chassis).z, -9.81 / 60.0, 1e-4);
    assert_close(world.world_from(wheel).translation.z, 4.95, 5e-3);
}

#[test]
fn mechanism_on_a_truck_moves_with_the_truck() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    let bed = rigid(50.0, 0.0, vec![(Pose::IDENTITY, cuboid(1.0, 1.0, 0.2))]);
    let truck = world.add_node(NodeSpec::new("truck").at(at(0.0, 0.0, 0.2)).with_body(bed)).unwrap();
    let (chassis, axles) = rover(&mut world, at(0.0, 0.0, 0.7));
    run(&mut world, 1);
    world.attach(chassis, truck).unwrap();
    let wheel = world.joint_child(axles[0]);
    let truck_from_wheel = world.world_from(truck).inverse() * world.world_from(wheel);
    world.drive_joint(axles[0], JointDrive::Velocity { target: 2.0, max_effort: 5.0 });
    for _ in 0..HZ {
        world.set_linear_velocity(truck, DVec3::new(1.0, 0.0, 0.0));
        world.advance();
    }
    assert_close(world.world_from(truck).translation.x, 1.0, 0.02);
    let now = world.world_from(truck).inverse() * world.world_from(wheel);
    assert!((now.translation - truck_from_wheel.translation).length() < 1e-5);
    assert_close(world.joint_velocity(axles[0]), 2.0, 1e-3);
    world.detach(chassis);
    run(&mut world, 1);
    assert!(world.is_free(chassis));
    assert_eq!(world.joint_of(wheel), Some(axles[0]));
}

#[test]
fn suspended_mechanism_stands_still_and_resumes() {
    let mut world = void();
    let joints = arm(&mut world, "arm", Pose::IDENTITY, 0.3);
    run(&mut world, 1);
    let before: Vec<_> = joints.iter().map(|&joint| world.joint_position(joint)).collect();
    let speeds: Vec<_> = joints.iter().map(|&joint| world.joint_velocity(joint)).collect();
    world.suspend_dynamics(world.joint_child(joints[3]));
    run(&mut world, 1);
    for (i, &joint) in joints.iter().enumerate() {
        assert!(world.is_suspended(world.joint_child(joint)));
        assert_eq!(world.joint_position(joint), before[i]);
    }
    let mut twin = void();
    twin.restore(&world.save().unwrap()).unwrap();
    for world in [&mut world, &mut twin] {
        world.restore_dynamics(world.joint_child(joints[0]));
        assert_eq!(world.joint_velocity(joints[2]), speeds[2]);
        run(world, 1);
        assert!((world.joint_position(joints[1]) - before[1]).abs() > 1e-2);
    }
    assert_eq!(digest(&world), digest(&twin));
}

#[test]
fn restored_mechanism_continues_bit_identically() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    let (_, axles) = rover(&mut world, at(0.0, 0.0, 0.16));
    let joints = arm(&mut world, "arm", at(3.0, 0.0, 1.0), 0.4);
    for &axle in &axles {
        world.drive_joint(axle, JointDrive::Velocity { target: 8.0, max_effort: 2.0 });
    }
    let drive = JointDrive::Position {
        target: 0.5,
        speed: f64::INFINITY,
        stiffness: 50.0,
        damping: 5.0,
        max_effort: 20.0,
    };
    world.drive_joint(joints[2], drive);
    // Before the first tick, mid-motion, and with a teleport pending.
    for round in 0..3 {
        if round == 2 {
            world.set_joint_position(joints[1], -0.2);
        }
        let mut twin = void();
        twin.restore(&world.save().unwrap()).unwrap();
        assert_eq!(digest(&world), digest(&twin));
        for tick in 0..90 {
            world.advance();
            twin.advance();
            assert_eq!(digest(&world), digest(&twin), "round {round}, tick {tick}");
        }
        assert_eq!(world.save().unwrap(), twin.save().unwrap());
    }
}

#[test]
fn digest_does_not_depend_on_number_of_threads() {
    let digests: Vec<_> = [1, 3]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut world = void();
                for i in 0..60 {
                    arm(&mut world, &format!("arm{i}"), at(0.9 * f64::from(i), 0.0, 0.0), 0.1 * f64::from(i));
                }
                run(&mut world, 1);
                digest(&world)
            })
        })
        .collect();
    assert_eq!(digests[0], digests[1]);
}

#[test]
fn mechanism_at_rest_sleeps_until_it_is_driven() {
    let mut world = void();
    let body = BodySpec { allow_sleep: true, ..link(1.0, DVec3::NEG_Z, DVec3::splat(0.01)) };
    let bob = world.add_node(NodeSpec::new("bob").with_body(body)).unwrap();
    let spec = JointSpec::new("hinge", None, bob, JointKind::Revolute);
    let hinge = world.add_joint(JointSpec { position: 0.1, damping: 5.0, ..spec }).unwrap();
    run(&mut world, 30);
    let rest = world.joint_position(hinge);
    run(&mut world, 1);
    assert_eq!(world.joint_position(hinge), rest);
    world.drive_joint(hinge, JointDrive::Effort(4.0));
    run(&mut world, 10);
    // m g l sin θ = 4 N m
    assert_close(world.joint_position(hinge), (4.0_f64 / 9.81).asin(), 1e-3);
}
