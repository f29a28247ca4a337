//! The rays of a rectangle of pixels of a pinhole camera.

use glam::{DVec3, Vec2, Vec3};

/// Width and height of a block of pixels: a packet of sixteen rays, or two packets of eight.
const BLOCK: u32 = 4;

/// Rays from a common origin through the centers of 32 x 32 pixels.
///
/// The ray of the pixel in column x and row y of the tile has the direction `forward + (first.x + x) right + (first.y + y)
/// down`, normalized.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayTile {
    /// Origin in world coordinates. [m]
    pub origin: DVec3,
    /// Direction through the middle of the image in the world; a unit vector.
    pub forward: Vec3,
    /// Step of the direction from a pixel to the next pixel to the right; at a right angle to `forward`.
    pub right: Vec3,
    /// Step of the direction from a pixel to the next pixel below; at a right angle to `forward` and `right`.
    pub down: Vec3,
    /// Columns and rows from the middle of the image to the center of the first pixel of the tile.
    pub first: Vec2,
    /// Distance along `forward` at which the rays start: they do not hit nearer surfaces. [m]
    pub near: f32,
    /// Length of the rays along `forward`; may be infinite. [m]
    pub far: f32,
}

impl RayTile {
    /// Number of columns.
    pub const WIDTH: u32 = 32;
    /// Number of rows.
    pub const HEIGHT: u32 = 32;
    /// Number of rays.
    pub const COUNT: usize = (Self::WIDTH * Self::HEIGHT) as usize;
    /// Smallest size of a pixel, as a step of the direction. Rays in single precision are too coarse for smaller pixels.
    pub const PIXEL_MIN: f32 = 1e-5;

    /// Column and row in the tile of the ray with a number. Rays are in the order of blocks of 4 x 4 pixels.
    #[must_use]
    #[inline(always)]
    pub const fn pixel(number: u32) -> [u32; 2] {
        let (block, within) = (number / (BLOCK * BLOCK), number % (BLOCK * BLOCK));
        let across = Self::WIDTH / BLOCK;
        [block % across * BLOCK + within % BLOCK, block / across * BLOCK + within / BLOCK]
    }

    /// Whether the rays can be cast as a tile: pixels are not too small.
    #[must_use]
    pub fn is_regular(&self) -> bool {
        let steps = [self.right, self.down].map(Vec3::length_squared);
        steps.iter().all(|step| (Self::PIXEL_MIN * Self::PIXEL_MIN..=1e6).contains(step))
    }
}
