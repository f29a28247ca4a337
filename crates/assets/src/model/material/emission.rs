//! Surfaces that emit light.

use super::{Material, Shading, SpecularShader};

/// Exponent of the highlight of a material without one of its own.
const HARDNESS: u16 = 50;

fn brightest(rgb: [f32; 3]) -> f32 {
    rgb.into_iter().fold(0.0, f32::max)
}

impl Material {
    /// Makes the material emit a color; each part can be above 1. A material emits its own color. One that is black, or that emits
    /// more than it can reflect, takes the color of its emission; for all other materials, the brightness counts.
    pub(crate) fn emit(&mut self, rgb: [f32; 3]) {
        let emitted = brightest(rgb);
        if emitted <= 0.0 {
            return;
        }
        let is_plain = self.texture.is_none();
        let is_black = brightest(self.rgb) <= 0.0 && is_plain;
        if is_black || (is_plain && emitted > 1.0) {
            self.rgb = rgb.map(|part| part / emitted.max(1.0));
        }
        let own = if is_plain { brightest(self.rgb) } else { 1.0 };
        let shading = self.shading.get_or_insert(Shading {
            diffuse: 1.0,
            specular_rgb: [1.0; 3],
            hardness: HARDNESS,
            specular_shader: SpecularShader::Phong,
            emission: 0.0,
            ambient: 1.0,
            shadeless: false,
        });
        shading.emission = emitted / own;
        if is_black {
            // Black reflects nothing.
            (shading.diffuse, shading.ambient) = (0.0, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bright_emission_has_its_color_and_a_weak_one_that_of_the_surface() {
        let emitting = |rgb: [f32; 3], light: [f32; 3]| {
            let mut material = Material { rgb, ..Material::default() };
            material.emit(light);
            (material.rgb, material.shading.map(|shading| [shading.emission, shading.diffuse]))
        };
        assert_eq!(emitting([1.0, 0.5, 0.0], [2.0; 3]), ([1.0; 3], Some([2.0, 1.0])));
        assert_eq!(emitting([0.5; 3], [0.25, 0.0, 0.0]), ([0.5; 3], Some([0.5, 1.0])));
        assert_eq!(emitting([0.0; 3], [0.0, 1.0, 0.0]), ([0.0, 1.0, 0.0], Some([1.0, 0.0])));
        assert_eq!(emitting([0.5; 3], [0.0; 3]), ([0.5; 3], None));
    }
}
