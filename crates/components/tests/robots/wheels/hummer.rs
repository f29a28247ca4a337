//! Tests of a car with ray-cast wheels: rest, engine, brakes and steering.

use super::{HUMMER, built, hummer};
use crate::common::{Run, assert_close};

#[test]
fn hummer_settles_drives_forward_with_negative_force_and_brakes() {
    let mut run = hummer();
    run.seconds(3.0);
    let [x, y, z] = run.step(1).reads("pose", ["x", "y", "z"]);
    // Suspensions of 150 N/m under 98 N, wheels of 0.5 m directly on the ground, mounts 0.5 m below the origin.
    assert_close([z], [0.5 + 0.5 + 0.3 - 98.1 / 600.0], 0.02);
    assert!(run.command("motion", &[("steer", 0.0), ("force", -20.0), ("brake", 0.0)]));
    run.seconds(3.0);
    assert!(run.command("motion", &[("steer", 0.0), ("force", 0.0), ("brake", 0.2)]));
    run.seconds(3.0);
    let [x_after, y_after, _] = run.step(1).reads("pose", ["x", "y", "z"]);
    let driven = (x_after - x).hypot(y_after - y);
    // 3.2 m/s² against a damping of 0.4 for 3 s, and then the stopping distance.
    assert!((9.0..12.0).contains(&driven), "{driven}");
    let stopped = [x_after, y_after];
    run.seconds(2.0);
    assert_close(run.step(1).reads("pose", ["x", "y"]), stopped, 0.01);
}

/// Distances that a Hummer covers after it is dropped from a height [m] with its engine on: until it brakes after
/// three seconds, and until it stops.
fn driven_from(height: f64, brake: f64) -> [f64; 2] {
    let scene = built(HUMMER).at([0.0, 0.0, height], 0.0).sensor("pose", "pose.Pose");
    let mut run = scene.actuator("motion", "steer_force.SteerForce").run();
    assert!(run.command("motion", &[("steer", 0.0), ("force", -20.0), ("brake", 0.0)]));
    run.seconds(3.0);
    let driven = run.read("pose", "x");
    assert!(run.command("motion", &[("steer", 0.0), ("force", 0.0), ("brake", brake)]));
    run.seconds(4.0);
    [driven, run.read("pose", "x")]
}

#[test]
fn hummer_covers_the_distance_of_a_ray_cast_vehicle_of_bullet() {
    // Bullet 2.82 with 120 steps per second: the distance with the engine on, and the stopping position.
    for (height, brake, expected) in [
        (1.2, 0.2, [9.139, 10.573]),
        (1.2, 1.0, [9.139, 9.890]),
        (1.6, 1.0, [7.990, 8.668]),
        (2.0, 1.0, [7.367, 7.997]),
        (2.5, 1.0, [6.884, 7.454]),
    ] {
        assert_close(driven_from(height, brake), expected, 0.03 * expected[0]);
    }
}

#[test]
fn brake_has_no_effect_while_the_engine_pushes() {
    let driven = |brake: f64| {
        let mut run = hummer();
        run.seconds(2.0);
        assert!(run.command("motion", &[("steer", 0.0), ("force", -20.0), ("brake", brake)]));
        run.seconds(2.0);
        run.read("pose", "x")
    };
    assert_eq!(driven(5.0), driven(0.0));
}

#[test]
fn hummer_drives_the_circle_of_its_front_wheels() {
    let mut run = hummer();
    run.seconds(2.0);
    // The middle of the rear axle follows a circle of radius axles / tan(angle).
    let (angle, axles) = (0.3_f64, 3.9);
    assert!(run.command("motion", &[("steer", angle), ("force", -8.0), ("brake", 0.0)]));
    run.seconds(4.0);
    let (mut path, mut turned) = (0.0, 0.0);
    let rear = |run: &Run| {
        let world = run.simulation.world();
        let pose = world.world_from(world.find("robot").unwrap());
        (pose.transform_point(glam::DVec3::new(0.0, -2.3, 0.0)), pose.euler().yaw)
    };
    let (mut last, mut yaw) = rear(&run);
    for _ in 0..120 {
        run.step(1);
        let (now, yaw_now) = rear(&run);
        path += (now - last).truncate().length();
        turned += morse_world::normalise_angle(yaw_now - yaw);
        (last, yaw) = (now, yaw_now);
    }
    assert_close([path / turned], [axles / angle.tan()], 0.03 * axles / angle.tan());
}
