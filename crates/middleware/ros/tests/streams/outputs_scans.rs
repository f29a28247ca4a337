//! Tests of laser scanners in ROS 2: messages that agree with the rays that were cast.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use glam::DQuat;
use morse_ros::messages::{sensor_msgs, tf2_msgs};
use morse_ros::{Header, Header1, Header2, Streams};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::{Layout, ScanLayout};

use crate::outputs_sensing::scanner;
use crate::recording_node::{Ros1, Ros2};
use crate::stream_case::{Case, Item, Record, STAMP_NS, case, record};

const BY_KIND: &str = "morse.middleware.ros2_datastream.ROS2Publisher";
const SCAN: &str = "morse.middleware.ros.laserscanner.LaserScanPublisher";
const CLOUD: &str = "morse.middleware.ros.laserscanner.PointCloud2Publisher";

type LaserScan = sensor_msgs::LaserScan<Header2>;
type PointCloud2 = sensor_msgs::PointCloud2<Header2>;

fn layout(window_deg: f64, step_deg: f64) -> ScanLayout {
    ScanLayout {
        layers: 1,
        first_rad: -window_deg.to_radians() / 2.0,
        step_rad: step_deg.to_radians(),
        offset_rad: 0.0,
        separation_rad: 0.0,
        sensor_from_arc: DQuat::IDENTITY,
        range_min_m: 0.001,
        range_max_m: 30.0,
    }
}

/// A reading of all rays of a window. The range of ray `n` is `1 + n / 1000`; every tenth ray has no hit.
fn reading(window_deg: f64, layout: ScanLayout) -> Record {
    let per_layer = (window_deg.to_radians() / layout.step_rad + 1e-6).floor() as usize + 1;
    let count = per_layer * layout.layers;
    let is_hit = |nth: &usize| !nth.is_multiple_of(10);
    let range = |nth: usize| if is_hit(&nth) { 1.0 + nth as f64 / 1000.0 } else { layout.range_max_m };
    let point = |nth: usize| if is_hit(&nth) { [nth as f32, 2.0, 3.0] } else { [0.0; 3] };
    let fields = [
        ("point_list", Item::Points((0..count).map(point).collect())),
        ("range_list", Item::Floats((0..count).map(range).collect())),
        ("remission_list", Item::Floats((0..count).map(|nth| nth as f64).collect())),
    ];
    record(DataKind::LaserScan, &fields).with_layout(Layout::Scan(layout))
}

fn run(case: &Case) -> Arc<Ros2> {
    let node = Ros2::new();
    case.run(&node);
    node
}

fn assert_consistent(scan: &LaserScan) {
    let [min, max, step] = [scan.angle_min, scan.angle_max, scan.angle_increment].map(f64::from);
    assert_eq!(scan.ranges.len(), ((max - min) / step).round() as usize + 1);
    assert!((min + (scan.ranges.len() - 1) as f64 * step - max).abs() < 1e-3 * step, "{min} {max} {step}");
    assert!(scan.intensities.len() == scan.ranges.len() || scan.intensities.is_empty());
    let limits = scan.range_min..=scan.range_max;
    assert!(scan.ranges.iter().all(|range| *range == f32::INFINITY || limits.contains(range)));
}

#[test]
fn angles_of_a_scan_describe_its_rays_for_every_window_and_resolution() {
    for (window_deg, step_deg, count, last_rad) in [
        (270.0, 0.8, 338, 2.34921),
        (180.0, 0.7, 258, -FRAC_PI_2 + 257.0 * 0.7_f64.to_radians()),
        (100.0, 0.3, 334, -50.0_f64.to_radians() + 333.0 * 0.3_f64.to_radians()),
        (360.0, 1.0, 360, 179.0_f64.to_radians()),
        (360.0, 0.7, 515, -PI + 514.0 * 0.7_f64.to_radians()),
        (180.0, 1.0, 181, FRAC_PI_2),
        (0.0, 1.0, 1, 0.0),
        (3.0, 7.0, 1, -1.5_f64.to_radians()),
    ] {
        let data = reading(window_deg, layout(window_deg, step_deg));
        let scan: LaserScan = run(&case(BY_KIND, data)).only("/robot/sensor");
        assert_eq!(scan.ranges.len(), count, "{window_deg} {step_deg}");
        assert!((f64::from(scan.angle_max) - last_rad).abs() < 1e-5, "{window_deg} {step_deg}");
        assert_consistent(&scan);
        assert_eq!(scan.ranges[0], f32::INFINITY);
        assert!(count < 2 || (scan.ranges[1] - 1.001).abs() < 1e-6);
        assert_eq!((scan.range_min, scan.range_max), (0.001, 30.0));
        assert_eq!((scan.time_increment, scan.scan_time), (0.0, 0.05));
    }
}

#[test]
fn scan_of_a_component_without_layout_has_the_angles_of_its_ranges() {
    let mut case = scanner(BY_KIND, DataKind::LaserScan);
    for (count, window_deg, step_deg) in
        [(4, 180.0, 60.0), (3, 100.0, 40.0), (5, 360.0, 90.0), (0, 90.0, 1.0)]
    {
        let ranges = Item::Floats(vec![1.0; count]);
        case.data =
            record(DataKind::LaserScan, &[("point_list", Item::Points(vec![])), ("range_list", ranges)]);
        case = case.property("scan_window", window_deg).property("resolution", step_deg);
        let scan: LaserScan = run(&case).only("/robot/sensor");
        match count {
            0 => assert!(scan.ranges.is_empty()),
            _ => assert_consistent(&scan),
        }
    }
}

#[test]
fn property_that_changes_while_the_scanner_runs_changes_its_messages() {
    let node = Ros2::new();
    let mut case = case(BY_KIND, reading(180.0, layout(180.0, 1.0)));
    let mut publisher = case.publisher(&Streams::new(Arc::clone(&node))).unwrap();
    case.publish(&mut publisher, STAMP_NS);
    let changed = ScanLayout { range_max_m: 3.0, ..layout(90.0, 0.5) };
    case.data = reading(90.0, changed);
    case.publish(&mut publisher, STAMP_NS);
    case.data = reading(90.0, ScanLayout { layers: 3, ..changed });
    case.publish(&mut publisher, STAMP_NS);
    let scans: Vec<LaserScan> = node.sent("/robot/sensor");
    scans.iter().for_each(assert_consistent);
    assert_eq!(scans.iter().map(|scan| scan.ranges.len()).collect::<Vec<_>>(), [181, 181, 181]);
    assert!((scans[1].angle_max - 45.0_f32.to_radians()).abs() < 1e-6);
    assert_eq!((scans[1].range_max, scans[1].ranges[10]), (3.0, f32::INFINITY));
}

fn four_layers() -> ScanLayout {
    ScanLayout {
        layers: 4,
        offset_rad: 0.125_f64.to_radians(),
        separation_rad: 10.0_f64.to_radians(),
        ..layout(100.0, 0.25)
    }
}

fn numbers(cloud: &PointCloud2) -> Vec<f32> {
    cloud.data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

#[test]
fn layered_scanner_is_a_cloud_with_a_row_for_each_layer() {
    let cloud: PointCloud2 = run(&case(BY_KIND, reading(100.0, four_layers()))).only("/robot/sensor");
    assert_eq!((cloud.height, cloud.width, cloud.is_dense), (4, 401, false));
    assert_eq!((cloud.point_step, cloud.row_step, cloud.data.len()), (16, 16 * 401, 4 * 16 * 401));
    let names: Vec<&str> = cloud.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["x", "y", "z", "intensity"]);
    let numbers = numbers(&cloud);
    assert_eq!(numbers[4..8], [1.0, 2.0, 3.0, 1.0]);
    assert!(numbers[40..43].iter().all(|coordinate| coordinate.is_nan()), "a ray without a hit");
    assert_eq!(numbers[4 * 401..4 * 402], [401.0, 2.0, 3.0, 401.0]);
}

#[test]
fn layers_are_scans_by_option_and_by_class() {
    for case in [
        case(BY_KIND, reading(100.0, four_layers())).option("scan_per_layer", true),
        case(SCAN, reading(100.0, four_layers())),
    ] {
        let node = run(&case);
        let topics: Vec<String> = (0..4).map(|layer| format!("/robot/sensor/layer{layer}")).collect();
        assert_eq!(node.advertised()[..4], topics);
        for (layer, topic) in topics.iter().enumerate() {
            let scan: LaserScan = node.only(topic);
            assert_consistent(&scan);
            assert_eq!(scan.ranges.len(), 401);
            let first_deg = if layer % 2 == 0 { -49.875_f32 } else { -50.0 };
            assert!((scan.angle_min - first_deg.to_radians()).abs() < 1e-6);
            let nth = layer * 401 + 1;
            let up = ((1.5 - layer as f64) * 10.0_f64.to_radians()).sin();
            let expected = (1.0 + nth as f64 / 1000.0) / up.hypot(1.0);
            assert!((f64::from(scan.ranges[1]) - expected).abs() < 1e-6, "horizontal distance");
            assert_eq!(scan.intensities[1], nth as f32);
        }
        let streams = Streams::new(Ros2::new());
        case.publisher(&streams).unwrap();
        assert_eq!(streams.endpoints("robot.sensor").len(), 4);
    }
    let points = case(CLOUD, reading(100.0, four_layers())).option("scan_per_layer", true);
    assert!(points.unknown_options(&Streams::new(Ros2::new())).contains("scan_per_layer"));
    let ros1 = case(SCAN, reading(100.0, four_layers())).option("scan_per_layer", true);
    assert!(ros1.unknown_options(&Streams::new(Ros1::new())).contains("scan_per_layer"));
}

#[test]
fn arc_out_of_the_plane_is_a_cloud_or_a_scan_in_the_frame_of_the_arc() {
    let upright = ScanLayout { sensor_from_arc: DQuat::from_rotation_x(FRAC_PI_2), ..layout(30.0, 0.5) };
    let cloud: PointCloud2 = run(&case(BY_KIND, reading(30.0, upright))).only("/robot/sensor");
    assert_eq!((cloud.height, cloud.width), (1, 61));
    let node = run(&case(SCAN, reading(30.0, upright)));
    assert_consistent(&node.only("/robot/sensor"));
    let tf: tf2_msgs::TFMessage<Header2> = node.only("/tf_static");
    let transform = &tf.transforms[0];
    assert_eq!(transform.child_frame_id, "base_laser_link");
    assert!((transform.transform.rotation.x - 0.5_f64.sqrt()).abs() < 1e-12, "{transform:?}");
    let turned = ScanLayout { sensor_from_arc: DQuat::from_rotation_z(1.0), ..layout(30.0, 0.5) };
    let scan: LaserScan = run(&case(BY_KIND, reading(30.0, turned))).only("/robot/sensor");
    assert!((scan.angle_min - (1.0 - 15.0_f32.to_radians())).abs() < 1e-6);
}

#[test]
fn turning_scanner_sends_its_transform_with_each_reading() {
    let mut turning = case(BY_KIND, reading(30.0, layout(30.0, 0.5)));
    turning.turns = true;
    let tf: tf2_msgs::TFMessage<Header2> = run(&turning).only("/tf");
    assert_eq!(tf.transforms[0].header.stamp_ns(), STAMP_NS);
}

#[test]
fn rays_without_a_hit_are_no_points_at_the_sensor() {
    for class in [CLOUD, BY_KIND] {
        let mut misses = scanner(class, DataKind::LaserScan).property("layers", 2);
        let points = vec![[1.0, 2.0, 3.0], [0.0; 3], [0.0; 3], [-1.0, 0.5, 0.0]];
        let fields = [("point_list", Item::Points(points)), ("range_list", Item::Floats(vec![1.0; 4]))];
        misses.data = record(DataKind::LaserScan, &fields);
        let cloud: PointCloud2 = run(&misses).only("/robot/sensor");
        assert_eq!((cloud.height, cloud.width, cloud.point_step, cloud.is_dense), (2, 2, 12, false));
        let numbers = numbers(&cloud);
        assert_eq!((&numbers[..3], &numbers[9..]), (&[1.0, 2.0, 3.0][..], &[-1.0, 0.5, 0.0][..]));
        assert!(numbers[3..9].iter().all(|coordinate| coordinate.is_nan()));
    }
    let hits: PointCloud2 = run(&scanner(CLOUD, DataKind::LaserScan)).only("/robot/sensor");
    assert!(hits.is_dense);
}

#[test]
fn infrared_is_a_range() {
    let mut infrared = case(BY_KIND, reading(20.0, layout(20.0, 1.0)));
    infrared.builder = Some("Infrared");
    let range: sensor_msgs::Range2<Header2> = run(&infrared).only("/robot/sensor");
    assert!((range.range - 1.001).abs() < 1e-6);
    assert!((range.field_of_view - 20.0_f32.to_radians()).abs() < 1e-6);
    assert_eq!((range.min_range, range.max_range), (0.001, 30.0));
    infrared.class = SCAN;
    assert_consistent(&run(&infrared).only("/robot/sensor"));
}

#[test]
fn scan_of_ros_1_does_not_depend_on_the_layout() {
    let node = Ros1::new();
    case(SCAN, reading(360.0, ScanLayout { layers: 2, ..layout(360.0, 1.0) }))
        .property("scan_window", 360.0)
        .property("resolution", 1.0)
        .property("laser_range", 30.0)
        .run(&node);
    let scan: sensor_msgs::LaserScan<Header1> = node.only("/robot/sensor");
    assert_eq!((scan.ranges.len(), scan.range_min), (722, 0.3));
    assert_eq!((scan.angle_min, scan.angle_max), (-std::f32::consts::PI, std::f32::consts::PI));
}
