//! Tests of scans, points and images in ROS 1.

use glam::{DMat3, DVec3};
use morse_ros::messages::sensor_msgs::{self, PointField};
use morse_ros::messages::{geometry_msgs, tf2_msgs};
use morse_ros::{Header, Header1, Profile};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::{Image, PixelKind};

use crate::recording_node::Ros1;
use crate::stream_case::{Case, Item, STAMP_NS, case, record};

fn header(frame: &str) -> Header1 {
    Header1::new(0, STAMP_NS, frame)
}

/// A scanner with a window of 180° and a resolution of 60°.
pub fn scanner(class: &'static str, kind: DataKind) -> Case {
    let fields = [
        ("point_list", Item::Points(vec![[1.0, 2.0, 3.0], [-1.0, 0.5, 0.0]])),
        ("range_list", Item::Floats(vec![1.0, 2.5, 0.75, 30.0])),
    ];
    case(class, record(kind, &fields))
        .property("scan_window", 180.0)
        .property("resolution", 60.0)
        .property("laser_range", 30.0)
}

/// A camera with an image of 2 × 1 pixels.
pub fn camera(class: &'static str, kind: DataKind) -> Case {
    let pixels = if kind == DataKind::DepthImage { PixelKind::Depth } else { PixelKind::Color };
    let image = Image { width: 2, height: 1, pixels, bytes: (1..=8).collect() };
    let matrix =
        DMat3::from_cols(DVec3::new(10.0, 0.0, 0.0), DVec3::new(0.0, 11.0, 0.0), DVec3::new(1.0, 0.5, 1.0));
    case(class, record(kind, &[("image", Item::Image(image)), ("intrinsic_matrix", Item::Matrix(matrix))]))
}

fn assert_mounted(tf: &tf2_msgs::TFMessage<Header1>, parent: &str, child: &str) {
    let expected = geometry_msgs::TransformStamped {
        header: header(parent),
        child_frame_id: child.to_owned(),
        transform: geometry_msgs::Transform {
            translation: geometry_msgs::Vector3 { x: 0.5, y: 0.0, z: 0.25 },
            rotation: geometry_msgs::Quaternion { w: 1.0, ..Default::default() },
        },
    };
    let transform = &tf.transforms[0];
    assert_eq!(tf.transforms.len(), 1);
    assert_eq!((&transform.header, &transform.child_frame_id), (&expected.header, &expected.child_frame_id));
    let [a, b] = [&transform.transform, &expected.transform].map(|t| {
        [
            t.translation.x,
            t.translation.y,
            t.translation.z,
            t.rotation.x,
            t.rotation.y,
            t.rotation.z,
            t.rotation.w,
        ]
    });
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} is not {b:?}");
}

#[test]
fn scan_has_the_timing_of_morse() {
    let node = Ros1::new();
    scanner("morse.middleware.ros.laserscanner.LaserScanPublisher", DataKind::LaserScan).run(&node);
    let scan: sensor_msgs::LaserScan<Header1> = node.only("/robot/sensor");
    let expected = sensor_msgs::LaserScan {
        header: header("/base_laser_link"),
        angle_min: -std::f32::consts::FRAC_PI_2,
        angle_max: std::f32::consts::FRAC_PI_2,
        angle_increment: std::f32::consts::FRAC_PI_3,
        time_increment: (1.0_f64 / 40.0 / 3.0) as f32,
        scan_time: 1.0,
        range_min: 0.3,
        range_max: 30.0,
        ranges: vec![1.0, 2.5, 0.75, 30.0],
        intensities: vec![],
    };
    assert_eq!(scan, expected);
    assert_eq!(node.advertised(), ["/robot/sensor"]);
    assert_eq!(node.with("/robot/sensor", |topic| (topic.profile, topic.queue)), (Profile::SensorData, 20));
}

#[test]
fn range_is_the_shortest_range() {
    let node = Ros1::new();
    scanner("morse.middleware.ros.infrared.RangePublisher", DataKind::Range).run(&node);
    let expected = sensor_msgs::Range {
        header: header("/robot/sensor"),
        radiation_type: 1,
        field_of_view: 20.0,
        min_range: 0.0,
        max_range: 30.0,
        range: 0.75,
    };
    assert_eq!(node.only::<sensor_msgs::Range<Header1>>("/robot/sensor"), expected);
}

fn check_cloud(node: &Ros1, points: &[[f32; 3]], is_dense: bool) {
    let cloud: sensor_msgs::PointCloud2<Header1> = node.only("/robot/sensor");
    assert_eq!(cloud.header, header("/robot/sensor"));
    assert_eq!((cloud.height, cloud.width), (1, points.len() as u32));
    let field = |name: &str, offset| PointField { name: name.to_owned(), offset, datatype: 7, count: 1 };
    assert_eq!(cloud.fields, [field("x", 0), field("y", 4), field("z", 8)]);
    assert_eq!((cloud.point_step, cloud.row_step), (12, 12 * points.len() as u32));
    assert_eq!((cloud.is_bigendian, cloud.is_dense), (false, is_dense));
    let bytes: Vec<u8> = points.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    assert_eq!(cloud.data, bytes);
}

#[test]
fn depth_camera_publishes_a_dense_cloud() {
    let node = Ros1::new();
    let points = vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let fields = [("points", Item::Points(points.clone())), ("nb_points", Item::Int(2))];
    case("morse.middleware.ros.depth_camera.DepthCameraPublisher", record(DataKind::PointCloud, &fields))
        .run(&node);
    check_cloud(&node, &points, true);
    assert_mounted(&node.only("/tf"), "base_link", "/robot/sensor");
}

#[test]
fn laser_scanner_publishes_a_cloud_with_misses() {
    let node = Ros1::new();
    scanner("morse.middleware.ros.laserscanner.PointCloud2Publisher", DataKind::LaserScan).run(&node);
    check_cloud(&node, &[[1.0, 2.0, 3.0], [-1.0, 0.5, 0.0]], false);
    assert_mounted(&node.only("/tf"), "base_link", "/robot/sensor");
}

#[test]
fn image_is_sent_with_its_camera_info() {
    for (class, kind, encoding) in [
        ("VideoCameraPublisher", DataKind::Image, "rgba8"),
        ("DepthCameraPublisher", DataKind::DepthImage, "32FC1"),
    ] {
        let node = Ros1::new();
        camera(format!("morse.middleware.ros.video_camera.{class}").leak(), kind).run(&node);
        let image: sensor_msgs::Image<Header1> = node.only("/robot/sensor/image");
        let expected = sensor_msgs::Image {
            header: header("/robot/sensor"),
            height: 1,
            width: 2,
            encoding: encoding.to_owned(),
            is_bigendian: 0,
            step: 8,
            data: (1..=8).collect(),
        };
        assert_eq!(image, expected);
        let info: sensor_msgs::CameraInfo<Header1> = node.only("/robot/sensor/camera_info");
        assert_eq!((info.header, info.height, info.width), (image.header, 1, 2));
        assert_eq!((info.distortion_model.as_str(), info.d), ("plumb_bob", vec![0.0]));
        assert_eq!(info.k, [10.0, 0.0, 1.0, 0.0, 11.0, 0.5, 0.0, 0.0, 1.0]);
        assert_eq!(info.r, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(info.p, [10.0, 0.0, 1.0, 0.0, 0.0, 11.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0]);
        assert_eq!((info.binning_x, info.binning_y, info.roi), (0, 0, Default::default()));
        assert_mounted(&node.only("/tf"), "base_link", "/robot/sensor");
    }
}

#[test]
fn camera_without_image_sends_nothing() {
    let node = Ros1::new();
    let fields =
        [("image", Item::Image(Image::default())), ("intrinsic_matrix", Item::Matrix(DMat3::IDENTITY))];
    case("morse.middleware.ros.video_camera.VideoCameraPublisher", record(DataKind::Image, &fields))
        .run(&node);
    for topic in node.advertised() {
        assert!(node.with(&topic, |topic| topic.has_no_messages()), "{topic}");
    }
}

#[test]
fn pub_tf_false_disables_the_transform_of_a_camera() {
    let node = Ros1::new();
    camera("morse.middleware.ros.video_camera.VideoCameraPublisher", DataKind::Image)
        .option("pub_tf", false)
        .run(&node);
    let topics = ["/robot/sensor/camera_info", "/robot/sensor/image", "/robot/sensor/image/compressed"];
    assert_eq!(node.advertised(), topics);
}

#[test]
fn scan_needs_the_properties_of_a_scanner() {
    let node = Ros1::new();
    let mut case = scanner("morse.middleware.ros.laserscanner.LaserScanPublisher", DataKind::LaserScan);
    case.properties = morse_scene::value::Map::new();
    let error = case.publisher(&morse_ros::Streams::new(node)).err().unwrap().to_string();
    assert!(error.contains("robot.sensor") && error.contains("scan_window"), "{error}");
}
