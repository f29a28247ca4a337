//! Filters: elements that become unit vectors, rotations, floating-point numbers or colors after decompression.

use crate::formats::gltf::meshopt::{Filter, Problem};

/// Whole numbers of one or two bytes, as parts of an element.
trait Part: Copy {
    const BYTES: usize;
    /// The largest signed number, which stands for 1.
    const SIGNED_MAX: f32;
    /// The largest number without a sign, which stands for 1.
    const UNSIGNED_MAX: f32;

    fn signed(bytes: &[u8]) -> i32;
    fn unsigned(bytes: &[u8]) -> i32;
    fn write(value: i32, bytes: &mut [u8]);
}

impl Part for u8 {
    const BYTES: usize = 1;
    const SIGNED_MAX: f32 = 127.0;
    const UNSIGNED_MAX: f32 = 255.0;

    fn signed(bytes: &[u8]) -> i32 {
        Self::unsigned(bytes) as i8 as i32
    }

    fn unsigned(bytes: &[u8]) -> i32 {
        bytes.first().copied().map_or(0, i32::from)
    }

    fn write(value: i32, bytes: &mut [u8]) {
        bytes.copy_from_slice(&[value as u8]);
    }
}

impl Part for u16 {
    const BYTES: usize = 2;
    const SIGNED_MAX: f32 = 32767.0;
    const UNSIGNED_MAX: f32 = 65535.0;

    fn signed(bytes: &[u8]) -> i32 {
        Self::unsigned(bytes) as i16 as i32
    }

    fn unsigned(bytes: &[u8]) -> i32 {
        bytes.first_chunk().map_or(0, |bytes| i32::from(u16::from_le_bytes(*bytes)))
    }

    fn write(value: i32, bytes: &mut [u8]) {
        bytes.copy_from_slice(&(value as u16).to_le_bytes());
    }
}

/// Applies a filter to all elements.
pub(super) fn apply(filter: Filter, bytes: &mut [u8], stride: usize) -> Result<(), Problem> {
    match (filter, stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4) => each::<u8>(bytes, unit_vector::<u8>),
        (Filter::Octahedral, 8) => each::<u16>(bytes, unit_vector::<u16>),
        (Filter::Quaternion, 8) => each::<u16>(bytes, rotation),
        (Filter::Color, 4) => each::<u8>(bytes, color::<u8>),
        (Filter::Color, 8) => each::<u16>(bytes, color::<u16>),
        (Filter::Exponential, _) => {
            for number in bytes.as_chunks_mut::<4>().0 {
                *number = floating(i32::from_le_bytes(*number)).to_le_bytes();
            }
        }
        _ => return Err("its byteStride does not fit its filter"),
    }
    Ok(())
}

/// Replaces each element of four parts.
fn each<P: Part>(bytes: &mut [u8], replace: impl Fn([&[u8]; 4]) -> [i32; 4]) {
    for element in bytes.chunks_exact_mut(4 * P::BYTES) {
        let part = |index: usize| &element[index * P::BYTES..][..P::BYTES];
        let replaced = replace([part(0), part(1), part(2), part(3)]);
        for (value, part) in replaced.into_iter().zip(element.chunks_exact_mut(P::BYTES)) {
            P::write(value, part);
        }
    }
}

/// A unit vector of which two parts are stored, on the faces of an octahedron; the third one is 1 in the same unit.
fn unit_vector<P: Part>([x, y, one, other]: [&[u8]; 4]) -> [i32; 4] {
    let one = P::signed(one) as f32;
    let (x, y) = (P::signed(x) as f32 / one, P::signed(y) as f32 / one);
    let z = 1.0 - x.abs() - y.abs();
    // Points of the lower half are folded over the edges of the upper one.
    let fold = z.min(0.0);
    let (x, y) = (x - fold.copysign(x), y - fold.copysign(y));
    let length = (x * x + y * y + z * z).sqrt();
    let scaled = |part: f32| (part / length * P::SIGNED_MAX).round() as i32;
    [scaled(x), scaled(y), scaled(z), P::signed(other)]
}

/// A rotation without its largest part, whose place is in the last two bits.
fn rotation([x, y, z, last]: [&[u8]; 4]) -> [i32; 4] {
    let last = u16::signed(last);
    let unit = std::f32::consts::FRAC_1_SQRT_2 / (last | 3) as f32;
    let [x, y, z] = [x, y, z].map(|part| u16::signed(part) as f32 * unit);
    let largest = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let mut parts = [largest, x, y, z].map(|part| (part * u16::SIGNED_MAX).round() as i32);
    parts.rotate_right((last & 3) as usize);
    parts
}

/// A floating-point number of a signed exponent in the highest byte and a signed factor.
fn floating(number: i32) -> f32 {
    // Exponents of the format are from −100 to 100, those of all normal numbers from −126 to 127.
    let exponent = (number >> 24).max(-126);
    let power = f32::from_bits(((exponent + 127) as u32) << 23);
    (number << 8 >> 8) as f32 * power
}

/// A color of its luma and two differences. The highest bit of the opacity gives the number of bits.
fn color<P: Part>([luma, orange, green, opacity]: [&[u8]; 4]) -> [i32; 4] {
    let opacity = P::unsigned(opacity);
    let most = (opacity as u32 + 1).next_power_of_two() as i32 - 1;
    let (luma, orange, green) = (P::unsigned(luma), P::signed(orange), P::signed(green));
    let visible = opacity & most >> 1;
    let unit = P::UNSIGNED_MAX / most as f32;
    let parts = [luma + orange - green, luma + green, luma - orange - green, visible << 1 | visible & 1];
    parts.map(|part| (part as f32 * unit).round() as i32)
}
