//! Display values of linear colors.

/// The display value of a component of a linear color, as glTF and Blender store them: the transfer function of sRGB (IEC
/// 61966-2-1). Rounded, so that it is the same on all computers.
pub(crate) fn on_screen(light: f32) -> f32 {
    let light = f64::from(light.clamp(0.0, 1.0));
    let part = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 };
    ((part * 1e5).round() / 1e5) as f32
}

/// The component of a linear color that has a display value: the inverse of [`on_screen`], rounded likewise.
pub(crate) fn in_light(shown: f32) -> f32 {
    let shown = f64::from(shown.clamp(0.0, 1.0));
    let light = if shown <= 0.040_45 { shown / 12.92 } else { libm::pow((shown + 0.055) / 1.055, 2.4) };
    ((light * 1e7).round() / 1e7) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_as_on_a_screen() {
        assert_eq!([0.0, 1.0, -1.0, 2.0].map(on_screen), [0.0, 1.0, 0.0, 1.0]);
        // Linear light of 0.2 is a display value a little below one half, by the tables of the standard.
        assert!((on_screen(0.214_041) - 0.5).abs() < 1e-5);
        assert!((on_screen(0.001) - 0.01292).abs() < 1e-5);
        for shown in [0.0, 0.01, 0.2, 0.5, 0.99, 1.0] {
            assert!((on_screen(in_light(shown)) - shown).abs() < 2e-5, "{shown}");
        }
    }
}
