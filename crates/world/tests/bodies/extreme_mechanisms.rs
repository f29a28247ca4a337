//! Hard cases of mechanisms in a world stay in range and come to rest: unequal masses, enormous gains, contradictions, odd steps.

use crate::common::arms::{link, void};
use crate::common::{HZ, at, cuboid, ground, rigid};
use glam::DVec3;
use morse_world::{
    AxisLimit, BodySpec, ConstraintSpec, JointDrive, JointId, JointKind, JointSpec, Mimic, NodeId, NodeSpec,
    PhysicsSettings, Pose, Shape, World,
};

fn servo(target: f64, stiffness: f64, damping: f64) -> JointDrive {
    JointDrive::Position { target, speed: f64::INFINITY, stiffness, damping, max_effort: f64::INFINITY }
}

/// A chain of rods of half a meter on hinges about y, given their masses, that begins along x. [kg]
fn chain(world: &mut World, masses: &[f64]) -> Vec<(NodeId, JointId)> {
    let mut parent = None;
    let mut found = Vec::new();
    for (number, mass) in masses.iter().enumerate() {
        let body = link(*mass, DVec3::X * 0.25, DVec3::splat(0.02) * *mass);
        let node = world.add_node(NodeSpec::new(format!("rod {number}")).with_body(body)).unwrap();
        let place = if parent.is_some() { at(0.5, 0.0, 0.0) } else { Pose::IDENTITY };
        let hinge = JointSpec::new(format!("hinge {number}"), parent, node, JointKind::Revolute);
        let hinge = JointSpec { damping: 0.02 * mass, ..hinge.about(DVec3::Y).at(place) };
        found.push((node, world.add_joint(hinge).unwrap()));
        parent = Some(node);
    }
    found
}

/// Advances some seconds, and checks in each tick that no joint left the range or is faster than allowed. [rad/s]
fn run(world: &mut World, seconds: f64, joints: &[(NodeId, JointId)], fastest: f64) {
    for tick in 0..(seconds / world.settings().tick_s) as usize {
        world.advance();
        assert!(world.events().is_empty(), "tick {tick}: {:?}", world.events());
        for &(_, joint) in joints {
            let speed = world.joint_velocity(joint);
            assert!(speed.abs() < fastest, "{} in tick {tick}: {speed}", world.joint_name(joint));
        }
    }
}

fn assert_still(world: &World, joints: &[(NodeId, JointId)], speed: f64) {
    for &(_, joint) in joints {
        let found = world.joint_velocity(joint).abs();
        assert!(found < speed, "{}: {found}", world.joint_name(joint));
    }
}

#[test]
fn masses_of_a_million_to_one_hang_and_are_held() {
    for masses in [[1e3, 1e-3, 1e3], [1e-3, 1e3, 1e-3], [1e-6, 1.0, 1e-6]] {
        let mut world = void();
        let rods = chain(&mut world, &masses);
        run(&mut world, 5.0, &rods, 200.0);
        for &(_, joint) in &rods {
            let drive = servo(0.0, 1e7, 1e6);
            world.drive_joint(joint, drive);
        }
        run(&mut world, 5.0, &rods, 1e3);
        assert_still(&world, &rods, 1e-3);
        for &(_, joint) in &rods {
            assert!(world.joint_position(joint).abs() < 0.02, "{masses:?}: {}", world.joint_position(joint));
        }
    }
}

#[test]
fn gains_of_a_billion_hold_an_arm_at_its_targets() {
    for damping in [0.0, 1e3, 1e9] {
        let mut world = void();
        let rods = chain(&mut world, &[2.0, 1.0, 0.5]);
        let targets = [0.4, -0.7, 1.1];
        for (&(_, joint), target) in rods.iter().zip(targets) {
            world.drive_joint(joint, servo(target, 1e9, damping));
        }
        run(&mut world, 10.0, &rods, 500.0);
        assert_still(&world, &rods, 1e-3);
        for (&(_, joint), target) in rods.iter().zip(targets) {
            let off = world.joint_position(joint) - target;
            assert!(off.abs() < 1e-3, "damping {damping}: {off}");
        }
    }
}

#[test]
fn steps_of_a_microsecond_and_of_a_tenth_of_a_second_are_stable() {
    for (tick_s, seconds) in [(2e-6, 0.004), (0.2, 60.0)] {
        let mut world = World::new(PhysicsSettings { tick_s, ..PhysicsSettings::default() });
        let mut rods = chain(&mut world, &[2.0, 1.0, 0.5]);
        world.drive_joint(rods[0].1, servo(0.3, 1e4, 100.0));
        world.add_node(ground(1.0).at(at(0.0, 0.0, -0.5))).unwrap();
        // A box with a flap stands on the ground.
        let body = rigid(5.0, 0.8, vec![(Pose::IDENTITY, cuboid(0.2, 0.2, 0.1))]);
        let body = world.add_node(NodeSpec::new("box").at(at(5.0, 0.0, -0.399)).with_body(body)).unwrap();
        let flap = link(0.1, DVec3::X * 0.1, DVec3::splat(1e-4));
        let flap = world.add_node(NodeSpec::new("flap").with_body(flap)).unwrap();
        let hinge = JointSpec::new("flap", Some(body), flap, JointKind::Revolute).about(DVec3::Y);
        let hinge = JointSpec { friction: 0.3, ..hinge.at(at(0.0, 0.0, 0.1)) };
        rods.push((flap, world.add_joint(hinge).unwrap()));
        run(&mut world, seconds, &rods, 100.0);
        let height = world.world_from(body).translation.z + 0.4;
        assert!(height.abs() < 2e-3, "{tick_s}: {height}");
    }
}

#[test]
fn straight_arm_that_is_pulled_along_itself_stays_straight() {
    // In this configuration no joint moves the end along the arm.
    let mut world = void();
    let rods = chain(&mut world, &[1.0, 1.0, 1.0]);
    let locked = [AxisLimit::Locked; 3];
    let free = [AxisLimit::Free; 3];
    let pin = |name: &str, x: f64| ConstraintSpec {
        name: name.to_owned(),
        one: rods[2].0,
        other: None,
        one_from_constraint: at(x, 0.0, 0.0),
        limits: [locked[0], locked[1], locked[2], free[0], free[1], free[2]],
        collides: false,
    };
    world.add_constraint(&pin("end", 0.5)).unwrap();
    run(&mut world, 10.0, &rods, 10.0);
    assert_still(&world, &rods, 0.05);
    let end = world.world_from(rods[2].0).transform_point(DVec3::X * 0.5);
    assert!((end - DVec3::X * 1.5).length() < 0.01, "{end}");
}

#[test]
fn redundant_constraints_act_as_one() {
    let mut world = void();
    let rods = chain(&mut world, &[1.0, 1.0]);
    // The same weld three times, where both rods already hang from the world.
    for number in 0..3 {
        world
            .add_constraint(&ConstraintSpec {
                name: format!("weld {number}"),
                one: rods[1].0,
                other: None,
                one_from_constraint: at(0.1 * f64::from(number), 0.0, 0.0),
                limits: [AxisLimit::Locked; 6],
                collides: false,
            })
            .unwrap();
    }
    run(&mut world, 10.0, &rods, 10.0);
    assert_still(&world, &rods, 1e-3);
    for &(_, joint) in &rods {
        assert!(world.joint_position(joint).abs() < 5e-3, "{}", world.joint_position(joint));
    }
}

#[test]
fn limits_that_exclude_each_other_settle_between() {
    // The follower would have to be at 1 or more where the leader may be, and may be at 0.2 at most.
    let mut world = void();
    let rods = chain(&mut world, &[1.0]);
    let body = link(1.0, DVec3::X * 0.25, DVec3::splat(0.02));
    let node = world.add_node(NodeSpec::new("follower").with_body(body)).unwrap();
    let hinge = JointSpec::new("follower", Some(rods[0].0), node, JointKind::Revolute).about(DVec3::Y);
    let mimic = Mimic { leader: rods[0].1, multiplier: 1.0, offset: 2.0 };
    let hinge = JointSpec { mimic: Some(mimic), damping: 0.1, ..hinge.at(at(0.5, 0.0, 0.0)) };
    let follower = world.add_joint(hinge.between(-0.2, 0.2)).unwrap();
    let mut joints = rods.clone();
    joints.push((node, follower));
    // The leader is held near zero by a servo, so that all three contradict each other.
    world.drive_joint(rods[0].1, servo(0.0, 1e3, 100.0));
    run(&mut world, 20.0, &joints, 500.0);
    assert_still(&world, &joints, 1e-2);
    let positions = joints.iter().map(|(_, joint)| world.joint_position(*joint));
    assert!(positions.clone().all(|position| position.abs() < 3.0), "{:?}", positions.collect::<Vec<_>>());
}

#[test]
fn teleported_links_and_robots_go_on_from_their_new_places() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    let base = rigid(5.0, 0.8, vec![(Pose::IDENTITY, cuboid(0.2, 0.2, 0.1))]);
    let base = world.add_node(NodeSpec::new("base").at(at(0.0, 0.0, 0.1)).with_body(base)).unwrap();
    let arm = BodySpec {
        shapes: vec![(at(0.3, 0.0, 0.0), cuboid(0.3, 0.02, 0.02))],
        ..link(0.5, DVec3::X * 0.3, DVec3::splat(0.01))
    };
    let arm = world.add_node(NodeSpec::new("arm").with_body(arm)).unwrap();
    let hinge = JointSpec::new("arm", Some(base), arm, JointKind::Revolute).about(DVec3::Y);
    let hinge = world.add_joint(JointSpec { damping: 0.2, ..hinge.at(at(0.0, 0.0, 0.2)) }).unwrap();
    let joints = [(arm, hinge)];
    run(&mut world, 2.0, &joints, 50.0);
    // A joint is set into the ground, the robot far away and high, and then turned upside down into the ground.
    world.set_joint_position(hinge, 1.5);
    run(&mut world, 2.0, &joints, 50.0);
    world.set_world_pose(base, at(1e4, -1e4, 1.0));
    run(&mut world, 3.0, &joints, 50.0);
    let place = world.world_from(base).translation;
    assert!((place - DVec3::new(1e4, -1e4, 0.1)).length() < 0.5, "{place}");
    let turned = glam::DQuat::from_rotation_x(3.0);
    world.set_world_pose(base, Pose { translation: DVec3::new(0.0, 0.0, 0.05), rotation: turned });
    run(&mut world, 5.0, &joints, 100.0);
    assert!(world.velocities(base)[0].length() < 0.05, "{:?}", world.velocities(base));
    assert!((world.world_from(base).translation.z - 0.1).abs() < 0.15, "{:?}", world.world_from(base));
}

#[test]
fn arm_deep_in_a_wall_comes_out_without_a_jump() {
    let mut world = void();
    let wall = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.5, 2.0, 2.0))], ..BodySpec::default() };
    world.add_node(NodeSpec::new("wall").at(at(1.2, 0.0, 0.0)).with_body(wall)).unwrap();
    let mut rods = Vec::new();
    let mut parent = None;
    for number in 0..3 {
        let body = BodySpec {
            shapes: vec![(at(0.25, 0.0, 0.0), Shape::Capsule { radius: 0.04, half_height: 0.15 })],
            ..link(1.0, DVec3::X * 0.25, DVec3::splat(0.02))
        };
        let node = world.add_node(NodeSpec::new(format!("rod {number}")).with_body(body)).unwrap();
        let hinge = JointSpec::new(format!("hinge {number}"), parent, node, JointKind::Revolute);
        let place = if parent.is_some() { at(0.5, 0.0, 0.0) } else { Pose::IDENTITY };
        let hinge = JointSpec { damping: 0.5, ..hinge.about(DVec3::Y).at(place) };
        rods.push((node, world.add_joint(hinge).unwrap()));
        parent = Some(node);
    }
    run(&mut world, 10.0, &rods, 60.0);
    assert_still(&world, &rods, 1.0);
}

#[test]
fn loop_without_slack_carries_its_load() {
    // Two rods and the world make a triangle that cannot move; a third pin makes it redundant.
    let mut world = void();
    let rods = chain(&mut world, &[1.0, 1.0]);
    for (number, x) in [0.5, 0.3, 0.1].into_iter().enumerate() {
        world
            .add_constraint(&ConstraintSpec {
                name: format!("pin {number}"),
                one: rods[1].0,
                other: None,
                one_from_constraint: at(x, 0.0, 0.0),
                limits: [
                    AxisLimit::Locked,
                    AxisLimit::Locked,
                    AxisLimit::Locked,
                    AxisLimit::Free,
                    AxisLimit::Free,
                    AxisLimit::Free,
                ],
                collides: false,
            })
            .unwrap();
    }
    world.drive_joint(rods[0].1, JointDrive::Effort(200.0));
    run(&mut world, 10.0, &rods, 10.0);
    assert_still(&world, &rods, 1e-3);
    for &(_, joint) in &rods {
        assert!(world.joint_position(joint).abs() < 0.02, "{}", world.joint_position(joint));
    }
}

#[test]
fn body_with_five_hundred_contacts_stands_still() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    // 126 feet of four corners.
    let feet = (0..126).map(|number| {
        let (row, column) = (f64::from(number / 14), f64::from(number % 14));
        (at(0.05 * (column - 6.5), 0.05 * (row - 4.0), 0.0), cuboid(0.01, 0.01, 0.05))
    });
    let table = rigid(10.0, 0.8, feet.collect());
    let table = world.add_node(NodeSpec::new("table").at(at(0.0, 0.0, 0.06)).with_body(table)).unwrap();
    let flap = link(1.0, DVec3::X * 0.1, DVec3::splat(1e-3));
    let flap = world.add_node(NodeSpec::new("flap").with_body(flap)).unwrap();
    let hinge = JointSpec::new("flap", Some(table), flap, JointKind::Revolute).about(DVec3::Y);
    let hinge = world.add_joint(JointSpec { damping: 0.1, ..hinge.at(at(0.0, 0.0, 0.3)) }).unwrap();
    run(&mut world, 3.0, &[(flap, hinge)], 30.0);
    world.drive_joint(hinge, servo(0.5, 1e3, 10.0));
    for _ in 0..HZ {
        world.advance();
    }
    let place = world.world_from(table);
    assert!((place.translation - DVec3::Z * 0.05).length() < 1e-3, "{place:?}");
    assert!(world.velocities(table)[0].length() < 1e-3, "{:?}", world.velocities(table));
}
