//! Compares the motion of bodies with closed forms and with the original MORSE.

mod driving;

use crate::common::{HZ, assert_close, at, atrv, cuboid, drive, rigid, world};
use glam::{DQuat, DVec3};
use morse_world::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};

#[test]
fn pinned_body_keeps_its_exact_pose() {
    let mut world = world();
    let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
    let crate_spec = NodeSpec::new("crate").at(at(0.0, 0.0, 1.5));
    let body = rigid(200.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.5, 0.5, 0.5))]);
    world.add_node(crate_spec.with_body(body)).unwrap();
    let mut pose = at(0.4, 0.1, -0.05);
    pose.rotation = DQuat::from_rotation_x(0.3);
    for _ in 0..HZ {
        world.set_velocities(robot, DVec3::ONE, DVec3::ONE);
        world.pin(robot, pose);
        world.advance();
        let stands = world.world_from(robot);
        assert!((stands.translation - pose.translation).length() < 1e-9, "{}", stands.translation);
        assert!(stands.rotation.angle_between(pose.rotation) < 1e-7);
        assert_eq!([world.linear_velocity(robot), world.angular_velocity(robot)], [DVec3::ZERO; 2]);
    }
    // When no longer pinned, physics moves it again, and it follows commands immediately.
    world.pin(robot, at(0.0, 5.0, 3.0));
    world.advance();
    world.set_linear_velocity(robot, DVec3::X);
    world.advance();
    assert_close(world.linear_velocity(robot).x, 1.0, 1e-6);
    assert!(world.linear_velocity(robot).z < -0.1);
}

#[test]
fn fall_follows_the_semi_implicit_closed_form() {
    let mut world = World::new(PhysicsSettings::default());
    let ball = vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })];
    let stone = world
        .add_node(NodeSpec::new("stone").at(at(0.0, 0.0, 100.0)).with_body(rigid(1.0, 0.5, ball)))
        .unwrap();
    for _ in 0..2 * HZ {
        world.advance();
    }
    let (n, dt) = (240.0, 1.0 / 120.0);
    let fallen = 9.81 * dt * dt * n * (n + 1.0) / 2.0;
    assert_close(world.world_from(stone).translation.z, 100.0 - fallen, 1e-3);
    assert_close(world.linear_velocity(stone).z, -9.81 * 2.0, 1e-4);
}

#[test]
fn damping_removes_the_given_fraction_of_velocity() {
    // 100 N on 20 kg is 5 m/s²; at 5 m/s a damping of 0.025 reduces it by 5 ln(1 / 0.975) = 0.127 m/s².
    let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
    let mut body = rigid(20.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.5, 0.5, 0.5))]);
    body.linear_damping = 0.025;
    let robot = world.add_node(NodeSpec::new("robot").with_body(body)).unwrap();
    world.set_linear_velocity(robot, DVec3::new(5.0, 0.0, 0.0));
    world.apply_force(robot, DVec3::new(100.0, 0.0, 0.0));
    world.advance();
    let acceleration = (world.linear_velocity(robot).x - 5.0) * 60.0;
    assert_close(acceleration, 4.87, 0.01);

    // A force acts in one tick only.
    let before = world.linear_velocity(robot).x;
    for _ in 0..HZ {
        world.advance();
    }
    assert_close(world.linear_velocity(robot).x, before * 0.975, 1e-4);
}

#[test]
fn body_at_rest_does_not_drift() {
    let mut world = world();
    let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
    for _ in 0..HZ {
        world.advance();
    }
    let settled = world.world_from(robot).translation;
    assert!(settled.length() < 1e-3, "{settled}");
    for _ in 0..9 * HZ {
        world.advance();
    }
    let drift = world.world_from(robot).translation - settled;
    assert!(drift.length() < 1e-3, "drifted by {drift}");
}

#[test]
fn boxes_stay_stacked() {
    let mut world = world();
    let crate_body = || rigid(5.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.5, 0.5, 0.5))]);
    let stack: Vec<_> = (0..5)
        .map(|level| {
            let pose = at(0.0, 0.0, 0.5 + f64::from(level));
            let spec = NodeSpec::new(format!("crate{level}")).at(pose);
            world.add_node(spec.with_body(crate_body())).unwrap()
        })
        .collect();
    for _ in 0..10 * HZ {
        world.advance();
    }
    for (level, id) in stack.into_iter().enumerate() {
        let p = world.world_from(id).translation;
        assert!(p.x.hypot(p.y) < 0.005, "crate {level} slid to {p}");
        // Contacts between moving bodies yield slightly: 3 mm each.
        assert_close(p.z, 0.5 + level as f64, 0.02);
    }
}

#[test]
fn thrown_box_comes_to_rest_on_the_floor() {
    let mut world = world();
    let body = rigid(5.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.5, 0.4, 0.3))]);
    let thrown = world.add_node(NodeSpec::new("box").at(at(0.0, 0.0, 2.0)).with_body(body)).unwrap();
    world.set_linear_velocity(thrown, DVec3::new(4.0, 1.0, 2.0));
    world.set_angular_velocity(thrown, DVec3::new(3.0, 5.0, 2.0));
    for _ in 0..10 * HZ {
        world.advance();
    }
    assert!(world.linear_velocity(thrown).length() < 1e-3);
    assert!(world.angular_velocity(thrown).length() < 1e-3);
    let z = world.world_from(thrown).translation.z;
    let faces = [0.5, 0.4, 0.3];
    assert!(faces.iter().any(|half| (z - half).abs() < 2e-3), "it rests at {z}");
}

#[test]
fn friction_stops_a_spinning_box() {
    let mut world = world();
    let robot = world.add_node(atrv("atrv", 0.25)).unwrap();
    world.set_angular_velocity(robot, DVec3::new(0.0, 0.0, 3.0));
    for _ in 0..2 * HZ {
        world.advance();
    }
    assert_close(world.angular_velocity(robot).z, 0.0, 1e-3);
}

#[test]
fn dynamic_body_slides_without_tipping_and_rotates_on_command() {
    let mut world = world();
    let mut tall = rigid(6.0, 0.25, vec![(at(0.0, 0.0, 1.0), cuboid(0.1, 0.1, 1.0))]);
    tall.physics = PhysicsType::Dynamic;
    let jido = world.add_node(NodeSpec::new("jido").with_body(tall)).unwrap();
    world.apply_torque(jido, DVec3::new(500.0, 0.0, 0.0));
    for _ in 0..HZ {
        drive(&mut world, jido, 0.5, 0.5);
        world.advance();
    }
    let euler = world.world_from(jido).euler();
    assert_close(euler.roll, 0.0, 1e-6);
    assert_close(euler.pitch, 0.0, 1e-6);
    assert_close(euler.yaw, 0.5, 1e-3);
}

#[test]
fn torque_accelerates_body_by_its_inertia() {
    let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
    let body = rigid(2.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.35, 0.35, 0.1))]);
    let quadrotor = world.add_node(NodeSpec::new("quadrotor").with_body(body)).unwrap();
    let inertia = world.local_inertia(quadrotor);
    assert_close(inertia.z, 0.4 * 2.0 / 3.0 * (0.35 * 0.35 * 2.0), 1e-6);
    world.apply_torque(quadrotor, DVec3::new(0.0, 0.0, 0.6));
    world.advance();
    assert_close(world.angular_velocity(quadrotor).z, 0.6 / inertia.z / 60.0, 1e-4);
}

#[test]
fn inertia_of_hull_includes_margin_as_in_bullet() {
    // Result of Bullet 2.82 for a hull of an ATRV's size with a margin of 5 cm, times the form factor of 0.4.
    let mut world = World::new(PhysicsSettings::default());
    let half = DVec3::new(0.57, 0.335, 0.3655);
    let corner = |i: usize| half * DVec3::from_array([0, 1, 2].map(|axis| [-1.0, 1.0][i >> axis & 1]));
    let hull = vec![(Pose::IDENTITY, Shape::hull((0..8).map(corner)))];
    let body = BodySpec { margin: 0.05, ..rigid(20.0, 0.5, hull) };
    let robot = world.add_node(NodeSpec::new("robot").with_body(body)).unwrap();
    let per_kg = world.local_inertia(robot) / 20.0;
    assert!(per_kg.abs_diff_eq(DVec3::new(0.0668, 0.1045, 0.1005), 1e-3), "{per_kg}");
}

#[test]
fn restitution_is_the_product_of_both_sides() {
    let mut world = World::new(PhysicsSettings::default());
    let mut floor = crate::common::ground(0.5);
    floor.body.as_mut().unwrap().restitution = 1.0;
    world.add_node(floor).unwrap();
    let mut ball = rigid(1.0, 0.5, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })]);
    ball.restitution = 0.5;
    let ball = world.add_node(NodeSpec::new("ball").at(at(0.0, 0.0, 1.1)).with_body(ball)).unwrap();
    let mut fastest_up: f64 = 0.0;
    for _ in 0..HZ {
        world.advance();
        fastest_up = fastest_up.max(world.linear_velocity(ball).z);
    }
    assert_close(fastest_up, 0.5 * (2.0 * 9.81_f64).sqrt(), 0.15);
}

#[test]
fn slow_drift_does_not_fall_asleep() {
    let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
    let blimp = BodySpec { allow_sleep: true, ..rigid(1.0, 0.5, Vec::new()) };
    let blimp = world.add_node(NodeSpec::new("blimp").with_body(blimp)).unwrap();
    world.set_linear_velocity(blimp, DVec3::new(0.02, 0.0, 0.0));
    for _ in 0..10 * HZ {
        world.advance();
    }
    assert_close(world.world_from(blimp).translation.x, 0.2, 1e-4);
}

#[test]
fn hulls_and_meshes_rest_at_their_margins_and_boxes_do_not() {
    let corners = [-1.0, 1.0].map(|x| [-1.0, 1.0].map(|y| DVec3::new(20.0 * x, 20.0 * y, 0.0)));
    let [[a, b], [c, d]] = corners;
    let mut world = World::new(PhysicsSettings::default());
    let ground = BodySpec {
        shapes: vec![(Pose::IDENTITY, Shape::mesh([a, b, d, c], vec![[0, 2, 1], [0, 3, 2]]))],
        margin: 0.06,
        ..BodySpec::default()
    };
    world.add_node(NodeSpec::new("ground").with_body(ground)).unwrap();
    let half = DVec3::splat(0.25);
    let corner =
        |i: usize| DVec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 0.25 } else { -0.25 }));
    let cases = [
        ("hull", Shape::hull((0..8).map(corner)), 0.06 + 0.05),
        ("box", Shape::Box { half_extents: half }, 0.06),
    ];
    for (number, (name, shape, gap)) in cases.into_iter().enumerate() {
        let body = BodySpec { margin: 0.05, ..rigid(1.0, 0.5, vec![(Pose::IDENTITY, shape)]) };
        let node = NodeSpec::new(name).at(at(3.0 * number as f64, 0.0, 0.4)).with_body(body);
        let it = world.add_node(node).unwrap();
        for _ in 0..3 * HZ {
            world.advance();
        }
        assert_close(world.world_from(it).translation.z, 0.25 + gap, 2e-3);
    }
}
