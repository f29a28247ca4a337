//! Tests of poses, velocities and accelerations in ROS 1.

use morse_ros::messages::{geometry_msgs, nav_msgs, sensor_msgs, tf2_msgs};
use morse_ros::{Header, Header1, Profile};
use morse_scene::data_kind::DataKind;
use morse_world::Euler;

use crate::recording_node::Ros1;
use crate::stream_case::{Item, STAMP_NS, case, numbers, record};

const NEAR: f64 = 1e-12;

fn vector(x: f64, y: f64, z: f64) -> geometry_msgs::Vector3 {
    geometry_msgs::Vector3 { x, y, z }
}

fn header(frame: &str) -> Header1 {
    Header1::new(0, STAMP_NS, frame)
}

fn pose_fields() -> Vec<(&'static str, f64)> {
    vec![("x", 1.0), ("y", 2.0), ("z", 3.0), ("yaw", 0.3), ("pitch", -0.2), ("roll", 0.1)]
}

/// The quaternion of roll 0.1, pitch -0.2 and yaw 0.3, by the half-angle formula.
fn orientation() -> geometry_msgs::Quaternion {
    let [(sr, cr), (sp, cp), (sy, cy)] = [0.1_f64, -0.2, 0.3].map(|angle| (angle / 2.0).sin_cos());
    geometry_msgs::Quaternion {
        x: sr * cp * cy - cr * sp * sy,
        y: cr * sp * cy + sr * cp * sy,
        z: cr * cp * sy - sr * sp * cy,
        w: cr * cp * cy + sr * sp * sy,
    }
}

fn assert_near(a: &geometry_msgs::Quaternion, b: &geometry_msgs::Quaternion) {
    for (a, b) in [(a.x, b.x), (a.y, b.y), (a.z, b.z), (a.w, b.w)] {
        assert!((a - b).abs() < NEAR, "{a} is not {b}");
    }
}

#[test]
fn accelerometer_publishes_accelerations_or_velocity() {
    let fields = [
        ("distance", Item::Float(9.0)),
        ("velocity", Item::Vector([1.0, 2.0, 3.0])),
        ("acceleration", Item::Vector([4.0, 5.0, 6.0])),
        ("angular_acceleration", Item::Vector([7.0, 8.0, 9.0])),
    ];
    let node = Ros1::new();
    case(
        "morse.middleware.ros.accelerometer.AccelWithCovarianceStampedPublisher",
        record(DataKind::Acceleration, &fields),
    )
    .run(&node);
    let accel: geometry_msgs::AccelWithCovarianceStamped<Header1> = node.only("/robot/sensor");
    assert_eq!(accel.header, header("/robot/sensor"));
    assert_eq!(accel.accel.accel.linear, vector(4.0, 5.0, 6.0));
    assert_eq!(accel.accel.accel.angular, vector(7.0, 8.0, 9.0));
    assert_eq!(accel.accel.covariance, [0.0; 36]);

    let node = Ros1::new();
    case("morse.middleware.ros.accelerometer.TwistPublisher", record(DataKind::Acceleration, &fields))
        .run(&node);
    let twist: geometry_msgs::TwistStamped<Header1> = node.only("/robot/sensor");
    let expected = geometry_msgs::Twist { linear: vector(1.0, 2.0, 3.0), ..Default::default() };
    assert_eq!(twist, geometry_msgs::TwistStamped { header: header("/robot/sensor"), twist: expected });
}

#[test]
fn imu_message_has_the_attitude_of_the_sensor_in_the_world() {
    let node = Ros1::new();
    let fields = [
        ("angular_velocity", Item::Vector([1.0, 2.0, 3.0])),
        ("linear_acceleration", Item::Vector([4.0, 5.0, 6.0])),
    ];
    case("morse.middleware.ros.imu.ImuPublisher", record(DataKind::Imu, &fields)).run(&node);
    let imu: sensor_msgs::Imu<Header1> = node.only("/robot/sensor");
    assert_eq!(imu.header, header("/imu"));
    let half = 0.5_f64;
    let yawed = geometry_msgs::Quaternion { z: half.sin(), w: half.cos(), ..Default::default() };
    assert_near(&imu.orientation, &yawed);
    assert_eq!(imu.angular_velocity, vector(1.0, 2.0, 3.0));
    assert_eq!(imu.linear_acceleration, vector(4.0, 5.0, 6.0));
    for covariance in
        [imu.orientation_covariance, imu.angular_velocity_covariance, imu.linear_acceleration_covariance]
    {
        assert_eq!(covariance, [0.0; 9]);
    }
    assert_eq!(node.advertised(), ["/robot/sensor"], "MORSE 1.4 sends no transform of an IMU");
    assert_eq!(node.with("/robot/sensor", |topic| topic.profile), Profile::SensorData);
}

#[test]
fn odometry_is_a_message_and_a_transform() {
    let node = Ros1::new();
    let mut fields = pose_fields();
    fields.extend([("vx", 4.0), ("vy", 5.0), ("vz", 6.0), ("wz", 9.0), ("wy", 8.0), ("wx", 7.0)]);
    let case = case("morse.middleware.ros.odometry.OdometryPublisher", numbers(DataKind::Odometry, &fields));
    case.run(&node);
    let odometry: nav_msgs::Odometry<Header1> = node.only("/robot/sensor");
    assert_eq!(odometry.header, header("/odom"));
    assert_eq!(odometry.child_frame_id, "/base_footprint");
    assert_eq!(odometry.pose.pose.position, geometry_msgs::Point { x: 1.0, y: 2.0, z: 3.0 });
    assert_near(&odometry.pose.pose.orientation, &orientation());
    assert_eq!(odometry.twist.twist.linear, vector(4.0, 5.0, 6.0));
    assert_eq!(odometry.twist.twist.angular, vector(7.0, 8.0, 9.0));
    assert_eq!((odometry.pose.covariance, odometry.twist.covariance), ([0.0; 36], [0.0; 36]));

    let mut tf: tf2_msgs::TFMessage<Header1> = node.only("/tf");
    let transform = tf.transforms.remove(0);
    assert!(tf.transforms.is_empty(), "one transform per message");
    assert_eq!(transform.header, header("/odom"));
    assert_eq!(transform.child_frame_id, "/base_footprint");
    assert_eq!(transform.transform.translation, vector(1.0, 2.0, 3.0));
    assert_near(&transform.transform.rotation, &orientation());
}

#[test]
fn pose_is_published_in_four_forms() {
    let data = || numbers(DataKind::Pose, &pose_fields());
    let position = geometry_msgs::Point { x: 1.0, y: 2.0, z: 3.0 };

    let node = Ros1::new();
    case("morse.middleware.ros.pose.PoseStampedPublisher", data()).run(&node);
    let stamped: geometry_msgs::PoseStamped<Header1> = node.only("/robot/sensor");
    assert_eq!((stamped.header, &stamped.pose.position), (header("/map"), &position));
    assert_near(&stamped.pose.orientation, &orientation());

    let node = Ros1::new();
    case("morse.middleware.ros.pose.PosePublisher", data()).run(&node);
    assert_eq!(node.only::<geometry_msgs::Pose>("/robot/sensor"), stamped.pose);

    let node = Ros1::new();
    case("morse.middleware.ros.pose.PoseWithCovarianceStampedPublisher", data()).run(&node);
    let uncertain: geometry_msgs::PoseWithCovarianceStamped<Header1> = node.only("/robot/sensor");
    assert_eq!(
        (uncertain.header, uncertain.pose.pose, uncertain.pose.covariance),
        (header("/map"), stamped.pose, [0.0; 36])
    );

    let node = Ros1::new();
    case("morse.middleware.ros.pose.TFPublisher", data()).run(&node);
    assert_eq!(node.advertised(), ["/tf"], "it has no topic of its own");
    let tf: tf2_msgs::TFMessage<Header1> = node.only("/tf");
    assert_eq!(tf.transforms[0].header, header("/map"));
    assert_eq!(tf.transforms[0].child_frame_id, "/base_link");
    assert_eq!(tf.transforms[0].transform.translation, vector(1.0, 2.0, 3.0));
}

#[test]
fn message_has_the_covariance_of_the_data() {
    let node = Ros1::new();
    let mut fields: Vec<_> = pose_fields().into_iter().map(|(name, n)| (name, Item::Float(n))).collect();
    fields.push(("covariance_matrix", Item::Floats((0..36).map(f64::from).collect())));
    case("morse.middleware.ros.pose.PoseWithCovarianceStampedPublisher", record(DataKind::Pose, &fields))
        .run(&node);
    let uncertain: geometry_msgs::PoseWithCovarianceStamped<Header1> = node.only("/robot/sensor");
    assert_eq!(uncertain.pose.covariance[35], 35.0);
}

#[test]
fn invalid_pose_is_not_sent() {
    for class in
        ["PosePublisher", "PoseStampedPublisher", "PoseWithCovarianceStampedPublisher", "TFPublisher"]
    {
        let node = Ros1::new();
        let mut fields: Vec<_> = pose_fields().into_iter().map(|(name, n)| (name, Item::Float(n))).collect();
        fields.push(("valid", Item::Bool(false)));
        let class = format!("morse.middleware.ros.pose.{class}").leak();
        case(class, record(DataKind::Pose, &fields)).run(&node);
        for topic in node.advertised() {
            assert!(node.with(&topic, |topic| topic.has_no_messages()), "{class} on {topic}");
        }
    }
}

#[test]
fn velocity_is_in_the_frame_of_the_robot() {
    let node = Ros1::new();
    let fields = [
        ("linear_velocity", Item::Vector([1.0, 2.0, 3.0])),
        ("angular_velocity", Item::Vector([4.0, 5.0, 6.0])),
        ("world_linear_velocity", Item::Vector([0.0; 3])),
    ];
    case("morse.middleware.ros.velocity.TwistStampedPublisher", record(DataKind::Twist, &fields)).run(&node);
    let expected = geometry_msgs::Twist { linear: vector(1.0, 2.0, 3.0), angular: vector(4.0, 5.0, 6.0) };
    assert_eq!(
        node.only::<geometry_msgs::TwistStamped<Header1>>("/robot/sensor"),
        geometry_msgs::TwistStamped { header: header("/base_link"), twist: expected }
    );
}

#[test]
fn sequence_numbers_increase_without_listeners() {
    let node = Ros1::new();
    let case =
        case("morse.middleware.ros.pose.PoseStampedPublisher", numbers(DataKind::Pose, &pose_fields()));
    let mut publisher = case.publisher(&morse_ros::Streams::new(std::sync::Arc::clone(&node))).unwrap();
    case.publish(&mut publisher, 1);
    node.set_listeners(false);
    case.publish(&mut publisher, 2);
    node.set_listeners(true);
    case.publish(&mut publisher, 3);
    let sent: Vec<geometry_msgs::PoseStamped<Header1>> = node.sent("/robot/sensor");
    let counts: Vec<(u32, i64)> = sent.iter().map(|m| (m.header.seq, m.header.stamp_ns())).collect();
    assert_eq!(counts, [(0, 1), (2, 3)]);
}

#[test]
fn attitude_sensor_is_an_imu_without_accelerometer() {
    let node = Ros1::new();
    let euler = Euler { roll: 0.1, pitch: -0.2, yaw: 0.3 };
    let fields = [("rotation", Item::Euler(euler)), ("angular_velocity", Item::Vector([1.0, 2.0, 3.0]))];
    case("morse.middleware.ros_datastream.ROSPublisher", record(DataKind::AttitudeRate, &fields)).run(&node);
    let imu: sensor_msgs::Imu<Header1> = node.only("/robot/sensor");
    assert_near(&imu.orientation, &orientation());
    assert_eq!(imu.angular_velocity, vector(1.0, 2.0, 3.0));
    assert_eq!(imu.linear_acceleration_covariance[0], -1.0);
}
