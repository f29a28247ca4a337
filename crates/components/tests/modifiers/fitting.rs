//! Tests of modifiers on the components that they fit.

use std::f64::consts::FRAC_PI_2;

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use serde_json::{Value as Json, json};

/// The origin of the published values.
fn toulouse() -> Json {
    json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0})
}

fn posed(modifier: &str, environment: Json, arguments: Json) -> Run {
    let mut run = Scene::new()
        .environment(environment)
        .robot(ATRV)
        .at([10.0, 8.0, 0.0], 0.3)
        .sensor("pose", "pose.Pose")
        .alter(modifier, arguments)
        .run();
    run.step(1);
    run
}

fn position(run: &Run) -> [f64; 3] {
    run.reads("pose", ["x", "y", "z"])
}

#[test]
fn ecef_matches_the_published_values() {
    let run = posed("ecef.CoordinatesToECEF", toulouse(), json!({}));
    assert_close(position(&run), [4_617_522.748, 4_397_221.061, 158_481.297], 0.02);
}

#[test]
fn geodetic_matches_the_published_values() {
    let run = posed("geodetic.CoordinatesToGeodetic", toulouse(), json!({}));
    assert_close(run.reads("pose", ["x", "y"]), [43.600_088_3, 1.433_372_47], 2e-6);
    assert_close([run.read("pose", "z")], [135.1], 0.01);
}

#[test]
fn geocentric_coordinates_are_direction_and_distance_of_ecef() {
    let [x, y, z] = position(&posed("ecef.CoordinatesToECEF", toulouse(), json!({})));
    let run = posed("geocentric.CoordinatesToGeocentric", toulouse(), json!({}));
    let radius = (x * x + y * y + z * z).sqrt();
    assert_close(position(&run), [y.atan2(x).to_degrees(), (z / radius).asin().to_degrees(), radius], 1e-6);
}

#[test]
fn utm_offsets_come_from_arguments_or_the_environment() {
    let run = posed("utm.CoordinatesToUTM", json!({}), json!({"z_offset": 421}));
    assert_close(position(&run), [10.0, 8.0, 421.1], 1e-9);
    let environment = json!({"UTMXOffset": "366000.5", "UTMYOffset": 4_827_000.0});
    let run = posed("utm.CoordinatesToUTM", environment, json!({"y_offset": 2.0}));
    assert_close(position(&run), [366_010.5, 10.0, 0.1], 1e-9);
}

#[test]
fn ned_changes_axes_and_feet_change_lengths() {
    assert_close(position(&posed("ned.CoordinatesToNED", json!({}), json!({}))), [8.0, 10.0, -0.1], 1e-9);
    assert_close(
        position(&posed("feet.MeterToFeet", json!({}), json!({}))),
        [32.808_399, 26.246_719_2, 0.328_083_99],
        1e-9,
    );
    let mut run = Scene::new()
        .robot(FAKE)
        .with("rotation", json!([0.1, 0.2, 0.3]))
        .sensor("gyroscope", "gyroscope.Gyroscope")
        .alter("ned.AnglesToNED", json!({}))
        .run();
    run.step(1);
    assert_close(run.reads("gyroscope", ["roll", "pitch", "yaw"]), [FRAC_PI_2 - 0.3, -0.2, 0.1], 1e-9);
}

/// Asserts that a robot with the modifier `from` on its goal reaches the position that a pose sensor with the modifier
/// `to` reports.
#[track_caller]
fn assert_round_trip(from: &str, to: &str, environment: Json, command: [f64; 3]) {
    let mut run = Scene::new()
        .environment(environment)
        .robot(FAKE)
        .sensor("pose", "pose.Pose")
        .alter(to, json!({"z_offset": 3.0}))
        .actuator("teleport", "teleport.Teleport")
        .alter(from, json!({"z_offset": 3.0}))
        .stream()
        .run();
    let [x, y, z] = command;
    run.publish(&[("x", x), ("y", y), ("z", z), ("yaw", 0.0), ("pitch", 0.0), ("roll", 0.0)]);
    run.step(2);
    let measured = position(&run);
    for (measured, commanded) in measured.into_iter().zip(command) {
        assert!(
            (measured - commanded).abs() < 1e-6 * commanded.abs().max(1.0),
            "{from}: {measured} instead of {commanded}"
        );
    }
}

#[test]
fn commands_use_the_coordinates_that_sensors_report() {
    // A rotated world detects a wrong inverse.
    let turned =
        json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0, "angle_against_north": 50.0});
    let ecef = [4_617_522.748, 4_397_221.061, 158_481.297];
    assert_round_trip("ecef.CoordinatesFromECEF", "ecef.CoordinatesToECEF", turned.clone(), ecef);
    let geodetic = [43.6001, 1.4334, 140.0];
    assert_round_trip(
        "geodetic.CoordinatesFromGeodetic",
        "geodetic.CoordinatesToGeodetic",
        turned.clone(),
        geodetic,
    );
    let geocentric = [43.6001, 1.4238, 6_378_262.0];
    assert_round_trip(
        "geocentric.CoordinatesFromGeocentric",
        "geocentric.CoordinatesToGeocentric",
        turned,
        geocentric,
    );
    assert_round_trip("ned.CoordinatesFromNED", "ned.CoordinatesToNED", json!({}), [1.0, 2.0, -3.0]);
    assert_round_trip("feet.FeetToMeter", "feet.MeterToFeet", json!({}), [10.0, 20.0, 30.0]);
    let utm = json!({"UTMXOffset": 400_000.0, "UTMYOffset": "4800000"});
    assert_round_trip("utm.CoordinatesFromUTM", "utm.CoordinatesToUTM", utm, [400_001.0, 4_800_002.0, 5.0]);
}

#[test]
fn angles_from_ned_invert_angles_to_ned() {
    let mut run = Scene::new()
        .robot(FAKE)
        .sensor("gyroscope", "gyroscope.Gyroscope")
        .alter("ned.AnglesToNED", json!({}))
        .actuator("orientation", "orientation.Orientation")
        .alter("ned.AnglesFromNED", json!({}))
        .stream()
        .run();
    run.publish(&[("roll", 0.4), ("pitch", -0.2), ("yaw", 0.1)]);
    run.step(2);
    assert_close(run.reads("gyroscope", ["roll", "pitch", "yaw"]), [0.4, -0.2, 0.1], 1e-9);
}

#[test]
fn modifier_without_its_fields_is_refused() {
    for modifier in [
        "ned.CoordinatesToNED",
        "ecef.CoordinatesToECEF",
        "utm.CoordinatesToUTM",
        "feet.MeterToFeet",
        "pose_noise.PositionNoiseModifier",
        "odometry_noise.OdometryNoiseModifier",
    ] {
        let gyroscope =
            Scene::new().environment(toulouse()).robot(FAKE).sensor("gyroscope", "gyroscope.Gyroscope");
        let refusal = gyroscope.alter(modifier, json!({})).refusal();
        assert!(refusal.contains("needs the fields") && refusal.contains("yaw, pitch, roll"), "{refusal}");
    }
}

#[test]
fn modifier_at_a_level_without_its_fields_is_refused_with_the_levels_that_it_fits() {
    let odometry = |level: &str| {
        let scene =
            Scene::new().robot(FAKE).sensor("odometry", "odometry.Odometry").with("level", json!(level));
        scene.alter("pose_noise.PoseNoiseModifier", json!({}))
    };
    for level in ["raw", "differential"] {
        let refusal = odometry(level).refusal();
        assert!(
            refusal.contains("it fits the level integrated") && refusal.contains("run::modifier"),
            "{refusal}"
        );
    }
    odometry("integrated").run().step(1);
    let gps = |level: &str| {
        let scene = Scene::new().environment(toulouse()).robot(FAKE).sensor("gps", "gps.GPS");
        scene.with("level", json!(level)).alter("pose_noise.PositionNoiseModifier", json!({}))
    };
    gps("simple").run().step(1);
    assert!(gps("raw").refusal().contains("it fits the level simple"));
}

#[test]
fn scene_without_a_position_on_earth_names_the_missing_properties() {
    let refused = |environment| {
        Scene::new()
            .environment(environment)
            .robot(FAKE)
            .sensor("pose", "pose.Pose")
            .alter("ecef.CoordinatesToECEF", json!({}))
            .refusal()
    };
    let refusal = refused(json!({"longitude": 43.6}));
    for word in ["CoordinatesToECEF", "robot.pose", "latitude, altitude", "Environment.properties("] {
        assert!(refusal.contains(word), "{refusal}");
    }
    assert!(refused(json!({"longitude": 1.0, "latitude": 100.0, "altitude": 0.0})).contains("-90 to 90"));
    assert!(refused(json!({"longitude": 1.0, "latitude": "north", "altitude": 0.0})).contains("latitude"));
}

#[test]
fn invalid_parameters_are_refused_by_name() {
    let refused = |arguments| {
        Scene::new()
            .robot(FAKE)
            .sensor("pose", "pose.Pose")
            .alter("pose_noise.PoseNoiseModifier", arguments)
            .refusal()
    };
    assert!(refused(json!({"pos_std": "much"})).contains("pos_std"));
    assert!(refused(json!({"pos_std": -0.1})).contains("pos_std"));
    assert!(refused(json!({"rot_std": {"x": 0.1}})).contains("roll, pitch, yaw"));
}

#[test]
fn planar_noise_does_not_change_height_and_tilt() {
    for planar in [json!(true), json!("True"), json!("False"), json!(1)] {
        let arguments = json!({"pos_std": 0.5, "rot_std": 0.5, "_2D": planar});
        let mut run = Scene::new()
            .robot(FAKE)
            .sensor("pose", "pose.Pose")
            .alter("pose_noise.PoseNoiseModifier", arguments)
            .run();
        run.step(1);
        let [x, y, z, yaw, pitch, roll] = run.reads("pose", ["x", "y", "z", "yaw", "pitch", "roll"]);
        assert!(x != 0.0 && y != 0.0 && yaw != 0.0);
        assert_eq!([z, pitch, roll], [0.0; 3]);
    }
}

#[test]
fn environment_properties_are_the_defaults_of_noise() {
    let environment = json!({"pos_std": 0.0, "rot_std": 0.0});
    let mut run = Scene::new()
        .environment(environment)
        .robot(FAKE)
        .sensor("pose", "pose.Pose")
        .alter("pose_noise.PoseNoiseModifier", json!({}))
        .run();
    run.step(1);
    assert_eq!(run.reads("pose", ["x", "y", "z", "yaw"]), [0.0; 4]);
}

fn drifting(level: &str, arguments: Json) -> Run {
    let mut run = Scene::new()
        .robot(FAKE)
        .sensor("odometry", "odometry.Odometry")
        .with("level", json!(level))
        .alter("odometry_noise.OdometryNoiseModifier", arguments)
        .actuator("motion", "v_omega.MotionVW")
        .with("properties", json!({"ControlType": "Position"}))
        .run();
    run.command("motion", &[("v", 0.6), ("w", 0.0)]);
    run
}

#[test]
fn odometry_noise_scales_distances_at_every_level() {
    let arguments = json!({"factor": 1.1});
    let mut raw = drifting("raw", arguments.clone());
    assert_close([raw.step(2).read("odometry", "dS")], [0.011], 1e-12);
    let mut differential = drifting("differential", arguments.clone());
    assert_close(differential.step(2).reads("odometry", ["dx", "dy", "dyaw"]), [0.011, 0.0, 0.0], 1e-12);
    let mut integrated = drifting("integrated", arguments);
    integrated.step(101);
    assert_close(integrated.reads("odometry", ["x", "y", "yaw"]), [1.1, 0.0, 0.0], 1e-9);
    // Velocities are unchanged, in meters per second.
    assert_close(integrated.reads("odometry", ["vx", "vy", "wz"]), [0.6, 0.0, 0.0], 1e-9);
}

#[test]
fn odometry_noise_drifts_until_it_is_reset() {
    let drift = 0.001;
    let mut run = drifting("integrated", json!({"factor": 1.0, "gyro_drift": drift}));
    run.step(101);
    assert_close([run.read("odometry", "yaw")], [101.0 * drift], 1e-9);
    let (mut x, mut y) = (0.0, 0.0);
    for tick in 2..=101 {
        let angle = f64::from(tick) * drift;
        x += 0.01 * angle.cos();
        y -= 0.01 * angle.sin();
    }
    assert_close(run.reads("odometry", ["x", "y"]), [x, y], 1e-9);
    run.call("odometry", "reset_noise", &[]);
    run.step(1);
    assert_close(run.reads("odometry", ["x", "yaw"]), [1.01, drift], 1e-6);
}
