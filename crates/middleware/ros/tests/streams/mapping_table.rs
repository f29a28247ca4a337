//! Compares the mapping tables with MORSE 1.4, the MD5 sums of Debian's packages, and the Builder's catalog.

use std::collections::BTreeMap;

use morse_ros::mapping::{
    INPUT_CLASSES, INPUT_KINDS, OUTPUT_CLASSES, OUTPUT_KINDS, PUBLISHERS_BY_KIND, READERS_BY_KIND, ROWS,
    input, output,
};
use morse_ros::messages::*;
use morse_ros::{Header1, Message, Service};
use morse_scene::data_kind::DataKind;
use serde_json::Value;

/// The ROS rows of the stream table of MORSE 1.4.
const ROS_ROWS: &str = include_str!("../ros_rows.json");
/// The Builder's catalog of components.
const CATALOG: &str = include_str!("../../../../../python/morse/builder/catalog/catalog.json");

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

/// The message of a class path, without its package.
fn message(class: &str) -> &'static str {
    let of_output = output(class, DataKind::Record).map(|output| output.info().message);
    let of_input = || input(class, DataKind::Record).map(|input| input.info().message);
    let message = of_output.or_else(of_input).unwrap_or_else(|| panic!("no codec for {class}"));
    message.rsplit('/').next().unwrap()
}

/// Components that MORSE 1.4 did not have.
const BEYOND_MORSE: [&str; 15] = [
    "morse.actuators.ackermann_drive.AckermannDrive",
    "morse.actuators.diff_drive.DiffDrive",
    "morse.actuators.joint_controller.JointController",
    "morse.actuators.omni_drive.OmniDrive",
    "morse.sensors.bounding_box_camera.BoundingBoxCamera",
    "morse.sensors.contact_sensor.ContactSensor",
    "morse.sensors.event_camera.EventCamera",
    "morse.sensors.force_torque_sensor.ForceTorqueSensor",
    "morse.sensors.joint_positions.JointPositions",
    "morse.sensors.marker_detector.MarkerDetector",
    "morse.sensors.normal_camera.NormalCamera",
    "morse.sensors.optical_flow_camera.OpticalFlowCamera",
    "morse.sensors.segmentation_camera.SegmentationCamera",
    "morse.sensors.thermal_camera.ThermalCamera",
    "morse.sensors.wheel_odometry.WheelOdometry",
];

#[test]
fn mapping_has_every_row_of_morse() {
    let table: Value = serde_json::from_str(ROS_ROWS).unwrap();
    let rows = list(&table, "rows");
    let of_morse: Vec<_> = ROWS.iter().filter(|own| !BEYOND_MORSE.contains(&own.component)).collect();
    assert_eq!(rows.len(), of_morse.len());
    for (row, own) in rows.iter().zip(of_morse) {
        assert_eq!((text(row, "component"), text(row, "level")), (own.component, own.level));
        assert_eq!(text(row, "datastream"), own.class);
        assert_eq!(list(row, "alternatives"), own.alternatives, "{}", own.component);
        assert_eq!(message(own.class), text(row, "ros_message"), "{}", own.component);
        let is_out = text(row, "direction") == "OUT";
        for class in own.alternatives.iter().chain([&own.class]) {
            assert_eq!(output(class, DataKind::Record).is_some(), is_out, "{class}");
            assert_eq!(input(class, DataKind::Record).is_none(), is_out, "{class}");
        }
    }
    for class in list(&table, "other_classes") {
        // Publishers of transforms only have no message.
        let expected = match text(class, "ros_message") {
            "Header" => "",
            message => message,
        };
        assert_eq!(message(text(class, "classpath")), expected, "{class}");
    }
}

#[test]
fn classes_and_kinds_are_unique() {
    let classes =
        OUTPUT_CLASSES.iter().map(|(class, _)| *class).chain(INPUT_CLASSES.iter().map(|(class, _)| *class));
    let classes: Vec<&str> = classes.chain(PUBLISHERS_BY_KIND).chain(READERS_BY_KIND).collect();
    let mut unique = classes.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), classes.len());
    for &kind in DataKind::ALL {
        assert!(OUTPUT_KINDS.iter().filter(|(known, _)| *known == kind).count() <= 1, "{kind}");
        assert!(INPUT_KINDS.iter().filter(|(known, _)| *known == kind).count() <= 1, "{kind}");
    }
}

fn kind(component: &Value) -> Option<DataKind> {
    serde_json::from_value(component.get("data_kind")?.clone()).ok()
}

fn has_fields(component: &Value, names: &[&str]) -> bool {
    let fields: Vec<&str> = list(component, "fields").iter().map(|field| text(field, "name")).collect();
    names.iter().all(|name| fields.contains(name))
}

#[test]
fn every_component_has_a_message_that_fits_its_data() {
    let catalog: Value = serde_json::from_str(CATALOG).unwrap();
    let mut checked = 0;
    for component in list(&catalog, "components") {
        let class = text(component, "class");
        let Some(kind) = kind(component).filter(|kind| *kind != DataKind::Empty) else { continue };
        if text(component, "kind") == "sensor" {
            let output = output(PUBLISHERS_BY_KIND[0], kind).unwrap_or_else(|| panic!("{class}: {kind}"));
            assert!(has_fields(component, output.info().fields), "{class}");
            checked += 1;
        } else if text(component, "kind") == "actuator" {
            let input = input(READERS_BY_KIND[0], kind).unwrap_or_else(|| panic!("{class}: {kind}"));
            assert!(has_fields(component, input.info().fields), "{class}");
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} components have data");
}

#[test]
fn components_have_the_fields_of_their_rows() {
    let catalog: Value = serde_json::from_str(CATALOG).unwrap();
    let components: BTreeMap<&str, &Value> =
        list(&catalog, "components").iter().map(|component| (text(component, "class"), component)).collect();
    for row in ROWS {
        let Some(component) = components.get(row.component) else { panic!("there is no {}", row.component) };
        for class in row.alternatives.iter().chain([&row.class]) {
            let fields = output(class, DataKind::Record).map(|output| output.info().fields);
            let fields = fields.or_else(|| input(class, DataKind::Record).map(|input| input.info().fields));
            assert!(has_fields(component, fields.unwrap()), "{} with {class}", row.component);
        }
    }
}

fn md5<M: Message>() -> (String, &'static str) {
    (format!("{}/{}", M::PACKAGE, M::NAME), M::ROS1_MD5)
}

fn service_md5<S: Service>() -> (String, &'static str) {
    (format!("{}/{}", S::PACKAGE, S::NAME), S::ROS1_MD5)
}

#[test]
fn md5sums_are_those_of_debian_12() {
    type H = Header1;
    let own = [
        md5::<std_msgs::String>(),
        md5::<std_msgs::Float32>(),
        md5::<std_msgs::Bool>(),
        md5::<std_msgs::Float32MultiArray>(),
        md5::<geometry_msgs::AccelWithCovarianceStamped<H>>(),
        md5::<geometry_msgs::Point>(),
        md5::<geometry_msgs::Vector3>(),
        md5::<geometry_msgs::Pose>(),
        md5::<geometry_msgs::Pose2D>(),
        md5::<geometry_msgs::PoseStamped<H>>(),
        md5::<geometry_msgs::PoseWithCovarianceStamped<H>>(),
        md5::<geometry_msgs::Quaternion>(),
        md5::<geometry_msgs::TransformStamped<H>>(),
        md5::<geometry_msgs::Twist>(),
        md5::<geometry_msgs::TwistStamped<H>>(),
        md5::<geometry_msgs::Wrench>(),
        md5::<sensor_msgs::CameraInfo<H>>(),
        md5::<sensor_msgs::Image<H>>(),
        md5::<sensor_msgs::Imu<H>>(),
        md5::<sensor_msgs::JointState<H>>(),
        md5::<sensor_msgs::LaserScan<H>>(),
        md5::<sensor_msgs::NavSatFix<H>>(),
        md5::<sensor_msgs::PointCloud2<H>>(),
        md5::<sensor_msgs::Range<H>>(),
        md5::<nav_msgs::Odometry<H>>(),
        md5::<rosgraph_msgs::Clock>(),
        md5::<rosgraph_msgs::Log<H>>(),
        md5::<tf2_msgs::TFMessage<H>>(),
        md5::<actionlib_msgs::GoalID>(),
        md5::<actionlib_msgs::GoalStatusArray<H>>(),
        md5::<trajectory_msgs::JointTrajectory<H>>(),
        md5::<move_base_msgs::MoveBaseActionGoal<H>>(),
        md5::<move_base_msgs::MoveBaseActionResult<H>>(),
        md5::<move_base_msgs::MoveBaseActionFeedback<H>>(),
        service_md5::<std_srvs::Empty>(),
        service_md5::<std_srvs::SetBool>(),
        service_md5::<std_srvs::Trigger>(),
    ];
    let debian: Vec<(String, &str)> = include_str!("../md5sums.txt")
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, md5)| (name.to_owned(), md5))
        .collect();
    assert_eq!(own.to_vec(), debian);
}

#[test]
fn generated_messages_are_up_to_date() {
    if !std::path::Path::new("/usr/share/move_base_msgs/msg").exists() {
        eprintln!("skipped: the message definitions are not installed");
        return;
    }
    let generator = concat!(env!("CARGO_MANIFEST_DIR"), "/messages/generate.py");
    let output = std::process::Command::new("python3").args([generator, "--check"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
