//! Fast bodies do not tunnel through thin bodies, regardless of the cause of their speed.

use glam::DVec3;
use morse_world::{BodySpec, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};

const WALL_AT_M: f64 = 3.0;
const BALL_RADIUS_M: f64 = 0.04;

/// A ball with full restitution, which passes its momentum on to the ball that it hits.
fn rubber_ball() -> BodySpec {
    BodySpec {
        physics: PhysicsType::RigidBody,
        shapes: vec![(Pose::IDENTITY, Shape::Sphere { radius: BALL_RADIUS_M })],
        mass: 1.0,
        restitution: 1.0,
        ..BodySpec::default()
    }
}

/// A wall of 2 cm across the x axis, and a ball at rest in front of it, without gravity.
fn ball_before_wall() -> (World, NodeId) {
    let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
    let wall = Shape::Box { half_extents: DVec3::new(0.01, 5.0, 5.0) };
    let wall = BodySpec { shapes: vec![(Pose::IDENTITY, wall)], ..BodySpec::default() };
    let wall = NodeSpec::new("wall").at(Pose::from_translation(DVec3::X * WALL_AT_M)).with_body(wall);
    world.add_node(wall).unwrap();
    let ball = world.add_node(NodeSpec::new("ball").with_body(rubber_ball())).unwrap();
    (world, ball)
}

fn assert_stopped(mut world: World, ball: NodeId) {
    let mut farthest_m = f64::MIN;
    for _ in 0..120 {
        world.advance();
        farthest_m = farthest_m.max(world.world_from(ball).translation.x);
    }
    assert!(farthest_m > 0.5 * WALL_AT_M, "it did not get there: {farthest_m} m");
    assert!(farthest_m < WALL_AT_M, "it went through: {farthest_m} m");
}

#[test]
fn thrown_ball_does_not_pass_through_a_wall() {
    for speed in [2.0, 10.0, 50.0, 200.0] {
        let (mut world, ball) = ball_before_wall();
        world.advance();
        world.set_linear_velocity(ball, DVec3::X * speed);
        assert_stopped(world, ball);
    }
}

#[test]
fn ball_pushed_for_one_tick_does_not_pass_through_a_wall() {
    for speed in [10.0, 50.0, 200.0] {
        let (mut world, ball) = ball_before_wall();
        world.advance();
        world.apply_force(ball, DVec3::X * speed / world.settings().tick_s);
        assert_stopped(world, ball);
    }
}

#[test]
fn resumed_ball_does_not_pass_through_a_wall() {
    let (mut world, ball) = ball_before_wall();
    world.set_linear_velocity(ball, DVec3::X * 100.0);
    world.suspend_dynamics(ball);
    world.advance();
    world.restore_dynamics(ball);
    assert_stopped(world, ball);
}

#[test]
fn ball_hit_by_a_second_ball_does_not_pass_through_a_wall() {
    let (mut world, ball) = ball_before_wall();
    let other = NodeSpec::new("other").at(Pose::from_translation(DVec3::X * -0.5)).with_body(rubber_ball());
    let other = world.add_node(other).unwrap();
    world.set_linear_velocity(other, DVec3::X * 4.0);
    assert_stopped(world, ball);
}
