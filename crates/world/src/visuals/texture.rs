//! Textures: images on surfaces.

pub(super) mod layer;
pub(super) mod mip_map;

use std::fmt;
use std::sync::Arc;

use glam::{U8Vec4, Vec4};
use serde::{Deserialize, Serialize};

use crate::WorldError;

/// The index of an image in its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TextureId(pub(crate) u32);

/// Maximum width and height of an image. [pixels]
const SIDE_MAX: u32 = 16_384;

/// A decoded image.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Texture {
    /// A name for display; need not be unique.
    pub name: String,
    /// Width of the image. [pixels]
    pub width: u32,
    /// Height of the image. [pixels]
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, row by row from the upper left.
    pub rgba: Arc<[u8]>,
}

impl Texture {
    /// Checks that there is a color for every pixel.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name of the image.
    pub fn validate(&self) -> Result<(), WorldError> {
        let size = [self.width, self.height];
        if size.iter().any(|side| !(1..=SIDE_MAX).contains(side)) {
            return Err(WorldError::bad(&self.name, "size of an image", size, "1 to 16384 pixels a side"));
        }
        if self.rgba.len() != 4 * self.width as usize * self.height as usize {
            return Err(WorldError::bad(
                &self.name,
                "number of bytes of an image",
                self.rgba.len(),
                "four for each pixel",
            ));
        }
        Ok(())
    }

    /// Red, green, blue and opacity of each pixel, row by row from the upper left.
    #[must_use]
    pub fn texels(&self) -> &[[u8; 4]] {
        self.rgba.as_chunks().0
    }

    /// Color and opacity at image coordinates, 0 to 1: (0, 0) is the lower left corner of the image, (1, 1) the upper right
    /// corner. The image repeats in all directions. Values are interpolated between the centers of pixels.
    #[must_use]
    #[inline]
    pub fn at(&self, uv: [f32; 2]) -> Vec4 {
        let column = across(uv[0], self.width);
        let row = across(1.0 - uv[1], self.height);
        let mix = |a: Vec4, b: Vec4, share: f32| a + share * (b - a);
        let ([left, right], [upper, lower]) = (column.pixels, row.pixels);
        let above = mix(self.pixel(left, upper), self.pixel(right, upper), column.share);
        let below = mix(self.pixel(left, lower), self.pixel(right, lower), column.share);
        mix(above, below, row.share) / 255.0
    }

    /// A pixel with components from 0 to 255.
    #[inline]
    fn pixel(&self, column: u32, row: u32) -> Vec4 {
        let first = 4 * (row as usize * self.width as usize + column as usize);
        match self.rgba.get(first..first + 4) {
            Some(&[red, green, blue, opacity]) => U8Vec4::new(red, green, blue, opacity).as_vec4(),
            _ => Vec4::ZERO,
        }
    }
}

impl fmt::Debug for Texture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Texture({:?}, {} x {})", self.name, self.width, self.height)
    }
}

/// Two neighboring pixels along an axis, and the weight of the second pixel.
struct Between {
    pixels: [u32; 2],
    share: f32,
}

/// The pixels around a coordinate on an axis of `count` pixels, with wrap-around from 1 to 0.
#[inline]
fn across(place: f32, count: u32) -> Between {
    let place = place - floor(place);
    let place = if place.is_finite() { place * count as f32 - 0.5 } else { 0.0 };
    let first = floor(place);
    // From -1 to the last pixel.
    let number = first as i32;
    let left = if number < 0 { count - 1 } else { number as u32 };
    let right = if left + 1 < count { left + 1 } else { 0 };
    Between { pixels: [left, right], share: place - first }
}

/// As `f32::floor`, which is a function call without SSE 4.1.
#[inline]
fn floor(number: f32) -> f32 {
    /// All floats of at least this size are integers.
    const WHOLE_FROM: f32 = 8_388_608.0;
    if number.abs() < WHOLE_FROM {
        let towards_zero = number as i32 as f32;
        if towards_zero > number { towards_zero - 1.0 } else { towards_zero }
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red and green above blue and white.
    fn four() -> Texture {
        let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 0]];
        Texture { name: "four".to_owned(), width: 2, height: 2, rgba: rgba.concat().into() }
    }

    #[test]
    fn coordinates_begin_at_the_lower_left_and_wrap_around() {
        let image = four();
        for shift in [-3.0, 0.0, 1.0] {
            assert_eq!(image.at([0.25 + shift, 0.25]).to_array(), [0.0, 0.0, 1.0, 1.0]);
            assert_eq!(image.at([0.75, 0.25 + shift]).to_array(), [1.0, 1.0, 1.0, 0.0]);
            assert_eq!(image.at([0.25 + shift, 0.75 + shift]).to_array(), [1.0, 0.0, 0.0, 1.0]);
            assert_eq!(image.at([0.75, 0.75 + shift]).to_array(), [0.0, 1.0, 0.0, 1.0]);
        }
    }

    #[test]
    fn colors_are_interpolated_between_pixel_centers() {
        let image = four();
        assert_eq!(image.at([0.5, 0.75]).to_array(), [0.5, 0.5, 0.0, 1.0]);
        assert_eq!(image.at([0.5, 0.5]).to_array(), [0.5, 0.5, 0.5, 0.75]);
        // The left edge lies between the first column and, by wrap-around, the last column.
        assert_eq!(image.at([0.0, 0.75]).to_array(), [0.5, 0.5, 0.0, 1.0]);
        assert!(image.at([f32::NAN, f32::INFINITY]).is_finite());
    }

    #[test]
    fn floor_equals_that_of_the_standard_library() {
        for number in [0.0, 0.5, 1.0, -0.25, -1.0, -1.5, 8_388_607.5, -8_388_607.5, 1e9, -1e9, 1e30, -1e30] {
            assert_eq!(floor(number), number.floor(), "{number}");
        }
        assert!(floor(f32::NAN).is_nan());
        // The largest number below 1 is rounded to a whole image.
        assert_eq!(across(-1e-9, 5).pixels, [4, 0]);
    }

    #[test]
    fn image_with_missing_pixels_is_refused() {
        assert!(four().validate().is_ok());
        let error = Texture { width: 3, ..four() }.validate().unwrap_err().to_string();
        assert!(error.contains("'four'"), "{error}");
        assert!(Texture { width: 0, rgba: [].into(), ..four() }.validate().is_err());
    }
}
