//! Tables of the transfer function of displays (IEC 61966-2-1).

use std::sync::LazyLock;

/// Steps of linear light in the table of bytes.
pub(super) const STEPS: usize = 1 << 15;

/// The linear light of each byte of a picture, 0 to 1.
pub(super) static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let part = byte as f64 / 255.0;
        let light = if part <= 0.040_45 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) };
        // Rounded so that the entries are the same on all platforms.
        ((light * 1e7).round() / 1e7) as f32
    })
});

static SRGB: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let byte = |step: usize| {
        let light = step as f64 / STEPS as f64;
        let part =
            if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 };
        ((part * 1e6).round() / 1e6 * 255.0).round() as u8
    };
    (0..=STEPS).map(byte).collect()
});

/// The byte of a display for each step of linear light.
pub(super) fn srgb_byte() -> &'static [u8] {
    &SRGB
}

/// The byte for light from 0 to 1, without a transfer function.
pub(super) fn linear_byte(light: f32) -> u8 {
    (light * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_recovered_from_their_light() {
        for byte in 0..=255_u8 {
            let light = LINEAR[usize::from(byte)];
            assert_eq!(srgb_byte()[(light * STEPS as f32).round() as usize], byte);
        }
    }
}
