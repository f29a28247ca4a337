//! Tests of covariances: those of the models of a sensor, those of options, and the smallest variance of messages that
//! cannot state that it is unknown.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3};
use morse_ros::messages::{geometry_msgs, nav_msgs, sensor_msgs};
use morse_ros::{Header1, Header2, Streams};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::contract::uncertainty::Covariance;
use morse_world::Pose;

use crate::recording_node::{Ros1, Ros2};
use crate::stream_case::{Case, Item, Record, case, numbers, record};

const PUBLISHER: &str = "morse.middleware.ros2_datastream.ROS2Publisher";
const POSE: [&str; 6] = ["x", "y", "z", "yaw", "pitch", "roll"];
const ODOMETRY: [&str; 12] = ["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wz", "wy", "wx"];

/// The smallest variance in a message for which zero is not "unknown".
const SMALLEST: f64 = 1e-9;

fn zeros(class: &'static str, kind: DataKind, names: &[&'static str]) -> Case {
    let fields: Vec<_> = names.iter().map(|&name| (name, 0.0)).collect();
    case(class, numbers(kind, &fields))
}

fn imu() -> Case {
    let fields =
        [("angular_velocity", Item::Vector([0.0; 3])), ("linear_acceleration", Item::Vector([0.0; 3]))];
    case(PUBLISHER, record(DataKind::Imu, &fields))
}

/// Errors with these variances of fields that are numbers.
fn errors(data: &Record, variances: &[(&str, f64)]) -> Covariance {
    let mut errors = Covariance::zero(data);
    for (name, variance) in variances {
        errors.add_variance(errors.number_named(name, 0), *variance);
    }
    errors
}

fn sent<M: morse_ros::Message>(case: &Case) -> M {
    let node = Ros2::new();
    case.run(&node);
    node.only("/robot/sensor")
}

fn diagonal<const N: usize>(matrix: &[f64]) -> [f64; N] {
    std::array::from_fn(|index| matrix[index * (N + 1)])
}

fn list(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Float).collect())
}

#[test]
fn imu_message_has_the_variances_of_its_models() {
    let mut noisy = imu();
    let mut errors = Covariance::zero(&noisy.data);
    errors.add_variances(0, DVec3::splat(0.01));
    errors.add_variances(1, DVec3::new(0.04, 0.05, 0.06));
    noisy.errors = Some(errors);
    let message: sensor_msgs::Imu<Header2> = sent(&noisy);
    assert_eq!(diagonal(&message.angular_velocity_covariance), [0.01; 3]);
    assert_eq!(diagonal(&message.linear_acceleration_covariance), [0.04, 0.05, 0.06]);
    assert_eq!(message.orientation_covariance, [0.0; 9], "unknown");
}

#[test]
fn covariances_of_ros_1_are_zero_as_in_morse() {
    let mut noisy = imu();
    noisy.class = "morse.middleware.ros.imu.ImuPublisher";
    let mut errors = Covariance::zero(&noisy.data);
    errors.add_variances(0, DVec3::ONE);
    noisy.errors = Some(errors);
    let node = Ros1::new();
    noisy.run(&node);
    let message: sensor_msgs::Imu<Header1> = node.only("/robot/sensor");
    assert_eq!(message.angular_velocity_covariance, [0.0; 9]);
}

#[test]
fn odometry_message_has_the_variances_of_its_models() {
    let mut noisy = zeros(PUBLISHER, DataKind::Odometry, &ODOMETRY);
    noisy.robot_from_component = Pose::IDENTITY;
    let of_pose =
        [("x", 0.01), ("y", 0.01), ("z", 0.01), ("yaw", 0.0025), ("pitch", 0.0025), ("roll", 0.0025)];
    noisy.errors = Some(errors(&noisy.data, &of_pose));
    let message: nav_msgs::Odometry<Header2> = sent(&noisy);
    let found: [f64; 6] = diagonal(&message.pose.covariance);
    for (found, expected) in found.into_iter().zip([0.01, 0.01, 0.01, 0.0025, 0.0025, 0.0025]) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }
    assert_eq!(diagonal(&message.twist.covariance), [SMALLEST; 6]);
}

#[test]
fn errors_of_a_sensor_ahead_of_its_robot_are_those_of_the_robot() {
    let mut ahead = zeros(PUBLISHER, DataKind::Odometry, &ODOMETRY);
    ahead.robot_from_component = Pose { translation: DVec3::X, rotation: DQuat::from_rotation_z(FRAC_PI_2) };
    ahead.errors = Some(errors(&ahead.data, &[("x", 0.04), ("yaw", 0.01)]));
    let message: nav_msgs::Odometry<Header2> = sent(&ahead);
    let found: [f64; 6] = diagonal(&message.pose.covariance);
    // The X axis of the sensor is the Y axis of the robot. An error of 0.1 rad moves a point one meter away by 0.1 m.
    for (found, expected) in found.into_iter().zip([0.0, 0.05, 0.0, 0.0, 0.0, 0.01]) {
        assert!((found - expected).abs() < 1e-8, "{found} is not {expected}");
    }
    let y_and_yaw = message.pose.covariance[6 + 5];
    assert!((y_and_yaw + 0.01).abs() < 1e-9, "{y_and_yaw}");
}

#[test]
fn exact_poses_have_the_smallest_variance() {
    let exact = zeros(PUBLISHER, DataKind::Odometry, &ODOMETRY);
    let message: nav_msgs::Odometry<Header2> = sent(&exact);
    assert_eq!(diagonal(&message.pose.covariance), [SMALLEST; 6]);
    let class = "morse.middleware.ros.pose.PoseWithCovarianceStampedPublisher";
    let message: geometry_msgs::PoseWithCovarianceStamped<Header2> =
        sent(&zeros(class, DataKind::Pose, &POSE));
    assert_eq!(diagonal(&message.pose.covariance), [SMALLEST; 6]);
    let fields = [("acceleration", Item::Vector([0.0; 3])), ("angular_acceleration", Item::Vector([0.0; 3]))];
    let message: geometry_msgs::AccelWithCovarianceStamped<Header2> =
        sent(&case(PUBLISHER, record(DataKind::Acceleration, &fields)));
    assert_eq!(diagonal(&message.accel.covariance), [SMALLEST; 6]);
}

#[test]
fn pose_message_has_the_variances_of_its_models() {
    let mut noisy =
        zeros("morse.middleware.ros.pose.PoseWithCovarianceStampedPublisher", DataKind::Pose, &POSE);
    noisy.errors = Some(errors(&noisy.data, &[("x", 0.0025), ("yaw", 0.01)]));
    let message: geometry_msgs::PoseWithCovarianceStamped<Header2> = sent(&noisy);
    assert_eq!(
        diagonal(&message.pose.covariance),
        [0.0025, SMALLEST, SMALLEST, SMALLEST, SMALLEST, 0.01],
        "in the order x, y, z, roll, pitch, yaw"
    );
}

#[test]
fn covariance_of_a_python_modifier_is_sent() {
    let mut given =
        zeros("morse.middleware.ros.pose.PoseWithCovarianceStampedPublisher", DataKind::Pose, &POSE);
    given.data = given.data.and(Map::from([("covariance_matrix", list(&[0.5; 36]))]));
    let message: geometry_msgs::PoseWithCovarianceStamped<Header2> = sent(&given);
    assert_eq!(message.pose.covariance, [0.5; 36]);
}

#[test]
fn position_in_meters_has_variances_to_the_east_and_north() {
    let class = "morse.middleware.ros.gps.NavSatFixPublisher";
    let mut noisy = zeros(class, DataKind::Position, &["x", "y", "z"]);
    let message: sensor_msgs::NavSatFix<Header2> = sent(&noisy);
    assert_eq!((message.position_covariance_type, message.position_covariance), (0, [0.0; 9]), "unknown");
    noisy.errors = Some(errors(&noisy.data, &[("x", 0.01), ("y", 0.04), ("z", 0.09)]));
    noisy.enu_from_world = Some(DQuat::from_rotation_z(FRAC_PI_2));
    let message: sensor_msgs::NavSatFix<Header2> = sent(&noisy);
    let found: [f64; 3] = diagonal(&message.position_covariance);
    for (found, expected) in found.into_iter().zip([0.04, 0.01, 0.09]) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }
    assert_ne!(message.position_covariance_type, 0);
}

#[test]
fn options_give_covariances() {
    let fix = || zeros(PUBLISHER, DataKind::NavSatFix, &["latitude", "longitude", "altitude"]);
    let message: sensor_msgs::NavSatFix<Header2> =
        sent(&fix().option("position_covariance", list(&[1.0, 2.0, 4.0])));
    assert_eq!(message.position_covariance, [1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 4.0]);
    assert_eq!(message.position_covariance_type, 2, "the diagonal is known");
    let full = [1.0, 0.5, 0.0, 0.5, 2.0, 0.0, 0.0, 0.0, 4.0];
    let message: sensor_msgs::NavSatFix<Header2> = sent(&fix().option("position_covariance", list(&full)));
    assert_eq!((message.position_covariance, message.position_covariance_type), (full, 3));

    let message: nav_msgs::Odometry<Header2> = sent(
        &zeros(PUBLISHER, DataKind::Odometry, &ODOMETRY)
            .option("pose_covariance", 0.25)
            .option("twist_covariance", list(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
    );
    assert_eq!(diagonal(&message.pose.covariance), [0.25; 6]);
    assert_eq!(diagonal(&message.twist.covariance), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);

    let mut noisy = imu().option("angular_velocity_covariance", 0.5).option("orientation_covariance", 0.1);
    let mut of_model = Covariance::zero(&noisy.data);
    of_model.add_variances(0, DVec3::splat(0.01));
    noisy.errors = Some(of_model);
    let message: sensor_msgs::Imu<Header2> = sent(&noisy);
    assert_eq!(diagonal(&message.angular_velocity_covariance), [0.5; 3], "instead of the model's");
    assert_eq!(diagonal(&message.orientation_covariance), [0.1; 3]);

    let message: sensor_msgs::Temperature<Header2> =
        sent(&zeros(PUBLISHER, DataKind::Temperature, &["temperature"]).option("variance", 0.5));
    assert_eq!(message.variance, 0.5);
    let message: sensor_msgs::FluidPressure<Header2> =
        sent(&zeros(PUBLISHER, DataKind::Pressure, &["pressure"]).option("variance", 9.0));
    assert_eq!(message.variance, 9.0);
    let message: sensor_msgs::MagneticField<Header2> = sent(
        &zeros(PUBLISHER, DataKind::MagneticField, &["x", "y", "z"])
            .option("magnetic_field_covariance", 1e-14),
    );
    assert_eq!(diagonal(&message.magnetic_field_covariance), [1e-14; 3]);
}

#[test]
fn wrong_covariances_are_refused_with_the_allowed_forms() {
    let wrong = [
        Value::Float(-1.0),
        Value::Float(f64::NAN),
        Value::from("small"),
        list(&[1.0, 2.0]),
        list(&[1.0, 2.0, f64::INFINITY]),
        list(&[1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0]),
    ];
    for value in wrong {
        let case = imu().option("orientation_covariance", value.clone());
        let error = case.publisher(&Streams::new(Ros2::new())).err().expect("an error").to_string();
        assert!(
            error
                .contains("robot.sensor: `orientation_covariance` must be a variance, a list of 3 variances"),
            "{value:?}: {error}"
        );
    }
}
