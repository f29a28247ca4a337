//! Conversion between display values and linear light: the transfer function of sRGB (IEC 61966-2-1), by tables.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use std::sync::LazyLock;

use glam::Vec3;

use crate::shading::columns::INTEGERS;
use crate::shading::vectorized::vectorized;

/// Steps of a table. The error is less than a hundredth of an 8-bit gray level.
const STEPS: usize = 4096;
/// Length of a table: a power of two, so that indices are limited by a mask.
const LENGTH: usize = 2 * STEPS;

type Table = [f32; LENGTH];

static ENCODE: LazyLock<Box<Table>> = LazyLock::new(|| {
    table(
        |light| {
            if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 }
        },
    )
});
static DECODE: LazyLock<Box<Table>> = LazyLock::new(|| {
    table(|part| if part <= 0.040_45 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) })
});

/// Tabulates a function. Entries are rounded so that they are the same on all platforms.
fn table(function: impl Fn(f64) -> f64) -> Box<Table> {
    let entry = |step: usize| ((function(step as f64 / STEPS as f64) * 1e6).round() / 1e6) as f32;
    Box::new(std::array::from_fn(entry))
}

/// The linear light of a display value, 0 to 1.
#[inline]
pub(crate) fn decode(rgb: Vec3) -> Vec3 {
    let table = &**DECODE;
    rgb.map(|part| look_up(table, part))
}

/// The linear light of a part of a display value, 0 to 1.
#[inline]
pub(crate) fn decode_part(part: f32) -> f32 {
    look_up(&DECODE, part)
}

vectorized! {
    /// Replaces display values by linear light.
    pub(crate) decode_all = decode_in(parts: &mut [f32])
}
vectorized! {
    /// Replaces linear light by display values.
    pub(crate) encode_all = encode_in(parts: &mut [f32])
}

#[inline(always)]
fn decode_in(parts: &mut [f32]) {
    let table = &**DECODE;
    for part in parts {
        *part = look_up(table, *part);
    }
}

#[inline(always)]
fn encode_in(parts: &mut [f32]) {
    let table = &**ENCODE;
    for part in parts {
        *part = look_up(table, *part);
    }
}

#[inline(always)]
fn look_up(table: &Table, at: f32) -> f32 {
    let at = at.clamp(0.0, 1.0) * STEPS as f32;
    let whole = at.floor();
    let step = (whole + INTEGERS).to_bits() as usize;
    let (near, far) = (table[step % LENGTH], table[(step + 1) % LENGTH]);
    near + (at - whole) * (far - near)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode(light: Vec3) -> Vec3 {
        let mut parts = light.to_array();
        encode_all(&mut parts);
        parts.into()
    }

    #[test]
    fn decode_inverts_encode() {
        for grey in 0..=255_u8 {
            let part = f32::from(grey) / 255.0;
            let back = encode(decode(Vec3::splat(part))).x * 255.0;
            assert!((back - f32::from(grey)).abs() < 0.05, "{grey}: {back}");
        }
        // By the tables of the standard, linear light of 0.214 is the display value 0.5.
        assert!((encode(Vec3::splat(0.214_041)).x - 0.5).abs() < 1e-4);
        assert_eq!(encode(Vec3::new(-1.0, 2.0, f32::INFINITY)), Vec3::new(0.0, 1.0, 1.0));
    }
}
