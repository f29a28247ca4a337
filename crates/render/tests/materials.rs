//! Compares materials, textures and illumination with closed-form results.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use morse_render::{Picture, Style, View, render};
use morse_world::{
    BlendMode, Channel, Coordinates, Illumination, Light, LightKind, Material, MaterialSlots, NodeSpec,
    PhysicsSettings, Pose, Reflectance, Relief, Shape, SpecularLobe, Surface, Texture, TextureId,
    TextureLayer, Visual, World,
};

/// Half the side length of the square in the picture. [m]
const HALF_M: f32 = 2.0;

/// Adds a square at the origin that faces up. Its UV coordinates run from 0 to 1 along +x and +y; its generated
/// coordinates are x and y.
fn square(world: &mut World, material: Material) {
    let material = world.add_material(material).unwrap();
    let corners = [[-HALF_M, -HALF_M], [HALF_M, -HALF_M], [HALF_M, HALF_M], [-HALF_M, HALF_M]];
    let surface = Surface {
        vertices: corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let triangles = |[a, b, c, d]: [[f32; 2]; 4]| vec![[a, b, c], [a, c, d]];
    let uvs = corners.map(|corner| corner.map(|x| x / (2.0 * HALF_M) + 0.5));
    let material_slots = MaterialSlots::new("square", 2, Vec::new(), triangles(uvs)).unwrap();
    let material_slots = material_slots.with_generated("square", triangles(corners)).unwrap();
    let visual = Visual {
        material_slots: Some(Arc::new(material_slots)),
        ..Visual::new(Shape::TriMesh(Arc::new(surface)))
    };
    let node = world.add_node(NodeSpec::new("square")).unwrap();
    world.set_visuals(node, vec![visual.of(material)]).unwrap();
}

fn image(world: &mut World, width: u32, pixels: &[[u8; 4]]) -> TextureId {
    let height = pixels.len() as u32 / width;
    world
        .add_texture(Texture { name: "image".to_owned(), width, height, rgba: pixels.concat().into() })
        .unwrap()
}

/// A white material without highlight.
fn chalk() -> Material {
    Material { rgb: [1.0; 3], remission: 0.0, ..Material::default() }
}

fn lit_world(illumination: Option<Illumination>, towards: DVec3, light: Light) -> World {
    let mut world = World::new(PhysicsSettings::default());
    let turn = DQuat::from_rotation_arc(DVec3::NEG_Z, towards.normalize());
    let node = world.add_node(NodeSpec::new("light").at(Pose::from_rotation(turn))).unwrap();
    world.set_light(node, Some(light)).unwrap();
    world.set_illumination(illumination).unwrap();
    world
}

fn sun(energy: f32) -> Light {
    Light { kind: LightKind::Sun, energy, ..Light::default() }
}

fn plain() -> Option<Illumination> {
    Some(Illumination::default())
}

/// An orthographic picture of the whole square from above. The right of the picture is +x, its top +y.
fn from_above(world: &World, size: u32) -> Picture {
    let down = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    let turned = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2) * down;
    let pose = Pose { translation: DVec3::Z * 5.0, rotation: turned };
    let view = View::orthographic(pose, [size, size], 2.0 * f64::from(HALF_M));
    render(world, &view, &Style::default()).unwrap()
}

/// The gray value in the middle of the square.
fn grey(world: &World) -> u8 {
    let picture = from_above(world, 9);
    let [red, green, blue, _] = picture.rgba[picture.index(4, 4)];
    assert!(red == green && green == blue);
    red
}

#[test]
fn distant_image_has_its_mean_color() {
    let mut world = lit_world(plain(), DVec3::NEG_Z, sun(1.0));
    let board: Vec<_> = (0..512 * 512_u32)
        .map(|number| if (number / 512 + number % 512).is_multiple_of(2) { [255; 4] } else { [0, 0, 0, 255] })
        .collect();
    let texture = image(&mut world, 512, &board);
    square(&mut world, Material { texture: Some(texture), ..chalk() });
    // From straight above, and at a glancing angle, where its image is compressed in one direction.
    let pictures = [from_above(&world, 40), {
        let pose = View::looking_at(DVec3::new(-9.0, 0.0, 1.0), DVec3::ZERO);
        render(&world, &View::perspective(pose, [160, 40], 0.5), &Style::default()).unwrap()
    }];
    for picture in pictures {
        let inside: Vec<u8> = picture
            .rgba
            .iter()
            .zip(&picture.nodes)
            .filter(|(_, node)| node.is_some())
            .map(|(rgba, _)| rgba[0])
            .collect();
        assert!(inside.len() > 500);
        let worst = inside.iter().map(|grey| grey.abs_diff(127)).max().unwrap();
        assert!(worst <= 6, "{worst}");
    }
}

#[test]
fn close_image_keeps_its_pixels() {
    let mut world = lit_world(plain(), DVec3::NEG_Z, sun(1.0));
    let texture = image(&mut world, 2, &[[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255; 4]]);
    square(&mut world, Material { texture: Some(texture), ..chalk() });
    let picture = from_above(&world, 6);
    let at = |column, row| picture.rgba[picture.index(column, row)][..3].to_vec();
    // At the centers of the four texels.
    let close = |found: Vec<u8>, wanted: [u8; 3]| found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 1);
    assert!(close(at(1, 1), [255, 0, 0]) && close(at(4, 1), [0, 255, 0]));
    assert!(close(at(1, 4), [0, 0, 255]) && close(at(4, 4), [255; 3]));
}

#[test]
fn layers_use_their_own_coordinates_and_are_blended_in_order() {
    let mut world = lit_world(plain(), DVec3::NEG_Z, sun(1.0));
    let halves = image(&mut world, 2, &[[255, 255, 255, 255], [51, 51, 51, 255]]);
    let grey = image(&mut world, 1, &[[128, 128, 128, 255]]);
    // Generated coordinates run from -2 to 2; scale and offset fit the image once: the right half is dark.
    let dark = TextureLayer {
        coordinates: Coordinates::Generated,
        scale: [0.25, 0.25],
        offset: [0.5, 0.5],
        ..TextureLayer::of_color(halves)
    };
    let half_as_bright = TextureLayer { blend: BlendMode::Multiply, ..TextureLayer::of_color(grey) };
    square(&mut world, Material { layers: vec![dark, half_as_bright], ..chalk() });
    let picture = from_above(&world, 6);
    let [left, right] = [1, 4].map(|column| picture.rgba[picture.index(column, 1)][0]);
    assert!(left.abs_diff(128) <= 1 && right.abs_diff(26) <= 1, "{left} {right}");
}

#[test]
fn stencil_masks_the_layers_after_it() {
    let mut world = lit_world(plain(), DVec3::NEG_Z, sun(1.0));
    let mask = image(&mut world, 2, &[[255, 255, 255, 255], [0, 0, 0, 255]]);
    let black = image(&mut world, 1, &[[0, 0, 0, 255]]);
    let mask = TextureLayer {
        stencil: true,
        intensity_rgb: Some([0.0; 3]),
        color: 0.0,
        ..TextureLayer::of_color(mask)
    };
    square(&mut world, Material { layers: vec![mask, TextureLayer::of_color(black)], ..chalk() });
    let picture = from_above(&world, 6);
    let [left, right] = [1, 4].map(|column| picture.rgba[picture.index(column, 1)][0]);
    assert!(left <= 1 && right >= 254, "{left} {right}");
}

#[test]
fn normal_map_tilts_the_shading_normal() {
    // The light comes from the right at 45 degrees; the normal of the map tilts to the right by the same angle.
    let towards = DVec3::new(-1.0, 0.0, -1.0);
    let lean = [218, 128, 218, 255];
    for (strength, expected) in [(0.0, 180), (1.0, 255), (-1.0, 0)] {
        let mut world = lit_world(plain(), towards, sun(1.0));
        let texture = image(&mut world, 1, &[lean]);
        let relief = Some(Relief::NormalMap { strength });
        let layer = TextureLayer { color: 0.0, relief, ..TextureLayer::of_color(texture) };
        square(&mut world, Material { layers: vec![layer], ..chalk() });
        assert!(grey(&world).abs_diff(expected) <= 3, "{strength}: {}", grey(&world));
    }
}

#[test]
fn bump_map_rises_with_brightness() {
    let mut world = lit_world(plain(), DVec3::new(-1.0, 0.0, -1.0), sun(1.0));
    // A height map like a roof: rising in the left half, falling in the right half.
    let ramp: Vec<_> = (0..64_u8)
        .map(|x| {
            let grey = 4 * x.min(63 - x);
            [grey, grey, grey, 255]
        })
        .collect();
    let texture = image(&mut world, 64, &ramp);
    let relief = Some(Relief::Bump { height_m: 2.0 });
    let layer = TextureLayer { color: 0.0, relief, ..TextureLayer::of_color(texture) };
    square(&mut world, Material { layers: vec![layer], ..chalk() });
    let picture = from_above(&world, 64);
    let [left, right] = [16, 48].map(|column| picture.rgba[picture.index(column, 32)][0]);
    // Each half is 2 m wide and rises to nearly half of white, 0.5 of 2 m: a slope of one half.
    let bright = |slope: f32| 255.0 * (1.0 + slope) / (2.0 * (1.0 + slope * slope)).sqrt();
    assert!((f32::from(left) - bright(-0.5)).abs() < 6.0, "{left} {}", bright(-0.5));
    assert!((f32::from(right) - bright(0.5)).abs() < 6.0, "{right} {}", bright(0.5));
}

#[test]
fn linear_light_is_encoded_for_the_display_at_the_end() {
    let linear = Some(Illumination { linear: true, ..Illumination::default() });
    for (illumination, expected) in [(plain(), 128), (linear, 188)] {
        let mut world = lit_world(illumination, DVec3::NEG_Z, sun(0.5));
        square(&mut world, chalk());
        assert!(grey(&world).abs_diff(expected) <= 1, "{expected}: {}", grey(&world));
    }
    // Images are display values: in full light, their color is unchanged.
    let mut world = lit_world(linear, DVec3::NEG_Z, sun(1.0));
    let texture = image(&mut world, 1, &[[90, 90, 90, 255]]);
    square(&mut world, Material { texture: Some(texture), ..chalk() });
    assert!(grey(&world).abs_diff(90) <= 1);
}

#[test]
fn reflectance_scales_ambient_diffuse_and_emitted_light() {
    let illumination = Some(Illumination { ambient: [0.2; 3], ..Illumination::default() });
    let brightness = |change: fn(&mut Reflectance)| {
        let mut world = lit_world(illumination, DVec3::NEG_Z, sun(0.5));
        let mut material = Material { rgb: [0.8; 3], ..chalk() };
        let mut reflectance = material.reflectance();
        change(&mut reflectance);
        material.reflectance = Some(reflectance);
        square(&mut world, material);
        f32::from(grey(&world)) / 255.0
    };
    let close = |found: f32, expected: f32| assert!((found - expected).abs() < 4e-3, "{found} {expected}");
    close(brightness(|it| it.ambient = 0.0), 0.8 * 0.5);
    close(brightness(|it| it.ambient = 0.5), 0.8 * 0.5 + 0.1);
    close(brightness(|it| (it.ambient, it.diffuse) = (0.0, 0.5)), 0.8 * 0.25);
    close(brightness(|it| (it.ambient, it.emission) = (0.0, 0.25)), 0.8 * 0.75);
    close(brightness(|it| it.shadeless = true), 0.8);
}

#[test]
fn hemisphere_light_is_full_on_facing_and_half_on_perpendicular_surfaces() {
    let light = Light { kind: LightKind::Hemisphere, energy: 0.8, ..Light::default() };
    for (towards, expected) in [(DVec3::NEG_Z, 0.8), (DVec3::X, 0.4), (DVec3::Z, 0.0)] {
        let mut world = lit_world(plain(), towards, light.clone());
        square(&mut world, chalk());
        let found = f32::from(grey(&world)) / 255.0;
        assert!((found - expected).abs() < 4e-3, "{towards}: {found}");
    }
}

/// A gray surface of microfacets.
fn physical(metallic: f32, roughness: f32) -> Material {
    let lobe = SpecularLobe::Microfacet { metallic, roughness };
    let reflectance = Reflectance { specular: [1.0; 3], lobe, ..Reflectance::of_remission(0.0) };
    Material { rgb: [0.5; 3], reflectance: Some(reflectance), ..Material::default() }
}

#[test]
fn microfacets_in_the_light_behind_the_camera_follow_their_law() {
    // The surroundings give three tenths of the light. The normal, the light and the camera are in one direction: the distribution is one over the squared width, a quarter of
    // which is reflected, times the reflectance from straight above.
    for (metallic, roughness, expected) in [
        (1.0, 1.0, (0.25 + 0.3) * 0.5),
        (1.0, 0.8, (0.25 / 0.8_f32.powi(4) + 0.3) * 0.5),
        (0.0, 1.0, 0.5 + (0.25 + 0.3) * 0.04),
        (0.0, 0.5, 0.5 + (0.25 * 16.0 + 0.3) * 0.04),
        (0.5, 1.0, 0.25 + (0.25 + 0.3) * 0.27),
    ] {
        let mut world = lit_world(plain(), DVec3::NEG_Z, sun(1.0));
        square(&mut world, physical(metallic, roughness));
        let found = f32::from(grey(&world)) / 255.0;
        assert!((found - expected).abs() < 4e-3, "{metallic} {roughness}: {found} {expected}");
    }
}

#[test]
fn metal_mirrors_the_ambient_light() {
    let mut world = lit_world(plain(), DVec3::NEG_Z, sun(0.0));
    square(&mut world, physical(1.0, 0.1));
    let down = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    let view = View::orthographic(Pose { translation: DVec3::Z * 5.0, rotation: down }, [9, 9], 4.0);
    let style = Style { ambient: Some([[0.8; 3], [0.2; 3]]), ..Style::default() };
    let picture = render(&world, &view, &style).unwrap();
    // Seen from above, the upper half of the surroundings.
    assert!(picture.rgba[picture.index(4, 4)][0].abs_diff(102) <= 1, "{:?}", picture.rgba[40]);
}

#[test]
fn images_scale_the_numbers_of_microfacets() {
    let texel = [128, 51, 204, 255];
    let layer = |texture, channel| TextureLayer {
        channel: Some(channel),
        blend: BlendMode::Multiply,
        inverted: true,
        value: 0.0,
        color: 0.0,
        ..TextureLayer::of_color(texture)
    };
    let shown = |material: Material, change: fn(&mut TextureLayer), channel: Channel| {
        let illumination = Some(Illumination { ambient: [0.2; 3], ..Illumination::default() });
        let mut world = lit_world(illumination, DVec3::new(-1.0, 0.0, -1.0), sun(0.5));
        let texture = image(&mut world, 1, &[texel]);
        let mut layer = layer(texture, channel);
        change(&mut layer);
        square(&mut world, Material { layers: vec![layer], ..material });
        grey(&world)
    };
    let none = |_: &mut TextureLayer| {};
    let roughness = |layer: &mut TextureLayer| layer.roughness = 1.0;
    let metallic = |layer: &mut TextureLayer| layer.metallic = 1.0;
    for (scaled, plain, whole) in [
        (
            shown(physical(0.5, 0.9), roughness, Channel::Blue),
            shown(physical(0.5, 0.9 * 0.8), none, Channel::Blue),
            shown(physical(0.5, 0.9), none, Channel::Blue),
        ),
        (
            shown(physical(0.9, 0.5), metallic, Channel::Green),
            shown(physical(0.9 * 0.2, 0.5), none, Channel::Green),
            shown(physical(0.9, 0.5), none, Channel::Green),
        ),
    ] {
        assert!(scaled.abs_diff(plain) <= 1 && scaled.abs_diff(whole) > 1, "{scaled} {plain} {whole}");
    }
    // The ambient light is 0.2, and half of it arrives.
    let open = shown(physical(0.0, 1.0), none, Channel::Red);
    let closed = shown(physical(0.0, 1.0), |layer| layer.occlusion = 1.0, Channel::Red);
    let lost = f32::from(open - closed) / 255.0;
    assert!((lost - 0.2 * 0.5 * (0.5 + 0.04)).abs() < 6e-3, "{lost}");
}

#[test]
fn emitted_light_is_that_of_the_material_times_its_image() {
    let glowing = |with_image: bool| {
        let mut world = lit_world(plain(), DVec3::NEG_Z, sun(0.0));
        let texture = image(&mut world, 1, &[[51, 102, 204, 255]]);
        let mut material = physical(0.0, 1.0);
        material.reflectance.as_mut().unwrap().glow = [1.0, 0.5, 0.25];
        if with_image {
            let layer = TextureLayer {
                color: 0.0,
                glow: 1.0,
                blend: BlendMode::Multiply,
                ..TextureLayer::of_color(texture)
            };
            material.layers.push(layer);
        }
        square(&mut world, material);
        let picture = from_above(&world, 9);
        picture.rgba[picture.index(4, 4)]
    };
    assert_eq!(glowing(false), [255, 128, 64, 255]);
    assert_eq!(glowing(true), [51, 51, 51, 255]);
}

#[test]
fn color_of_an_image_is_scaled() {
    let mut world = lit_world(plain(), DVec3::NEG_Z, sun(1.0));
    let texture = image(&mut world, 1, &[[200, 100, 40, 255]]);
    square(&mut world, Material { texture: Some(texture), texture_rgb: [0.5, 1.0, 0.25], ..chalk() });
    let picture = from_above(&world, 9);
    assert_eq!(picture.rgba[picture.index(4, 4)], [100, 100, 10, 255]);
}
