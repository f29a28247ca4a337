//! Tests of sensors of the robot's motion: Odometry, Velocity, Attitude, Gyroscope; and of Clock.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::common::{ATRV, FAKE, Scene, assert_close};
use serde_json::json;

fn odometry(scene: Scene, level: &str) -> Scene {
    scene.sensor("odometry", "odometry.Odometry").with("level", json!(level))
}

fn displaced(scene: Scene) -> Scene {
    scene.actuator("motion", "xy_omega.MotionXYW").with("properties", json!({"ControlType": "Position"}))
}

#[test]
fn integrated_odometry_is_relative_to_the_initial_pose() {
    let scene = Scene::new().robot(ATRV).at([5.0, 2.0, 0.0], FRAC_PI_2);
    let mut run = odometry(scene, "integrated").actuator("motion", "v_omega.MotionVW").run();
    run.step(1);
    assert_close(run.reads("odometry", ["x", "y", "z", "yaw", "vx", "wz"]), [0.0; 6], 1e-9);
    run.command("motion", &[("v", 1.0), ("w", -PI / 4.0)]);
    run.seconds(2.0).step(1);
    assert_close(run.reads("odometry", ["x", "y", "yaw"]), [4.0 / PI, -4.0 / PI, -FRAC_PI_2], 0.16);
    assert_close(run.reads("odometry", ["vx", "vy", "wz"]), [1.0, 0.0, -PI / 4.0], 0.08);
}

#[test]
fn levels_of_odometry_agree() {
    let scene = || Scene::new().robot(FAKE).at([5.0, 2.0, 1.0], 1.0);
    let mut runs =
        ["raw", "differential", "integrated"].map(|level| displaced(odometry(scene(), level)).run());
    let (mut distance, mut sum) = (0.0, [0.0; 3]);
    for run in &mut runs {
        run.step(1);
        run.command("motion", &[("x", 0.6), ("y", 0.8), ("w", 0.5)]);
    }
    for _ in 0..600 {
        let [raw, differential, integrated] = &mut runs;
        distance += raw.step(1).read("odometry", "dS");
        let moved = differential.step(1).reads("odometry", ["dx", "dy", "dyaw"]);
        sum = std::array::from_fn(|axis| sum[axis] + moved[axis]);
        integrated.step(1);
    }
    // The first of these readings is from the tick of the command, before the robot moved.
    assert_close([distance], [599.0 / 60.0], 1e-9);
    let [x, y, yaw] = runs[2].reads("odometry", ["x", "y", "yaw"]);
    assert_close([x, y], [sum[0], sum[1]], 1e-9);
    assert_close([yaw.sin(), yaw.cos()], [sum[2].sin(), sum[2].cos()], 1e-9);
    // Velocities are along the current axes: the reading equals the command, except for the turn within a tick.
    assert_close(runs[2].reads("odometry", ["vx", "vy", "wz"]), [0.6, 0.8, 0.5], 0.01);
}

#[test]
fn velocity_is_that_of_the_body_along_the_axes_of_the_sensor() {
    let mut run = Scene::new()
        .robot(ATRV)
        .at([0.0; 3], FRAC_PI_2)
        .sensor("velocity", "velocity.Velocity")
        .with("rotation", json!([0.0, 0.0, FRAC_PI_2]))
        .actuator("motion", "v_omega.MotionVW")
        .run();
    run.command("motion", &[("v", 1.0), ("w", 0.0)]);
    run.seconds(1.0).step(1);
    let linear = ["linear_velocity.0", "linear_velocity.1", "linear_velocity.2"];
    let world = ["world_linear_velocity.0", "world_linear_velocity.1", "world_linear_velocity.2"];
    // Friction reduces the speed by 0.02 m/s in each sub-step before the sensor measures.
    assert_close(run.reads("velocity", linear), [0.0, -1.0, 0.0], 0.05);
    assert_close(run.reads("velocity", world), [0.0, 1.0, 0.0], 0.05);
}

#[test]
fn velocity_from_differences_is_that_of_the_sensor_itself() {
    let mut run = displaced(
        Scene::new()
            .robot(FAKE)
            .at([0.0; 3], 2.9)
            .sensor("velocity", "velocity.Velocity")
            .with("location", json!([1.0, 0.0, 0.0])),
    )
    .run();
    run.command("motion", &[("x", 0.5), ("y", 0.0), ("w", 1.0)]);
    for _ in 0..60 {
        run.step(1);
    }
    // One meter ahead of the center, the turn adds 1 m/s to the left. The yaw passes half a turn in this time. Time is
    // rounded to nanoseconds.
    assert_close(run.reads("velocity", ["linear_velocity.0", "linear_velocity.1"]), [0.5, 1.0], 0.02);
    assert_close(
        run.reads("velocity", ["angular_velocity.0", "angular_velocity.1", "angular_velocity.2"]),
        [0.0, 0.0, 1.0],
        1e-6,
    );
}

#[test]
fn velocity_mode_without_a_body_is_refused_by_name() {
    for class in ["velocity.Velocity", "attitude.Attitude"] {
        let scene = Scene::new()
            .robot(FAKE)
            .sensor("it", class)
            .with("properties", json!({"ComputationMode": "Velocity"}));
        let refusal = scene.refusal();
        for word in ["robot.it", "ComputationMode", "robot has no body", "Position"] {
            assert!(refusal.contains(word), "{refusal}");
        }
    }
    let scene = Scene::new()
        .robot(FAKE)
        .sensor("it", "velocity.Velocity")
        .with("properties", json!({"ComputationMode": "Guess"}));
    assert!(scene.refusal().contains("Automatic"), "{}", scene.refusal());
}

#[test]
fn attitude_and_gyroscope_measure_the_same_angles() {
    let scene = Scene::new().robot(FAKE).at([0.0; 3], 0.5);
    let tilted = json!([0.1, -0.2, 0.3]);
    let mut run = displaced(
        scene
            .sensor("attitude", "attitude.Attitude")
            .with("rotation", tilted.clone())
            .sensor("gyroscope", "gyroscope.Gyroscope")
            .with("rotation", tilted),
    )
    .run();
    run.command("motion", &[("x", 0.0), ("y", 0.0), ("w", 0.6)]);
    run.seconds(1.0).step(1);
    let angles = run.reads("gyroscope", ["yaw", "pitch", "roll"]);
    assert_close(angles, [1.4, -0.2, 0.1], 1e-9);
    assert_close(run.reads("attitude", ["rotation.yaw", "rotation.pitch", "rotation.roll"]), angles, 1e-12);
    let rates = run.reads("attitude", ["angular_velocity.0", "angular_velocity.1", "angular_velocity.2"]);
    assert_close([rates.iter().map(|rate| rate * rate).sum::<f64>().sqrt()], [0.6], 1e-9);
}

#[test]
fn yaw_against_north_uses_the_angle_of_the_environment() {
    let yaw_read = |environment: serde_json::Value, yaw: f64| {
        let mut run = Scene::new()
            .environment(environment)
            .robot(FAKE)
            .at([0.0; 3], yaw)
            .sensor("attitude", "attitude.Attitude")
            .with("properties", json!({"UseAngleAgainstNorth": true}))
            .run();
        run.step(1).read("attitude", "rotation.yaw")
    };
    // North is Y unless the scene sets a different direction; yaw is measured from north, to the left.
    assert_close([yaw_read(json!({}), FRAC_PI_2)], [0.0], 1e-9);
    assert_close([yaw_read(json!({}), 0.0)], [-FRAC_PI_2], 1e-9);
    assert_close([yaw_read(json!({"angle_against_north": 90.0}), FRAC_PI_2)], [0.0], 1e-9);
    assert_close([yaw_read(json!({"angle_against_north": 0.0}), FRAC_PI_2)], [FRAC_PI_2], 1e-6);
}

#[test]
fn clock_has_only_its_time_stamp() {
    let mut run = Scene::new().robot(FAKE).sensor("clock", "clock.Clock").run();
    run.seconds(1.5);
    let data = run.call("clock", "get_local_data", &[]);
    let data = data.as_map().unwrap();
    assert_eq!(data.keys().collect::<Vec<_>>(), ["timestamp"]);
    assert_eq!(data.get("timestamp").unwrap().as_f64(), Some(1.5));
}
