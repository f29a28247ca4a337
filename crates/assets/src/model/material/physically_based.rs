//! Materials of metallic share, roughness and emitted light, as glTF, SDF, MJCF and Blender since 2.80 have them.

use crate::model::{
    BlendMode, Channel, Material, Relief, Shading, SpecularShader, TextureCoordinates, TextureId,
    TextureLayer,
};

/// A number of a material that an image can scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scaled {
    /// The metallic share.
    Metallic,
    /// The roughness.
    Roughness,
    /// The share of the ambient light that arrives.
    Occlusion,
}

impl Material {
    /// Gives the material microfacets. Numbers out of range are clamped.
    pub(crate) fn set_microfacets(&mut self, metallic: f32, roughness: f32) {
        let [metallic, roughness] =
            [metallic, roughness].map(|share| if share >= 0.0 { share.min(1.0) } else { 0.0 });
        self.shading_mut().specular_shader = SpecularShader::Microfacet { metallic, roughness };
    }

    /// Sets a factor on the reflectance of 0.04 that surfaces have which are not of metal, by channel.
    pub(crate) fn set_specular(&mut self, rgb: [f32; 3]) {
        self.shading_mut().specular_rgb =
            rgb.map(|part| if part >= 0.0 { part.min(1.0 / 0.04) } else { 0.0 });
    }

    /// Makes the material emit a color, as displayed; each part can be above 1.
    pub(crate) fn emit(&mut self, rgb: [f32; 3]) {
        if rgb.iter().any(|&part| part > 0.0) {
            self.shading_mut().glow = rgb.map(|part| if part > 0.0 { part } else { 0.0 });
        }
    }

    /// Scales a number by a channel of an image; of an occlusion, by its strength.
    pub(crate) fn scale_by(
        &mut self,
        number: Scaled,
        texture: TextureId,
        channel: Option<Channel>,
        strength: f32,
    ) {
        let mut layer = TextureLayer {
            channel,
            // Times 1 - (1 - image) * strength.
            blend: BlendMode::Multiply,
            inverted: true,
            value: 0.0,
            ..TextureLayer::new(texture)
        };
        *match number {
            Scaled::Metallic => &mut layer.metallic,
            Scaled::Roughness => &mut layer.roughness,
            Scaled::Occlusion => &mut layer.occlusion,
        } = strength.clamp(0.0, 1.0);
        self.layers.push(layer);
    }

    /// Scales the emitted light by an image.
    pub(crate) fn scale_glow(&mut self, texture: TextureId) {
        self.layers.push(TextureLayer {
            blend: BlendMode::Multiply,
            glow: 1.0,
            ..TextureLayer::new(texture)
        });
    }

    /// Gives the material an image of normals.
    pub(crate) fn set_normals(&mut self, texture: TextureId, strength: f32) {
        let relief = Some(Relief::NormalMap { strength: strength.clamp(-1.0, 1.0) });
        self.layers.push(TextureLayer { relief, ..TextureLayer::new(texture) });
    }

    fn shading_mut(&mut self) -> &mut Shading {
        self.shading.get_or_insert_with(Shading::default)
    }
}

impl TextureLayer {
    /// A layer with the image coordinates of the mesh that changes nothing.
    pub(crate) fn new(texture: TextureId) -> TextureLayer {
        TextureLayer {
            texture,
            coordinates: TextureCoordinates::Uv,
            scale: [1.0; 2],
            offset: [0.0; 2],
            intensity_rgb: None,
            channel: None,
            inverted: false,
            stencil: false,
            uses_alpha: false,
            blend: BlendMode::Mix,
            value: 1.0,
            color: 0.0,
            specular_color: 0.0,
            diffuse: 0.0,
            specular: 0.0,
            emission: 0.0,
            alpha: 0.0,
            glow: 0.0,
            metallic: 0.0,
            roughness: 0.0,
            occlusion: 0.0,
            relief: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_clamped() {
        let mut material = Material::default();
        material.set_microfacets(f32::NAN, 7.0);
        material.emit([f32::NAN, -1.0, 2.0]);
        let shading = material.shading.unwrap();
        assert_eq!(shading.specular_shader, SpecularShader::Microfacet { metallic: 0.0, roughness: 1.0 });
        assert_eq!(shading.glow, [0.0, 0.0, 2.0]);
    }

    #[test]
    fn material_that_emits_nothing_keeps_its_shading() {
        let mut material = Material::default();
        material.emit([0.0; 3]);
        assert_eq!(material.shading, None);
    }
}
