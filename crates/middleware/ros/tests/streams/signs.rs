//! Tests of signs, axes and origins in ROS 2: REP 103 for commands, REP 145 for inertial data, and the frame of the robot
//! for readings of a sensor that is mounted anywhere.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DQuat, DVec3};
use morse_ros::messages::{geometry_msgs, nav_msgs, sensor_msgs, std_msgs, tf2_msgs};
use morse_ros::{Header1, Header2, Message};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_world::{Euler, Pose};

use crate::recording_node::{Ros1, Ros2};
use crate::stream_case::{Case, Item, case, numbers, record};

const PUBLISHER: &str = "morse.middleware.ros2_datastream.ROS2Publisher";
const READER: &str = "morse.middleware.ros2_datastream.ROS2Reader";

/// The yaw of the robot in all readings of [`Case::publish`].
const ROBOT_YAW: f64 = 1.0;

fn read<M: Message>(case: &Case, message: &M) -> Map {
    let node = Ros2::new();
    let inbox = case.reader(&node).unwrap();
    node.deliver("/robot/sensor", message);
    inbox.take().expect("a command")
}

fn number(command: &Map, name: &str) -> f64 {
    command.get(name).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {name}"))
}

fn zeros(kind: DataKind, names: &[&'static str]) -> Case {
    let fields: Vec<_> = names.iter().map(|&name| (name, 0.0)).collect();
    case(READER, numbers(kind, &fields))
}

fn turn(yaw: f64) -> DQuat {
    DQuat::from_rotation_z(yaw)
}

fn rotation(q: &geometry_msgs::Quaternion) -> DQuat {
    DQuat::from_xyzw(q.x, q.y, q.z, q.w)
}

fn vector(v: &geometry_msgs::Vector3) -> DVec3 {
    DVec3::new(v.x, v.y, v.z)
}

fn assert_near(found: DVec3, expected: [f64; 3]) {
    assert!(found.distance(DVec3::from(expected)) < 1e-9, "{found} is not {expected:?}");
}

fn assert_yaw(q: &geometry_msgs::Quaternion, yaw: f64) {
    let between = rotation(q).angle_between(turn(yaw));
    assert!(between < 1e-6, "{q:?} has not the yaw {yaw}");
}

#[test]
fn positive_rate_of_yaw_turns_every_robot_to_the_left() {
    let twist = geometry_msgs::Twist {
        angular: geometry_msgs::Vector3 { z: 0.5, ..Default::default() },
        ..Default::default()
    };
    // The actuator of a rotorcraft turns to the right at a positive rate.
    let rotorcraft = zeros(DataKind::RotorcraftVelocity, &["vx", "vy", "vz", "vyaw", "tolerance"]);
    assert_eq!(number(&read(&rotorcraft, &twist), "vyaw"), -0.5);
    let unicycle = zeros(DataKind::UnicycleVelocity, &["v", "w"]);
    assert_eq!(number(&read(&unicycle, &twist), "w"), 0.5);
    let planar = zeros(DataKind::PlanarVelocity, &["x", "y", "w"]);
    assert_eq!(number(&read(&planar, &twist), "w"), 0.5);
    let stamped = geometry_msgs::TwistStamped { header: Header2::default(), twist };
    let rotorcraft = rotorcraft.option("stamped", true);
    assert_eq!(number(&read(&rotorcraft, &stamped), "vyaw"), -0.5);
}

#[test]
fn attitude_commands_have_the_axes_of_the_robot() {
    let angles = std_msgs::Float32MultiArray { data: vec![0.5, 0.25, 1.0, 0.75], ..Default::default() };
    let attitude = || zeros(DataKind::AttitudeThrust, &["roll", "pitch", "yaw", "thrust"]);
    let expected = Map::from([("roll", 0.5), ("pitch", -0.25), ("yaw", -1.0), ("thrust", 0.75)]);
    assert_eq!(read(&attitude(), &angles), expected);
    let rate = attitude().property("UseAngleAgainstNorth", true).property("YawRateControl", true);
    assert_eq!(read(&rate, &angles), expected);
    let bearing = attitude().property("UseAngleAgainstNorth", true).property("YawRateControl", false);
    assert_eq!(number(&read(&bearing, &angles), "yaw"), FRAC_PI_2 - 1.0);
}

#[test]
fn orientation_of_an_imu_is_relative_to_east_north_and_up() {
    let fields =
        [("angular_velocity", Item::Vector([0.0; 3])), ("linear_acceleration", Item::Vector([0.0; 3]))];
    let imu = |yaw_of_world| {
        let node = Ros2::new();
        let mut case = case(PUBLISHER, record(DataKind::Imu, &fields));
        case.enu_from_world = Some(turn(yaw_of_world));
        case.run(&node);
        node.only::<sensor_msgs::Imu<Header2>>("/robot/sensor").orientation
    };
    assert_yaw(&imu(0.0), ROBOT_YAW);
    assert_yaw(&imu(FRAC_PI_2), ROBOT_YAW + FRAC_PI_2);
}

#[test]
fn orientation_of_an_attitude_sensor_is_relative_to_east_north_and_up() {
    let orientation = |yaw, from_north, yaw_of_world| {
        let node = Ros2::new();
        let rotation = Euler { yaw, ..Euler::default() };
        let fields = [("rotation", Item::Euler(rotation)), ("angular_velocity", Item::Vector([0.0; 3]))];
        let mut case = case(PUBLISHER, record(DataKind::AttitudeRate, &fields))
            .property("UseAngleAgainstNorth", from_north);
        case.enu_from_world = Some(turn(yaw_of_world));
        case.run(&node);
        node.only::<sensor_msgs::Imu<Header2>>("/robot/sensor").orientation
    };
    assert_yaw(&orientation(0.3, false, 0.0), 0.3);
    assert_yaw(&orientation(0.3, false, FRAC_PI_2), 0.3 + FRAC_PI_2);
    // The sensor already measures from north.
    assert_yaw(&orientation(0.0, true, FRAC_PI_2), FRAC_PI_2);
    assert_yaw(&orientation(-FRAC_PI_2, true, 0.7), 0.0);
}

/// The reading of a Magnetometer in a field of 20 µT to the north, 1 µT to the east and 40 µT down.
fn magnetometer(world_from_sensor: DQuat) -> [(&'static str, f64); 3] {
    let field = world_from_sensor.conjugate() * DVec3::new(20_000.0, 1_000.0, 40_000.0);
    [("x", field.x), ("y", field.y), ("z", field.z)]
}

#[test]
fn magnetic_field_is_along_the_axes_of_the_sensor() {
    let field = |yaw_of_world| {
        let node = Ros2::new();
        let mut case = case(PUBLISHER, numbers(DataKind::MagneticField, &magnetometer(turn(ROBOT_YAW))));
        case.enu_from_world = Some(turn(yaw_of_world));
        case.run(&node);
        let message: sensor_msgs::MagneticField<Header2> = node.only("/robot/sensor");
        // East, north and up, from the orientation that an IMU in the same place publishes.
        turn(ROBOT_YAW + yaw_of_world) * vector(&message.magnetic_field) * 1e6
    };
    for yaw_of_world in [0.0, FRAC_PI_2, -2.0] {
        assert_near(field(yaw_of_world), [1.0, 20.0, -40.0]);
    }
}

#[test]
fn magnetic_field_in_ros_1_is_that_of_morse() {
    let node = Ros1::new();
    let mut case = case(
        "morse.middleware.ros_datastream.ROSPublisher",
        numbers(DataKind::MagneticField, &magnetometer(DQuat::IDENTITY)),
    );
    case.enu_from_world = Some(turn(FRAC_PI_2));
    case.run(&node);
    let message: sensor_msgs::MagneticField<Header1> = node.only("/robot/sensor");
    assert_near(vector(&message.magnetic_field) * 1e6, [20.0, 1.0, 40.0]);
}

const ODOMETRY: [&str; 12] = ["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wz", "wy", "wx"];

/// Rate of the sensor in the test cases. [Hz]
const RATE_HZ: f64 = 20.0;

/// The reading of an odometry sensor on a robot that has moved by `start_from_robot` since the start, and by
/// `before_from_now` since the last reading.
fn odometry(robot_from_sensor: Pose, start_from_robot: Pose, before_from_now: Pose) -> Case {
    let of_sensor = |motion: Pose| robot_from_sensor.inverse() * motion * robot_from_sensor;
    let (pose, moved) = (of_sensor(start_from_robot), of_sensor(before_from_now));
    let (p, v, e, w) = (pose.translation, moved.translation * RATE_HZ, pose.euler(), moved.euler());
    let values = [p.x, p.y, p.z, e.yaw, e.pitch, e.roll, v.x, v.y, v.z];
    let rates = [w.yaw, w.pitch, w.roll].map(|angle| angle * RATE_HZ);
    let values: Vec<f64> = values.into_iter().chain(rates).collect();
    let fields: Vec<_> = ODOMETRY.into_iter().zip(values).collect();
    let mut case = case(PUBLISHER, numbers(DataKind::Odometry, &fields));
    case.robot_from_component = robot_from_sensor;
    case
}

#[test]
fn odometry_is_that_of_the_robot_wherever_the_sensor_is() {
    let tilted = Euler { roll: 0.2, pitch: -0.4, yaw: 2.0 };
    for robot_from_sensor in [
        Pose::IDENTITY,
        Pose { translation: DVec3::ZERO, rotation: turn(PI) },
        Pose::from_translation(DVec3::new(0.5, -0.3, 0.2)),
        Pose::from_euler(DVec3::new(0.5, -0.3, 0.2), tilted),
    ] {
        let start_from_robot = Pose::from_euler(DVec3::new(2.9, 1.0, 0.0), Euler { yaw: 0.7, ..tilted });
        let turn_in_place = Pose { translation: DVec3::ZERO, rotation: turn(0.5 / RATE_HZ) };
        let node = Ros2::new();
        odometry(robot_from_sensor, start_from_robot, turn_in_place).run(&node);
        let message: nav_msgs::Odometry<Header2> = node.only("/robot/sensor");
        let position = &message.pose.pose.position;
        assert_near(DVec3::new(position.x, position.y, position.z), [2.9, 1.0, 0.0]);
        let orientation = rotation(&message.pose.pose.orientation);
        assert!(orientation.angle_between(start_from_robot.rotation) < 1e-6);
        assert_near(vector(&message.twist.twist.linear), [0.0; 3]);
        assert_near(vector(&message.twist.twist.angular), [0.0, 0.0, 0.5]);
        let tf: tf2_msgs::TFMessage<Header2> = node.only("/tf");
        assert_near(vector(&tf.transforms[0].transform.translation), [2.9, 1.0, 0.0]);
    }
}

#[test]
fn odometry_in_ros_1_is_that_of_the_sensor() {
    let node = Ros1::new();
    let mut case = odometry(
        Pose { translation: DVec3::ZERO, rotation: turn(PI) },
        Pose::from_translation(DVec3::X),
        Pose::IDENTITY,
    );
    case.class = "morse.middleware.ros.odometry.OdometryPublisher";
    case.run(&node);
    let message: nav_msgs::Odometry<Header1> = node.only("/robot/sensor");
    assert!((message.pose.pose.position.x + 1.0).abs() < 1e-12);
}

#[test]
fn velocity_is_along_the_axes_of_the_frame_in_its_header() {
    let fields = [
        ("linear_velocity", Item::Vector([1.0, 0.0, 0.0])),
        ("angular_velocity", Item::Vector([0.0, 0.5, 0.0])),
        ("world_linear_velocity", Item::Vector([0.0; 3])),
    ];
    let turned = || {
        let mut case = case(PUBLISHER, record(DataKind::Twist, &fields));
        case.robot_from_component.rotation = turn(FRAC_PI_2);
        case
    };
    let of_robot = Ros2::new();
    turned().run(&of_robot);
    let message: geometry_msgs::TwistStamped<Header2> = of_robot.only("/robot/sensor");
    assert_eq!(message.header.frame_id, "base_link");
    assert_near(vector(&message.twist.linear), [0.0, 1.0, 0.0]);
    assert_near(vector(&message.twist.angular), [-0.5, 0.0, 0.0]);
    let of_sensor = Ros2::new();
    turned().option("frame_id", "velocity_link").run(&of_sensor);
    let message: geometry_msgs::TwistStamped<Header2> = of_sensor.only("/robot/sensor");
    assert_near(vector(&message.twist.linear), [1.0, 0.0, 0.0]);
}

#[test]
fn transform_of_a_robot_frame_has_the_pose_of_the_robot() {
    let world_from_robot = Pose::from_euler(DVec3::X, Euler { yaw: ROBOT_YAW, ..Euler::default() });
    let robot_from_sensor = Pose { translation: DVec3::new(0.5, 0.0, 0.25), rotation: turn(PI) };
    let world_from_sensor = world_from_robot * robot_from_sensor;
    let (p, e) = (world_from_sensor.translation, world_from_sensor.euler());
    let fields = [("x", p.x), ("y", p.y), ("z", p.z), ("yaw", e.yaw), ("pitch", e.pitch), ("roll", e.roll)];
    let sent = |child: Option<&str>| {
        let node = Ros2::new();
        let mut case = case("morse.middleware.ros.pose.TFPublisher", numbers(DataKind::Pose, &fields));
        case.robot_from_component = robot_from_sensor;
        let case = match child {
            Some(child) => case.option("child_frame_id", child),
            None => case,
        };
        case.run(&node);
        let tf: tf2_msgs::TFMessage<Header2> = node.only("/tf");
        vector(&tf.transforms[0].transform.translation)
    };
    assert_near(sent(None), [1.0, 0.0, 0.0]);
    assert_near(sent(Some("marker")), p.to_array());
}
