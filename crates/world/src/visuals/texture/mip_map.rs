//! Mip maps: smaller copies of an image for distant surfaces.

use std::sync::Arc;

use glam::Vec4;

use crate::visuals::Texture;

/// An image at half its size, at a quarter, and so on down to one pixel. Each pixel is the mean of the pixels it
/// covers.
#[derive(Debug, Clone)]
pub struct MipMap {
    /// The smaller copies, the largest first.
    smaller: Arc<[Texture]>,
    is_opaque: bool,
}

impl MipMap {
    pub(crate) fn new(texture: &Texture) -> MipMap {
        let mut smaller: Vec<Texture> = Vec::new();
        let is_opaque = texture.texels().iter().all(|texel| texel[3] == u8::MAX);
        loop {
            let last = smaller.last().unwrap_or(texture);
            if last.width <= 1 && last.height <= 1 {
                return MipMap { smaller: smaller.into(), is_opaque };
            }
            smaller.push(halved(last));
        }
    }

    /// The smaller copies, the largest first: empty for an image of one pixel.
    #[must_use]
    pub fn smaller(&self) -> &[Texture] {
        &self.smaller
    }

    /// Whether all pixels of the image are opaque.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.is_opaque
    }

    /// The copies for colors that are averaged over about `pixels` pixels of the full image.
    #[must_use]
    pub fn level<'a>(&'a self, texture: &'a Texture, pixels: f32) -> MipLevel<'a> {
        if pixels.is_nan() || pixels <= 1.0 || self.smaller.is_empty() {
            return MipLevel { near: texture, far: None };
        }
        let (first, share) = halvings(pixels);
        let copy = |number: usize| match number.checked_sub(1) {
            None => texture,
            Some(place) => &self.smaller[place.min(self.smaller.len() - 1)],
        };
        let far = (share != 0.0 && first < self.smaller.len()).then(|| (copy(first + 1), share));
        MipLevel { near: copy(first), far }
    }
}

/// The binary logarithm of a number of at least 1: its integer part, and its fractional part to within 0.01. The logarithms of
/// C libraries differ in their last bits, but pictures must be the same on all platforms.
#[inline]
fn halvings(pixels: f32) -> (usize, f32) {
    const FRACTION_BITS: u32 = 23;
    let bits = pixels.to_bits();
    let exponent = (bits >> FRACTION_BITS).saturating_sub(127);
    let above = f32::from_bits(bits & ((1 << FRACTION_BITS) - 1) | 1.0_f32.to_bits()) - 1.0;
    // The parabola through the logarithms of 1, √2 and 2.
    (exponent as usize, above * (1.343_6 - 0.343_6 * above))
}

/// The one or two copies of an image from which a color is interpolated.
#[derive(Debug, Clone, Copy)]
pub struct MipLevel<'a> {
    near: &'a Texture,
    /// The next smaller copy, and its weight.
    far: Option<(&'a Texture, f32)>,
}

impl MipLevel<'_> {
    /// Color and opacity at image coordinates.
    #[must_use]
    #[inline]
    pub fn at(&self, uv: [f32; 2]) -> Vec4 {
        let near = self.near.at(uv);
        match self.far {
            Some((far, share)) => near + share * (far.at(uv) - near),
            None => near,
        }
    }
}

/// An image of half the width and height, rounded down, but at least 1.
fn halved(image: &Texture) -> Texture {
    let [width, height] = [image.width, image.height].map(|side| (side / 2).max(1));
    let covered = |number: u32, count: u32, of: u32| {
        let first = u64::from(number) * u64::from(of) / u64::from(count);
        let end = (u64::from(number + 1) * u64::from(of)).div_ceil(u64::from(count));
        first as usize..end as usize
    };
    let mut rgba = Vec::with_capacity(4 * width as usize * height as usize);
    for row in 0..height {
        let rows = covered(row, height, image.height);
        for column in 0..width {
            let columns = covered(column, width, image.width);
            let mut sums = [0_u32; 4];
            for row in rows.clone() {
                let first = 4 * (row * image.width as usize + columns.start);
                let end = first + 4 * columns.len();
                for pixel in image.rgba.get(first..end).unwrap_or_default().chunks_exact(4) {
                    for (sum, part) in sums.iter_mut().zip(pixel) {
                        *sum += u32::from(*part);
                    }
                }
            }
            let count = (rows.len() * columns.len()) as u32;
            rgba.extend(sums.map(|sum| ((sum + count / 2) / count) as u8));
        }
    }
    Texture { name: image.name.clone(), width, height, rgba: rgba.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White and black pixels in turn.
    fn checkered(width: u32, height: u32) -> Texture {
        let pixel = |number: u32| {
            let part = if (number % width + number / width).is_multiple_of(2) { 255 } else { 0 };
            [part, part, part, 255]
        };
        let rgba: Vec<u8> = (0..width * height).flat_map(pixel).collect();
        Texture { name: "checkered".to_owned(), width, height, rgba: rgba.into() }
    }

    #[test]
    fn smallest_copy_has_the_mean_color() {
        let image = checkered(16, 8);
        let mips = MipMap::new(&image);
        assert_eq!(mips.smaller.len(), 4);
        for uv in [[0.1, 0.3], [0.77, 0.5]] {
            let [red, .., opacity] = mips.level(&image, 1e9).at(uv).to_array();
            assert!((red - 0.5).abs() < 0.01 && opacity == 1.0, "{red}");
            assert_eq!(mips.level(&image, 1.0).at(uv), image.at(uv));
            assert_eq!(mips.level(&image, f32::NAN).at(uv), image.at(uv));
        }
        // Between two sizes, the result is interpolated.
        let uv = [0.5 / 16.0, 1.0 - 0.5 / 8.0];
        let red = mips.level(&image, 2.0_f32.sqrt()).at(uv).x;
        assert!((red - 0.75).abs() < 0.01, "{red}");
    }

    #[test]
    fn halvings_approximate_the_binary_logarithm() {
        for pixels in [1.0_f32, 1.2, 2.0_f32.sqrt(), 1.8, 2.0, 3.0, 1000.0, 1e9] {
            let (whole, rest) = halvings(pixels);
            assert!((whole as f32 + rest - pixels.log2()).abs() < 0.01, "{pixels}: {whole} {rest}");
        }
    }

    #[test]
    fn sides_of_any_length_can_be_halved() {
        for (width, height) in [(1, 1), (5, 1), (3, 7), (2, 300)] {
            let image = checkered(width, height);
            let mips = MipMap::new(&image);
            let sizes: Vec<_> = mips.smaller.iter().map(|copy| (copy.width, copy.height)).collect();
            assert_eq!(sizes.last().copied().unwrap_or((1, 1)), (1, 1), "{sizes:?}");
            assert!(mips.smaller.iter().all(|copy| copy.validate().is_ok()));
        }
    }
}
