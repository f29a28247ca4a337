//! The sky: the color in a direction.

use glam::{Vec3, Vec3A};

use crate::visuals::texture::Texture;

/// The image of the sky of a world: six squares below each other.
#[derive(Debug, Clone, Copy)]
pub struct SkyImage<'a> {
    image: &'a Texture,
}

impl<'a> SkyImage<'a> {
    /// The sky with an image of six squares below each other.
    #[must_use]
    pub fn new(image: &'a Texture) -> SkyImage<'a> {
        SkyImage { image }
    }

    /// The color in a direction of the world, a unit vector: red, green and blue. [0, 1]
    ///
    /// Squares and their axes are those of a cube map of OpenGL (OpenGL 4.6, section 8.13), whose y is up and whose z is along −y of the
    /// world.
    #[must_use]
    pub fn color(&self, direction: Vec3) -> Vec3A {
        let (x, y, z) = (direction.x, direction.z, -direction.y);
        let (wide, high, deep) = (x.abs(), y.abs(), z.abs());
        let (side, s, t, most) = if wide >= high && wide >= deep {
            if x > 0.0 { (0, -z, -y, wide) } else { (1, z, -y, wide) }
        } else if high >= deep {
            if y > 0.0 { (2, x, z, high) } else { (3, x, -z, high) }
        } else if z > 0.0 {
            (4, x, -y, deep)
        } else {
            (5, -x, -y, deep)
        };
        let most = if most > f32::MIN_POSITIVE { most } else { 1.0 };
        self.at(side, 0.5 * (s / most + 1.0), 0.5 * (t / most + 1.0))
    }

    /// The color of a side at a share of its width and of its height from above, interpolated between the centers of pixels.
    fn at(&self, side: u32, across: f32, down: f32) -> Vec3A {
        let size = self.image.width;
        let between = |share: f32| {
            let place = (share * size as f32 - 0.5).clamp(0.0, (size - 1) as f32);
            let first = place as u32;
            (first, (first + 1).min(size - 1), place - first as f32)
        };
        let (left, right, x) = between(across);
        let (upper, lower, y) = between(down);
        let above = self.pixel(side, left, upper).lerp(self.pixel(side, right, upper), x);
        let below = self.pixel(side, left, lower).lerp(self.pixel(side, right, lower), x);
        above.lerp(below, y) / 255.0
    }

    fn pixel(&self, side: u32, column: u32, row: u32) -> Vec3A {
        let at = ((side * self.image.width + row) * self.image.width + column) as usize;
        let [red, green, blue, _] = self.image.texels().get(at).copied().unwrap_or_default();
        Vec3A::new(f32::from(red), f32::from(green), f32::from(blue))
    }
}
