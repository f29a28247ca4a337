//! Mip maps: an image and smaller copies of it for distant surfaces.

use std::sync::Arc;

use crate::visuals::Texture;

/// Maximum number of copies: an image of 16384 pixels a side has 15.
const COPIES_MAX: usize = 16;

/// An image and its copies at half its size, at a quarter, and so on down to one pixel. Each pixel of a copy is the mean of the
/// pixels it covers. The sides of copy number n are those of the image divided by 2^n, rounded down, but at least 1.
///
/// All copies are in one list. Around each is a margin of one pixel that repeats the opposite side, so that the four pixels
/// around a place are found without wrap-around.
#[derive(Debug, Clone)]
pub struct MipMap {
    texels: Arc<[[u8; 4]]>,
    size: [u32; 2],
    firsts: [u32; COPIES_MAX],
    last: u32,
    is_opaque: bool,
}

impl MipMap {
    pub(crate) fn new(texture: &Texture) -> MipMap {
        let mut firsts = [0; COPIES_MAX];
        let mut texels = Vec::new();
        append(&mut texels, texture);
        let (mut copy, mut last) = (None, 0);
        loop {
            let image: &Texture = copy.as_ref().unwrap_or(texture);
            if image.width <= 1 && image.height <= 1 {
                break;
            }
            let half = halved(image);
            last += 1;
            // Further entries are those of the last copy.
            firsts[last..].fill(texels.len() as u32);
            append(&mut texels, &half);
            copy = Some(half);
        }
        let is_opaque = texture.texels().iter().all(|texel| texel[3] == u8::MAX);
        MipMap {
            texels: texels.into(),
            size: [texture.width, texture.height],
            firsts,
            last: last as u32,
            is_opaque,
        }
    }

    /// The pixels of all copies, the image first, row by row from the top, each copy with its margin. Red, green, blue and
    /// opacity.
    #[must_use]
    #[inline]
    pub fn texels(&self) -> &[[u8; 4]] {
        &self.texels
    }

    /// For each copy, the index in [`MipMap::texels`] of the upper left pixel of its margin. Entries after
    /// [`MipMap::last`] equal the last one.
    #[must_use]
    #[inline]
    pub fn firsts(&self) -> &[u32; COPIES_MAX] {
        &self.firsts
    }

    /// The number of the smallest copy: 0 for an image of one pixel.
    #[must_use]
    #[inline]
    pub fn last(&self) -> u32 {
        self.last
    }

    /// Width and height of a copy without its margin. [pixels]
    #[must_use]
    pub fn size(&self, copy: u32) -> [u32; 2] {
        self.size.map(|side| (side >> copy.min(self.last)).max(1))
    }

    /// Whether all pixels of the image are opaque.
    #[must_use]
    #[inline]
    pub fn is_opaque(&self) -> bool {
        self.is_opaque
    }
}

/// Appends an image with its margin.
fn append(texels: &mut Vec<[u8; 4]>, image: &Texture) {
    let width = image.width as usize;
    let rows: Vec<&[[u8; 4]]> = image.texels().chunks_exact(width.max(1)).collect();
    let (first, last) = (rows.first(), rows.last());
    for row in last.into_iter().chain(&rows).chain(first) {
        texels.extend(row.last());
        texels.extend_from_slice(row);
        texels.extend(row.first());
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
        let mips = MipMap::new(&checkered(16, 8));
        assert_eq!((mips.last(), mips.size(2), mips.size(4), mips.size(9)), (4, [4, 2], [1, 1], [1, 1]));
        assert_eq!(mips.texels().last(), Some(&[128, 128, 128, 255]));
        assert!(mips.is_opaque());
    }

    #[test]
    fn margins_repeat_the_opposite_side() {
        let numbered: Vec<u8> = (0..6).flat_map(|number| [number, 0, 0, 0]).collect();
        let image = Texture { name: "six".to_owned(), width: 3, height: 2, rgba: numbered.into() };
        let mips = MipMap::new(&image);
        let rows = mips.texels()[..20].chunks(5);
        let reds: Vec<Vec<u8>> = rows.map(|row| row.iter().map(|texel| texel[0]).collect()).collect();
        assert_eq!(reds, [[5, 3, 4, 5, 3], [2, 0, 1, 2, 0], [5, 3, 4, 5, 3], [2, 0, 1, 2, 0]]);
        assert_eq!(mips.firsts()[..3], [0, 20, 20]);
        assert!(!mips.is_opaque());
    }

    #[test]
    fn sides_of_any_length_can_be_halved() {
        for (width, height) in [(1, 1), (5, 1), (3, 7), (2, 300), (16_384, 1)] {
            let mips = MipMap::new(&checkered(width, height));
            assert_eq!(mips.size(mips.last()), [1, 1], "{width} {height}");
            let texels: u32 =
                (0..=mips.last()).map(|copy| mips.size(copy).map(|side| side + 2)).map(|[x, y]| x * y).sum();
            assert_eq!(mips.texels().len(), texels as usize);
            assert_eq!(mips.firsts()[mips.last() as usize..].iter().max(), mips.firsts().last());
        }
    }
}
