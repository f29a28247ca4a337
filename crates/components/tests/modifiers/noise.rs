//! Tests of the statistics of all noises: mean, variance and Allan variance of 100,000 samples match the parameters.

use std::collections::BTreeSet;
use std::f64::consts::FRAC_PI_2;

use crate::common::statistics::{assert_white_noise, mean};
use crate::common::{FAKE, Run, Scene};
use morse_sim::contract::data::{Data, Field};
use morse_sim::contract::uncertainty::Covariance;
use serde_json::{Value as Json, json};

const SAMPLES: usize = 100_000;
const GRAVITY: f64 = 9.81;

/// A field, the mean of its samples and their standard deviation.
type Expected = (&'static str, f64, f64);

/// Noise modifiers, and classes of the levels `physical`, that the tests of this file measure, or for images those of cameras.
const MEASURED: [&str; 9] = [
    "morse.modifiers.imu_noise.IMUNoiseModifier",
    "morse.modifiers.odometry_noise.OdometryNoiseModifier",
    "morse.modifiers.pose_noise.OrientationNoiseModifier",
    "morse.modifiers.pose_noise.PoseNoiseModifier",
    "morse.modifiers.pose_noise.PositionNoiseModifier",
    "morse.sensors.imu.PhysicalIMU",
    "morse.sensors.laserscanner.PhysicalLaserScanner",
    "morse.sensors.laserscanner.PhysicalLaserScannerRotationZ",
    "morse.sensors.video_camera.PhysicalVideoCamera",
];

#[test]
fn all_noises_are_measured() {
    let catalog = morse_components::catalog();
    let runs = || catalog.components.iter().filter(|component| component.implemented);
    let modifiers = runs()
        .map(|component| &component.class)
        .filter(|class| class.starts_with("morse.modifiers.") && class.to_lowercase().contains("noise"));
    let physical = runs().flat_map(|component| &component.levels).filter(|level| level.name == "physical");
    let noises: BTreeSet<&str> =
        modifiers.chain(physical.filter_map(|level| level.class.as_ref())).map(String::as_str).collect();
    assert_eq!(noises, BTreeSet::from(MEASURED));
}

/// A number of a reading. Components of vectors have names such as `velocity.0`.
fn number(data: &dyn Data, field: &str) -> f64 {
    let (name, axis) = field.split_once('.').unwrap_or((field, "0"));
    match data.get(data.index_of(name).unwrap()).unwrap() {
        Field::Float(number) => number,
        Field::Vector(vector) => vector[axis.parse::<usize>().unwrap()],
        other => panic!("{field} is {other:?}"),
    }
}

/// Fields without stated errors: no message has covariances of them.
const UNSTATED: [&str; 4] = ["dS", "dx", "dy", "dyaw"];

/// The covariance that the models state for the newest reading of the sensor `robot.it`.
fn stated(run: &Run) -> Option<Covariance> {
    let (_, sample) = run.simulation.fresh_readings().find(|(name, _)| *name == "robot.it").unwrap();
    sample.covariance()
}

/// The stated variance of a number of a reading.
fn stated_variance(covariance: &Covariance, field: &str) -> f64 {
    let (name, axis) = field.split_once('.').unwrap_or((field, "0"));
    let number = covariance.number_named(name, axis.parse().unwrap());
    let [[variance]] = covariance.block([number]);
    variance
}

/// Takes samples of the sensor `robot.it`, one per tick, and compares them with the expected statistics, and these with the
/// errors that the models state.
#[track_caller]
fn assert_samples(run: &mut Run, expected: &[Expected]) {
    let mut samples = vec![Vec::with_capacity(SAMPLES); expected.len()];
    for _ in 0..SAMPLES {
        run.step(1);
        let data = run.simulation.data("robot.it").unwrap();
        for (samples, (field, ..)) in samples.iter_mut().zip(expected) {
            samples.push(number(data, field));
        }
    }
    for (samples, &(field, mean, deviation)) in samples.iter().zip(expected) {
        assert_white_noise(field, samples, mean, deviation);
        if !UNSTATED.contains(&field) {
            let variance = stated_variance(&stated(run).unwrap(), field);
            assert!((variance - deviation * deviation).abs() <= 1e-9 * variance, "{field}: {variance}");
        }
    }
}

/// A GPS with noise of 0.1 m along X, 0.2 m along Y and 0.3 m along Z, whose position a second modifier converts.
fn converted(modifier: &str) -> [[f64; 3]; 3] {
    let mut run = Scene::new()
        .environment(
            json!({"longitude": 30.0, "latitude": 60.0, "altitude": 0.0, "angle_against_north": 90.0}),
        )
        .robot(FAKE)
        .sensor("it", "gps.GPS")
        .alter("pose_noise.PositionNoiseModifier", json!({"pos_std": {"x": 0.1, "y": 0.2, "z": 0.3}}))
        .alter(modifier, json!({}))
        .run();
    run.step(1);
    stated(&run).unwrap().block_of_fields(["x", "y", "z"])
}

#[test]
fn conversions_convert_the_stated_errors() {
    let variances = |block: [[f64; 3]; 3]| [block[0][0], block[1][1], block[2][2]];
    let assert_near = |found: [f64; 3], expected: [f64; 3], relative: f64| {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < relative, "{found} is not {expected}");
        }
    };
    assert_near(variances(converted("utm.CoordinatesToUTM")), [0.01, 0.04, 0.09], 1e-12);
    assert_near(variances(converted("ned.CoordinatesToNED")), [0.04, 0.01, 0.09], 1e-12);
    let feet = 3.280_839_9_f64.powi(2);
    assert_near(variances(converted("feet.MeterToFeet")), [0.01, 0.04, 0.09].map(|v| v * feet), 1e-12);
    // A degree of longitude is half as long at 60° N as at the equator, where it is 111.3 km long.
    let (of_longitude, of_latitude) = (55_800.0_f64.powi(2), 111_412.0_f64.powi(2));
    let geodetic = variances(converted("geodetic.CoordinatesToGeodetic"));
    assert_near(geodetic, [0.01 / of_longitude, 0.04 / of_latitude, 0.09], 2e-3);
    let ecef = converted("ecef.CoordinatesToECEF");
    assert!((variances(ecef).iter().sum::<f64>() - 0.14).abs() < 1e-6, "a rotation keeps the trace");
    assert!((ecef[0][1] - ecef[1][0]).abs() < 1e-9 && ecef[0][1].abs() > 1e-3, "{ecef:?}");
}

#[test]
fn sensors_without_noise_state_no_errors() {
    let mut run = Scene::new().robot(FAKE).sensor("it", "pose.Pose").run();
    run.step(1);
    assert!(stated(&run).is_none());
}

#[test]
fn stated_errors_of_drifting_odometry_grow_with_the_path() {
    let arguments = json!({"factor": 1.05, "factor_sigma": 0.01, "gyro_drift_sigma": 0.001});
    let mut run = odometry("integrated", arguments);
    let mut deviation = |ticks| {
        run.step(ticks);
        stated_variance(&stated(&run).unwrap(), "x").sqrt()
    };
    // 1 cm in each tick: the mean error is 5 % of the path.
    let (one, two) = (deviation(99), deviation(100));
    assert!((one - 0.05).abs() < 1e-3 && (two - 0.1).abs() < 1e-3, "{one}, {two}");
}

/// A robot at rest with one sensor with a noise modifier.
fn still(class: &str, modifier: &str, arguments: Json) -> Run {
    Scene::new()
        .seed(11)
        .robot(FAKE)
        .at([1.0, 2.0, 3.0], 0.5)
        .sensor("it", class)
        .alter(modifier, arguments)
        .run()
}

#[test]
fn pose_noise_is_white() {
    let arguments = json!({"pos_std": {"x": 0.1, "y": 0.2}, "rot_std": 0.05});
    assert_samples(
        &mut still("pose.Pose", "pose_noise.PoseNoiseModifier", arguments),
        &[
            ("x", 1.0, 0.1),
            ("y", 2.0, 0.2),
            ("z", 3.0, 0.0),
            ("yaw", 0.5, 0.05),
            ("pitch", 0.0, 0.05),
            ("roll", 0.0, 0.05),
        ],
    );
}

#[test]
fn position_noise_is_white() {
    assert_samples(
        &mut still("gps.GPS", "pose_noise.PositionNoiseModifier", json!({"pos_std": 0.3})),
        &[("x", 1.0, 0.3), ("y", 2.0, 0.3), ("z", 3.0, 0.3)],
    );
}

#[test]
fn orientation_noise_is_white() {
    let arguments = json!({"rot_std": {"yaw": 0.02, "roll": 0.01}});
    assert_samples(
        &mut still("gyroscope.Gyroscope", "pose_noise.OrientationNoiseModifier", arguments),
        &[("yaw", 0.5, 0.02), ("pitch", 0.0, 0.0), ("roll", 0.0, 0.01)],
    );
}

#[test]
fn imu_noise_is_white() {
    let arguments = json!({"gyro_std": {"x": 0.1, "z": 0.3}, "accel_std": 0.2});
    assert_samples(
        &mut still("imu.IMU", "imu_noise.IMUNoiseModifier", arguments),
        &[
            ("angular_velocity.0", 0.0, 0.1),
            ("angular_velocity.1", 0.0, 0.0),
            ("angular_velocity.2", 0.0, 0.3),
            ("linear_acceleration.0", 0.0, 0.2),
            ("linear_acceleration.1", 0.0, 0.2),
            ("linear_acceleration.2", GRAVITY, 0.2),
        ],
    );
}

/// Odometry of a robot that moves forward by 1 cm per tick.
fn odometry(level: &str, arguments: Json) -> Run {
    let mut run = Scene::new()
        .seed(1)
        .robot(FAKE)
        .sensor("it", "odometry.Odometry")
        .with("level", json!(level))
        .alter("odometry_noise.OdometryNoiseModifier", arguments)
        .actuator("motion", "v_omega.MotionVW")
        .with("properties", json!({"ControlType": "Position"}))
        .run();
    run.command("motion", &[("v", 0.6), ("w", 0.0)]);
    run.step(1);
    run
}

#[test]
fn scale_of_odometry_noise_is_white() {
    let arguments = json!({"factor": 1.1, "factor_sigma": 0.2});
    assert_samples(&mut odometry("raw", arguments.clone()), &[("dS", 0.011, 0.002)]);
    assert_samples(&mut odometry("differential", arguments), &[("dx", 0.011, 0.002), ("dy", 0.0, 0.0)]);
}

#[test]
fn drift_of_odometry_noise_is_white() {
    let arguments = json!({"factor": 1.0, "gyro_drift": 0.001, "gyro_drift_sigma": 0.01});
    assert_samples(&mut odometry("differential", arguments.clone()), &[("dyaw", 0.001, 0.01)]);
    // At level integrated the errors accumulate, so the difference of two samples is white noise.
    let mut run = odometry("integrated", arguments);
    let mut before = number(run.simulation.data("robot.it").unwrap(), "yaw");
    let mut drifts = Vec::with_capacity(SAMPLES);
    for _ in 0..SAMPLES {
        run.step(1);
        let yaw = number(run.simulation.data("robot.it").unwrap(), "yaw");
        drifts.push(yaw - before);
        before = yaw;
    }
    assert_white_noise("yaw", &drifts, 0.001, 0.01);
}

#[test]
fn physical_imu_has_the_noise_of_an_icm_20948() {
    let mut run = Scene::new()
        .seed(2)
        .robot(FAKE)
        .sensor("it", "imu.IMU")
        .with("level", json!("physical"))
        .with("properties", json!({"GyroBias": 0.0, "AccelBias": 0.0}))
        .run();
    let degree = 1.0_f64.to_radians();
    let noise = |density: f64, bandwidth: f64, step: f64| {
        // White noise through a first-order filter, and the rounding error, which is uniform over a step.
        (density * density * FRAC_PI_2 * bandwidth + step * step / 12.0).sqrt()
    };
    let gyro = noise(0.015 * degree, 196.6, degree / 131.0);
    let accel = noise(230e-6 * 9.80665, 246.0, 9.80665 / 16_384.0);
    assert_samples(
        &mut run,
        &[
            ("angular_velocity.0", 0.0, gyro),
            ("angular_velocity.1", 0.0, gyro),
            ("angular_velocity.2", 0.0, gyro),
            ("linear_acceleration.0", 0.0, accel),
            ("linear_acceleration.1", 0.0, accel),
            ("linear_acceleration.2", GRAVITY, accel),
        ],
    );
}

const RAYS: usize = 21;

/// Range errors of a physical scanner in front of a wall, ray by ray and tick by tick.
fn range_errors(wall_m: f64) -> Vec<f64> {
    let mut run = Scene::new()
        .seed(3)
        .robot(FAKE)
        .at([0.0, 0.0, 1.0], 0.0)
        .sensor("it", "laserscanner.LaserScanner")
        .with("level", json!("physical"))
        .with("properties", json!({"scan_window": 20.0, "resolution": 1.0}))
        .object(json!({"name": "wall", "kind": "object", "location": [wall_m + 1.0, 0.0, 0.0],
            "scale": [1.0, 50.0, 3.0], "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]},
            "body": {"physics": "STATIC"}}))
        .run();
    let mut errors = Vec::with_capacity(SAMPLES + RAYS);
    for _ in 0..SAMPLES.div_ceil(RAYS) {
        run.step(1);
        let data = run.simulation.data("robot.it").unwrap();
        let Some(Field::Floats(ranges)) = data.index_of("range_list").and_then(|index| data.get(index))
        else {
            panic!("ranges are not packed")
        };
        let truth = (0..RAYS).map(|nth| wall_m / (nth as f64 - 10.0).to_radians().cos());
        errors.extend(ranges.iter().zip(truth).map(|(range, truth)| range - truth));
    }
    errors
}

#[test]
fn range_errors_match_the_data_sheet() {
    for (wall_m, deviation) in [(5.0, 0.006_f64), (15.0, 0.008), (25.0, 0.014)] {
        let errors = range_errors(wall_m);
        assert!(errors.len() >= SAMPLES);
        // Rounding to a step of a millimeter adds a twelfth of its square.
        let deviation = (deviation * deviation + 1e-6 / 12.0).sqrt();
        assert_white_noise(&format!("at {wall_m} m"), &errors, 0.0, deviation);
        // In a normal distribution, 68.27 % are within one standard deviation; rounding adds up to 4 %.
        let within = mean(&errors.iter().map(|error| f64::from(error.abs() < deviation)).collect::<Vec<_>>());
        assert!((within - 0.6827).abs() < 0.04, "{wall_m} m: {within}");
    }
}

#[test]
fn range_errors_of_a_rotating_scanner_are_the_same() {
    let mut run = Scene::new()
        .seed(5)
        .robot(FAKE)
        .at([0.0, 0.0, 1.0], 0.0)
        .sensor("it", "laserscanner.LaserScannerRotationZ")
        .with("level", json!("physical"))
        .with("properties", json!({"scan_window": 359.0, "resolution": 1.0}))
        .object(json!({"name": "wall", "kind": "object", "location": [6.0, 0.0, 0.0],
            "scale": [1.0, 50.0, 3.0], "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]},
            "body": {"physics": "STATIC"}}))
        .run();
    let mut errors = Vec::with_capacity(SAMPLES + 360);
    for scan in 0.. {
        run.step(1);
        let data = run.simulation.data("robot.it").unwrap();
        let Some(Field::Floats(ranges)) = data.index_of("range_list").and_then(|index| data.get(index))
        else {
            panic!("ranges are not packed")
        };
        let turned = 0.01745 * f64::from(scan);
        let truth = (0..360).map(|nth| 5.0 / (turned + (f64::from(nth) - 179.5).to_radians()).cos());
        // Ranges up to 9.5 m, which have the same error.
        let near = ranges.iter().zip(truth).filter(|(_, truth)| (0.0..9.5).contains(truth));
        errors.extend(near.map(|(range, truth)| range - truth));
        if errors.len() >= SAMPLES {
            break;
        }
    }
    assert_white_noise("on a turning head", &errors, 0.0, (0.006_f64.powi(2) + 1e-6 / 12.0).sqrt());
}
