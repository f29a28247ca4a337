//! Tests of depth images and clouds of depth cameras in ROS 2: REP 117, REP 118, rows from the top.

use std::sync::Arc;

use glam::DMat3;
use morse_ros::Header2;
use morse_ros::messages::sensor_msgs;
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::contract::data::{CloudLayout, DistortionLayout, DistortionModel, ImageLayout, Layout};

use crate::recording_node::Ros2;
use crate::stream_case::{Item, case, record};

const BY_KIND: &str = "morse.middleware.ros2_datastream.ROS2Publisher";

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// The image of a camera with a range of 1 to 20 m, for an image of 2 × 2 pixels.
fn image(
    kind: DataKind,
    pixels: PixelKind,
    values: [f32; 4],
    top_first: bool,
) -> sensor_msgs::Image<Header2> {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let image = Image { width: 2, height: 2, pixels, bytes };
    let fields = [("image", Item::Image(image)), ("intrinsic_matrix", Item::Matrix(DMat3::IDENTITY))];
    let layout = Layout::Image(ImageLayout {
        top_first,
        near_m: 1.0,
        far_m: 20.0,
        distortion: DistortionLayout::default(),
        baseline_m: 0.0,
    });
    let node = Ros2::new();
    case(BY_KIND, record(kind, &fields).with_layout(layout)).run(&node);
    node.only("/robot/sensor/image")
}

#[test]
fn depth_image_is_infinite_beyond_its_limits() {
    let values = [0.0, 20.0, 1.0, 7.5];
    let top = image(DataKind::DepthImage, PixelKind::Depth, values, true);
    assert_eq!((top.encoding.as_str(), top.step), ("32FC1", 8));
    assert_eq!(floats(&top.data), [f32::NEG_INFINITY, f32::INFINITY, 1.0, 7.5]);
    let bottom = image(DataKind::DepthImage, PixelKind::Depth, values, false);
    assert_eq!(floats(&bottom.data), [1.0, 7.5, f32::NEG_INFINITY, f32::INFINITY], "the top row first");
}

#[test]
fn z_buffer_is_a_depth_image_in_meters() {
    // far · (depth - near) / (depth · (far - near)) at 4 m.
    let at_four = 20.0 * 3.0 / (4.0 * 19.0);
    for kind in [DataKind::DepthBuffer, DataKind::Image] {
        let image = image(kind, PixelKind::ZBuffer, [0.0, 1.0, at_four, at_four], true);
        assert_eq!(image.encoding, "32FC1", "{kind}");
        let depths = floats(&image.data);
        assert_eq!(depths[..2], [f32::NEG_INFINITY, f32::INFINITY]);
        assert!((depths[2] - 4.0).abs() < 1e-5, "{depths:?}");
    }
}

#[test]
fn camera_info_has_the_distortion_of_the_lens() {
    let coefficients = [-0.3, 0.1, 1e-3, -2e-3, 0.01, 0.02, 0.03, 0.04];
    for (model, name, count) in [
        (DistortionModel::PlumbBob, "plumb_bob", 5),
        (DistortionModel::RationalPolynomial, "rational_polynomial", 8),
        (DistortionModel::Equidistant, "equidistant", 4),
        (DistortionModel::Omnidirectional, "omnidirectional", 5),
    ] {
        let bytes = vec![0; 16].into();
        let image = Image { width: 2, height: 2, pixels: PixelKind::Color, bytes };
        let matrix = DMat3::from_cols_array(&[420.0, 0.0, 0.0, 0.0, 424.0, 0.0, 317.0, 244.0, 1.0]);
        let fields = [("image", Item::Image(image)), ("intrinsic_matrix", Item::Matrix(matrix))];
        let distortion = DistortionLayout { model, coefficients };
        let layout = Layout::Image(ImageLayout {
            top_first: true,
            near_m: 0.1,
            far_m: 9.0,
            distortion,
            baseline_m: 0.0,
        });
        let node = Ros2::new();
        case(BY_KIND, record(DataKind::Image, &fields).with_layout(layout)).run(&node);
        let info: sensor_msgs::CameraInfo<Header2> = node.only("/robot/sensor/camera_info");
        assert_eq!((info.distortion_model.as_str(), info.d.as_slice()), (name, &coefficients[..count]));
        assert_eq!(info.k, [420.0, 0.0, 317.0, 0.0, 424.0, 244.0, 0.0, 0.0, 1.0]);
        assert_eq!(info.p, [420.0, 0.0, 317.0, 0.0, 0.0, 424.0, 244.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    }
}

#[test]
fn limits_of_a_camera_without_layout_are_its_properties() {
    let bytes = [0.5_f32, 9.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    let image = Image { width: 1, height: 2, pixels: PixelKind::Depth, bytes };
    let fields = [("image", Item::Image(image)), ("intrinsic_matrix", Item::Matrix(DMat3::IDENTITY))];
    let node = Ros2::new();
    case(BY_KIND, record(DataKind::DepthImage, &fields))
        .property("cam_far", 9.0)
        .property("Vertical_Flip", false)
        .run(&node);
    let image: sensor_msgs::Image<Header2> = node.only("/robot/sensor/image");
    assert_eq!(floats(&image.data), [f32::INFINITY, 0.5]);
}

fn cloud(points: Vec<[f32; 3]>, layout: Option<CloudLayout>) -> sensor_msgs::PointCloud2<Header2> {
    let count = Item::Int(points.len() as i64);
    let data = record(DataKind::PointCloud, &[("points", Item::Points(points)), ("nb_points", count)]);
    let node = Ros2::new();
    let data = match layout {
        Some(layout) => data.with_layout(Layout::Cloud(layout)),
        None => data,
    };
    case(BY_KIND, data).run(&node);
    node.only("/robot/sensor")
}

#[test]
fn cloud_with_a_point_for_each_pixel_has_rows_from_the_top() {
    let points = vec![[1.0; 3], [2.0; 3], [0.0; 3], [4.0; 3], [5.0; 3], [6.0; 3]];
    let layout = CloudLayout { columns: 2, rows: Arc::from([2, 0, 1]) };
    let whole = cloud(points, Some(layout));
    assert_eq!((whole.height, whole.width, whole.row_step, whole.is_dense), (3, 2, 24, false));
    let numbers = floats(&whole.data);
    let first: Vec<f32> = numbers.chunks(3).map(|point| point[0]).collect();
    assert_eq!((&first[..4], first[5]), (&[5.0, 6.0, 1.0, 2.0][..], 4.0));
    assert!(numbers[12..15].iter().all(|coordinate| coordinate.is_nan()));
}

#[test]
fn cloud_without_rows_has_hits_only() {
    let points = vec![[1.0; 3], [0.0; 3], [f32::NAN, 0.0, 0.0], [4.0; 3]];
    let hits = cloud(points, None);
    assert_eq!((hits.height, hits.width, hits.is_dense), (1, 2, true));
    assert_eq!(floats(&hits.data), [1.0, 1.0, 1.0, 4.0, 4.0, 4.0]);
    let empty = cloud(vec![], None);
    assert_eq!((empty.height, empty.width, empty.row_step, empty.data.len()), (1, 0, 0, 0));
}
