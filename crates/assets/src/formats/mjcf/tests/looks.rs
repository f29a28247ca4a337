//! Images, meshes and height fields of assets, and geoms fitted to meshes.

use super::*;
use crate::model::{Bounds, BoundsShape, Channel, Falloff, LightKind, Relief, SpecularShader, TextureData};

/// A box of 0.4 m × 0.2 m × 0.6 m as vertices.
const BOX: &str = "-0.2 -0.1 -0.3 0.2 -0.1 -0.3 -0.2 0.1 -0.3 0.2 0.1 -0.3 -0.2 -0.1 0.3 0.2 -0.1 0.3 -0.2 0.1 0.3 0.2 0.1 0.3";

#[test]
fn generated_images_lie_over_geoms() {
    let (model, _) = read_text(
        r#"<mujoco><asset><texture name="t" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="8" height="8"/>
            <material name="m" texture="t" texrepeat="4 2" rgba="1 1 1 1"/>
            <texture name="c" type="cube" builtin="flat" rgb1="0 1 0" rgb2="1 1 0" width="4"/><material name="n" texture="c"/></asset>
          <worldbody><geom name="floor" type="plane" size="2 1 0.1" material="m"/><body name="b"><joint/><geom name="cube" type="box" size="1 1 1" material="n"/></body></worldbody></mujoco>"#,
    );
    let TextureData::Decoded(pixels) = &model.textures[0].data else { panic!("{:?}", model.textures) };
    assert_eq!(
        (pixels.width, pixels.height, &pixels.rgba[..4], &pixels.rgba[16..20]),
        (8, 8, &[255, 0, 0, 255][..], &[0, 0, 255, 255][..])
    );
    let TextureData::Decoded(cube) = &model.textures[1].data else { panic!("{:?}", model.textures) };
    assert_eq!((cube.width, cube.height), (4, 24));
    let floor = model.nodes.iter().find(|node| node.name == "floor").unwrap();
    let NodeKind::Mesh(mesh) = floor.kind else { panic!("{floor:?}") };
    let uvs = || model.meshes[mesh.index()].uvs.iter().flatten();
    assert!(uvs().any(|uv| *uv == [4.0, 2.0]) && uvs().any(|uv| *uv == [0.0, 0.0]));
    assert!(floor.materials[0].is_some());
}

#[test]
fn metallic_share_roughness_and_layers_shape_a_material() {
    let (model, warnings) = read_text(
        r#"<mujoco><asset><texture name="t" type="2d" builtin="flat" rgb1="1 0 0" width="4" height="4"/>
            <material name="plain" rgba="0.5 0.25 1 1" texture="t" metallic="0.75" roughness="0.25"/>
            <material name="layered"><layer role="rgba" texture="t"/><layer role="orm" texture="t"/><layer role="normal" texture="t"/>
              <layer role="emissive" texture="t"/><layer role="opacity" texture="t"/></material></asset>
          <worldbody><geom type="plane" size="1 1 1" material="plain"/><geom type="plane" size="1 1 1" material="layered"/></worldbody></mujoco>"#,
    );
    let material = |name: &str| model.materials.iter().find(|material| material.name == name).unwrap();
    let lobe = |name: &str| material(name).shading.as_ref().unwrap().specular_shader;
    assert_eq!(lobe("plain"), SpecularShader::Microfacet { metallic: 0.75, roughness: 0.25 });
    assert_eq!(material("plain").texture_rgb, [0.5, 0.25, 1.0]);
    assert_eq!(lobe("layered"), SpecularShader::Microfacet { metallic: 1.0, roughness: 1.0 });
    let layers = &material("layered").layers;
    let channels: Vec<_> = layers.iter().map(|layer| layer.channel).collect();
    let [red, green, blue] = [Channel::Red, Channel::Green, Channel::Blue].map(Some);
    assert_eq!(channels, [red, green, blue, None, None]);
    let numbers = (layers[0].occlusion, layers[1].roughness, layers[2].metallic, layers[4].glow);
    assert_eq!(numbers, (1.0, 1.0, 1.0, 1.0));
    assert_eq!(layers[3].relief, Some(Relief::NormalMap { strength: 1.0 }));
    assert!(warnings.iter().any(|warning| warning.contains("role opacity")), "{warnings:?}");
}

#[test]
fn primitives_take_the_size_of_a_mesh() {
    let text = |aabb: &str, kind: &str, more: &str| {
        format!(
            r#"<mujoco><compiler fitaabb="{aabb}"/><asset><mesh name="m" vertex="{BOX}"/></asset>
              <worldbody><body name="b"><joint/><geom type="{kind}" mesh="m" {more}/></body></worldbody></mujoco>"#
        )
    };
    let fitted = |aabb: &str, kind: &str, more: &str| {
        let (model, _) = read_text(&text(aabb, kind, more));
        let node = model.nodes.iter().find(|node| node.role == NodeRole::Collision).unwrap();
        assert!(matches!(node.physics.bounds, Bounds::Fitted(shape) if shape != BoundsShape::TriangleMesh));
        node.kind.clone()
    };
    for aabb in ["true", "false"] {
        let NodeKind::Shape(Shape::Box { size }) = fitted(aabb, "box", "") else { panic!("{aabb}") };
        // The longest axis is z, that of the least inertia.
        assert!(size.abs_diff_eq(DVec3::new(0.2, 0.4, 0.6), 1e-6), "{size}");
    }
    let NodeKind::Shape(Shape::Sphere { radius }) = fitted("true", "sphere", "fitscale=\"2\"") else {
        panic!()
    };
    assert!((radius - 0.6).abs() < 1e-6, "{radius}");
    let NodeKind::Shape(Shape::Capsule { radius, length }) = fitted("true", "capsule", "") else { panic!() };
    assert!((radius - 0.2).abs() < 1e-6 && (length - 0.2).abs() < 1e-6, "{radius} {length}");
}

#[test]
fn meshes_have_the_mass_of_their_hull_or_their_surface() {
    let mass = |inertia: &str| {
        let (model, _) = read_text(&format!(
            r#"<mujoco><asset><mesh name="m" vertex="{BOX}" inertia="{inertia}"/></asset>
              <worldbody><body name="b"><joint/><geom type="mesh" mesh="m" density="10"/></body></worldbody></mujoco>"#
        ));
        model.nodes[link(&model, "b").index()].inertial.unwrap().mass
    };
    assert!((mass("convex") - 0.48).abs() < 1e-6, "{}", mass("convex"));
    assert!((mass("shell") - 10.0 * 2.0 * (0.08 + 0.24 + 0.12)).abs() < 1e-5, "{}", mass("shell"));
}

#[test]
fn first_row_of_a_height_field_is_that_of_the_largest_y() {
    let (model, warnings) = read_text(
        r#"<mujoco><asset><hfield name="h" nrow="2" ncol="3" size="2 1 0.5 0.1" elevation="0 1 3 0 0 0"/></asset>
          <worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>"#,
    );
    assert_eq!(warnings, Vec::<String>::new());
    let highest = model.meshes[0].vertices.iter().max_by(|a, b| a.z.total_cmp(&b.z)).unwrap();
    assert_eq!(*highest, glam::Vec3::new(2.0, 1.0, 0.5));
}

#[test]
fn settings_without_a_counterpart_are_named() {
    let (model, warnings) = read_text(
        r#"<mujoco><option noslip_iterations="3" gravity="0 0 -3.7" solver="Newton"><flag actuation="disable"/></option>
          <custom><numeric name="n" data="1"/></custom><visual><rgba haze="0 0 1 1"/><map zfar="20"/><quality shadowsize="2048"/></visual>
          <worldbody><body name="b"><joint/><geom size="1"/></body></worldbody></mujoco>"#,
    );
    assert_eq!(model.world.map(|world| world.gravity), Some(DVec3::new(0.0, 0.0, -3.7)));
    for words in [
        "counterpart: noslip_iterations",
        "actuation disable",
        "<custom> is left out: n",
        "counterpart: rgba haze",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(words)), "{words}: {warnings:?}");
    }
}

#[test]
fn images_of_files_are_mirrored() {
    let folder = Folder::new("mirrored");
    let mut png = Vec::new();
    // Red and green above blue and white.
    let pixels = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
    let encoder = image::codecs::png::PngEncoder::new(&mut png);
    image::ImageEncoder::write_image(encoder, &pixels, 2, 2, image::ExtendedColorType::Rgb8).unwrap();
    fs::write(folder.0.join("four.png"), png).unwrap();
    for (flips, first) in
        [("", [255, 0, 0]), ("hflip=\"true\"", [0, 255, 0]), ("vflip=\"true\"", [0, 0, 255])]
    {
        let text = format!(
            r#"<mujoco><asset><texture name="t" type="2d" file="four.png" {flips}/><material name="m" texture="t"/></asset>
              <worldbody><geom type="plane" size="1 1 1" material="m"/></worldbody></mujoco>"#
        );
        let path = folder.write("model.xml", &text);
        let model = load_within(&path, &SearchPath::default()).unwrap().model;
        match &model.textures[0].data {
            TextureData::Decoded(pixels) => assert_eq!(pixels.rgba[..3], first, "{flips}"),
            TextureData::File(_) => assert_eq!(flips, ""),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn lights_of_the_world_and_of_bodies_have_mujocos_kinds_directions_and_defaults() {
    let (model, warnings) = read_text(
        r#"<mujoco><default><light diffuse=".5 .25 0" castshadow="false"/></default>
          <worldbody><light name="sun" directional="true" dir="1 0 -1" pos="0 0 9" diffuse="1 1 1"/>
            <light name="track" mode="targetbody" target="a" pos="0 0 3"/><light active="false"/><light name="lamp" cutoff="60" exponent="2"/>
            <body name="a" pos="1 0 0"><joint/><geom size=".1"/>
              <light name="torch" pos="0 0 1" dir="1 0 0" attenuation="2 0 4" cutoff="30" exponent="0"/>
              <light name="bulb" type="point" attenuation="1 .5 0" specular="0 0 0"/>
              <light name="eye" mode="targetbody" target="a"/><light name="chaser" mode="trackcom"/><light type="image"/></body></worldbody></mujoco>"#,
    );
    let light = |name: &str| model.lights.iter().find(|light| light.name == name).unwrap();
    assert_eq!(model.lights.len(), 7, "{:?}", model.lights);
    let sun = light("sun/light");
    assert_eq!(
        (sun.kind, sun.energy, sun.rgb, sun.falloff),
        (LightKind::Sun, 1.0, [1.0; 3], Falloff::Constant)
    );
    let track = light("track/light");
    assert_eq!((track.kind, track.energy, track.rgb), (LightKind::Spot, 0.5, [1.0, 0.5, 0.0]));
    assert!((track.spot_angle - std::f32::consts::FRAC_PI_2).abs() < 1e-6, "{}", track.spot_angle);
    // MuJoCo's light is half at 21° already: the whole cone fades.
    assert_eq!(track.spot_blend, 1.0);
    // cos² is 0.5 at 45°, the middle between the edge and the end of the fade in cosines.
    let lamp = light("lamp/light");
    let middle = 0.5 + f64::from(lamp.spot_blend) * (1.0 - 0.5) / 2.0;
    assert!((middle - 0.5f64.sqrt()).abs() < 1e-6, "{}", lamp.spot_blend);
    let torch = light("torch/light");
    assert_eq!((torch.energy, torch.distance, torch.falloff), (0.25, 0.5, Falloff::InverseSquare));
    assert_eq!((torch.spot_blend, torch.specular), (0.0, true));
    let bulb = light("bulb/light");
    assert_eq!((bulb.kind, bulb.distance, bulb.falloff), (LightKind::Point, 2.0, Falloff::InverseLinear));
    assert!(!bulb.specular && bulb.diffuse);
    for (name, place, towards) in [
        ("sun/light", DVec3::Z * 9.0, DVec3::new(1.0, 0.0, -1.0)),
        ("torch/light", DVec3::new(1.0, 0.0, 1.0), DVec3::X),
    ] {
        let pose = model.world_from(model.find(name).unwrap());
        assert!(pose.translation.abs_diff_eq(place, 1e-12), "{name}: {pose:?}");
        assert!(
            pose.transform_vector3(DVec3::NEG_Z).abs_diff_eq(towards.normalize(), 1e-9),
            "{name}: {pose:?}"
        );
    }
    let text = warnings.join("\n");
    assert!(text.contains("from images are left out"), "{text}");
    let error = error_of(r#"<mujoco><worldbody><light type="laser"/></worldbody></mujoco>"#);
    assert!(error.contains("type \"laser\" of <light> is not one of"), "{error}");
}

#[test]
fn lights_around_a_robot_that_moves_freely_belong_to_its_ground() {
    let (model, warnings) = read_text(
        r#"<mujoco><worldbody><light name="top"/><site/><body name="a"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#,
    );
    let light = model.find("top/light").unwrap();
    assert_eq!(model.nodes[light.index()].parent, model.find("_ground"));
    assert!(warnings.iter().any(|it| it.contains("sites and cameras of the world")), "{warnings:?}");
}

#[test]
fn planes_are_thin_in_pictures_and_without_end_in_contacts() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody><geom name="wall" type="plane" pos="0 0 .3" zaxis="1 0 0" size=".2 .3 .1"/></worldbody></mujoco>"#,
    );
    let part = |name: &str| {
        let node = model.find(name).unwrap();
        let NodeKind::Shape(Shape::Box { size }) = model.nodes[node.index()].kind else {
            panic!("{model:?}")
        };
        (size, model.world_from(node).translation)
    };
    let (size, at) = part("wall");
    assert!(size.abs_diff_eq(DVec3::new(0.4, 0.6, 0.01), 1e-12), "{size}");
    assert!(at.abs_diff_eq(DVec3::new(-0.005, 0.0, 0.3), 1e-12), "{at}");
    let (size, at) = part("wall/collision");
    assert!(size.x > 1000.0 && size.y > 1000.0 && size.z == 1.0, "{size}");
    assert!(at.abs_diff_eq(DVec3::new(-0.5, 0.0, 0.3), 1e-12), "{at}");
}

#[test]
fn light_that_looks_at_a_body_points_at_its_center_of_mass() {
    let (model, warnings) = read_text(
        r#"<mujoco><worldbody>
          <light name="high" mode="targetbodycom" target="box" pos="0 0 3"/>
          <light name="lost" mode="targetbody" target="bax"/>
          <body name="box" pos="4 0 0"><freejoint/><geom type="sphere" size="0.1" pos="0 3 0"/></body></worldbody></mujoco>"#,
    );
    let light = model.find("high/light").unwrap();
    let direction = model.world_from(light).transform_vector3(DVec3::NEG_Z);
    assert!(direction.abs_diff_eq(DVec3::new(4.0, 3.0, -3.0).normalize(), 1e-9), "{direction}");
    for words in [
        "lights above the ground of a robot that moves freely keep their direction at the start: high/light",
        "there is no body \"bax\" to look at: lost/light",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(words)), "{words}: {warnings:?}");
    }
}
