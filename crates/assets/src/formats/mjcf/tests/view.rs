//! The light of the camera, the sky, and the first viewpoint.

use super::*;
use crate::model::{Headlight, TextureData, Viewpoint};

/// The look of a file with a box on a body.
fn view_of(parts: &str) -> Option<crate::model::ViewSettings> {
    let body = r#"<worldbody><body name="b" pos="1 0 0"><joint/><geom type="box" size="3 4 12"/></body></worldbody>"#;
    read_text(&format!("<mujoco>{parts}{body}</mujoco>")).0.view
}

#[test]
fn headlight_has_mujocos_defaults_and_the_ambient_light_of_the_lights() {
    let headlight = |parts: &str| view_of(parts).and_then(|view| view.headlight);
    assert_eq!(headlight(""), None);
    let usual = Headlight { ambient: [0.1; 3], diffuse: [0.4; 3], specular: [0.5; 3] };
    assert_eq!(headlight(r#"<visual><headlight/></visual>"#), Some(usual));
    assert_eq!(headlight(r#"<worldbody><light directional="true"/></worldbody>"#), Some(usual));
    let ambient = r#"<worldbody><light directional="true" ambient=".2 0 0"/></worldbody>"#;
    assert_eq!(headlight(ambient), Some(Headlight { ambient: [0.3, 0.1, 0.1], ..usual }));
    let dark = r#"<visual><headlight active="0" diffuse="1 1 1"/></visual>"#;
    assert_eq!(headlight(dark), Some(Headlight { ambient: [0.0; 3], diffuse: [0.0; 3], specular: [0.0; 3] }));
    let bright =
        r#"<visual><headlight diffuse=".6 .6 .6"/></visual><visual><headlight specular="0 0 0"/></visual>"#;
    assert_eq!(headlight(bright), Some(Headlight { diffuse: [0.6; 3], specular: [0.0; 3], ..usual }));
}

#[test]
fn viewpoint_is_that_of_mujocos_free_camera() {
    assert_eq!(view_of("").and_then(|view| view.viewpoint), None);
    let viewpoint = |parts: &str| view_of(parts).and_then(|view| view.viewpoint).unwrap();
    let given = viewpoint(
        r#"<statistic center="0 1 2" extent="2"/><visual><global azimuth="120" elevation="-20" fovy="60"/><map znear=".1"/></visual>"#,
    );
    let wanted = Viewpoint {
        center: DVec3::new(0.0, 1.0, 2.0),
        distance: 3.0,
        azimuth: 120f64.to_radians(),
        elevation: (-20f64).to_radians(),
        height_angle: 60f64.to_radians(),
        clip: [0.2, 100.0],
    };
    assert_eq!(given, wanted);
    // The ball around the box has a radius of 13 m.
    let computed = viewpoint(r#"<visual><global azimuth="0"/></visual>"#);
    assert!(computed.center.abs_diff_eq(DVec3::X, 1e-12), "{computed:?}");
    assert!((computed.distance - 1.5 * 26.0).abs() < 1e-9, "{computed:?}");
    assert_eq!(computed.elevation, (-45f64).to_radians());
}

#[test]
fn sky_is_the_first_skybox_with_mujocos_gradient() {
    let sky = r#"<asset><texture type="skybox" builtin="gradient" rgb1="1 0 0" rgb2="0 1 0" width="8" height="48"/>
      <texture name="second" type="skybox" builtin="flat" width="8"/></asset>"#;
    let body = r#"<worldbody><body><joint/><geom size="1"/></body></worldbody>"#;
    let (model, warnings) = read_text(&format!("<mujoco>{sky}{body}</mujoco>"));
    assert_eq!(warnings, Vec::<String>::new());
    let sky = model.view.unwrap().sky.unwrap();
    let TextureData::Decoded(pixels) = &model.textures[sky.index()].data else {
        panic!("{:?}", model.textures)
    };
    assert_eq!((pixels.width, pixels.height), (8, 48));
    let red = |row: usize| -> Vec<u8> { (0..8).map(|column| pixels.rgba[(row * 8 + column) * 4]).collect() };
    // Rows of `mjModel.tex_data` of MuJoCo 4.0.0: a side, the top and the bottom.
    assert_eq!(red(0), [193, 199, 204, 207, 207, 204, 199, 193]);
    assert_eq!(red(5), [94, 89, 85, 82, 82, 85, 89, 94]);
    assert_eq!(red(19), [207, 220, 233, 246, 246, 233, 220, 207]);
    assert_eq!(red(26), [50, 39, 28, 21, 21, 28, 39, 50]);
}

#[test]
fn flat_images_have_mujocos_gradient_around_their_center() {
    let (model, _) = read_text(
        r#"<mujoco><asset><texture name="t" type="2d" builtin="gradient" rgb1="1 0 0" rgb2="0 1 0" width="8" height="8"/></asset></mujoco>"#,
    );
    let TextureData::Decoded(pixels) = &model.textures[0].data else { panic!("{:?}", model.textures) };
    let red: Vec<u8> = (0..8).map(|column| pixels.rgba[(3 * 8 + column) * 4]).collect();
    assert_eq!(red, [0, 52, 144, 219, 219, 144, 52, 0]);
}

#[test]
fn checkers_of_cubes_change_on_the_front_and_the_back() {
    let (model, _) = read_text(
        r#"<mujoco><asset><texture name="t" type="cube" builtin="checker" rgb1="1 0 0" rgb2="0 1 0" width="2"/></asset></mujoco>"#,
    );
    let TextureData::Decoded(pixels) = &model.textures[0].data else { panic!("{:?}", model.textures) };
    let first: Vec<u8> = (0..6).map(|side| pixels.rgba[side * 16]).collect();
    assert_eq!(first, [255, 255, 255, 255, 0, 0]);
}

#[test]
fn random_marks_are_on_a_share_of_the_pixels() {
    let (model, warnings) = read_text(
        r#"<mujoco><asset><texture type="skybox" builtin="flat" rgb1="0 0 0" rgb2="0 0 0" mark="random" markrgb="1 1 1" random=".02" width="100"/></asset></mujoco>"#,
    );
    assert_eq!(warnings, Vec::<String>::new());
    let TextureData::Decoded(pixels) = &model.textures[0].data else { panic!("{:?}", model.textures) };
    let marked = pixels.rgba.chunks(4).filter(|pixel| pixel[0] == 255).count();
    assert!((1080..1320).contains(&marked), "{marked} of 60000");
}

#[test]
fn only_planes_are_mirrors() {
    let (model, warnings) = read_text(
        r#"<mujoco><asset><material name="m" reflectance=".3"/></asset>
          <worldbody><geom type="plane" size="1 1 1" material="m"/><geom type="sphere" size="1" material="m"/></worldbody></mujoco>"#,
    );
    assert_eq!(warnings, Vec::<String>::new());
    let mirrors: Vec<f32> = model.materials.iter().map(|material| material.mirror).collect();
    assert_eq!(mirrors, [0.3, 0.0]);
}
