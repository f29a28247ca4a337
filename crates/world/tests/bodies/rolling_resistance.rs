//! Balls that roll and spin against friction, compared with closed forms.

use glam::{DMat3, DVec3};
use morse_world::{BodySpec, Inertia, NodeId, NodeSpec, Pose, Shape, World};

use crate::common::{HZ, assert_close, at, rigid, world};

const RADIUS_M: f64 = 0.1;
const G: f64 = 9.81;

/// A ball of 2 kg on a ground of friction 1, with friction against spinning and rolling. [m]
fn ball(resistance_m: [f64; 2]) -> (World, NodeId) {
    let mut world = world();
    let shapes = vec![(Pose::IDENTITY, Shape::Sphere { radius: RADIUS_M })];
    let tensor = DMat3::from_diagonal(DVec3::splat(0.4 * 2.0 * RADIUS_M * RADIUS_M));
    let inertia = Some(Inertia { center_of_mass: DVec3::ZERO, tensor });
    let body = BodySpec { inertia, linear_damping: 0.0, angular_damping: 0.0, ..rigid(2.0, 0.8, shapes) };
    let ball = NodeSpec { parent_from_node: at(0.0, 0.0, RADIUS_M), ..NodeSpec::new("ball").with_body(body) };
    let ball = world.add_node(ball).unwrap();
    world.set_rolling_resistance(ball, resistance_m).unwrap();
    (world, ball)
}

#[test]
fn rolling_ball_is_braked_by_its_resistance_and_comes_to_rest() {
    let (mut world, ball) = ball([0.0, 0.004]);
    let speed = 0.5;
    world.set_velocities(ball, DVec3::X * speed, DVec3::Y * (speed / RADIUS_M));
    (0..HZ).for_each(|_| world.advance());
    // The torque is 0.004 m times the weight; a rolling ball has the inertia of 7/5 of its mass.
    let braking = 0.004 * G / RADIUS_M / 1.4;
    assert_close(world.linear_velocity(ball).x, speed - braking, 0.005);
    (0..4 * HZ).for_each(|_| world.advance());
    assert_close(world.linear_velocity(ball).length(), 0.0, 1e-3);
    assert_close(world.world_from(ball).translation.x, speed * speed / (2.0 * braking), 0.02);
}

#[test]
fn spinning_ball_is_braked_by_its_resistance() {
    let (mut world, ball) = ball([0.01, 0.0]);
    world.set_velocities(ball, DVec3::ZERO, DVec3::Z * 30.0);
    (0..HZ).for_each(|_| world.advance());
    let braking = 0.01 * G / (0.4 * RADIUS_M * RADIUS_M);
    let [_, angular] = world.velocities(ball);
    assert_close(angular.z, 30.0 - braking, 0.3);
}

#[test]
fn ball_without_resistance_rolls_on() {
    let (mut world, ball) = ball([0.0; 2]);
    world.set_velocities(ball, DVec3::X * 0.5, DVec3::Y * 5.0);
    (0..2 * HZ).for_each(|_| world.advance());
    assert!(world.linear_velocity(ball).x > 0.49);
    let refused = world.set_rolling_resistance(ball, [0.0, -1.0]).unwrap_err().to_string();
    assert!(refused.contains("rolling resistance"), "{refused}");
}
