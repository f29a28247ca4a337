//! Mean colors of textures over the footprints of pixels, for sixteen rows at once.
//!
//! The footprint of a pixel is the change of texture coordinates to the next pixels. An elongated footprint, such as that of
//! distant ground, is covered by several samples along its length. Each sample is interpolated between pixels of the texture, and
//! between two of its smaller copies.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use morse_world::{MipMap, Texture};

use crate::shading::columns::{Column, GROUP, ROWS};
use crate::shading::vectorized::vectorized;

/// Maximum number of samples along the longer side of a footprint.
const SAMPLES_MAX: f32 = 4.0;
/// All floats of this size are integers, whose lowest bits are those of the integer.
const INTEGERS: f32 = 8_388_608.0;
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
    /// Number of samples.
    samples: Lanes,
    /// Number of the larger of the two copies: 0 for the texture.
    level: [u32; GROUP],
    /// Weight of the smaller copy.
    share: Lanes,
}

/// The texture and its smaller copies.
struct Levels<'a> {
    texture: &'a Texture,
    smaller: &'a [Texture],
}

impl<'a> Levels<'a> {
    #[inline(always)]
    fn get(&self, level: u32) -> &'a Texture {
        match level.checked_sub(1) {
            Some(number) => self.smaller.get(number as usize).unwrap_or(self.texture),
            None => self.texture,
        }
    }
}

vectorized! {
    /// Computes the mean colors of a texture.
    pub(crate) sample = sample_in(samples: &mut TextureSamples, texture: &Texture, mips: &MipMap)
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
fn sample_in(samples: &mut TextureSamples, texture: &Texture, mips: &MipMap) {
    let levels = Levels { texture, smaller: mips.smaller() };
    let count = samples.count.min(ROWS);
    for first in (0..count).step_by(GROUP) {
        let pair = |columns: &[Column; 2]| Some([lanes(&columns[0], first)?, lanes(&columns[1], first)?]);
        let (Some(uv), Some(right), Some(down)) =
            (pair(&samples.uv), pair(&samples.right), pair(&samples.down))
        else {
            return;
        };
        let sums = sample_group([&uv, &right, &down], &levels, (count - first).min(GROUP));
        for (column, sums) in samples.rgba.iter_mut().zip(&sums) {
            if let Some(to) = column.get_mut(first..first + GROUP) {
                to.copy_from_slice(sums);
            }
        }
    }
}

/// The mean colors of a group of rows of which some are in use.
#[inline(always)]
fn sample_group([uv, right, down]: [&[Lanes; 2]; 3], levels: &Levels<'_>, used: usize) -> [Lanes; 4] {
    let footprints = measure(right, down, levels);
    let most =
        footprints.samples[..used].iter().fold(1.0, |most, &count| if count > most { count } else { most });
    let has_smaller = footprints.share[..used].iter().any(|&share| share != 0.0);
    let mut sums = [[0.0; GROUP]; 4];
    for number in 0..most as u32 {
        let nth = number as f32 + 0.5;
        let mut at = *uv;
        for (at, along) in at.iter_mut().zip(&footprints.along) {
            for lane in 0..GROUP {
                let aside = nth / footprints.samples[lane] - 0.5;
                at[lane] += along[lane] * aside;
            }
        }
        tap(&mut sums, &at, (&footprints, levels), used, [0, number]);
        if has_smaller {
            tap(&mut sums, &at, (&footprints, levels), used, [1, number]);
        }
    }
    for sums in &mut sums {
        for (sum, count) in sums.iter_mut().zip(&footprints.samples) {
            *sum /= 255.0 * count;
        }
    }
    sums
}

/// Chooses numbers of samples and copies by the sizes of the footprints.
#[inline(always)]
fn measure(right: &[Lanes; 2], down: &[Lanes; 2], levels: &Levels<'_>) -> Footprints {
    let (width, height) = (levels.texture.width as f32, levels.texture.height as f32);
    let last = levels.smaller.len() as u32;
    let none = [0.0; GROUP];
    let mut footprints = Footprints { along: [none; 2], samples: none, level: [0; GROUP], share: none };
    for lane in 0..GROUP {
        let (right, down) = ([right[0][lane], right[1][lane]], [down[0][lane], down[1][lane]]);
        let length = |[x, y]: [f32; 2]| {
            let (x, y) = (x * width, y * height);
            (x * x + y * y).sqrt()
        };
        let (across, below) = (length(right), length(down));
        let is_right = across >= below;
        let longer = if is_right { across } else { below };
        let shorter = if is_right { below } else { across };
        // False for NaN.
        let is_spread = longer > 1.0;
        let ratio = longer / if shorter > 1.0 { shorter } else { 1.0 };
        let count = ratio.ceil();
        let count = if count < SAMPLES_MAX { count } else { SAMPLES_MAX };
        let count = if is_spread & (count > 1.0) { count } else { 1.0 };
        footprints.samples[lane] = count;
        for axis in 0..2 {
            let along = if is_right { right[axis] } else { down[axis] };
            footprints.along[axis][lane] = if is_spread { along } else { 0.0 };
        }
        let pixels = longer / count;
        let pixels = if is_spread & (pixels > 1.0) { pixels } else { 1.0 };
        let (level, share) = halvings(pixels);
        footprints.level[lane] = if level < last { level } else { last };
        footprints.share[lane] = if level < last { share } else { 0.0 };
    }
    footprints
}

/// The binary logarithm of a number of at least 1: its integer part, and its fractional part to within 0.01.
#[inline(always)]
fn halvings(pixels: f32) -> (u32, f32) {
    let bits = pixels.to_bits();
    let above = f32::from_bits(bits & FRACTION | 1.0_f32.to_bits()) - 1.0;
    // The parabola through the logarithms of 1, √2 and 2.
    ((bits >> FRACTION_BITS) - 127, above * (1.343_6 - 0.343_6 * above))
}

/// Adds the colors of the larger copies (`smaller` is 0) or of the smaller copies (1) at a sample with a number, times their weights.
#[inline(always)]
fn tap(
    sums: &mut [Lanes; 4],
    at: &[Lanes; 2],
    (footprints, levels): (&Footprints, &Levels<'_>),
    used: usize,
    [smaller, number]: [u32; 2],
) {
    // Mostly, all rows sample the same copy.
    let level = footprints.level[0];
    let is_uniform = footprints.level[..used].iter().fold(true, |same, &other| same & (other == level));
    let common = levels.get(level + smaller);
    let mut size = [[common.width; GROUP], [common.height; GROUP]];
    if !is_uniform {
        for (lane, level) in footprints.level.iter().enumerate().take(used) {
            let copy = levels.get(level + smaller);
            (size[0][lane], size[1][lane]) = (copy.width, copy.height);
        }
    }
    // Upper left, upper right, lower left and lower right pixel.
    let mut places = [[0; GROUP]; 4];
    // Weights of the right and of the lower pixels.
    let mut shares = [[0.0; GROUP]; 2];
    for lane in 0..GROUP {
        let (width, height) = (size[0][lane], size[1][lane]);
        let ([left, right], across) = between(at[0][lane], width);
        let ([upper, lower], down) = between(1.0 - at[1][lane], height);
        let (above, below) = (upper.wrapping_mul(width), lower.wrapping_mul(width));
        places[0][lane] = above + left;
        places[1][lane] = above + right;
        places[2][lane] = below + left;
        places[3][lane] = below + right;
        (shares[0][lane], shares[1][lane]) = (across, down);
    }
    // Red in the lowest byte.
    let mut texels = [[0; GROUP]; 4];
    let texel = |texels: &[[u8; 4]], place: u32| {
        u32::from_le_bytes(texels.get(place as usize).copied().unwrap_or_default())
    };
    if is_uniform {
        let common = common.texels();
        for (texels, places) in texels.iter_mut().zip(&places) {
            for lane in 0..used {
                texels[lane] = texel(common, places[lane]);
            }
        }
    } else {
        for lane in 0..used {
            let copy = levels.get(footprints.level[lane] + smaller).texels();
            for corner in 0..4 {
                texels[corner][lane] = texel(copy, places[corner][lane]);
            }
        }
    }
    let mut weights = [0.0; GROUP];
    for (lane, weight) in weights.iter_mut().enumerate() {
        let share = footprints.share[lane];
        let whole = if smaller == 1 { share } else { 1.0 - share };
        *weight = if (number as f32) < footprints.samples[lane] { whole } else { 0.0 };
    }
    for (part, sums) in sums.iter_mut().enumerate() {
        let shift = 8 * part as u32;
        for lane in 0..GROUP {
            let value = |corner: usize| (texels[corner][lane] >> shift & 255) as i32 as f32;
            let (across, down) = (shares[0][lane], shares[1][lane]);
            let mix = |a: f32, b: f32, share: f32| a + share * (b - a);
            let above = mix(value(0), value(1), across);
            let below = mix(value(2), value(3), across);
            sums[lane] += weights[lane] * mix(above, below, down);
        }
    }
}

/// The pixels around a coordinate on an axis of `count` pixels, with wrap-around from 1 to 0, and the weight of the second pixel.
#[inline(always)]
fn between(place: f32, count: u32) -> ([u32; 2], f32) {
    let place = place - place.floor();
    // Not for NaN.
    let place = if place >= 0.0 { place * count as i32 as f32 - 0.5 } else { 0.0 };
    let first = place.floor();
    // From 0 for the last pixel, over 1 for the first pixel, to the number of pixels.
    let next = (first + 1.0 + INTEGERS).to_bits() & FRACTION;
    let last = count.wrapping_sub(1);
    let left = if next == 0 { last } else { next - 1 };
    let right = if left < last { left + 1 } else { 0 };
    ([left, right], place - first)
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, Vec4};
    use morse_world::{PhysicsSettings, World};

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

    /// The mean color over a footprint by the definition.
    fn mean(texture: &Texture, mips: &MipMap, [uv, right, down]: [Vec2; 3]) -> Vec4 {
        let size = Vec2::new(texture.width as f32, texture.height as f32);
        let (across, below) = ((right * size).length(), (down * size).length());
        let (along, longer, shorter) =
            if across >= below { (right, across, below) } else { (down, below, across) };
        if longer <= 1.0 {
            return texture.at(uv.into());
        }
        let count = (longer / shorter.max(1.0)).ceil().clamp(1.0, SAMPLES_MAX);
        let level = mips.level(texture, longer / count);
        let sample = |number: u32| level.at((uv + along * ((number as f32 + 0.5) / count - 0.5)).into());
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
            let (texture, mips) = (world.texture(id).unwrap(), world.mip_map(id).unwrap());
            let mut samples = samples_at(footprints());
            sample(&mut samples, texture, mips);
            for (row, footprint) in footprints().enumerate() {
                let expected = mean(texture, mips, footprint);
                for (column, expected) in samples.rgba.iter().zip(expected.to_array()) {
                    assert!(
                        (column[row] - expected).abs() < 1e-3,
                        "{size:?} {row}: {} {expected}",
                        column[row]
                    );
                }
            }
            let mut plain = samples_at(footprints());
            sample_in(&mut plain, texture, mips);
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
        sample(&mut samples, world.texture(id).unwrap(), world.mip_map(id).unwrap());
        for column in &samples.rgba {
            assert!(column[..3].iter().all(|part| (0.0..=1.001).contains(part)), "{:?}", &column[..3]);
        }
    }
}
