//! Writes PNG files.

use std::fs;
use std::io;
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use morse_render::Picture;

use crate::failure::Failure;

/// Checks that the folder of an output file exists, before a long computation.
///
/// # Errors
/// If it does not exist.
pub fn find_folder(path: &Path) -> Result<(), Failure> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => fs::metadata(folder).map(drop).map_err(|error| unwritable(path, error)),
        None => Ok(()),
    }
}

/// Writes the colors of a picture.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, picture: &Picture) -> Result<(), Failure> {
    let rgb: Vec<u8> = picture.rgba.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect();
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive)
        .write_image(&rgb, picture.width, picture.height, ExtendedColorType::Rgb8)
        .map_err(|error| Failure::Picture(error.to_string()))?;
    fs::write(path, bytes).map_err(|error| unwritable(path, error))
}

/// The failure of a file that cannot be written.
pub fn unwritable(path: &Path, error: io::Error) -> Failure {
    Failure::File { action: "write", path: path.to_path_buf(), error }
}
