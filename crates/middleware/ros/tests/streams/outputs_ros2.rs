//! Tests of the differences of ROS 2: frames, REP 117, quality of service, and a default message for each kind of data.

use std::sync::Arc;

use morse_ros::mapping::{OUTPUT_KINDS, Output};
use morse_ros::messages::{geometry_msgs, rosgraph_msgs, sensor_msgs, std_msgs};
use morse_ros::{Header, Header2, Profile, Streams};
use morse_scene::data_kind::DataKind;
use morse_scene::value::Value;

use crate::outputs_sensing::{camera, scanner};
use crate::recording_node::Ros2;
use crate::stream_case::{Case, Item, STAMP_NS, case, numbers, record};

const BY_KIND: &str = "morse.middleware.ros2_datastream.ROS2Publisher";

fn run(case: &Case) -> Arc<Ros2> {
    let node = Ros2::new();
    case.run(&node);
    node
}

#[test]
fn ranges_without_a_hit_are_infinite() {
    let node = run(&scanner(BY_KIND, DataKind::LaserScan));
    let scan: sensor_msgs::LaserScan<Header2> = node.only("/robot/sensor");
    assert_eq!(scan.ranges, [1.0, 2.5, 0.75, f32::INFINITY]);
    assert_eq!(scan.header, Header2::new(0, STAMP_NS, "base_laser_link"));
    assert_eq!((scan.time_increment, scan.scan_time), (0.0, 0.05), "all rays have the same time");
    assert_eq!((scan.range_min, scan.range_max), (0.0, 30.0));

    let mut far = scanner(BY_KIND, DataKind::Range);
    far.data = record(DataKind::Range, &[("range_list", Item::Floats(vec![30.0, 30.0]))]);
    let range: sensor_msgs::Range2<Header2> = run(&far).only("/robot/sensor");
    assert_eq!((range.range, range.field_of_view), (f32::INFINITY, std::f32::consts::PI));
    assert_eq!((range.radiation_type, range.max_range, range.variance), (1, 30.0, 0.0));
}

#[test]
fn battery_has_its_share_of_charge_and_its_status() {
    type State = sensor_msgs::BatteryState<Header2>;
    for (status, expected) in [
        ("Discharging", State::POWER_SUPPLY_STATUS_DISCHARGING),
        ("Charging", State::POWER_SUPPLY_STATUS_CHARGING),
        ("Charged", State::POWER_SUPPLY_STATUS_FULL),
    ] {
        let fields = [("charge", Item::Float(62.5)), ("status", Item::Text(status))];
        let state: State = run(&case(BY_KIND, record(DataKind::Battery, &fields))).only("/robot/sensor");
        assert_eq!((state.percentage, state.power_supply_status, state.present), (0.625, expected, true));
        assert!(state.voltage.is_nan() && state.capacity.is_nan() && state.cell_voltage.is_empty());
        assert_eq!(state.header.stamp_ns(), STAMP_NS);
    }
}

#[test]
fn pictures_have_no_alpha_and_five_coefficients() {
    let node = run(&camera(BY_KIND, DataKind::Image));
    let image: sensor_msgs::Image<Header2> = node.only("/robot/sensor/image");
    assert_eq!((image.encoding.as_str(), image.step), ("rgb8", 6));
    assert_eq!(image.data, [1, 2, 3, 5, 6, 7]);
    assert_eq!(image.header.frame_id, "robot/sensor_optical_frame");
    let info: sensor_msgs::CameraInfo<Header2> = node.only("/robot/sensor/camera_info");
    assert_eq!((info.distortion_model.as_str(), info.d), ("plumb_bob", vec![0.0; 5]));
    assert_eq!(info.header, image.header);

    let node = run(&camera(BY_KIND, DataKind::Image).option("encoding", "rgba8"));
    let image: sensor_msgs::Image<Header2> = node.only("/robot/sensor/image");
    assert_eq!((image.encoding.as_str(), image.step, image.data.len()), ("rgba8", 8, 8));
}

#[test]
fn depth_pictures_are_floats_with_five_coefficients() {
    let node = run(&camera(BY_KIND, DataKind::DepthImage));
    let image: sensor_msgs::Image<Header2> = node.only("/robot/sensor/image");
    assert_eq!((image.encoding.as_str(), image.step, image.data.len()), ("32FC1", 8, 8));
    let info: sensor_msgs::CameraInfo<Header2> = node.only("/robot/sensor/camera_info");
    assert_eq!(info.d, [0.0; 5]);

    let mut depths = camera(BY_KIND, DataKind::DepthImage);
    depths.data.kind = DataKind::Image;
    let node = run(&depths);
    let image: sensor_msgs::Image<Header2> = node.only("/robot/sensor/image");
    assert_eq!(image.encoding, "32FC1", "depths of a video camera");
    assert!(node.with("/robot/sensor/image/compressed", |topic| topic.has_no_messages()));
}

#[test]
fn points_of_a_depth_camera_are_in_its_optical_frame() {
    let points = Item::Points(vec![[0.0, 0.0, 2.0]]);
    let cloud = record(DataKind::PointCloud, &[("points", points), ("nb_points", Item::Int(1))]);
    let node = run(&case(BY_KIND, cloud));
    let cloud: sensor_msgs::PointCloud2<Header2> = node.only("/robot/sensor");
    assert_eq!(cloud.header.frame_id, "robot/sensor_optical_frame");
}

#[test]
fn compressed_pictures_are_beside_the_raw_topic() {
    for (kind, options, topic, format) in [
        (DataKind::Image, None, "compressed", "rgb8; jpeg compressed bgr8"),
        (DataKind::Image, Some("png"), "compressed", "rgb8; png compressed bgr8"),
        (DataKind::DepthImage, None, "compressedDepth", "32FC1; compressedDepth png"),
    ] {
        let mut camera = camera(BY_KIND, kind);
        if let Some(format) = options {
            camera = camera.option("compressed_format", format);
        }
        let node = run(&camera);
        let topic = format!("/robot/sensor/image/{topic}");
        let message: sensor_msgs::CompressedImage<Header2> = node.only(&topic);
        let raw: sensor_msgs::Image<Header2> = node.only("/robot/sensor/image");
        assert_eq!((message.header, message.format.as_str()), (raw.header, format));
        assert!(!message.data.is_empty());
    }
    for kind in [DataKind::Image, DataKind::DepthImage] {
        let node = run(&camera(BY_KIND, kind).option("compressed_format", "none"));
        let topics = ["/robot/sensor/camera_info", "/robot/sensor/image", "/tf_static"];
        assert_eq!(node.advertised(), topics);
    }
}

#[test]
fn picture_without_listeners_is_not_compressed() {
    let node = Ros2::new();
    node.set_listeners(false);
    camera(BY_KIND, DataKind::Image).run(&node);
    assert!(node.with("/robot/sensor/image/compressed", |topic| topic.has_no_messages()));
}

#[test]
fn wrong_options_of_cameras_are_refused_with_the_allowed_values() {
    let refused = |name: &str, value: Value, allowed: &str| {
        let case = camera(BY_KIND, DataKind::Image).option(name, value);
        let error = case.publisher(&Streams::new(Ros2::new())).err().unwrap().to_string();
        assert!(error.contains(name) && error.contains(allowed), "{error}");
    };
    refused("encoding", Value::from("bgr16"), "one of rgb8, rgba8, not `bgr16`");
    refused("compressed_format", Value::from("webp"), "one of jpeg, png, none");
    refused("jpeg_quality", Value::Int(0), "a whole number from 1 to 100");
    refused("jpeg_quality", Value::from("high"), "a whole number from 1 to 100");
}

#[test]
fn remissions_are_intensities() {
    let mut laser = scanner(BY_KIND, DataKind::LaserScan);
    let remissions = Item::Floats(vec![0.5, 0.25]);
    let ranges = Item::Floats(vec![1.0, 2.0]);
    laser.data = record(DataKind::LaserScan, &[("range_list", ranges), ("remission_list", remissions)]);
    let scan: sensor_msgs::LaserScan<Header2> = run(&laser).only("/robot/sensor");
    assert_eq!(scan.intensities, [0.5, 0.25]);
}

#[test]
fn clock_of_another_topic_has_the_profile_of_clocks() {
    let node = run(&case(BY_KIND, numbers(DataKind::Clock, &[])).option("topic", "/robot/clock"));
    assert_eq!(node.only::<rosgraph_msgs::Clock>("/robot/clock").clock.as_ns(), STAMP_NS);
    assert_eq!(node.with("/robot/clock", |topic| topic.profile), Profile::Clock);
}

#[test]
fn leading_slash_of_frame_id_is_removed() {
    let data = numbers(DataKind::Position, &[("x", 1.0), ("y", 2.0), ("z", 3.0)]);
    let node = run(&case(BY_KIND, data).option("frame_id", "/world"));
    let point: geometry_msgs::PointStamped<Header2> = node.only("/robot/sensor");
    assert_eq!(point.header.frame_id, "world");
    assert_eq!(point.point, geometry_msgs::Point { x: 1.0, y: 2.0, z: 3.0 });
}

#[test]
fn scalar_sensors_publish_in_the_units_of_ros() {
    let field = [("x", 20_000.0), ("y", 0.0), ("z", -40_000.0)];
    let node = run(&case(BY_KIND, numbers(DataKind::MagneticField, &field)));
    let magnetic: sensor_msgs::MagneticField<Header2> = node.only("/robot/sensor");
    let geometry_msgs::Vector3 { x, y, z } = magnetic.magnetic_field;
    assert!(
        (glam::DVec3::new(x, y, z).length() - 2e-5_f64.hypot(4e-5)).abs() < 1e-18,
        "its axes are in `signs`"
    );

    let node = run(&case(BY_KIND, numbers(DataKind::Temperature, &[("temperature", 15.0)])));
    assert_eq!(node.only::<sensor_msgs::Temperature<Header2>>("/robot/sensor").temperature, 15.0);
    let node = run(&case(BY_KIND, numbers(DataKind::Pressure, &[("pressure", 101_325.0)])));
    assert_eq!(node.only::<sensor_msgs::FluidPressure<Header2>>("/robot/sensor").fluid_pressure, 101_325.0);
    let node = run(&case(BY_KIND, numbers(DataKind::DifferentialPressure, &[("diff_pressure", 3.0)])));
    assert_eq!(node.only::<std_msgs::Float32>("/robot/sensor").data, 3.0);
    let node = run(&case(BY_KIND, numbers(DataKind::Altitude, &[("z", 4.0)])));
    assert_eq!(node.only::<std_msgs::Float32>("/robot/sensor").data, 4.0);
    let node = run(&case(BY_KIND, numbers(DataKind::Distance, &[("dS", 5.0)])));
    assert_eq!(node.only::<std_msgs::Float32>("/robot/sensor").data, 5.0);
    let touch =
        record(DataKind::Collision, &[("collision", Item::Bool(true)), ("objects", Item::Text("wall"))]);
    assert!(run(&case(BY_KIND, touch)).only::<std_msgs::Bool>("/robot/sensor").data);
    let forces = [("force", Item::Vector([1.0, 2.0, 3.0])), ("torque", Item::Vector([4.0, 5.0, 6.0]))];
    let wrench: geometry_msgs::WrenchStamped<Header2> =
        run(&case(BY_KIND, record(DataKind::Wrench, &forces))).only("/robot/sensor");
    assert_eq!((wrench.wrench.force.y, wrench.wrench.torque.z), (2.0, 6.0));
    let angles = numbers(DataKind::Attitude, &[("yaw", 0.0), ("pitch", 0.0), ("roll", 1.0)]);
    let attitude: geometry_msgs::QuaternionStamped<Header2> =
        run(&case(BY_KIND, angles)).only("/robot/sensor");
    assert!((attitude.quaternion.x - 0.5_f64.sin()).abs() < 1e-12);
    assert_eq!(attitude.header.frame_id, "map");
}

#[test]
fn commanded_velocity_is_a_twist_of_the_robot() {
    let sent = |kind, fields: &[(&'static str, f64)]| {
        let twist: geometry_msgs::Twist = run(&case(BY_KIND, numbers(kind, fields))).only("/robot/sensor");
        let [x, y, z] = [twist.linear.x, twist.linear.y, twist.linear.z];
        (x, y, z, twist.angular.x, twist.angular.y, twist.angular.z)
    };
    let unicycle = sent(DataKind::UnicycleVelocity, &[("v", 1.0), ("w", 0.5)]);
    assert_eq!(unicycle, (1.0, 0.0, 0.0, 0.0, 0.0, 0.5));
    let planar = sent(DataKind::PlanarVelocity, &[("x", 1.0), ("y", 2.0), ("w", 0.5)]);
    assert_eq!(planar, (1.0, 2.0, 0.0, 0.0, 0.0, 0.5));
    let rotorcraft =
        sent(DataKind::RotorcraftVelocity, &[("vx", 1.0), ("vy", 2.0), ("vz", 3.0), ("vyaw", 0.5)]);
    assert_eq!(rotorcraft, (1.0, 2.0, 3.0, 0.0, 0.0, 0.5));
}

#[test]
fn every_output_is_reliable_and_high_rate_data_has_a_short_queue() {
    for &(kind, output) in OUTPUT_KINDS {
        let expected = match output {
            Output::Image | Output::DepthImage | Output::Points | Output::LaserScan | Output::Range => {
                Profile::SensorData
            }
            Output::Segmentation
            | Output::NormalImage
            | Output::FlowImage
            | Output::ThermalImage
            | Output::Events => Profile::SensorData,
            Output::Imu | Output::ImuAttitude | Output::MagneticField => Profile::SensorData,
            Output::Clock => Profile::Clock,
            _ => Profile::Reliable,
        };
        assert_eq!(output.info().profile, expected, "{kind}");
        assert!(expected.qos().reliable && !expected.qos().latched, "{kind}");
    }
}
