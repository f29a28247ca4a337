//! Mean colors of textures over the footprints of pixels, for sixteen rows at once.
//!
//! The footprint of a pixel is the change of texture coordinates to the next pixels. An elongated footprint, such as that of
//! distant ground, is covered by several samples along its length. Each sample is interpolated between the pixels of a copy of the
//! texture. Between two sizes of copies, some of the samples are taken from the larger and some from the smaller copy, so that
//! sharpness changes in steps of one sample. Where there is only one sample, it is interpolated between both copies.
//!
//! An `unsafe` call is that of a function compiled for instructions which the processor was just found to have; such a function has
//! no other requirement. The other `unsafe` reads a pixel at an index that is limited to those of the list.
#![allow(unsafe_code, reason = "instructions detected at run time, and limited indices; the proof is above")]

use morse_world::MipMap;

use crate::shading::columns::{Column, GROUP, INTEGERS, ROWS};
use crate::shading::vectorized::vectorized;

/// Maximum number of samples along the longer side of a footprint.
const SAMPLES_MAX: f32 = 4.0;
/// Bits of the fraction of a float.
const FRACTION_BITS: u32 = 23;
const FRACTION: u32 = (1 << FRACTION_BITS) - 1;

/// Texture coordinates with footprints, and the colors there.
pub(crate) struct TextureSamples {
    /// Number of rows in use.
    pub(crate) count: usize,
    pub(crate) uv: [Column; 2],
    /// Change of the coordinates to the next pixel to the right.
    pub(crate) right: [Column; 2],
    /// Change of the coordinates to the next pixel below.
    pub(crate) down: [Column; 2],
    /// Mean red, green, blue and opacity, 0 to 1.
    pub(crate) rgba: [Column; 4],
}

/// A value of each row of a group.
type Lanes = [f32; GROUP];

/// Samples of a group of rows.
struct Footprints {
    /// The longer of the two changes.
    along: [Lanes; 2],
    /// Position of the first sample and distance to the next, as fractions of `along`.
    start: Lanes,
    step: Lanes,
    /// Number of samples.
    samples: Lanes,
    /// The number of the larger copy.
    copy: [u32; GROUP],
    /// Number of samples that are taken from the next smaller copy. They come first.
    smaller: Lanes,
    /// Weight of a sample of the larger and of the smaller copy.
    weights: [Lanes; 2],
}

vectorized! {
    /// Computes the mean colors of a texture.
    pub(crate) sample = sample_in(samples: &mut TextureSamples, mips: &MipMap)
}

impl TextureSamples {
    pub(crate) fn new() -> Box<TextureSamples> {
        let none = [0.0; ROWS];
        Box::new(TextureSamples {
            count: 0,
            uv: [none; 2],
            right: [none; 2],
            down: [none; 2],
            rgba: [none; 4],
        })
    }
}

/// The rows of a group.
#[inline(always)]
fn lanes(column: &Column, first: usize) -> Option<Lanes> {
    column.get(first..first + GROUP)?.try_into().ok()
}

/// Groups of rows are sampled one after the other, because their numbers of samples differ.
#[inline(always)]
fn sample_in(samples: &mut TextureSamples, mips: &MipMap) {
    if mips.texels().is_empty() || mips.texels().len() > i32::MAX as usize {
        return;
    }
    let count = samples.count.min(ROWS);
    for first in (0..count).step_by(GROUP) {
        let pair = |columns: &[Column; 2]| Some([lanes(&columns[0], first)?, lanes(&columns[1], first)?]);
        let (Some(uv), Some(right), Some(down)) =
            (pair(&samples.uv), pair(&samples.right), pair(&samples.down))
        else {
            return;
        };
        let means = sample_group([&uv, &right, &down], mips, (count - first).min(GROUP));
        for (column, means) in samples.rgba.iter_mut().zip(&means) {
            if let Some(to) = column.get_mut(first..first + GROUP) {
                to.copy_from_slice(means);
            }
        }
    }
}

/// The mean colors of a group of rows of which some are in use.
#[inline(always)]
fn sample_group([uv, right, down]: [&[Lanes; 2]; 3], mips: &MipMap, used: usize) -> [Lanes; 4] {
    let footprints = measure(right, down, mips);
    // Positive floats are in the order of their bits, and integers are compared sixteen at a time.
    let mut most = 1.0_f32.to_bits();
    for (lane, count) in footprints.samples.iter().enumerate() {
        let bits = if lane < used { count.to_bits() } else { 0 };
        most = if bits > most { bits } else { most };
    }
    let most = f32::from_bits(most);
    let mut sums = [[0.0; GROUP]; 4];
    for number in 0..most as u32 {
        add(&mut sums, uv, &footprints, mips, number as f32);
    }
    for sums in &mut sums {
        for sum in sums {
            *sum *= 1.0 / 255.0;
        }
    }
    sums
}

/// Chooses numbers of samples and copies by the sizes of the footprints.
#[inline(always)]
fn measure(right: &[Lanes; 2], down: &[Lanes; 2], mips: &MipMap) -> Footprints {
    let [width, height] = mips.size(0).map(|side| side as f32);
    let last = mips.last();
    let none = [0.0; GROUP];
    let mut footprints = Footprints {
        along: [none; 2],
        start: none,
        step: none,
        samples: none,
        copy: [0; GROUP],
        smaller: none,
        weights: [none; 2],
    };
    for lane in 0..GROUP {
        let (right, down) = ([right[0][lane], right[1][lane]], [down[0][lane], down[1][lane]]);
        let square = |[x, y]: [f32; 2]| {
            let (x, y) = (x * width, y * height);
            x * x + y * y
        };
        let (across, below) = (square(right), square(down));
        let is_right = across >= below;
        let (longer, shorter) = if is_right { (across, below) } else { (below, across) };
        // False for NaN.
        let is_spread = longer > 1.0;
        let shorter = if shorter > 1.0 { shorter } else { 1.0 };
        // The ratio of the sides, rounded: from 1 to the maximum.
        let exceeds = |ratio: f32| if longer >= ratio * ratio * shorter { 1.0 } else { 0.0 };
        let count = 1.0 + exceeds(1.5) + exceeds(2.5) + exceeds(SAMPLES_MAX - 0.5);
        let is_elongated = is_spread & (count > 1.0);
        let count = if is_elongated { count } else { 1.0 };
        let step = 1.0 / count;
        for axis in 0..2 {
            let along = if is_right { right[axis] } else { down[axis] };
            footprints.along[axis][lane] = if is_elongated { along } else { 0.0 };
        }
        let pixels = longer.sqrt() * step;
        let pixels = if is_spread & (pixels > 1.0) { pixels } else { 1.0 };
        let (copy, share) = halvings(pixels);
        let share = if copy < last { share } else { 0.0 };
        footprints.copy[lane] = if copy < last { copy } else { last };
        footprints.step[lane] = step;
        footprints.start[lane] = 0.5 * step - 0.5;
        let is_mixed = !is_elongated & (share > 0.0);
        let smaller = (share * count + 0.5).floor();
        footprints.smaller[lane] = if is_mixed { 1.0 } else { smaller };
        footprints.samples[lane] = if is_mixed { 2.0 } else { count };
        footprints.weights[0][lane] = if is_mixed { 1.0 - share } else { step };
        footprints.weights[1][lane] = if is_mixed { share } else { step };
    }
    footprints
}

/// The binary logarithm of a number of at least 1: its integer part, and its fractional part to within 0.01.
#[inline(always)]
fn halvings(pixels: f32) -> (u32, f32) {
    let bits = pixels.to_bits();
    let above = f32::from_bits(bits & FRACTION | 1.0_f32.to_bits()) - 1.0;
    // The parabola through the logarithms of 1, √2 and 2. The logarithms of C libraries differ in their last bits, but pictures must
    // be the same on all platforms.
    ((bits >> FRACTION_BITS) - 127, above * (1.343_6 - 0.343_6 * above))
}

/// Adds the colors of the samples with a number, times their weights.
#[inline(always)]
fn add(sums: &mut [Lanes; 4], uv: &[Lanes; 2], footprints: &Footprints, mips: &MipMap, number: f32) {
    let (texels, firsts, [width, height]) = (mips.texels(), mips.firsts(), mips.size(0));
    let last = texels.len() as u32 - 1;
    let mut weights = [0.0; GROUP];
    // Upper left pixel, and distance to the next row.
    let mut places = [0; GROUP];
    let mut strides = [0; GROUP];
    // Weights of the right and of the lower pixels.
    let mut shares = [[0.0; GROUP]; 2];
    for lane in 0..GROUP {
        let is_smaller = number < footprints.smaller[lane];
        let weight = footprints.weights[usize::from(is_smaller)][lane];
        weights[lane] = if number < footprints.samples[lane] { weight } else { 0.0 };
        let copy = (footprints.copy[lane] + u32::from(is_smaller)) & 15;
        let aside = footprints.start[lane] + number * footprints.step[lane];
        let [u, v] = [0, 1].map(|axis| uv[axis][lane] + footprints.along[axis][lane] * aside);
        let half = |side: u32| if side >> copy > 1 { side >> copy } else { 1 };
        let (width, height) = (half(width), half(height));
        let (column, across) = between(u, width);
        let (row, down) = between(1.0 - v, height);
        let stride = width + 2;
        let place = firsts[copy as usize].wrapping_add(row.wrapping_mul(stride)).wrapping_add(column);
        (places[lane], strides[lane]) = (place, stride);
        (shares[0][lane], shares[1][lane]) = (across, down);
    }
    // Red in the lowest byte.
    let mut corners = [[0; GROUP]; 4];
    for lane in 0..GROUP {
        let (above, below) = (places[lane], places[lane].wrapping_add(strides[lane]));
        for (corner, place) in
            [above, above.wrapping_add(1), below, below.wrapping_add(1)].into_iter().enumerate()
        {
            let place = if place < last { place } else { last };
            // SAFETY: `last` is the index of the last element of the list, which `sample_in` found to have 1 to 2^31 - 1 elements.
            let texel = unsafe { texels.get_unchecked(place as i32 as usize) };
            corners[corner][lane] = u32::from_le_bytes(*texel);
        }
    }
    for (part, sums) in sums.iter_mut().enumerate() {
        let shift = 8 * part as u32;
        for lane in 0..GROUP {
            let value = |corner: usize| (corners[corner][lane] >> shift & 255) as i32 as f32;
            let (across, down) = (shares[0][lane], shares[1][lane]);
            let mix = |a: f32, b: f32, share: f32| a + share * (b - a);
            let above = mix(value(0), value(1), across);
            let below = mix(value(2), value(3), across);
            sums[lane] += weights[lane] * mix(above, below, down);
        }
    }
}

/// The first of two pixels around a coordinate on an axis of `count` pixels and a margin of one on either side, and the weight of
/// the second pixel. The image repeats.
#[inline(always)]
fn between(place: f32, count: u32) -> (u32, f32) {
    let place = place - place.floor();
    // Not for NaN.
    let place = if place >= 0.0 { place * count as i32 as f32 + 0.5 } else { 0.5 };
    let first = place.floor();
    // From 0 for the margin to the number of pixels.
    let number = (first + INTEGERS).to_bits() & FRACTION;
    (number, place - first)
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, Vec4};
    use morse_world::{PhysicsSettings, Texture, World};

    use super::*;

    /// A world with an image of many colors, and its number.
    fn world_with_image(width: u32, height: u32) -> (World, morse_world::TextureId) {
        let mut world = World::new(PhysicsSettings::default());
        let noise = |number: u32| (number.wrapping_mul(2_654_435_761) >> 24) as u8;
        let rgba = (0..4 * width * height).map(noise).collect::<Vec<u8>>().into();
        let image = Texture { name: "noise".to_owned(), width, height, rgba };
        let id = world.add_texture(image).unwrap();
        (world, id)
    }

    /// The copies of an image, without their margins.
    fn copies(mips: &MipMap) -> Vec<Texture> {
        let copy = |number: u32| {
            let [width, height] = mips.size(number);
            let (first, stride) = (mips.firsts()[number as usize] as usize, width as usize + 2);
            let rows = mips.texels()[first..].chunks(stride).skip(1).take(height as usize);
            let rgba: Vec<u8> = rows.flat_map(|row| row[1..=width as usize].concat()).collect();
            Texture { name: "copy".to_owned(), width, height, rgba: rgba.into() }
        };
        (0..=mips.last()).map(copy).collect()
    }

    /// The mean color over a footprint by the definition.
    fn mean(copies: &[Texture], [uv, right, down]: [Vec2; 3]) -> Vec4 {
        let size = Vec2::new(copies[0].width as f32, copies[0].height as f32);
        let (across, below) = ((right * size).length(), (down * size).length());
        let (along, longer, shorter) =
            if across >= below { (right, across, below) } else { (down, below, across) };
        let count =
            if longer > 1.0 { (longer / shorter.max(1.0)).round().clamp(1.0, SAMPLES_MAX) } else { 1.0 };
        let (copy, share) = halvings((longer / count).max(1.0));
        let at = |copy: usize, uv: Vec2| copies[copy.min(copies.len() - 1)].at(uv.into());
        let copy = copy as usize;
        if count == 1.0 {
            return at(copy, uv).lerp(at(copy + 1, uv), share);
        }
        let sample = |number: u32| {
            let is_smaller = (number as f32) < (share * count).round();
            at(copy + usize::from(is_smaller), uv + along * ((number as f32 + 0.5) / count - 0.5))
        };
        (0..count as u32).map(sample).sum::<Vec4>() / count
    }

    /// Coordinates and footprints of many sizes and directions, from far inside of a pixel to several images.
    fn footprints() -> impl Iterator<Item = [Vec2; 3]> {
        (0..120_u16).map(|number| {
            let at = f32::from(number);
            let turn = |angle: f32, length: f32| Vec2::from_angle(angle) * length;
            let uv = Vec2::new(0.37 * at - 20.0, 3.0 - 0.11 * at);
            [uv, turn(at, 0.0005 * 1.07_f32.powf(at)), turn(at + 1.3, 0.0004 * 1.05_f32.powf(at))]
        })
    }

    fn samples_at(footprints: impl Iterator<Item = [Vec2; 3]>) -> Box<TextureSamples> {
        let mut samples = TextureSamples::new();
        for (row, footprint) in footprints.enumerate() {
            samples.count = row + 1;
            let columns = [&mut samples.uv, &mut samples.right, &mut samples.down];
            for (columns, vector) in columns.into_iter().zip(footprint) {
                (columns[0][row], columns[1][row]) = (vector.x, vector.y);
            }
        }
        samples
    }

    #[test]
    fn samples_equal_the_definition_and_are_the_same_bits_with_all_instruction_sets() {
        for size in [[64, 64], [37, 5], [1, 1], [2, 300]] {
            let (world, id) = world_with_image(size[0], size[1]);
            let mips = world.mip_map(id).unwrap();
            let copies = copies(mips);
            let mut samples = samples_at(footprints());
            sample(&mut samples, mips);
            for (row, footprint) in footprints().enumerate() {
                let expected = mean(&copies, footprint);
                for (column, expected) in samples.rgba.iter().zip(expected.to_array()) {
                    assert!(
                        (column[row] - expected).abs() < 1e-3,
                        "{size:?} {row}: {} {expected}",
                        column[row]
                    );
                }
            }
            let mut plain = samples_at(footprints());
            sample_in(&mut plain, mips);
            for (one, other) in samples.rgba.iter().zip(&plain.rgba) {
                let bits =
                    |column: &Column| column[..120].iter().map(|part| part.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(one), bits(other), "{size:?}");
            }
        }
    }

    #[test]
    fn coordinates_that_are_not_finite_have_a_color() {
        let (world, id) = world_with_image(8, 8);
        let bad = [f32::NAN, f32::INFINITY, 1e30].map(|bad| [Vec2::splat(bad), Vec2::X * bad, Vec2::Y]);
        let mut samples = samples_at(bad.into_iter());
        sample(&mut samples, world.mip_map(id).unwrap());
        for column in &samples.rgba {
            assert!(column[..3].iter().all(|part| (0.0..=1.001).contains(part)), "{:?}", &column[..3]);
        }
    }
}
