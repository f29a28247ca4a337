//! Materials of a file of Blender 4.5 whose numbers, normals and emission are images. `blend_materials/make.py` writes it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use morse_assets::load;
use morse_assets::model::{Channel, Material, Model, Relief, Shading, SpecularShader, TextureLayer};

fn model() -> Model {
    load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blend_materials/materials.blend")).unwrap().model
}

fn material<'m>(model: &'m Model, name: &str) -> &'m Material {
    model.materials.iter().find(|material| material.name == name).unwrap()
}

fn shading(material: &Material) -> &Shading {
    material.shading.as_ref().unwrap()
}

/// The name of the image of a layer, and its channel.
fn source<'m>(model: &'m Model, layer: &TextureLayer) -> (&'m str, Option<Channel>) {
    (&model.textures[layer.texture.index()].name, layer.channel)
}

#[test]
fn channels_of_an_image_scale_metallic_share_and_roughness() {
    let model = model();
    let material = material(&model, "channels");
    let expected = SpecularShader::Microfacet { metallic: 1.0, roughness: 1.0 };
    assert_eq!(shading(material).specular_shader, expected);
    // A level of 0.25 is half of the usual reflectance.
    assert_eq!(shading(material).specular_rgb, [0.5; 3]);
    let [metallic, roughness, glow, normals] = &material.layers[..] else { panic!("{:?}", material.layers) };
    assert_eq!((source(&model, metallic), metallic.metallic), (("packed", Some(Channel::Blue)), 1.0));
    assert_eq!((source(&model, roughness), roughness.roughness), (("packed", Some(Channel::Green)), 1.0));
    assert_eq!((source(&model, glow), glow.glow), (("glow", None), 1.0));
    assert_eq!(shading(material).glow, [2.0; 3]);
    assert_eq!(source(&model, normals), ("bumps", None));
    assert_eq!(normals.relief, Some(Relief::NormalMap { strength: 0.75 }));
}

#[test]
fn brightness_of_an_image_is_the_roughness_and_bumps_have_their_height() {
    let model = model();
    let material = material(&model, "whole");
    let expected = SpecularShader::Microfacet { metallic: 0.0, roughness: 1.0 };
    assert_eq!(shading(material).specular_shader, expected);
    let [roughness, bumps] = &material.layers[..] else { panic!("{:?}", material.layers) };
    assert_eq!((source(&model, roughness), roughness.roughness), (("single", None), 1.0));
    assert_eq!(bumps.relief, Some(Relief::Bump { height: 0.125 }));
}

#[test]
fn surface_that_only_emits_light_reflects_none() {
    let model = model();
    let material = material(&model, "lamp");
    assert_eq!((material.rgb, shading(material).specular_rgb), ([0.0; 3], [0.0; 3]));
    assert_eq!(shading(material).glow, [3.0, 1.5, 0.0]);
}
