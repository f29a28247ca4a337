//! Pixels of images in ROS 2: rows from the top, and depths in meters (REP 118).

use morse_scene::value::Value;
use morse_sim::contract::data::image::{Image, PixelKind, without_alpha};
use morse_sim::contract::data::{DistortionLayout, ImageLayout, Layout};
use morse_sim::transport::stream::{Sample, StreamSpec};

/// Layout of the images of a camera when its stream is opened: that of its data, or that of its properties if a component
/// that a user wrote has no layout.
pub(super) fn initial(spec: &StreamSpec<'_>) -> ImageLayout {
    if let Some(Layout::Image(layout)) = spec.layout {
        return layout;
    }
    let distance = |name: &str| spec.properties.get(name).and_then(Value::as_f64);
    ImageLayout {
        top_first: spec.properties.get("Vertical_Flip").is_none_or(Value::is_truthy),
        near_m: distance("cam_near").unwrap_or(0.0),
        far_m: distance("cam_far").unwrap_or(f64::INFINITY),
        distortion: DistortionLayout::default(),
        baseline_m: distance("stereo_baseline").unwrap_or(0.0),
    }
}

/// Layout of a reading. Properties may change while the camera runs.
pub(super) fn of_sample(sample: &Sample<'_>, initial: ImageLayout) -> ImageLayout {
    match sample.data.layout() {
        Some(Layout::Image(layout)) => layout,
        _ => initial,
    }
}

/// The rows of an image, the top row first.
fn rows_from_top<'a>(picture: &'a Image, layout: &ImageLayout) -> Vec<&'a [u8]> {
    let row_bytes = picture.bytes.len() / (picture.height as usize).max(1);
    let rows = picture.bytes.chunks(row_bytes.max(1));
    if layout.top_first { rows.collect() } else { rows.rev().collect() }
}

/// The bytes of an image with the top row first.
pub(super) fn from_top(picture: &Image, layout: &ImageLayout) -> Vec<u8> {
    rows_from_top(picture, layout).concat()
}

/// Red, green and blue of a color image with the top row first: three bytes per pixel.
pub(super) fn rgb_from_top(picture: &Image, layout: &ImageLayout) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(picture.bytes.len() / 4 * 3);
    for row in rows_from_top(picture, layout) {
        let begin = rgb.len();
        rgb.resize(begin + row.len() / 4 * 3, 0);
        without_alpha(row, &mut rgb[begin..]);
    }
    rgb
}

/// Depths as `f32` in meters with the top row first: infinite without a hit, and negative infinite for a surface nearer than
/// the near limit (REP 117).
pub(super) fn meters(picture: &Image, layout: &ImageLayout) -> Vec<u8> {
    let ImageLayout { near_m, far_m, .. } = *layout;
    let [near, far] = [near_m as f32, far_m as f32];
    let of_depth = |depth: f32| match depth {
        depth if depth < near => f32::NEG_INFINITY,
        depth if depth >= far => f32::INFINITY,
        depth => depth,
    };
    let of_z_buffer = |value: f32| match value {
        value if value <= 0.0 => f32::NEG_INFINITY,
        value if value >= 1.0 => f32::INFINITY,
        value => (near_m * far_m / (far_m - f64::from(value) * (far_m - near_m))) as f32,
    };
    let mut bytes = Vec::with_capacity(picture.bytes.len());
    for row in rows_from_top(picture, layout) {
        let begin = bytes.len();
        bytes.extend_from_slice(row);
        for pixel in bytes[begin..].as_chunks_mut::<4>().0 {
            let value = f32::from_le_bytes(*pixel);
            let is_z_buffer = picture.pixels == PixelKind::ZBuffer;
            *pixel = if is_z_buffer { of_z_buffer(value) } else { of_depth(value) }.to_le_bytes();
        }
    }
    bytes
}
