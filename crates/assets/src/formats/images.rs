//! Decoding of image files whose pixels a reader needs: height maps, and images of which a texture is made.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};

use crate::model::Pixels;
use crate::paths::read_file;

/// Largest width and height. [pixels]
const SIDE_MAX: u32 = 16_384;
/// Most memory of a decoded image. [bytes]
const MEMORY_MAX: u64 = 1 << 29;

/// Heights of a map, row by row from the first row of its file.
pub(in crate::formats) struct HeightMap {
    pub rows: usize,
    pub columns: usize,
    /// Heights between 0 and 1, where 1 is white.
    pub heights: Vec<f64>,
}

/// Decodes an image file.
///
/// # Errors
/// If it cannot be read or decoded; the error has the reason.
pub(crate) fn decode_file(path: &Path) -> Result<DynamicImage, String> {
    let bytes = read_file(path).map_err(|error| error.to_string())?;
    decode_named(&bytes, &path.to_string_lossy())
}

/// Decodes the bytes of an image file.
///
/// # Errors
/// If they cannot be decoded; the error has the reason.
pub(crate) fn decode_bytes(bytes: &[u8]) -> Result<DynamicImage, String> {
    decode_named(bytes, "")
}

/// Decodes the bytes of an image file with a name. Only tga files have no signature.
///
/// # Errors
/// If they cannot be decoded; the error has the reason.
pub(crate) fn decode_named(bytes: &[u8], name: &str) -> Result<DynamicImage, String> {
    let undecodable = |error: &dyn std::fmt::Display| format!("cannot be decoded: {error}");
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| undecodable(&error))?;
    if reader.format().is_none() && (name.to_ascii_lowercase().ends_with(".tga") || looks_like_tga(bytes)) {
        reader.set_format(ImageFormat::Tga);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    if reader.format().is_none() {
        return Err("cannot be decoded: it is not a png, jpeg, tga, tiff or hdr file".to_owned());
    }
    if reader.format() == Some(ImageFormat::OpenExr) {
        return Err("is an OpenEXR image (.exr), which is not read; save it as .hdr".to_owned());
    }
    reader.decode().map_err(|error| undecodable(&error))
}

/// Whether the header looks like a tga file: type of the color map, type of the image, bits per pixel.
fn looks_like_tga(bytes: &[u8]) -> bool {
    let at = |place: usize| bytes.get(place).copied();
    matches!(at(1), Some(0 | 1))
        && matches!(at(2), Some(1 | 2 | 3 | 9 | 10 | 11))
        && matches!(at(16), Some(8 | 15 | 16 | 24 | 32))
}

/// The pixels of an image file.
///
/// # Errors
/// If it cannot be read or decoded; the error has the reason.
pub(in crate::formats) fn pixels_of(path: &Path) -> Result<Pixels, String> {
    Ok(as_pixels(decode_file(path)?))
}

/// The pixels of a decoded image.
pub(crate) fn as_pixels(image: DynamicImage) -> Pixels {
    let rgba = image.into_rgba8();
    Pixels { width: rgba.width(), height: rgba.height(), rgba: Arc::from(rgba.into_raw()) }
}

/// The brightness of an image file as heights.
///
/// # Errors
/// If it cannot be read or decoded, or has less than two rows or columns; the error has the reason.
pub(in crate::formats) fn height_map_of(path: &Path) -> Result<HeightMap, String> {
    let gray = decode_file(path)?.into_luma16();
    let [columns, rows] = [gray.width(), gray.height()].map(|count| count as usize);
    if rows < 2 || columns < 2 {
        return Err("has less than two rows or columns".to_owned());
    }
    let heights = gray.into_raw().into_iter().map(|value| f64::from(value) / f64::from(u16::MAX));
    Ok(HeightMap { rows, columns, heights: heights.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openexr_images_are_refused_with_the_format_that_replaces_them() {
        let error = decode_bytes(&[0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]).unwrap_err();
        assert_eq!(error, "is an OpenEXR image (.exr), which is not read; save it as .hdr");
    }
}
