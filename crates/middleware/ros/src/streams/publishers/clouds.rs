//! Point clouds of depth cameras and laser scanners.

use morse_sim::contract::data::{CloudLayout, Layout};

use super::scan_rays::{initial, of_layer, of_sample, remissions};
use super::{Opened, Stream};
use crate::messages::sensor_msgs::{self, PointField};
use crate::node_interface::{Node, Version};
use crate::streams::fields::points as points_of;

/// Size of a number in a point. [byte]
const NUMBER_BYTES: u32 = 4;
/// Fields of a point, each a `f32`.
const FIELDS: [&str; 4] = ["x", "y", "z", "intensity"];
/// The point that a sensor stores for a ray or pixel without a hit.
const NO_HIT: [f32; 3] = [0.0; 3];

/// Points of a message, row by row.
struct Points {
    /// Number of points in a row.
    width: usize,
    /// Number of rows.
    height: usize,
    /// Whether each point has an intensity after its coordinates.
    has_intensity: bool,
    /// Whether all coordinates are finite.
    is_dense: bool,
    data: Vec<u8>,
}

impl Points {
    fn new(width: usize, height: usize, has_intensity: bool) -> Self {
        let numbers = if has_intensity { 4 } else { 3 };
        let data = Vec::with_capacity(width * height * numbers * NUMBER_BYTES as usize);
        Self { width, height, has_intensity, is_dense: true, data }
    }

    fn push(&mut self, number: f32) {
        self.data.extend_from_slice(&number.to_le_bytes());
    }

    /// Adds a point, whose coordinates are NaN without a hit (REP 117).
    fn add(&mut self, point: [f32; 3]) {
        let is_hit = is_hit(point);
        self.is_dense &= is_hit;
        point.into_iter().for_each(|coordinate| self.push(if is_hit { coordinate } else { f32::NAN }));
    }

    fn message<H>(self, header: H) -> sensor_msgs::PointCloud2<H> {
        let count: u32 = if self.has_intensity { 4 } else { 3 };
        let field = |(index, name): (u32, &str)| PointField {
            name: name.to_owned(),
            offset: NUMBER_BYTES * index,
            datatype: PointField::FLOAT32,
            count: 1,
        };
        let point_step = NUMBER_BYTES * count;
        sensor_msgs::PointCloud2 {
            header,
            height: self.height as u32,
            width: self.width as u32,
            fields: (0..count).zip(FIELDS).map(field).collect(),
            is_bigendian: false,
            point_step,
            row_step: point_step.saturating_mul(self.width as u32),
            data: self.data,
            is_dense: self.is_dense,
        }
    }
}

fn is_hit(point: [f32; 3]) -> bool {
    point != NO_HIT && point.iter().all(|coordinate| coordinate.is_finite())
}

/// A cloud without rows, as in MORSE 1.4: points without a hit are at the origin.
fn cloud_of_morse<H>(header: H, points: &[[f32; 3]], is_dense: bool) -> sensor_msgs::PointCloud2<H> {
    let mut cloud = Points::new(points.len(), 1, false);
    points.as_flattened().iter().for_each(|&coordinate| cloud.push(coordinate));
    cloud.is_dense = is_dense;
    cloud.message(header)
}

/// Opens the publisher of the points of a depth camera. In ROS 2, a camera with a point for each pixel has a cloud with
/// the rows of its image, from the top. Other clouds have no rows, and only hits.
pub(super) fn of_depth_camera<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let points = points_of(sample, "points");
        Some(match (N::ROS, sample.data.layout()) {
            (Version::Ros1, _) => cloud_of_morse(header, points, true),
            (Version::Ros2, Some(Layout::Cloud(layout))) if is_whole(points, &layout) => {
                in_rows(points, &layout).message(header)
            }
            (Version::Ros2, _) => hits(points).message(header),
        })
    })
}

/// Whether there is a point for each pixel.
fn is_whole(points: &[[f32; 3]], layout: &CloudLayout) -> bool {
    layout.columns > 0 && layout.columns.checked_mul(layout.rows.len()) == Some(points.len())
}

fn in_rows(points: &[[f32; 3]], layout: &CloudLayout) -> Points {
    let mut cloud = Points::new(layout.columns, layout.rows.len(), false);
    for &row in &*layout.rows {
        let start = row as usize * layout.columns;
        let row = points.get(start..start + layout.columns).unwrap_or_default();
        row.iter().for_each(|&point| cloud.add(point));
    }
    cloud
}

fn hits(points: &[[f32; 3]]) -> Points {
    let mut cloud = Points::new(points.len(), 1, false);
    points.iter().filter(|&&point| is_hit(point)).for_each(|&point| cloud.add(point));
    cloud.width = cloud.data.len() / (3 * NUMBER_BYTES as usize);
    cloud
}

/// Opens the publisher of the points of a laser scanner. In ROS 2, each layer is a row, and the first row is the top layer.
/// Rays without a hit have a point, whose coordinates are NaN.
pub(super) fn of_scanner<N: Node>(stream: Stream<'_, N>) -> Opened {
    if N::ROS == Version::Ros1 {
        return stream
            .open(|sample, header| Some(cloud_of_morse(header, points_of(sample, "point_list"), false)));
    }
    let rays = initial(stream.spec)?;
    stream.open(move |sample, header| {
        let points = points_of(sample, "point_list");
        let layout = of_sample(sample, rays);
        let remissions = remissions(sample, points.len());
        let width = of_layer(points, &layout, 0).len();
        let mut cloud = Points::new(width, layout.layers, remissions.is_some());
        for layer in 0..layout.layers {
            let intensities = remissions.map(|all| of_layer(all, &layout, layer));
            for (nth, &point) in of_layer(points, &layout, layer).iter().enumerate() {
                cloud.add(point);
                if let Some(&intensity) = intensities.and_then(|intensities| intensities.get(nth)) {
                    cloud.push(intensity as f32);
                }
            }
        }
        Some(cloud.message(header))
    })
}
