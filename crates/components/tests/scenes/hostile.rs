//! Tests of commands with extreme numbers: the pose of the robot stays finite, and the simulation continues.

use crate::common::{ATRV, FAKE, Scene};
use serde_json::json;

const FIELDS: [&str; 10] = ["v", "w", "x", "y", "z", "yaw", "pitch", "roll", "tolerance", "speed"];

const DRIVES: [&str; 6] = [
    "v_omega.MotionVW",
    "xy_omega.MotionXYW",
    "waypoint.Waypoint",
    "destination.Destination",
    "teleport.Teleport",
    "orientation.Orientation",
];

/// Readings of the sensors of a robot after one second of each command.
fn readings_after(body: &str, drive: &str, control: &str, commands: &[f64]) -> Vec<f64> {
    let mut run = Scene::new()
        .environment(json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0}))
        .object(json!({"name": "fire", "kind": "object", "properties": {"Fire": 300.0}}))
        .robot(body)
        .sensor("accelerometer", "accelerometer.Accelerometer")
        .sensor("airspeed", "airspeed.Airspeed")
        .sensor("barometer", "barometer.Barometer")
        .sensor("gps", "gps.GPS")
        .with("level", json!("raw"))
        .sensor("imu", "imu.IMU")
        .sensor("device", "imu.IMU")
        .with("level", json!("physical"))
        .with("properties", json!({"Latency": 0.1, "GyroRange": {"$float": "inf"}}))
        .sensor("magnetometer", "magnetometer.Magnetometer")
        .sensor("thermometer", "thermometer.Thermometer")
        .sensor("pose", "pose.Pose")
        .sensor("odometry", "odometry.Odometry")
        .with("level", json!("integrated"))
        .sensor("attitude", "attitude.Attitude")
        .sensor("laser", "laserscanner.LaserScanner")
        .with("properties", json!({"resolution": 30.0}))
        .sensor("velodyne", "laserscanner.LaserScannerRotationZ")
        .with("properties", json!({"resolution": 30.0}))
        .sensor("bumper", "collision.Collision")
        .sensor("eye", "search_and_rescue.SearchAndRescue")
        .actuator("drive", drive)
        .with("properties", json!({"ControlType": control, "speed": 1.0}))
        .run();
    for &number in commands {
        let command = FIELDS.map(|field| (field, number));
        assert!(run.command("drive", &command));
        run.seconds(1.0);
    }
    let mut readings = run.reads("pose", ["x", "y", "z", "yaw", "pitch", "roll"]).to_vec();
    readings.extend(run.reads("odometry", ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"]));
    for (sensor, field) in [
        ("accelerometer", "velocity"),
        ("accelerometer", "acceleration"),
        ("accelerometer", "angular_acceleration"),
        ("gps", "velocity"),
        ("imu", "angular_velocity"),
        ("imu", "linear_acceleration"),
        ("imu", "magnetic_field"),
        ("device", "angular_velocity"),
        ("device", "linear_acceleration"),
        ("device", "magnetic_field"),
    ] {
        readings.extend(run.vector(sensor, field));
    }
    readings.extend(run.reads("gps", ["longitude", "latitude", "altitude"]));
    readings.extend(run.reads("magnetometer", ["x", "y", "z"]));
    for (sensor, number) in [
        ("accelerometer", "distance"),
        ("airspeed", "diff_pressure"),
        ("barometer", "pressure"),
        ("thermometer", "temperature"),
    ] {
        readings.push(run.read(sensor, number));
    }
    for scanner in ["laser", "velodyne"] {
        readings.extend(run.reads(scanner, ["range_list.0", "range_list.3"]));
    }
    readings
        .extend(run.reads("attitude", ["angular_velocity.0", "angular_velocity.1", "angular_velocity.2"]));
    readings
}

#[test]
fn extreme_commands_keep_readings_finite() {
    let commands = [f64::MAX, f64::MIN, 1e300, -1e40, f64::MIN_POSITIVE, -0.0, 1e20, 0.0];
    for body in [ATRV, FAKE] {
        for drive in DRIVES {
            for control in ["Velocity", "Position"] {
                let readings = readings_after(body, drive, control, &commands);
                let all_finite = readings.iter().all(|reading| reading.is_finite());
                assert!(all_finite, "{drive} by {control} on {body}: {readings:?}");
            }
        }
    }
}

#[test]
fn modifiers_keep_numbers_finite_or_the_world_refuses_them() {
    for modifier in [
        "ecef.CoordinatesFromECEF",
        "geodetic.CoordinatesFromGeodetic",
        "geocentric.CoordinatesFromGeocentric",
    ] {
        let mut run = Scene::new()
            .environment(json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0}))
            .robot(FAKE)
            .sensor("pose", "pose.Pose")
            .alter("geodetic.CoordinatesToGeodetic", json!({}))
            .actuator("teleport", "teleport.Teleport")
            .alter(modifier, json!({}))
            .stream()
            .run();
        for number in [f64::MAX, -1e300, 1e10, 0.0] {
            run.publish(&["x", "y", "z", "yaw", "pitch", "roll"].map(|field| (field, number))).seconds(0.1);
            let [x, y, z] = run.reads("pose", ["x", "y", "z"]);
            assert!(x.is_finite() && y.is_finite() && z.is_finite(), "{modifier} of {number}: {x} {y} {z}");
        }
    }
}
