//! Compares joints with closed forms: pendulums, sliders, limits, motors, mimic joints.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::common::arms::{energy, link, pendulum, void};
use crate::common::{HZ, assert_close, at};
use glam::{DQuat, DVec3};
use morse_world::{
    JointDrive, JointKind, JointLimits, JointSpec, Mimic, NodeSpec, PhysicsType, Pose, Quantity, World,
    WorldError, WorldEvent,
};

fn run(world: &mut World, seconds: usize) {
    for _ in 0..seconds * HZ {
        world.advance();
    }
}

#[test]
fn pendulum_has_its_closed_form_period() {
    let (mass, length, moment) = (2.0, 0.8, 0.05);
    let mut world = void();
    let hinge = pendulum(&mut world, mass, length, moment, 0.05);
    // Physical pendulum: T = 2 π √(I / m g l), I about the hinge; 1 + θ²/16 for the finite amplitude.
    let inertia = moment + mass * length * length;
    let period = TAU * (inertia / (mass * 9.81 * length)).sqrt() * (1.0 + 0.05_f64.powi(2) / 16.0);
    let mut crossings = Vec::new();
    let mut before = world.joint_position(hinge);
    for tick in 1..60 * HZ {
        world.advance();
        let now = world.joint_position(hinge);
        if before > 0.0 && now <= 0.0 {
            crossings.push((tick as f64 - now / (now - before)) / HZ as f64);
        }
        before = now;
    }
    let measured = (crossings.last().unwrap() - crossings[0]) / (crossings.len() - 1) as f64;
    println!("period {measured}, expected {period}");
    assert_close(measured, period, 1e-3 * period);
}

#[test]
fn pendulum_conserves_energy() {
    let mut world = void();
    let hinge = pendulum(&mut world, 2.0, 0.8, 0.05, 2.0);
    let bob = (world.joint_child(hinge), link(2.0, DVec3::new(0.0, 0.0, -0.8), DVec3::splat(0.05)));
    let lowest = 2.0 * 9.81 * 1.2;
    let start = energy(&world, std::slice::from_ref(&bob)) - lowest;
    let mut worst = 0.0_f64;
    for _ in 0..60 * HZ {
        world.advance();
        worst = worst.max((energy(&world, std::slice::from_ref(&bob)) - lowest - start).abs() / start);
    }
    let end = (energy(&world, std::slice::from_ref(&bob)) - lowest - start) / start;
    println!("energy drift: end {end:e}, worst on the way {worst:e}");
    assert!(worst < 1e-4, "{worst}");
}

#[test]
fn slider_accelerates_down_a_slope() {
    let mut world = void();
    let sled = world.add_node(NodeSpec::new("sled").with_body(link(3.0, DVec3::ZERO, DVec3::ONE))).unwrap();
    let slope = DQuat::from_rotation_y(0.5);
    let rail = JointSpec::new("rail", None, sled, JointKind::Prismatic).at(Pose::from_rotation(slope));
    let rail = world.add_joint(JointSpec { friction: 4.0, ..rail }).unwrap();
    run(&mut world, 2);
    // m g sin 0.5 acts down the slope, friction against the motion.
    let acceleration = 9.81 * 0.5_f64.sin() - 4.0 / 3.0;
    assert_close(world.joint_velocity(rail), 2.0 * acceleration, 1e-3);
    assert_close(world.joint_position(rail), 2.0 * acceleration, 0.03);
    let moved = world.world_from(sled).translation;
    assert!((moved - slope * DVec3::X * world.joint_position(rail)).length() < 1e-4);
    assert!((world.linear_velocity(sled) - slope * DVec3::X * 2.0 * acceleration).length() < 1e-3);
}

#[test]
fn friction_holds_a_slider_and_damping_limits_its_speed() {
    let mut world = void();
    for (name, friction, damping) in [("held", 15.0, 0.0), ("slowed", 0.0, 6.0)] {
        let sled = world.add_node(NodeSpec::new(name).with_body(link(3.0, DVec3::ZERO, DVec3::ONE))).unwrap();
        let rail = JointSpec::new(name, None, sled, JointKind::Prismatic)
            .at(Pose::from_rotation(DQuat::from_rotation_y(0.5)));
        world.add_joint(JointSpec { friction, damping, ..rail }).unwrap();
    }
    run(&mut world, 10);
    // The force down the slope is 3 · 9.81 · sin 0.5 = 14.1 N.
    assert_close(world.joint_velocity(world.find_joint("held").unwrap()), 0.0, 1e-4);
    assert_close(world.joint_position(world.find_joint("held").unwrap()), 0.0, 1e-3);
    let terminal = 3.0 * 9.81 * 0.5_f64.sin() / 6.0;
    assert_close(world.joint_velocity(world.find_joint("slowed").unwrap()), terminal, 1e-3);
}

#[test]
fn limits_hold() {
    let mut world = void();
    let hinge = pendulum(&mut world, 2.0, 0.8, 0.05, 1.4);
    let bob = world.joint_child(hinge);
    let twin =
        world.add_node(NodeSpec::new("twin").with_body(link(1.0, DVec3::NEG_Z, DVec3::splat(0.1)))).unwrap();
    let spec = JointSpec::new("limited", None, twin, JointKind::Revolute).about(DVec3::Y).between(-0.7, 1.4);
    let limited = world.add_joint(JointSpec { position: 1.4, ..spec }).unwrap();
    assert!(world.joint_of(bob).is_some());
    let (mut lowest, mut greatest) = (0.0_f64, 0.0_f64);
    for tick in 0..20 * HZ {
        if tick > 5 * HZ {
            // Push against both limits alternately.
            let effort = if tick % (4 * HZ) < 2 * HZ { 40.0 } else { -40.0 };
            world.drive_joint(limited, JointDrive::Effort(effort));
        }
        world.advance();
        lowest = lowest.min(world.joint_position(limited));
        greatest = greatest.max(world.joint_position(limited));
    }
    println!("limits passed by {:e} and {:e}", -0.7 - lowest, greatest - 1.4);
    assert!(lowest > -0.7 - 1e-3 && lowest < -0.69, "{lowest}");
    assert!(greatest < 1.4 + 1e-3 && greatest > 1.39, "{greatest}");
}

#[test]
fn motor_reaches_its_target_and_stalls_at_its_maximum_torque() {
    let mut world = void();
    let hinge = pendulum(&mut world, 2.0, 0.8, 0.05, 0.0);
    // It can hold 0.5 = sin 30° of the maximum moment of the weight.
    let most = 0.5 * 2.0 * 9.81 * 0.8;
    let servo = |target| JointDrive::Position {
        target,
        speed: f64::INFINITY,
        stiffness: 4000.0,
        damping: 200.0,
        max_effort: most,
    };
    world.drive_joint(hinge, servo(0.4));
    run(&mut world, 10);
    let sag = 2.0 * 9.81 * 0.8 * 0.4_f64.sin() / 4000.0;
    assert_close(world.joint_position(hinge), 0.4 - sag, 1e-4);
    // It moves slowly until its torque no longer lifts the weight, and oscillates there by v / ω = 0.015 rad.
    world.drive_joint(hinge, JointDrive::Velocity { target: 0.05, max_effort: most });
    run(&mut world, 20);
    assert_close(world.joint_position(hinge), PI / 6.0, 0.016);
    assert!(world.joint_velocity(hinge).abs() < 0.051);
}

#[test]
fn velocity_motor_keeps_its_speed_and_counts_turns() {
    let mut world = void();
    let wheel =
        world.add_node(NodeSpec::new("wheel").with_body(link(1.0, DVec3::ZERO, DVec3::splat(0.1)))).unwrap();
    let axle = JointSpec::new("axle", None, wheel, JointKind::Continuous).about(DVec3::Y);
    let axle = world.add_joint(axle).unwrap();
    world.drive_joint(axle, JointDrive::Velocity { target: -30.0, max_effort: 5.0 });
    run(&mut world, 60);
    assert_close(world.joint_velocity(axle), -30.0, 1e-4);
    // Acceleration of 50 rad/s² for 0.6 s, then 30 rad/s.
    assert_close(world.joint_position(axle), -(30.0 * 59.4 + 9.0), 0.3);
    let turned = Pose::from_rotation(DQuat::from_rotation_y(world.joint_position(axle)));
    assert!(turned.rotation.angle_between(world.world_from(wheel).rotation) < 1e-3);
}

#[test]
fn servo_respects_the_velocity_limit_of_its_joint() {
    let mut world = void();
    let hinge = {
        let body = link(1.0, DVec3::ZERO, DVec3::splat(0.1));
        let node = world.add_node(NodeSpec::new("pan").with_body(body)).unwrap();
        let spec = JointSpec::new("pan", None, node, JointKind::Revolute).about(DVec3::Z);
        let limits = JointLimits { velocity: 0.5, ..JointLimits::default() };
        world.add_joint(JointSpec { limits, ..spec }).unwrap()
    };
    world.drive_joint(
        hinge,
        JointDrive::Position {
            target: 2.0,
            speed: f64::INFINITY,
            stiffness: 200.0,
            damping: 20.0,
            max_effort: 100.0,
        },
    );
    let mut fastest = 0.0_f64;
    for tick in 1..=6 * HZ {
        world.advance();
        fastest = fastest.max(world.joint_velocity(hinge));
        if tick == 2 * HZ {
            assert_close(world.joint_position(hinge), 1.0, 0.02);
        }
    }
    assert!(fastest < 0.55, "{fastest}");
    assert_close(world.joint_position(hinge), 2.0, 1e-3);
}

#[test]
fn effort_accelerates_the_child_of_the_joint() {
    let mut world = void();
    let wheel =
        world.add_node(NodeSpec::new("wheel").with_body(link(1.0, DVec3::ZERO, DVec3::splat(0.1)))).unwrap();
    let axle = world.add_joint(JointSpec::new("axle", None, wheel, JointKind::Continuous)).unwrap();
    world.drive_joint(axle, JointDrive::Effort(-0.2));
    run(&mut world, 3);
    assert_close(world.joint_velocity(axle), -6.0, 1e-3);
    world.drive_joint(axle, JointDrive::Free);
    run(&mut world, 1);
    assert_close(world.joint_velocity(axle), -6.0, 1e-3);
}

#[test]
fn mimic_joints_follow_their_leaders() {
    let mut world = void();
    let palm =
        world.add_node(NodeSpec::new("palm").with_body(link(1.0, DVec3::ZERO, DVec3::splat(0.01)))).unwrap();
    let finger = |world: &mut World, name: &str, mimic| {
        let body = link(0.1, DVec3::new(0.0, 0.0, 0.05), DVec3::splat(1e-4));
        let node = world.add_node(NodeSpec::new(name).with_body(body)).unwrap();
        let spec = JointSpec::new(name, Some(palm), node, JointKind::Revolute);
        world.add_joint(JointSpec { mimic, ..spec }).unwrap()
    };
    let wrist = JointSpec::new("wrist", None, palm, JointKind::Continuous).about(DVec3::Z);
    world.add_joint(wrist).unwrap();
    let left = finger(&mut world, "left", None);
    let right = finger(&mut world, "right", Some(Mimic { leader: left, multiplier: -0.5, offset: 0.1 }));
    assert_close(world.joint_position(right), 0.1, 1e-12);
    let servo = JointDrive::Position {
        target: 0.8,
        speed: f64::INFINITY,
        stiffness: 20.0,
        damping: 1.0,
        max_effort: 5.0,
    };
    world.drive_joint(left, servo);
    for _ in 0..3 * HZ {
        world.advance();
        assert_close(world.joint_position(right), 0.1 - 0.5 * world.joint_position(left), 2e-3);
    }
    assert!(world.joint_position(left) > 0.75, "{}", world.joint_position(left));
}

#[test]
fn fingers_on_a_static_palm_follow_their_leaders() {
    let mut world = void();
    let palm = world.add_node(NodeSpec::new("palm").at(at(1.0, 0.0, 0.0))).unwrap();
    let mut joints = Vec::new();
    for (name, y, leader) in [("a", 0.3, None), ("b", -0.3, Some(0)), ("c", 0.6, None), ("d", 0.9, Some(2))] {
        let body = link(0.5, DVec3::NEG_Z * 0.2, DVec3::splat(0.01));
        let node = world.add_node(NodeSpec::new(name).with_body(body)).unwrap();
        let mimic =
            leader.map(|leader: usize| Mimic { leader: joints[leader], multiplier: -2.0, offset: 0.3 });
        let spec = JointSpec::new(name, Some(palm), node, JointKind::Revolute).at(at(0.0, y, 0.0));
        joints.push(world.add_joint(JointSpec { mimic, ..spec }).unwrap());
    }
    for _ in 0..2 * HZ {
        world.advance();
        for pair in joints.chunks(2) {
            let [leader, follower] = [pair[0], pair[1]].map(|joint| world.joint_position(joint));
            assert_close(follower, 0.3 - 2.0 * leader, 5e-3);
        }
    }
    assert!(world.joint_position(joints[0]).abs() > 1e-3);
    let tip = world.world_from(world.joint_child(joints[1])).translation;
    assert!((tip - DVec3::new(1.0, -0.3, 0.0)).length() < 1e-5, "{tip}");
    // A freely moving mechanism is not on the same ground.
    let free = world.add_node(NodeSpec::new("free").with_body(link(1.0, DVec3::ZERO, DVec3::ONE))).unwrap();
    let fin = world.add_node(NodeSpec::new("fin").with_body(link(1.0, DVec3::ZERO, DVec3::ONE))).unwrap();
    let mimic = Some(Mimic { leader: joints[0], multiplier: 1.0, offset: 0.0 });
    let spec = JointSpec::new("fin", Some(free), fin, JointKind::Revolute);
    let refused = world.add_joint(JointSpec { mimic, ..spec });
    assert!(matches!(refused, Err(WorldError::BadValue { .. })));
}

#[test]
fn invalid_joints_and_commands_are_refused() {
    let mut world = void();
    let node = |world: &mut World, name: &str| {
        world.add_node(NodeSpec::new(name).with_body(link(1.0, DVec3::ZERO, DVec3::ONE))).unwrap()
    };
    let [a, b, c] = ["a", "b", "c"].map(|name| node(&mut world, name));
    let hinge = |name: &str, parent, child| JointSpec::new(name, Some(parent), child, JointKind::Revolute);
    assert!(matches!(world.add_joint(hinge("self", a, a)), Err(WorldError::Cycle { .. })));
    let ab = world.add_joint(hinge("ab", a, b)).unwrap();
    world.add_joint(hinge("bc", b, c)).unwrap();
    assert!(matches!(world.add_joint(hinge("ca", c, a)), Err(WorldError::Cycle { .. })));
    assert!(matches!(world.add_joint(hinge("ac", a, c)), Err(WorldError::SecondJoint { .. })));
    let d = node(&mut world, "d");
    assert!(matches!(world.add_joint(hinge("ab", a, d)), Err(WorldError::DuplicateJoint { .. })));
    let nan = f64::NAN;
    let e = hinge("e", c, d);
    for bad in [
        e.clone().at(at(nan, 0.0, 0.0)),
        e.clone().about(DVec3::ZERO),
        e.clone().about(DVec3::splat(nan)),
        e.clone().between(1.0, -1.0),
        e.clone().between(nan, 1.0),
        JointSpec { damping: -1.0, ..e.clone() },
        JointSpec { friction: nan, ..e.clone() },
        JointSpec { position: nan, ..e.clone() },
        JointSpec { kind: JointKind::Continuous, ..e.clone().between(0.0, 1.0) },
        JointSpec { mimic: Some(Mimic { leader: ab, multiplier: nan, offset: 0.0 }), ..e.clone() },
    ] {
        assert!(matches!(world.add_joint(bad), Err(WorldError::BadValue { .. })));
    }
    let slider = BodyKind::sliding();
    let slides = world.add_node(NodeSpec::new("slides").with_body(slider)).unwrap();
    assert!(matches!(world.add_joint(hinge("f", a, slides)), Err(WorldError::NotJointable { .. })));
    assert_eq!(world.joints().len(), 2);
    // Invalid later commands are ignored and reported.
    world.set_joint_position(ab, nan);
    world.set_joint_velocity(ab, f64::INFINITY);
    world.drive_joint(ab, JointDrive::Effort(nan));
    world.set_world_pose(b, at(1.0, 1.0, 1.0));
    world.advance();
    assert_eq!(
        world.events(),
        [
            WorldEvent::NotFinite { node: b, what: Quantity::JointPosition },
            WorldEvent::NotFinite { node: b, what: Quantity::Velocity },
            WorldEvent::NotFinite { node: b, what: Quantity::JointDrive },
            WorldEvent::HeldByJoint { node: b },
        ]
    );
    assert!(world.world_from(b).is_finite());
}

/// Bodies that joints cannot connect.
struct BodyKind;

impl BodyKind {
    fn sliding() -> morse_world::BodySpec {
        morse_world::BodySpec {
            physics: PhysicsType::Dynamic,
            ..link(1.0, DVec3::ZERO, DVec3::splat(FRAC_PI_2))
        }
    }
}
