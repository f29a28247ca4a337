//! Converts materials of models to materials of the world.

use morse_assets::model;
use morse_assets::model::{Model, TextureCoordinates};
use morse_world::{
    BlendMode, Channel, Coordinates, Illumination, Material, Reflectance, Relief, SpecularLobe, TextureId,
    TextureLayer, World,
};

/// Conversion of the colors of a model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colors {
    /// No conversion.
    Unchanged,
    /// From display colors to linear light.
    Decoded,
    /// From linear light to display colors.
    Encoded,
}

impl Colors {
    /// The conversion for a model. As in Blender, the file of the environment sets the meaning of the colors of all
    /// .blend files. Colors of other formats are display colors.
    pub(super) fn of(world: &World, model: &Model) -> Colors {
        match (world.illumination(), &model.scene) {
            (Some(_), Some(_)) => Colors::Unchanged,
            (Some(Illumination { linear: true, .. }), None) => Colors::Decoded,
            (None, Some(scene)) if scene.linear_colors => Colors::Encoded,
            _ => Colors::Unchanged,
        }
    }

    fn apply(self, rgb: [f32; 3]) -> [f32; 3] {
        let part = |part: f32| {
            let part = f64::from(if part >= 0.0 { part.min(1.0) } else { 0.0 });
            let changed = match self {
                Colors::Unchanged => part,
                Colors::Decoded if part <= 0.040_45 => part / 12.92,
                Colors::Decoded => libm::pow((part + 0.055) / 1.055, 2.4),
                Colors::Encoded if part <= 0.003_130_8 => 12.92 * part,
                Colors::Encoded => 1.055 * libm::pow(part, 1.0 / 2.4) - 0.055,
            };
            // Rounded so that results are the same on all computers.
            if self == Colors::Unchanged { part as f32 } else { ((changed * 1e5).round() / 1e5) as f32 }
        };
        rgb.map(part)
    }
}

/// A material without its images. Values out of range are clamped to the nearest valid values.
pub(super) fn material(source: &model::Material, colors: Colors) -> Material {
    let remission = bounded(source.specular, 1e6);
    Material {
        name: source.name.clone(),
        rgb: colors.apply(source.rgb),
        remission,
        alpha: bounded(source.alpha, 1.0),
        mirror: bounded(source.mirror, 1.0),
        texture: None,
        texture_rgb: colors.apply(source.texture_rgb),
        layers: Vec::new(),
        reflectance: source.shading.as_ref().map(|shading| reflectance(shading, remission, colors)),
    }
}

fn reflectance(shading: &model::Shading, remission: f32, colors: Colors) -> Reflectance {
    Reflectance {
        diffuse: bounded(shading.diffuse, 1.0),
        emission: bounded(shading.emission, 1e6),
        ambient: bounded(shading.ambient, 1.0),
        shadeless: shading.shadeless,
        glow: glow(shading.glow, colors),
        specular: match shading.specular_shader {
            model::SpecularShader::Microfacet { .. } => shading.specular_rgb.map(|part| bounded(part, 1e6)),
            _ => colors.apply(shading.specular_rgb).map(|part| part * remission.min(1.0)),
        },
        hardness: shading.hardness,
        lobe: match shading.specular_shader {
            model::SpecularShader::Phong => SpecularLobe::Phong,
            model::SpecularShader::CookTorrance => SpecularLobe::CookTorrance,
            model::SpecularShader::Microfacet { metallic, roughness } => SpecularLobe::Microfacet {
                metallic: bounded(metallic, 1.0),
                roughness: bounded(roughness, 1.0),
            },
        },
    }
}

/// Emitted light, each part of which can be above 1: the brightest part keeps its value in any space of colors.
fn glow(rgb: [f32; 3], colors: Colors) -> [f32; 3] {
    let rgb = rgb.map(|part| bounded(part, 1e6));
    let peak = rgb.into_iter().fold(1.0, f32::max);
    colors.apply(rgb.map(|part| part / peak)).map(|part| part * peak)
}

fn bounded(number: f32, max: f32) -> f32 {
    if number >= 0.0 { number.min(max) } else { 0.0 }
}

/// An image layer of a material.
pub(super) fn layer(source: &model::TextureLayer, texture: TextureId) -> TextureLayer {
    TextureLayer {
        texture,
        coordinates: match source.coordinates {
            TextureCoordinates::Uv => Coordinates::Uv,
            TextureCoordinates::Generated => Coordinates::Generated,
            TextureCoordinates::Global => Coordinates::World,
        },
        scale: source.scale,
        offset: source.offset,
        intensity_rgb: source.intensity_rgb,
        channel: source.channel.map(|channel| match channel {
            model::Channel::Red => Channel::Red,
            model::Channel::Green => Channel::Green,
            model::Channel::Blue => Channel::Blue,
        }),
        inverted: source.inverted,
        stencil: source.stencil,
        uses_alpha: source.uses_alpha,
        blend: blend_mode(source.blend),
        value: source.value,
        color: source.color,
        specular_color: source.specular_color,
        diffuse: source.diffuse,
        specular: source.specular,
        emission: source.emission,
        alpha: source.alpha,
        glow: source.glow,
        metallic: source.metallic,
        roughness: source.roughness,
        occlusion: source.occlusion,
        relief: source.relief.map(|relief| match relief {
            model::Relief::NormalMap { strength } => Relief::NormalMap { strength },
            model::Relief::Bump { height } => Relief::Bump { height_m: height },
        }),
    }
}

fn blend_mode(mode: model::BlendMode) -> BlendMode {
    match mode {
        model::BlendMode::Mix => BlendMode::Mix,
        model::BlendMode::Multiply => BlendMode::Multiply,
        model::BlendMode::Add => BlendMode::Add,
        model::BlendMode::Subtract => BlendMode::Subtract,
        model::BlendMode::Divide => BlendMode::Divide,
        model::BlendMode::Darken => BlendMode::Darken,
        model::BlendMode::Difference => BlendMode::Difference,
        model::BlendMode::Lighten => BlendMode::Lighten,
        model::BlendMode::Screen => BlendMode::Screen,
        model::BlendMode::Overlay => BlendMode::Overlay,
    }
}

/// Whether any of these materials has an image with generated coordinates.
pub(super) fn need_generated(model: &Model, slots: &[Option<usize>]) -> bool {
    let materials = slots.iter().flatten().filter_map(|&slot| model.materials.get(slot));
    let mut layers = materials.flat_map(|material| &material.layers);
    layers.any(|layer| layer.coordinates == TextureCoordinates::Generated)
}

/// Generated image coordinates of a mesh: x and y in its frame.
pub(super) fn generated(mesh: &model::Mesh, mirrored: bool) -> Vec<[[f32; 2]; 3]> {
    let place = |vertex: u32| {
        let vertex = mesh.vertices.get(vertex as usize).copied().unwrap_or_default();
        [vertex.x, vertex.y]
    };
    let turn = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
    mesh.triangles.iter().map(|&triangle| turn(triangle).map(place)).collect()
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use morse_assets::model::{SceneSettings, Shading, SpecularShader};
    use morse_world::PhysicsSettings;

    use super::*;

    fn scene(linear_colors: bool) -> SceneSettings {
        SceneSettings {
            name: "Scene".to_owned(),
            gravity: 9.81,
            tick_rate: 60,
            logic_steps_max: 5,
            physics_steps_max: 5,
            physics_sub_steps: 1,
            objects: 0,
            linear_colors,
            ambient_rgb: [0.0; 3],
        }
    }

    #[test]
    fn environment_defines_the_color_space() {
        let grey = |environment: Option<bool>, file: Option<bool>| {
            let mut world = World::new(PhysicsSettings::default());
            let illumination = environment.map(|linear| Illumination { linear, ..Illumination::default() });
            world.set_illumination(illumination).unwrap();
            let model = Model { scene: file.map(scene), ..Model::default() };
            let source = model::Material { rgb: [0.5; 3], ..model::Material::default() };
            material(&source, Colors::of(&world, &model)).rgb[0]
        };
        for (environment, file, expected) in [
            // A .blend file in an environment with the other color setting: values are kept and interpreted with the
            // setting of the environment.
            (Some(true), Some(false), 0.5),
            (Some(false), Some(true), 0.5),
            // Other formats store display colors.
            (Some(true), None, 0.214_04),
            (Some(false), None, 0.5),
            (None, None, 0.5),
            // Without a .blend environment, the setting of the file itself applies.
            (None, Some(true), 0.735_36),
            (None, Some(false), 0.5),
        ] {
            let found = grey(environment, file);
            assert!((found - expected).abs() < 2e-5, "{environment:?} {file:?}: {found}");
        }
    }

    #[test]
    fn invalid_material_values_are_clamped() {
        let shading = Shading {
            diffuse: 7.0,
            specular_rgb: [2.0, f32::NAN, 0.5],
            hardness: 50,
            specular_shader: SpecularShader::CookTorrance,
            glow: [2.0, f32::NAN, -1.0],
            emission: -1.0,
            ambient: f32::NAN,
            shadeless: false,
        };
        let source = model::Material {
            rgb: [f32::NAN, -1.0, 3.0],
            specular: 0.5,
            shading: Some(shading),
            ..model::Material::default()
        };
        let material = material(&source, Colors::Unchanged);
        assert!(material.validate().is_ok());
        assert_eq!(material.rgb, [0.0, 0.0, 1.0]);
        assert_eq!(material.reflectance().specular, [0.5, 0.0, 0.25]);
    }

    #[test]
    fn generated_coordinates_are_x_and_y_of_the_corners() {
        let mesh = model::Mesh {
            vertices: vec![Vec3::new(1.0, 2.0, 3.0), Vec3::X, Vec3::Y],
            triangles: vec![[0, 1, 2]],
            ..model::Mesh::default()
        };
        assert_eq!(generated(&mesh, false), [[[1.0, 2.0], [1.0, 0.0], [0.0, 1.0]]]);
        assert_eq!(generated(&mesh, true), [[[1.0, 2.0], [0.0, 1.0], [1.0, 0.0]]]);
    }
}
