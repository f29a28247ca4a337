//! Tests of transforms: publishers that only send transforms, and the tree of all frames.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_ros::messages::tf2_msgs::TFMessage;
use morse_ros::messages::{nav_msgs, sensor_msgs};
use morse_ros::{Header, Header1, Header2, Profile, Streams};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::Audience;
use morse_world::Pose;

use crate::outputs_sensing::{camera, scanner};
use crate::recording_node::{Ros1, Ros2};
use crate::stream_case::{Case, Item, STAMP_NS, case, numbers, record};

fn of(class: &str) -> Case {
    case(format!("morse.middleware.ros.static_tf.{class}").leak(), numbers(DataKind::Record, &[]))
}

#[test]
fn static_transform_is_sent_once_a_second_with_a_future_stamp() {
    let node = Ros1::new();
    let case = of("StaticTFPublisher").option("child_frame_id", "/camera").option("parent_frame_id", "/base");
    let mut publisher = case.publisher(&Streams::new(Arc::clone(&node))).unwrap();
    for stamp_ns in [1_000_000_000, 1_500_000_000, 2_000_000_000, 2_600_000_000] {
        case.publish(&mut publisher, stamp_ns);
    }
    let sent: Vec<TFMessage<Header1>> = node.sent("/tf");
    let stamps: Vec<i64> = sent.iter().map(|tf| tf.transforms[0].header.stamp_ns()).collect();
    assert_eq!(stamps, [2_500_000_000, 3_600_000_000]);
    assert_eq!(sent[0].transforms[0].header.frame_id(), "/base");
    assert_eq!(sent[0].transforms[0].child_frame_id, "/camera");
    assert_eq!(node.advertised(), ["/tf"]);
}

#[test]
fn latched_transform_is_sent_once() {
    let node = Ros1::new();
    let case = of("StaticTF2Publisher");
    let mut publisher = case.publisher(&Streams::new(Arc::clone(&node))).unwrap();
    case.publish(&mut publisher, STAMP_NS);
    assert_eq!(publisher.audience(), Audience::NoClient, "readings are not needed");
    let tf: TFMessage<Header1> = node.only("/tf_static");
    assert_eq!(tf.transforms[0].header.stamp_ns(), 0);
    assert_eq!(tf.transforms[0].child_frame_id, "/robot/sensor");
    assert_eq!(tf.transforms[0].transform.translation.x, 0.5);
    assert_eq!(node.with("/tf_static", |topic| topic.profile), Profile::TfStatic);
}

#[test]
fn latched_message_has_the_transforms_of_all_streams() {
    let node = Ros1::new();
    let streams = Streams::new(Arc::clone(&node));
    of("StaticTF2Publisher").option("frame_id", "/a").publisher(&streams).unwrap();
    of("StaticTF2Publisher").option("frame_id", "/b").publisher(&streams).unwrap();
    let sent: Vec<TFMessage<Header1>> = node.sent("/tf_static");
    let children: Vec<&str> = sent[1].transforms.iter().map(|t| t.child_frame_id.as_str()).collect();
    assert_eq!(children, ["/a", "/b"]);
}

#[test]
fn frames_and_endpoints_of_removed_component_are_removed() {
    let node = Ros1::new();
    let streams = Streams::new(Arc::clone(&node));
    of("StaticTF2Publisher").option("frame_id", "/a").publisher(&streams).unwrap();
    let mut other = of("StaticTF2Publisher").option("frame_id", "/b");
    other.component = "other.sensor";
    other.publisher(&streams).unwrap();
    streams.close("robot.sensor");
    let sent: Vec<TFMessage<Header1>> = node.sent("/tf_static");
    let children: Vec<&str> =
        sent.last().unwrap().transforms.iter().map(|t| t.child_frame_id.as_str()).collect();
    assert_eq!(children, ["/b"]);
    assert!(streams.endpoints("robot.sensor").is_empty());
    assert_eq!(streams.endpoints("other.sensor").len(), 1);
}

#[test]
fn ros_2_frames_have_the_prefix_of_the_robot_unless_it_is_the_only_one() {
    let frames = |robots: &[&str]| {
        let node = Ros2::new();
        let robots: Vec<String> = robots.iter().map(ToString::to_string).collect();
        let streams = Streams::new(Arc::clone(&node)).for_robots(&robots);
        scanner("morse.middleware.ros2_datastream.ROS2Publisher", DataKind::LaserScan)
            .publisher(&streams)
            .unwrap();
        let sent: Vec<TFMessage<Header2>> = node.sent("/tf_static");
        let link = &sent[0].transforms[0];
        [link.header.frame_id().to_owned(), link.child_frame_id.clone()]
    };
    assert_eq!(frames(&["robot"]), ["base_link", "base_laser_link"]);
    assert_eq!(frames(&["robot", "other"]), ["robot/base_link", "robot/base_laser_link"]);
    assert_eq!(
        frames(&["other"]),
        ["robot/base_link", "robot/base_laser_link"],
        "a robot that was added later"
    );
}

#[test]
fn ros_2_sensor_mounted_on_the_robot_has_a_static_transform() {
    let node = Ros2::new();
    let camera = camera("morse.middleware.ros2_datastream.ROS2Publisher", DataKind::Image);
    camera.run(&node);
    let sent: Vec<TFMessage<Header2>> = node.sent("/tf_static");
    let links = sent.last().unwrap().transforms.iter();
    let links: Vec<_> = links.map(|link| (link.header.frame_id(), link.child_frame_id.as_str())).collect();
    assert_eq!(
        links,
        [("robot/sensor_link", "robot/sensor_optical_frame"), ("base_link", "robot/sensor_link")]
    );
}

#[test]
fn ros_2_optical_frame_has_z_where_the_body_of_the_camera_has_x() {
    let class = "morse.middleware.ros2_datastream.ROS2Publisher";
    for (parent, frame_id) in [("robot", "cam_optical_frame"), ("robot.pan_tilt", "cam_optical_frame")] {
        let node = Ros2::new();
        let streams = Streams::new(Arc::clone(&node));
        let mut camera = camera(class, DataKind::Image).option("topic", "/cam");
        camera.parent = parent;
        // The component has z ahead along the x axis of the robot, as cameras of the Builder.
        camera.robot_from_component.rotation = DQuat::from_xyzw(-0.5, 0.5, -0.5, 0.5);
        let mut publisher = camera.publisher(&streams).unwrap();
        camera.publish(&mut publisher, STAMP_NS);
        let info: sensor_msgs::CameraInfo<Header2> = node.only("/cam/camera_info");
        assert_eq!(info.header.frame_id(), frame_id);
        let sent: Vec<TFMessage<Header2>> = node.sent("/tf_static");
        let body_from_optical = &sent.last().unwrap().transforms[0];
        assert_eq!(body_from_optical.child_frame_id, frame_id);
        assert_eq!(body_from_optical.header.frame_id(), "cam_link");
        let rotation = &body_from_optical.transform.rotation;
        let rotation = DQuat::from_xyzw(rotation.x, rotation.y, rotation.z, rotation.w);
        for (optical, body) in [(DVec3::Z, DVec3::X), (DVec3::X, DVec3::NEG_Y), (DVec3::Y, DVec3::NEG_Z)] {
            assert!((rotation * optical - body).length() < 1e-12);
        }
        let moving: Vec<TFMessage<Header2>> = if parent == "robot" { sent } else { node.sent("/tf") };
        let base_from_body = moving.last().unwrap().transforms.last().unwrap();
        assert_eq!(base_from_body.child_frame_id, "cam_link");
        let (place, turn) = (&base_from_body.transform.translation, &base_from_body.transform.rotation);
        assert!((place.x - 0.5).abs() + (place.z - 0.25).abs() + (turn.w.abs() - 1.0).abs() < 1e-9);
        let pose = streams.frames().map_from(frame_id).err();
        assert!(pose.unwrap().contains("base_link"), "the frame is connected to the robot");
    }
}

#[test]
fn frame_id_of_a_camera_without_the_optical_suffix_is_its_only_frame() {
    let node = Ros2::new();
    camera("morse.middleware.ros2_datastream.ROS2Publisher", DataKind::Image)
        .option("frame_id", "lens")
        .run(&node);
    let fixed: TFMessage<Header2> = node.only("/tf_static");
    assert_eq!(fixed.transforms.len(), 1);
    assert_eq!(fixed.transforms[0].child_frame_id, "lens");
}

#[test]
fn ros_2_sensor_that_rotates_itself_sends_its_transform_with_each_reading() {
    let node = Ros2::new();
    let mut scanner = scanner("morse.middleware.ros2_datastream.ROS2Publisher", DataKind::LaserScan);
    scanner.turns = true;
    scanner.run(&node);
    let tf: TFMessage<Header2> = node.only("/tf");
    assert_eq!(tf.transforms[0].child_frame_id, "base_laser_link");
    assert!(!node.advertised().contains(&"/tf_static".to_owned()));
}

#[test]
fn ros_2_sensor_on_a_moving_part_sends_its_transform_with_each_reading() {
    let node = Ros2::new();
    let mut camera = camera("morse.middleware.ros2_datastream.ROS2Publisher", DataKind::Image);
    camera.parent = "robot.pan_tilt";
    camera.run(&node);
    let tf: TFMessage<Header2> = node.only("/tf");
    assert_eq!(
        (tf.transforms[0].header.frame_id(), tf.transforms[0].header.stamp_ns()),
        ("base_link", STAMP_NS)
    );
    assert_eq!(tf.transforms[0].child_frame_id, "robot/sensor_link");
}

#[test]
fn ros_2_frame_has_one_parent() {
    let node = Ros2::new();
    let streams = Streams::new(Arc::clone(&node));
    let class = "morse.middleware.ros2_datastream.ROS2Publisher";
    scanner(class, DataKind::LaserScan).publisher(&streams).unwrap();
    scanner(class, DataKind::LaserScan).publisher(&streams).unwrap();
    let fixed: TFMessage<Header2> = node.only("/tf_static");
    assert_eq!(fixed.transforms.len(), 1);
    assert_eq!(fixed.transforms[0].child_frame_id, "base_laser_link");
}

#[test]
fn ros_2_odometry_connects_the_footprint_to_the_robot() {
    let node = Ros2::new();
    let fields =
        ["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wz", "wy", "wx"].map(|name| (name, 0.0));
    case("morse.middleware.ros2_datastream.ROS2Publisher", numbers(DataKind::Odometry, &fields)).run(&node);
    let moving: TFMessage<Header2> = node.only("/tf");
    assert_eq!(moving.transforms[0].header.frame_id(), "odom");
    assert_eq!(moving.transforms[0].child_frame_id, "base_footprint");
    let fixed: TFMessage<Header2> = node.only("/tf_static");
    assert_eq!(fixed.transforms[0].header.frame_id(), "base_footprint");
    assert_eq!(fixed.transforms[0].child_frame_id, "base_link");
}

#[test]
fn ros_2_sensors_have_frames_of_their_own() {
    let node = Ros2::new();
    let streams = Streams::new(Arc::clone(&node)).for_robots(&["robot".to_owned()]);
    let class = "morse.middleware.ros2_datastream.ROS2Publisher";
    for component in ["robot.first", "robot.second one", "robot.pan.third", "robot.first"] {
        let mut scanner = scanner(class, DataKind::LaserScan);
        scanner.component = component;
        scanner.publisher(&streams).unwrap();
    }
    let sent: Vec<TFMessage<Header2>> = node.sent("/tf_static");
    let frames: Vec<&str> =
        sent.last().unwrap().transforms.iter().map(|link| link.child_frame_id.as_str()).collect();
    assert_eq!(frames, ["base_laser_link", "second_one", "pan/third"]);
    streams.close("robot.first");
    let mut scanner = scanner(class, DataKind::LaserScan);
    scanner.component = "robot.fourth";
    scanner.publisher(&streams).unwrap();
    assert_eq!(streams.frames().map_from("base_laser_link").unwrap_err().matches("base_link").count(), 1);
}

#[test]
fn ros_2_robot_has_a_place_in_the_map_unless_a_stream_gives_it() {
    let node = Ros2::new();
    let robots = ["robot".to_owned(), "two words".to_owned()];
    let streams = Streams::new(Arc::clone(&node)).placing_odometry(true).for_robots(&robots);
    let fields =
        ["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wz", "wy", "wx"].map(|name| (name, 0.0));
    let odometry =
        case("morse.middleware.ros2_datastream.ROS2Publisher", numbers(DataKind::Odometry, &fields));
    let _publisher = odometry.publisher(&streams).unwrap();
    assert_eq!(streams.place_robot("robot"), None, "by its odometry");
    assert_eq!(streams.place_robot("two words").as_deref(), Some("two_words/base_link"));
    streams.send_robots(STAMP_NS, &[("two_words/base_link", Pose::from_translation(DVec3::X))]);
    let sent: Vec<TFMessage<Header2>> = node.sent("/tf");
    let link = &sent[0].transforms[0];
    assert_eq!((link.header.frame_id(), link.header.stamp_ns()), ("map", STAMP_NS));
    assert_eq!((link.child_frame_id.as_str(), link.transform.translation.x), ("two_words/base_link", 1.0));
    assert_eq!(streams.frames().map_from("two_words/base_link").unwrap().translation.x, 1.0);
    // With `map_to_odom=False`, other nodes connect the robot to the map.
    let streams = Streams::new(Arc::clone(&node)).for_robots(&robots);
    assert_eq!(streams.place_robot("two words"), None);
}

#[test]
fn ros_2_frame_of_a_relative_semantic_camera_is_published() {
    for relative in [true, false] {
        let node = Ros2::new();
        let camera = case(
            "morse.middleware.ros.semantic_camera.SemanticCameraPublisher",
            record(DataKind::Objects, &[("visible_objects", Item::List(Vec::new()))]),
        );
        camera.property("relative", relative).run(&node);
        assert_eq!(node.advertised().contains(&"/tf_static".to_owned()), relative);
        if relative {
            let fixed: TFMessage<Header2> = node.only("/tf_static");
            let link = &fixed.transforms[0];
            assert_eq!((link.header.frame_id(), link.child_frame_id.as_str()), ("base_link", "robot/sensor"));
        }
    }
}

#[test]
fn ros_2_objects_of_a_relative_semantic_camera_are_in_its_published_frame() {
    let node = Ros2::new();
    let orientation = Map::from([("x", 0.0), ("y", 0.0), ("z", 0.0), ("w", 1.0)]);
    let position = Value::List([1.0, 2.0, 3.0].map(Value::Float).to_vec());
    let object = Map::from([
        ("name", Value::from("box")),
        ("position", position),
        ("orientation", Value::Map(orientation)),
    ]);
    let camera = case(
        "morse.middleware.ros2_datastream.ROS2Publisher",
        record(DataKind::Objects, &[("visible_objects", Item::List(vec![Value::Map(object)]))]),
    );
    camera.option("topic", "/objects").property("relative", true).run(&node);
    let fixed: TFMessage<Header2> = node.only("/tf_static");
    let seen: TFMessage<Header2> = node.only("/tf");
    assert_eq!(fixed.transforms[0].child_frame_id, "objects");
    let link = &seen.transforms[0];
    assert_eq!((link.header.frame_id(), link.child_frame_id.as_str()), ("objects", "box"));
}

#[test]
fn ros_2_clock_sensor_adds_nothing_to_the_clock_of_the_node() {
    let node = Ros2::new();
    let clock = case("morse.middleware.ros.clock.ClockPublisher", numbers(DataKind::Clock, &[]));
    let mut publisher = clock.publisher(&Streams::new(Arc::clone(&node))).unwrap();
    clock.publish(&mut publisher, STAMP_NS);
    assert!(node.advertised().is_empty());
    clock.option("topic", "/robot/clock").run(&node);
    assert_eq!(node.advertised(), ["/robot/clock"]);
}

#[test]
fn ros_2_odometry_without_transform_leaves_its_frame_to_other_nodes() {
    let node = Ros2::new();
    let fields =
        ["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wz", "wy", "wx"].map(|name| (name, 0.0));
    case("morse.middleware.ros2_datastream.ROS2Publisher", numbers(DataKind::Odometry, &fields))
        .option("pub_tf", false)
        .run(&node);
    assert_eq!(node.advertised(), ["/robot/sensor"]);
    let odometry: nav_msgs::Odometry<Header2> = node.only("/robot/sensor");
    assert_eq!(odometry.child_frame_id, "base_footprint");
}
