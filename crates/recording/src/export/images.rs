//! Images of cameras as PNG.

use std::io::Cursor;
use std::path::PathBuf;

use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, RgbImage, RgbaImage};

use super::names::{FileNames, of_time};
use super::{ExportError, Exported, Sink, write_file};
use crate::decode::Value;
use crate::read::Channel;

/// Depths are written in millimeters, as the encoding `16UC1` of ROS (REP 118).
const MILLIMETERS: f32 = 1000.0;

/// Whether a channel has images.
pub(super) fn takes(channel: &Channel) -> bool {
    matches!(channel.schema.as_str(), "sensor_msgs/msg/Image" | "sensor_msgs/Image")
}

/// The images of a channel.
pub(super) struct Images {
    topic: String,
    folder: PathBuf,
    count: u64,
}

impl Images {
    pub(super) fn create(channel: &Channel, files: &mut FileNames) -> Result<Self, ExportError> {
        Ok(Self { topic: channel.topic.clone(), folder: files.folder(&channel.topic)?, count: 0 })
    }
}

impl Sink for Images {
    fn message(&mut self, time_ns: u64, message: &Value) -> Result<(), ExportError> {
        let failure =
            |problem: String| ExportError::Nothing(format!("an image of {}: {problem}", self.topic));
        let image = decoded(message).map_err(failure)?;
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, ImageFormat::Png).map_err(|error| failure(error.to_string()))?;
        write_file(&self.folder.join(of_time(time_ns, "png")), &bytes.into_inner())?;
        self.count += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<Exported>, ExportError> {
        Ok(vec![Exported { source: self.topic, path: self.folder, count: self.count }])
    }
}

/// The picture of a message.
fn decoded(message: &Value) -> Result<DynamicImage, String> {
    let number = |name| match message.at(name) {
        Some(Value::Int(number)) => u32::try_from(*number).map_err(|_| format!("its {name} is {number}")),
        _ => Err(format!("it has no {name}")),
    };
    let [width, height, step] = [number("width")?, number("height")?, number("step")?];
    let encoding = message.at("encoding").and_then(Value::as_str).ok_or("it has no encoding")?;
    let data = message.at("data").and_then(Value::as_bytes).ok_or("it has no data")?;
    let pixel_bytes = match encoding {
        "mono8" | "8UC1" => 1,
        "mono16" | "16UC1" => 2,
        "rgb8" | "bgr8" => 3,
        "rgba8" | "bgra8" | "32FC1" => 4,
        other => {
            return Err(format!(
                "its encoding is {other:?}; those that are known are rgb8, rgba8, bgr8, bgra8, mono8, mono16, 8UC1, \
                 16UC1 and 32FC1"
            ));
        }
    };
    let row_bytes = (width as usize).checked_mul(pixel_bytes).filter(|bytes| *bytes <= step as usize);
    let needed = (step as usize).checked_mul(height as usize);
    let (Some(row_bytes), true) = (row_bytes, needed.is_some_and(|needed| needed <= data.len())) else {
        return Err(format!("{width} x {height} pixels are not in its {} bytes", data.len()));
    };
    if width == 0 || height == 0 {
        return Err("it has no pixels".to_owned());
    }
    let rows = data.chunks_exact(step as usize).take(height as usize);
    let mut pixels: Vec<u8> =
        rows.flat_map(|row| row.get(..row_bytes).unwrap_or_default()).copied().collect();
    if encoding.starts_with("bgr") {
        pixels.chunks_exact_mut(pixel_bytes).for_each(|pixel| pixel.swap(0, 2));
    }
    let is_big = message.at("is_bigendian").and_then(Value::as_f64).is_some_and(|flag| flag != 0.0);
    if is_big && (pixel_bytes == 2 || encoding == "32FC1") {
        pixels.chunks_exact_mut(pixel_bytes).for_each(<[u8]>::reverse);
    }
    let image = match encoding {
        "mono8" | "8UC1" => GrayImage::from_raw(width, height, pixels).map(DynamicImage::from),
        "rgb8" | "bgr8" => RgbImage::from_raw(width, height, pixels).map(DynamicImage::from),
        "rgba8" | "bgra8" => RgbaImage::from_raw(width, height, pixels).map(DynamicImage::from),
        "mono16" | "16UC1" => {
            let words = pixels.as_chunks::<2>().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect();
            ImageBuffer::from_raw(width, height, words).map(DynamicImage::ImageLuma16)
        }
        _ => {
            let depths = pixels.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
            // Pixels that are too far for 16 bits, or without a hit, are 0, as in 16UC1.
            let word = |depth_m: f32| {
                let millimeters = (depth_m * MILLIMETERS).round();
                if (0.0..=f32::from(u16::MAX)).contains(&millimeters) { millimeters as u16 } else { 0 }
            };
            ImageBuffer::from_raw(width, height, depths.map(word).collect()).map(DynamicImage::ImageLuma16)
        }
    };
    image.ok_or_else(|| format!("{width} x {height} pixels are not in its {} bytes", data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(encoding: &str, [width, height, step]: [i64; 3], data: &[u8]) -> Value {
        let fields = [
            ("height", Value::Int(height)),
            ("width", Value::Int(width)),
            ("encoding", Value::Text(encoding.to_owned())),
            ("is_bigendian", Value::Int(0)),
            ("step", Value::Int(step)),
            ("data", Value::Bytes(data.to_vec())),
        ];
        Value::Map(fields.map(|(name, value)| (name.to_owned(), value)).into())
    }

    #[test]
    fn colors_and_depths_are_decoded_and_padding_left_out() {
        let image = decoded(&message("bgr8", [1, 2, 4], &[1, 2, 3, 0, 4, 5, 6, 0])).unwrap();
        assert_eq!(image.as_bytes(), [3, 2, 1, 6, 5, 4]);
        let depths = [1.5_f32, 100.0, f32::INFINITY].map(f32::to_le_bytes).concat();
        let image = decoded(&message("32FC1", [3, 1, 12], &depths)).unwrap();
        assert_eq!(image.to_luma16().into_raw(), [1500, 0, 0]);
    }

    #[test]
    fn malformed_images_are_reported() {
        for (bad, message) in [
            (message("rgb8", [2, 2, 6], &[0; 11]), "2 x 2 pixels"),
            (message("rgb8", [3, 1, 6], &[0; 12]), "3 x 1 pixels"),
            (message("rgb8", [0, 0, 0], &[]), "no pixels"),
            (message("yuv", [1, 1, 3], &[0; 3]), "yuv"),
            (message("rgba8", [-1, 1, 4], &[0; 4]), "width is -1"),
            (message("rgba8", [1 << 31, 1 << 31, 1 << 33], &[0; 4]), "step"),
            (Value::Null, "no width"),
        ] {
            let problem = decoded(&bad).unwrap_err();
            assert!(problem.contains(message), "{problem}");
        }
    }
}
