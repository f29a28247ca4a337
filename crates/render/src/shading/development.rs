//! From light to colors: exposure, and the curve of film.

use glam::Vec3A;

use crate::Style;
use crate::shading::srgb;

/// Slope of the transfer function of sRGB at 1, by which brighter display values are decoded.
const SLOPE_AT_ONE: f32 = 2.4 / 1.055;

/// How light becomes color.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Development {
    /// Factor of linear light.
    pub(crate) gain: f32,
    /// Whether light follows the curve of film.
    pub(crate) filmic: bool,
    /// Whether colors are linear light; otherwise they are display values.
    linear: bool,
}

impl Development {
    /// That of a style; `None` if colors stay as they are.
    pub(crate) fn of(style: &Style<'_>, linear: bool) -> Option<Development> {
        let is_plain = style.exposure_ev == 0.0 && !style.filmic;
        (!is_plain).then(|| Development { gain: style.gain(), filmic: style.filmic, linear })
    }

    /// Develops parts of colors, which may be above 1.
    pub(crate) fn apply(&self, parts: &mut [f32]) {
        for part in parts.iter_mut() {
            let light = if self.linear { *part } else { decoded(*part) };
            let light = light * self.gain;
            *part = if self.filmic { curve(light) } else { light };
        }
        if !self.linear {
            srgb::encode_all(parts);
        }
    }

    /// Develops a display value.
    pub(crate) fn of_display(self, rgb: Vec3A) -> Vec3A {
        let mut parts = rgb.to_array();
        Development { linear: false, ..self }.apply(&mut parts);
        parts.into()
    }
}

/// Linear light of a display value, which may be above 1.
fn decoded(part: f32) -> f32 {
    let over = if part > 1.0 { part - 1.0 } else { 0.0 };
    srgb::decode_part(part) + SLOPE_AT_ONE * over
}

/// The curve of film: a fit of that of the Academy Color Encoding System (Narkowicz, "ACES filmic tone mapping curve", 2016).
fn curve(light: f32) -> f32 {
    let light = if light > 0.0 { light.min(1e6) } else { 0.0 };
    light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn developed(ev: f32, filmic: bool, linear: bool, part: f32) -> f32 {
        let style = Style { exposure_ev: ev, filmic, ..Style::default() };
        let mut parts = [part];
        if let Some(development) = Development::of(&style, linear) {
            development.apply(&mut parts);
        }
        parts[0]
    }

    #[test]
    fn exposure_doubles_linear_light() {
        assert_eq!(developed(0.0, false, true, 0.3), 0.3);
        assert_eq!(developed(1.0, false, true, 0.3), 0.6);
        assert_eq!(developed(-2.0, false, true, 2.0), 0.5);
        // The display value 0.5 is the light 0.214, twice of which is shown as 0.6858.
        assert!((developed(1.0, false, false, 0.5) - 0.6858).abs() < 1e-3);
    }

    #[test]
    fn curve_of_film_keeps_bright_light_apart() {
        let light = |light| developed(0.0, true, true, light);
        assert_eq!(light(0.0), 0.0);
        assert!((light(0.18) - 0.267).abs() < 1e-3, "{}", light(0.18));
        assert!(light(1.0) < light(2.0) && light(2.0) < light(8.0));
        assert!(light(f32::INFINITY) < 1.04 && light(f32::NAN) == 0.0);
    }
}
