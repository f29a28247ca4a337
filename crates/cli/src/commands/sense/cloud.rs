//! Extracts point clouds from readings.

use glam::DVec3;
use morse_scene::value::Value;
use morse_sim::contract::data::image::{Image, PixelKind};

use super::Shown;
use super::reading::Reading;

/// A point of a cloud.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Position in the frame of the cloud. [m]
    pub at: DVec3,
    /// Intensity, if the sensor measures it.
    pub intensity: Option<f32>,
}

/// The points of the newest reading in the frame of the sensor, or the merged points of all readings in the world.
pub fn of(shown: &Shown<'_>, readings: &[Reading], joins: bool) -> Vec<Point> {
    if !joins {
        return readings.last().map(|last| in_sensor(shown, last)).unwrap_or_default();
    }
    let moved = |reading: &Reading| {
        let world_from_sensor = reading.world_from_sensor;
        let points = in_sensor(shown, reading).into_iter();
        points.map(move |point| Point { at: world_from_sensor.transform_point(point.at), ..point })
    };
    readings.iter().flat_map(moved).collect()
}

/// The valid points of a reading.
pub fn in_sensor(shown: &Shown<'_>, reading: &Reading) -> Vec<Point> {
    let Some(points) = reading.points() else {
        return reading.image().map(|image| unprojected(shown, reading, image)).unwrap_or_default();
    };
    let remissions = reading.numbers("remission_list");
    let intensity = |index: usize| remissions.and_then(|remissions| Some(*remissions.get(index)? as f32));
    let all = points.iter().enumerate().filter(|(_, point)| **point != [0.0; 3]);
    all.map(|(index, point)| Point {
        at: DVec3::from_array(point.map(f64::from)),
        intensity: intensity(index),
    })
    .collect()
}

/// Depths of an image in meters, row by row as stored; infinite where nothing was hit between the near and the far limit.
pub fn depths(shown: &Shown<'_>, image: &Image) -> Vec<f64> {
    let number = |name| shown.properties.get(name).and_then(Value::as_f64).unwrap_or(f64::NAN);
    let (near, far) = (number("cam_near"), number("cam_far"));
    let pixels = image.bytes.as_chunks::<4>().0.iter();
    let values = pixels.map(|&bytes| f64::from(f32::from_le_bytes(bytes)));
    // Surfaces nearer than the near limit are 0.
    let depth = |value: f64| match image.pixels {
        PixelKind::ZBuffer | PixelKind::Depth if value <= 0.0 => f64::INFINITY,
        PixelKind::ZBuffer => near * far / (far - value * (far - near)),
        _ => value,
    };
    values.map(depth).map(|depth| if depth < far * (1.0 - 1e-6) { depth } else { f64::INFINITY }).collect()
}

/// Whether the first row of a picture is the top row.
pub fn begins_at_top(shown: &Shown<'_>) -> bool {
    shown.properties.get("Vertical_Flip").is_none_or(Value::is_truthy)
}

/// Converts a depth image to points: along the ray through the center of each pixel.
fn unprojected(shown: &Shown<'_>, reading: &Reading, image: &Image) -> Vec<Point> {
    let Some(matrix) = reading.matrix() else { return Vec::new() };
    let (focal, middle_x, middle_y) = (matrix.x_axis.x, matrix.z_axis.x, matrix.z_axis.y);
    let top_first = begins_at_top(shown);
    let width = (image.width as usize).max(1);
    let place = |(index, depth): (usize, f64)| {
        let (column, row) = (index % width, index / width);
        let row = if top_first { row } else { (image.height as usize).saturating_sub(row + 1) };
        let right = (column as f64 + 0.5 - middle_x) / focal;
        let down = (row as f64 + 0.5 - middle_y) / focal;
        Point { at: DVec3::new(right, down, 1.0) * depth, intensity: None }
    };
    let depths = depths(shown, image).into_iter().enumerate();
    depths.filter(|(_, depth)| depth.is_finite()).map(place).collect()
}
