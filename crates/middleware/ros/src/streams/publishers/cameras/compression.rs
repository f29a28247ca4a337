//! Compression of pictures in the formats of ROS's `image_transport` plugins.
//!
//! Source of both formats: the packages `compressed_image_transport` and `compressed_depth_image_transport`.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageError};
use morse_sim::contract::data::image::Image;

/// The largest quantized value of an inverse depth. Zero means that there is no depth.
const LEVEL_MAX: f32 = u16::MAX as f32;

/// How a picture is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    /// Colors as JPEG, with a quality from 1 to 100.
    Jpeg(u8),
    /// Colors as PNG.
    Png,
    /// Depths as PNG of quantized inverse depths.
    Depth,
}

impl Compression {
    /// The field `format` of the message. It names the channels `bgr8`, since the plugins write this for a JPEG or PNG
    /// file, whose channels have a fixed order.
    pub(super) fn format(self) -> &'static str {
        match self {
            Self::Jpeg(_) => "rgb8; jpeg compressed bgr8",
            Self::Png => "rgb8; png compressed bgr8",
            Self::Depth => "32FC1; compressedDepth png",
        }
    }

    /// Compresses a picture.
    ///
    /// # Errors
    /// When the encoder refuses the size of the picture.
    pub(super) fn compress(self, picture: &Image) -> Result<Vec<u8>, ImageError> {
        let (width, height) = (picture.width, picture.height);
        let mut file = Vec::with_capacity(picture.bytes.len() / 8);
        match self {
            Self::Jpeg(quality) => JpegEncoder::new_with_quality(&mut file, quality).encode(
                &picture.rgb(),
                width,
                height,
                ExtendedColorType::Rgb8,
            )?,
            Self::Png => png(&mut file, &picture.rgb(), [width, height], ExtendedColorType::Rgb8)?,
            Self::Depth => {
                let depths = || picture.bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
                let quantization = Quantization::of(depths());
                file.extend(quantization.header());
                let levels: Vec<u8> =
                    depths().flat_map(|depth| quantization.level(depth).to_ne_bytes()).collect();
                png(&mut file, &levels, [width, height], ExtendedColorType::L16)?;
            }
        }
        Ok(file)
    }
}

/// Appends a PNG file with fast compression.
fn png(
    file: &mut Vec<u8>,
    pixels: &[u8],
    [width, height]: [u32; 2],
    color: ExtendedColorType,
) -> Result<(), ImageError> {
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Fast, FilterType::Sub);
    encoder.write_image(pixels, width, height, color)
}

/// Parameters of the quantization of depths: `level = scale / depth + offset`, from 1 at the largest depth of a picture to
/// 65535 at the smallest one. So the relative error of a depth `z` is at most `z / z_min / 131068`, for a `z_max` far away.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Quantization {
    /// [m]
    scale: f32,
    offset: f32,
}

impl Quantization {
    /// The quantization for the finite, positive depths of a picture. [m]
    fn of(depths: impl Iterator<Item = f32>) -> Self {
        let valid = depths.filter(|depth| is_valid(*depth));
        let (low, high) =
            valid.fold((f32::INFINITY, 0.0_f32), |(low, high), depth| (low.min(depth), high.max(depth)));
        if high == 0.0 {
            return Self { scale: 1.0, offset: 0.0 };
        }
        // A flat picture has a range too, so that the parameters are finite.
        let high = f64::from(high).max(f64::from(low) * 1.01);
        let scale = f64::from(LEVEL_MAX - 1.0) / (1.0 / f64::from(low) - 1.0 / high);
        Self { scale: scale as f32, offset: (1.0 - scale / high) as f32 }
    }

    /// The bytes before the PNG file: a format of zero (inverse depth) and the two parameters.
    fn header(self) -> [u8; 12] {
        let mut header = [0; 12];
        header[4..8].copy_from_slice(&self.scale.to_le_bytes());
        header[8..].copy_from_slice(&self.offset.to_le_bytes());
        header
    }

    /// The level of a depth [m]; zero for a depth that is not finite and positive.
    fn level(self, depth: f32) -> u16 {
        if !is_valid(depth) {
            return 0;
        }
        (self.scale / depth + self.offset).round().clamp(1.0, LEVEL_MAX) as u16
    }
}

fn is_valid(depth: f32) -> bool {
    depth.is_finite() && depth > 0.0
}

#[cfg(test)]
mod tests {
    use morse_sim::contract::data::image::PixelKind;

    use super::*;

    fn picture(pixels: PixelKind, width: u32, bytes: Vec<u8>) -> Image {
        Image { width, height: bytes.len() as u32 / 4 / width, pixels, bytes: bytes.into() }
    }

    /// Reads depths as the plugin does.
    fn decoded(message: &[u8]) -> Vec<f32> {
        assert_eq!(message[..4], [0; 4], "inverse depth");
        let number = |at: usize| f32::from_le_bytes(message[at..at + 4].try_into().unwrap());
        let (scale, offset) = (number(4), number(8));
        let levels = image::load_from_memory(&message[12..]).unwrap().into_luma16();
        let depth = |level: u16| if level == 0 { f32::NAN } else { scale / (f32::from(level) - offset) };
        levels.as_raw().iter().map(|&level| depth(level)).collect()
    }

    #[test]
    fn compressed_depths_are_read_back_with_a_small_error() {
        let depths = [1.0_f32, 1.001, 2.5, 7.0, 19.9, 20.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 0.0];
        let bytes = depths.iter().flat_map(|depth| depth.to_le_bytes()).collect();
        let read = decoded(&Compression::Depth.compress(&picture(PixelKind::Depth, 5, bytes)).unwrap());
        for (depth, read) in depths[..6].iter().zip(&read) {
            assert!((depth - read).abs() < 0.0001 + 0.0005 * depth * depth / 20.0, "{depth}: {read}");
        }
        assert!(read[6..].iter().all(|depth| depth.is_nan()), "{read:?}");
    }

    #[test]
    fn flat_and_empty_depths_are_compressed() {
        for depth in [0.3_f32, 20.0, 5000.0] {
            let bytes = depth.to_le_bytes().repeat(4);
            let read = decoded(&Compression::Depth.compress(&picture(PixelKind::Depth, 2, bytes)).unwrap());
            assert!(read.iter().all(|read| (read - depth).abs() < 1e-4 * depth), "{depth}: {read:?}");
        }
        let nothing = f32::INFINITY.to_le_bytes().repeat(4);
        let read = decoded(&Compression::Depth.compress(&picture(PixelKind::Depth, 2, nothing)).unwrap());
        assert!(read.iter().all(|depth| depth.is_nan()));
    }

    #[test]
    fn compressed_colors_are_read_back() {
        let bytes = [200, 100, 50, 255].repeat(16 * 8);
        let colors = picture(PixelKind::Color, 16, bytes);
        for (compression, tolerance) in [(Compression::Png, 0), (Compression::Jpeg(95), 4)] {
            let file = compression.compress(&colors).unwrap();
            let read = image::load_from_memory(&file).unwrap().into_rgb8();
            assert_eq!(read.dimensions(), (16, 8));
            let is_near = |(read, exact): (u8, u8)| read.abs_diff(exact) <= tolerance;
            assert!(read.pixels().all(|pixel| pixel.0.into_iter().zip([200, 100, 50]).all(is_near)));
        }
    }
}
