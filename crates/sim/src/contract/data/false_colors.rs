//! False colors of images whose pixels are not colors, for people.

use std::f32::consts::TAU;

use crate::contract::data::image::{Image, PixelKind};

/// Part of a full circle of hues from one identifier to the next: the golden ratio, so that near identifiers differ.
const HUE_STEP: f32 = 0.618_034;

/// Colors of an image of labels, normals, displacements or temperatures, row by row as stored; `None` for images of other kinds.
///
/// Labels have different hues, and 0 is black. The parts of a normal from -1 to 1 are red, green and blue from 0 to 255. The
/// hue of a displacement is its direction and its saturation is its length, relative to the longest one. Temperatures are
/// from black over red and yellow to white.
#[must_use]
pub fn false_colors(image: &Image) -> Option<Vec<[u8; 3]>> {
    match image.pixels {
        PixelKind::Color | PixelKind::Depth | PixelKind::ZBuffer => None,
        PixelKind::Label => Some(image.labels().map(of_label).collect()),
        PixelKind::Temperature => {
            let finite = || image.floats().filter(|degrees| degrees.is_finite());
            let (low, high) = (finite().fold(f32::MAX, f32::min), finite().fold(f32::MIN, f32::max));
            let share = |degrees: f32| (degrees - low) / (high - low).max(f32::MIN_POSITIVE);
            Some(image.floats().map(|degrees| of_heat(share(degrees))).collect())
        }
        PixelKind::Normal => {
            let parts: Vec<f32> = image.floats().collect();
            Some(parts.as_chunks::<3>().0.iter().map(|&normal| of_normal(normal)).collect())
        }
        PixelKind::Flow => {
            let parts: Vec<f32> = image.floats().collect();
            let flow = parts.as_chunks::<2>().0;
            let lengths = flow.iter().map(|&[right, down]| libm::hypotf(right, down));
            let longest = lengths.filter(|length| length.is_finite()).fold(f32::MIN_POSITIVE, f32::max);
            Some(flow.iter().map(|&[right, down]| of_flow(right / longest, down / longest)).collect())
        }
    }
}

fn of_label(label: i32) -> [u8; 3] {
    if label == 0 {
        return [0; 3];
    }
    let turns = HUE_STEP * (label.unsigned_abs() % 10_000) as f32;
    of_hue(turns.fract(), 0.75)
}

fn of_normal(normal: [f32; 3]) -> [u8; 3] {
    if normal == [0.0; 3] { [0; 3] } else { normal.map(|part| (127.5 + 127.5 * part).round() as u8) }
}

/// A color of a temperature from 0 to 1.
fn of_heat(share: f32) -> [u8; 3] {
    [0.0, 1.0, 2.0].map(|first| (255.0 * (3.0 * share - first).clamp(0.0, 1.0)).round() as u8)
}

fn of_flow(right: f32, down: f32) -> [u8; 3] {
    let length = libm::hypotf(right, down);
    if length.is_finite() {
        of_hue((libm::atan2f(down, right) / TAU).rem_euclid(1.0), length.min(1.0))
    } else {
        [0; 3]
    }
}

/// A bright color of a hue and a saturation, both from 0 to 1.
fn of_hue(hue: f32, saturation: f32) -> [u8; 3] {
    [0.0, 2.0, 4.0].map(|offset| {
        let place = (6.0 * hue + offset).rem_euclid(6.0);
        let strength = (2.0 - (place - 3.0).abs()).clamp(0.0, 1.0);
        (255.0 * (1.0 - saturation * strength)).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(pixels: PixelKind, width: u32, bytes: Vec<u8>) -> Image {
        Image { width, height: 1, pixels, bytes: bytes.into() }
    }

    #[test]
    fn labels_have_distinct_colors_and_zero_is_black() {
        let bytes = (0..200_i32).flat_map(i32::to_le_bytes).collect();
        let colors = false_colors(&image(PixelKind::Label, 200, bytes)).unwrap();
        let distinct: std::collections::BTreeSet<_> = colors.iter().collect();
        assert_eq!((colors[0], colors.len()), ([0; 3], 200));
        assert!(distinct.len() > 190, "{}", distinct.len());
    }

    #[test]
    fn normals_and_displacements_have_the_colors_of_their_directions() {
        let bytes = [0.0_f32, 0.0, -1.0, 1.0, 0.0, 0.0].iter().flat_map(|part| part.to_le_bytes()).collect();
        let colors = false_colors(&image(PixelKind::Normal, 2, bytes)).unwrap();
        assert_eq!(colors, [[128, 128, 0], [255, 128, 128]]);
        let bytes =
            [0.0_f32, 0.0, 3.0, 0.0, f32::NAN, 1.0].iter().flat_map(|part| part.to_le_bytes()).collect();
        let colors = false_colors(&image(PixelKind::Flow, 3, bytes)).unwrap();
        assert_eq!(colors, [[255; 3], [255, 0, 0], [0; 3]]);
        assert_eq!(false_colors(&image(PixelKind::Depth, 1, vec![0; 4])), None);
    }
}
