//! Laser scans, ranges and point clouds.

use morse_sim::transport::stream::Sample;

use super::{Opened, Stream};
use crate::messages::sensor_msgs::{self, PointField};
use crate::node_interface::{Node, Version};
use crate::streams::fields::{floats, points as points_of};

/// The smallest valid range. [m]
const RANGE_MIN_M: f32 = 0.3;
/// Scan rate from which MORSE 1.4 derives the time between two rays. [Hz]
const LASER_RATE_HZ: f64 = 40.0;
/// Field of view of infrared sensors in MORSE 1.4, which writes degrees into a field of radians. [deg]
const INFRARED_VIEW: f32 = 20.0;
/// Size of a point: three `f32`. [byte]
const POINT_STEP: u32 = 12;

/// Opens the publisher of a laser scan.
///
/// ROS 1 has the timing of MORSE 1.4. In ROS 2 all rays have the time of the header, as in the simulation, and the range of
/// a ray that hits nothing is infinite (REP 117).
pub(super) fn laser_scan<N: Node>(stream: Stream<'_, N>) -> Opened {
    let [window_deg, step_deg] = [stream.property("scan_window")?, stream.property("resolution")?];
    let range_max_m = stream.property("laser_range")?;
    let is_ros2 = N::ROS == Version::Ros2;
    let angle_max = (window_deg.to_radians() / 2.0) as f32;
    let (time_increment, scan_time) = match is_ros2 {
        true => (0.0, 1.0 / stream.spec.rate_hz.max(f64::MIN_POSITIVE)),
        false => (1.0 / LASER_RATE_HZ / (window_deg / step_deg), 1.0),
    };
    stream.open(move |sample, header| {
        let range = |&range_m: &f64| match is_ros2 && range_m >= range_max_m {
            true => f32::INFINITY,
            false => range_m as f32,
        };
        Some(sensor_msgs::LaserScan {
            header,
            angle_min: -angle_max,
            angle_max,
            angle_increment: step_deg.to_radians() as f32,
            time_increment: time_increment as f32,
            scan_time: scan_time as f32,
            range_min: RANGE_MIN_M,
            range_max: range_max_m as f32,
            ranges: floats(sample, "range_list").iter().map(range).collect(),
            intensities: intensities(sample, is_ros2),
        })
    })
}

/// The remissions of scanners that measure them. They are empty in ROS 1, as in MORSE 1.4.
fn intensities(sample: &Sample<'_>, is_ros2: bool) -> Vec<f32> {
    let remissions = if is_ros2 { floats(sample, "remission_list") } else { &[] };
    remissions.iter().map(|&remission| remission as f32).collect()
}

/// The shortest range. In ROS 2, the range is infinite if nothing is in reach (REP 117), and the field of view is in radians.
pub(super) fn range<N: Node>(stream: Stream<'_, N>) -> Opened {
    let range_max_m = stream.property("laser_range")?;
    let shortest =
        move |sample: &Sample<'_>| floats(sample, "range_list").iter().copied().fold(range_max_m, f64::min);
    if N::ROS == Version::Ros1 {
        return stream.open(move |sample, header| {
            Some(sensor_msgs::Range {
                header,
                radiation_type: sensor_msgs::Range::<()>::INFRARED,
                field_of_view: INFRARED_VIEW,
                min_range: 0.0,
                max_range: range_max_m as f32,
                range: shortest(sample) as f32,
            })
        });
    }
    let field_of_view = stream.property("scan_window")?.to_radians() as f32;
    stream.open(move |sample, header| {
        let range_m = shortest(sample);
        Some(sensor_msgs::Range2 {
            header,
            radiation_type: sensor_msgs::Range2::<()>::INFRARED,
            field_of_view,
            min_range: 0.0,
            max_range: range_max_m as f32,
            range: if range_m >= range_max_m { f32::INFINITY } else { range_m as f32 },
            variance: 0.0,
        })
    })
}

/// The layout of a point: x, y and z as consecutive `f32`.
fn coordinates() -> Vec<PointField> {
    let field = |(index, name): (u32, &str)| PointField {
        name: name.to_owned(),
        offset: 4 * index,
        datatype: PointField::FLOAT32,
        count: 1,
    };
    [(0, "x"), (1, "y"), (2, "z")].map(field).into()
}

fn cloud<H>(header: H, points: &[[f32; 3]], is_dense: bool) -> sensor_msgs::PointCloud2<H> {
    let mut data = Vec::with_capacity(points.len() * POINT_STEP as usize);
    for coordinate in points.as_flattened() {
        data.extend_from_slice(&coordinate.to_le_bytes());
    }
    sensor_msgs::PointCloud2 {
        header,
        height: 1,
        width: points.len() as u32,
        fields: coordinates(),
        is_bigendian: false,
        point_step: POINT_STEP,
        row_step: data.len() as u32,
        data,
        is_dense,
    }
}

/// The points of a depth camera.
pub(super) fn points<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| Some(cloud(header, points_of(sample, "points"), true)))
}

/// The points of a laser scanner, including rays without a hit.
pub(super) fn laser_points<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| Some(cloud(header, points_of(sample, "point_list"), false)))
}
