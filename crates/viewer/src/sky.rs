//! The sky as a panorama for pages: all directions in one image.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use glam::Vec3;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use morse_world::{SkyImage, World};

/// Rows of a panorama: from straight up to straight down.
const ROWS: u32 = 256;
/// Columns of a panorama of a sky that is not the same all around.
const COLUMNS: u32 = 512;

/// An image of all directions: the rows are angles above the horizon, the columns angles about the vertical, from −x over +y, as three.js
/// has them when its y is up and its z is along −y of the world.
#[derive(Debug, Clone, PartialEq)]
pub struct SkyPanorama {
    /// Number of columns: 1 if the sky is the same all around.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row from straight up.
    pub rgb: Vec<u8>,
}

impl SkyPanorama {
    /// The image as a URL with its data; `None` if it cannot be encoded.
    pub fn url(&self) -> Option<String> {
        let mut png = Vec::new();
        let encoder = PngEncoder::new(&mut png);
        encoder.write_image(&self.rgb, self.width, self.height, ExtendedColorType::Rgb8).ok()?;
        Some(format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png)))
    }

    /// The sky of a world; `None` without one.
    pub fn of(world: &World) -> Option<SkyPanorama> {
        let sky = SkyImage::new(world.sky()?);
        let pixel = |row: u32, column: u32| {
            let elevation = FRAC_PI_2 - (row as f32 + 0.5) / ROWS as f32 * PI;
            let azimuth = PI - (column as f32 + 0.5) / COLUMNS as f32 * TAU;
            let (up, level) = elevation.sin_cos();
            let (y, x) = azimuth.sin_cos();
            let rgb = sky.color(Vec3::new(level * x, level * y, up)).to_array();
            rgb.map(|part| (part * 255.0 + 0.5) as u8)
        };
        let all: Vec<[u8; 3]> = (0..ROWS)
            .flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
            .map(|(row, column)| pixel(row, column))
            .collect();
        // Interpolation between the pixels of a generated gradient differs a little around the vertical.
        let is_even = all.chunks(COLUMNS as usize).all(|row| {
            row.iter().all(|rgb| rgb.iter().zip(row[0]).all(|(part, first)| part.abs_diff(first) <= 2))
        });
        let width = if is_even { 1 } else { COLUMNS };
        let rgb =
            all.chunks(COLUMNS as usize).flat_map(|row| &row[..width as usize]).flatten().copied().collect();
        Some(SkyPanorama { width, height: ROWS, rgb })
    }
}

#[cfg(test)]
mod tests {
    use morse_world::{PhysicsSettings, Texture};

    use super::*;

    #[test]
    fn sky_that_is_the_same_all_around_has_one_column() {
        let mut world = World::new(PhysicsSettings::default());
        assert_eq!(SkyPanorama::of(&world), None);
        let sky = |world: &mut World, sides: [[u8; 4]; 6]| {
            let texture =
                Texture { name: "sky".to_owned(), width: 1, height: 6, rgba: sides.concat().into() };
            let texture = world.add_texture(texture).unwrap();
            world.set_sky(Some(texture)).unwrap();
            SkyPanorama::of(world).unwrap()
        };
        let blue = [0, 0, 255, 255];
        let even = sky(&mut world, [blue; 6]);
        assert_eq!((even.width, even.height, even.rgb.len()), (1, ROWS, 3 * ROWS as usize));
        assert_eq!(even.rgb[..3], [0, 0, 255]);
        assert!(even.url().unwrap().starts_with("data:image/png;base64,iVBOR"));
        // Red to −y: three quarters of the way around from −x.
        let uneven = sky(&mut world, [blue, blue, blue, blue, [255, 0, 0, 255], blue]);
        assert_eq!(uneven.width, COLUMNS);
        let at = 3 * (ROWS / 2 * COLUMNS + COLUMNS / 4 * 3) as usize;
        assert_eq!(uneven.rgb[at..at + 3], [255, 0, 0]);
    }
}
