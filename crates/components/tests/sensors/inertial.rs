//! Tests of sensors of acceleration and air: Accelerometer, IMU and its noise, Airspeed.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use crate::common::{ATRV, FAKE, MORSY, Run, Scene, assert_close};
use serde_json::{Value as Json, json};

const GRAVITY: f64 = 9.81;

fn driven(scene: Scene) -> Run {
    scene.actuator("motion", "v_omega.MotionVW").run()
}

/// A robot without a body that a drive displaces.
fn displaced(scene: Scene) -> Run {
    scene
        .actuator("motion", "xy_omega.MotionXYW")
        .with("properties", json!({"ControlType": "Position"}))
        .run()
}

fn accelerometer(scene: Scene) -> Scene {
    scene.sensor("it", "accelerometer.Accelerometer")
}

fn imu(scene: Scene) -> Scene {
    scene.sensor("it", "imu.IMU")
}

#[test]
fn accelerometer_measures_a_step_of_speed_along_its_own_axes() {
    let turned = |yaw| {
        let scene = accelerometer(Scene::new().robot(ATRV)).with("rotation", json!([0.0, 0.0, yaw]));
        let mut run = driven(scene);
        run.seconds(1.0);
        run.command("motion", &[("v", 1.0), ("w", 0.0)]);
        run.step(2);
        let peak = run.vector("it", "acceleration");
        run.step(30);
        (peak, run.vector("it", "velocity"), run.vector("it", "acceleration"))
    };
    let (peak, velocity, steady) = turned(0.0);
    assert!(peak[0] > 50.0 && peak[1].abs() < 1.0, "{peak:?}");
    assert_close(velocity, [1.0, 0.0, 0.0], 0.05);
    assert_close(steady, [0.0; 3], 0.1);
    let (peak, velocity, _) = turned(FRAC_PI_2);
    assert!(peak[1] < -50.0 && peak[0].abs() < 1.0, "{peak:?}");
    assert_close(velocity, [0.0, -1.0, 0.0], 0.05);
}

#[test]
fn displaced_accelerometer_differentiates_its_own_position() {
    let at = json!([0.5, 0.0, 0.0]);
    let scene = accelerometer(Scene::new().robot(FAKE).at([1.0, 2.0, 3.0], 1.0)).with("location", at);
    let mut run = displaced(scene);
    run.step(1);
    assert_close(run.vector("it", "acceleration"), [0.0; 3], 1e-9);
    run.command("motion", &[("x", 0.6), ("y", 0.0), ("w", 0.0)]);
    run.step(2);
    assert_close(run.vector("it", "velocity"), [0.6, 0.0, 0.0], 1e-6);
    assert_close(run.vector("it", "acceleration"), [36.0, 0.0, 0.0], 1e-3);
    assert_close([run.read("it", "distance")], [0.01], 1e-9);
    run.step(2);
    assert_close(run.vector("it", "acceleration"), [0.0; 3], 1e-3);
}

#[test]
fn accelerometer_on_a_turning_robot_measures_centripetal_acceleration() {
    // At rate w and distance r from the center, the acceleration is r w² inwards. It is exact if computed from the
    // velocity of the body. From differences of positions over a tick t, it is smaller by a factor of sin²(w t / 2) /
    // (w t / 2)², a deviation of 6e-6 here.
    let (rate, out) = (0.5, 2.0);
    let place = json!([out, 0.0, 0.0]);
    let body = accelerometer(Scene::new().robot(MORSY)).with("location", place.clone());
    let mut body = driven(body.with("rotation", json!([0.0, 0.0, FRAC_PI_2])));
    body.command("motion", &[("v", 0.0), ("w", rate)]);
    body.seconds(1.0);
    // Damping reduces the rate slightly in each tick.
    assert_close(body.vector("it", "acceleration"), [0.0, out * rate * rate, 0.0], 0.02);

    let mut pose = displaced(accelerometer(Scene::new().robot(FAKE)).with("location", place));
    pose.command("motion", &[("x", 0.0), ("y", 0.0), ("w", rate)]);
    pose.seconds(1.0);
    assert_close([pose.read("it", "acceleration.0")], [-out * rate * rate], 0.01);
    assert_close(pose.vector("it", "angular_acceleration"), [0.0; 3], 1e-3);
}

#[test]
fn start_of_a_turn_is_an_angular_acceleration() {
    let mut run = displaced(accelerometer(Scene::new().robot(FAKE)));
    run.step(1);
    run.command("motion", &[("x", 0.0), ("y", 0.0), ("w", 0.5)]);
    run.step(2);
    assert_close(run.vector("it", "angular_acceleration"), [0.0, 0.0, 30.0], 1e-3);
}

#[test]
fn dynamic_pressure_is_half_the_density_times_the_square_of_the_speed() {
    let mut run = driven(Scene::new().robot(MORSY).sensor("it", "airspeed.Airspeed"));
    for (speed, pressure) in [(0.0, 0.0), (1.0, 0.6125), (2.0, 2.45)] {
        run.command("motion", &[("v", speed), ("w", 0.0)]);
        run.seconds(3.0);
        // At the end of a tick, friction has taken some 0.011 m/s of the velocity that the drive gave.
        assert_close([run.read("it", "diff_pressure")], [pressure], 0.03 * pressure + 1e-6);
    }
}

#[test]
fn airspeed_from_differences_is_along_the_axis_of_the_sensor() {
    let mut run =
        displaced(Scene::new().robot(FAKE).at([0.0; 3], FRAC_PI_4).sensor("it", "airspeed.Airspeed"));
    run.command("motion", &[("x", 2.0), ("y", 5.0), ("w", 0.0)]);
    run.step(2);
    assert_close([run.read("it", "diff_pressure")], [0.5 * 1.225 * 4.0], 1e-6);
}

#[test]
fn imu_at_rest_measures_the_reaction_to_gravity() {
    let mut run = driven(imu(Scene::new().robot(ATRV)));
    run.seconds(2.0);
    assert_close(run.vector("it", "linear_acceleration"), [0.0, 0.0, GRAVITY], 0.02);
    assert_close(run.vector("it", "angular_velocity"), [0.0; 3], 0.01);
    let mut tilted = displaced(imu(Scene::new().robot(FAKE)).with("rotation", json!([0.0, 0.5, 0.0])));
    tilted.step(2);
    let (sin, cos) = 0.5_f64.sin_cos();
    assert_close(tilted.vector("it", "linear_acceleration"), [-GRAVITY * sin, 0.0, GRAVITY * cos], 1e-9);
}

#[test]
fn falling_imu_measures_no_acceleration() {
    let mut run = imu(Scene::new().robot(ATRV).at([0.0, 0.0, 50.0], 0.0)).run();
    run.seconds(1.0);
    // The ATRV's damping, 2.5 % per second, decelerates it slightly.
    assert_close(run.vector("it", "linear_acceleration"), [0.0; 3], 0.3);
}

#[test]
fn imu_has_the_same_readings_from_body_and_pose() {
    let turning = |mode: &str, body: &str, actuator: &dyn Fn(Scene) -> Run| {
        let scene = imu(Scene::new().robot(body)).with("properties", json!({"ComputationMode": mode}));
        let mut run = actuator(scene.with("rotation", json!([0.0, 0.0, 2.5])));
        run.command("motion", &[("v", 0.0), ("x", 0.0), ("y", 0.0), ("w", 0.5)]);
        run.seconds(1.0);
        (run.vector("it", "angular_velocity"), run.vector("it", "linear_acceleration"))
    };
    let (rates, acceleration) = turning("Automatic", FAKE, &displaced);
    assert_close(rates, [0.0, 0.0, 0.5], 1e-6);
    assert_close(acceleration, [0.0, 0.0, GRAVITY], 1e-6);
    let (rates, acceleration) = turning("Velocity", ATRV, &driven);
    assert_close(rates, [0.0, 0.0, 0.5], 0.01);
    assert_close(acceleration, [0.0, 0.0, GRAVITY], 0.1);
    let (rates, _) = turning("Position", ATRV, &driven);
    assert_close(rates, [0.0, 0.0, 0.5], 0.01);
}

#[test]
fn imu_measures_a_magnetic_field_if_the_scene_has_a_position_on_earth() {
    let field = |environment: Json| {
        let mut run = imu(Scene::new().environment(environment).epoch(1_420_070_400.0).robot(FAKE)).run();
        run.step(1).vector("it", "magnetic_field")
    };
    let oslo_fjord = json!({"longitude": 0.0, "latitude": 80.0, "altitude": 0.0});
    assert_close(field(oslo_fjord), [6627.1, -445.9, 54_432.3], 0.1);
    assert_eq!(field(json!({})), [0.0; 3]);
    let half = imu(Scene::new().environment(json!({"longitude": 1.0})).robot(FAKE)).refusal();
    assert!(half.contains("IMU on robot.it") && half.contains("latitude, altitude"), "{half}");
}

#[test]
fn imu_noise_accepts_only_existing_axes() {
    let refusal = imu(Scene::new().robot(FAKE))
        .alter("imu_noise.IMUNoiseModifier", json!({"gyro_std": {"roll": 0.1}}))
        .refusal();
    assert!(refusal.contains("gyro_std") && refusal.contains("x, y, z"), "{refusal}");
}

fn at_level(level: &str, properties: Json) -> Scene {
    imu(Scene::new().environment(json!({"longitude": 0.0, "latitude": 80.0, "altitude": 0.0})).robot(FAKE))
        .with("level", json!(level))
        .with("properties", properties)
}

#[test]
fn true_magnetic_field_is_along_the_axes_of_the_sensor() {
    // 6627.1 nT to north, 445.9 nT to west, and down; the sensor points to north and lies on its left side.
    let field = |rotation: [f64; 3]| {
        let scene = at_level("truth", json!({})).epoch(1_420_070_400.0).with("rotation", json!(rotation));
        scene.run().step(1).vector("it", "magnetic_field")
    };
    assert_close(field([0.0, 0.0, FRAC_PI_2]), [6627.1, 445.9, -54_432.3], 0.1);
    assert_close(field([-FRAC_PI_2, 0.0, FRAC_PI_2]), [6627.1, 54_432.3, 445.9], 0.1);
}

#[test]
fn true_acceleration_uses_the_actual_time_between_samples() {
    // Ticks of 1/60 s, samples at 25 Hz: two or three ticks apart. The speed changes within one of them.
    let scene = at_level("truth", json!({})).with("rate_hz", json!(25.0));
    let mut run = displaced(scene);
    run.step(7);
    let mut felt = 0.0;
    for speed in [0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] {
        run.command("motion", &[("x", speed), ("y", 0.0), ("w", 0.0)]);
        run.step(1);
        felt = f64::max(felt, run.read("it", "linear_acceleration.0").abs());
    }
    assert!(felt > 10.0 && felt < 0.6 * 60.0, "{felt}");
    run.seconds(1.0);
    assert_close(run.vector("it", "linear_acceleration"), [0.0, 0.0, GRAVITY], 1e-6);
}

#[test]
fn physical_imu_has_the_resolution_of_an_icm_20948() {
    let mut run = at_level("physical", json!({})).run();
    let (gyro_step, accel_step) = (1.0_f64.to_radians() / 131.0, 9.80665 / 16_384.0);
    for _ in 0..100 {
        run.step(1);
        for (field, step) in
            [("angular_velocity", gyro_step), ("linear_acceleration", accel_step), ("magnetic_field", 150.0)]
        {
            let off = run.vector("it", field).map(|reading| reading / step - (reading / step).round());
            assert_close(off, [0.0; 3], 1e-6);
        }
    }
}

#[test]
fn physical_imu_has_latency_and_clips() {
    let still = json!({"GyroBias": 0.0, "GyroNoise": 0.0, "AccelBias": 0.0, "AccelNoise": 0.0, "GyroBandwidth": 1e9,
        "AccelBandwidth": 1e9, "GyroRange": 0.25, "Latency": 0.05});
    let mut run = displaced(at_level("physical", still));
    run.step(10);
    run.command("motion", &[("x", 0.0), ("y", 0.0), ("w", 0.5)]);
    run.step(4);
    // Three ticks late, because the turn began a tick after the command.
    assert_close([run.read("it", "angular_velocity.2")], [0.0], 1e-9);
    run.step(1);
    let step = 1.0_f64.to_radians() / 131.0;
    assert_close([run.read("it", "angular_velocity.2")], [0.25], step);
}

#[test]
fn invalid_error_properties_of_an_imu_are_refused() {
    for (name, value) in
        [("GyroNoise", json!(-0.1)), ("AccelRange", json!(-1)), ("MagResolution", json!({"$float": "inf"}))]
    {
        let mut properties = json!({});
        properties[name] = value;
        let refusal = at_level("physical", properties).refusal();
        assert!(refusal.contains("robot.it") && refusal.contains(name), "{refusal}");
    }
}
