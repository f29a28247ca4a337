//! Worlds that show all shapes, materials and textures.

use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use morse_world::{
    BlendMode, Channel, Coordinates, Headlight, Light, Material, MaterialSlots, NodeSpec, PhysicsSettings,
    Pose, Reflectance, Relief, Shape, SpecularLobe, Surface, Texture, TextureId, TextureLayer, Visual, World,
};

fn add(world: &mut World, name: &str, pose: Pose, visual: Visual) {
    let node = world.add_node(NodeSpec::new(name).at(pose)).unwrap();
    world.set_visuals(node, vec![visual]).unwrap();
}

/// One of each solid on the ground.
pub fn solids() -> World {
    let mut world = World::new(PhysicsSettings::default());
    let points = (0..24).map(|number| {
        let angle = f64::from(number) * 0.7;
        DVec3::new(angle.cos(), angle.sin(), 0.12 * f64::from(number % 7) - 0.4) * 0.7
    });
    let shapes = [
        Shape::Box { half_extents: DVec3::new(0.5, 0.4, 0.6) },
        Shape::Sphere { radius: 0.6 },
        Shape::Cylinder { radius: 0.4, half_height: 0.6 },
        Shape::Cone { radius: 0.5, half_height: 0.6 },
        Shape::Capsule { radius: 0.3, half_height: 0.4 },
        Shape::hull(points),
    ];
    for (number, shape) in shapes.into_iter().enumerate() {
        let angle = number as f64;
        let place = DVec3::new(2.0 * angle.cos(), 2.0 * angle.sin(), 0.9);
        let turn = DQuat::from_rotation_y(0.3 * angle) * DQuat::from_rotation_z(angle);
        let hue = number as f32 / 6.0;
        let material = world
            .add_material(Material {
                rgb: [hue, 1.0 - hue, 0.5],
                remission: 0.2 * number as f32,
                ..Material::default()
            })
            .unwrap();
        let pose = Pose { translation: place, rotation: turn };
        add(&mut world, &format!("solid {number}"), pose, Visual::new(shape).of(material));
    }
    add(&mut world, "ground", Pose::IDENTITY, Visual::new(Shape::HalfSpace));
    world
}

/// A picture with a pattern of many colors.
fn pattern(world: &mut World, [width, height]: [u32; 2], has_holes: bool) -> TextureId {
    let pixel = |number: u32| {
        let (x, y) = (number % width, number / width);
        let red = ((x * 255) / width.max(2)) as u8;
        let green = if (x / 4 + y / 4) % 2 == 0 { 200 } else { 60 };
        let opacity = if has_holes && (x / 3 + y / 5) % 3 == 0 { 40 } else { 255 };
        [red, green, ((y * 255) / height.max(2)) as u8, opacity]
    };
    let rgba: Vec<u8> = (0..width * height).flat_map(pixel).collect();
    world.add_texture(Texture { name: "pattern".to_owned(), width, height, rgba: rgba.into() }).unwrap()
}

/// A wavy square of 8 m with image and generated coordinates.
fn wavy(height: f32, smooth: bool) -> Visual {
    const SIDE: u32 = 12;
    let place = |number: u32| {
        let at = [number % (SIDE + 1), number / (SIDE + 1)].map(|x| 8.0 * x as f32 / SIDE as f32 - 4.0);
        Vec3::new(at[0], at[1], height * (at[0] * 1.3).sin() * at[1].cos())
    };
    let corner = |column: u32, row: u32| row * (SIDE + 1) + column;
    let triangles = (0..SIDE * SIDE).flat_map(|number| {
        let (x, y) = (number % SIDE, number / SIDE);
        let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        [[a, b, c], [a, c, d]]
    });
    let triangles: Vec<[u32; 3]> = triangles.collect();
    let uv = |scale: f32| {
        let at = move |corner: u32| {
            let place = place(corner);
            [place.x * scale + 0.3, place.y * scale * 0.7]
        };
        triangles.iter().map(|corners| corners.map(at)).collect::<Vec<_>>()
    };
    let slots = (0..triangles.len()).map(|number| u16::from(number % 5 == 0)).collect();
    let mut attributes = MaterialSlots::new("wavy", triangles.len(), slots, uv(0.4)).unwrap();
    attributes = attributes.with_generated("wavy", uv(0.9)).unwrap();
    if smooth {
        attributes = attributes.smooth(1.0);
    }
    let surface = Surface { vertices: (0..(SIDE + 1) * (SIDE + 1)).map(place).collect(), triangles };
    Visual { material_slots: Some(Arc::new(attributes)), ..Visual::new(Shape::TriMesh(Arc::new(surface))) }
}

/// A glowing metal whose numbers are scaled by the channels of an image.
fn steel(texture: TextureId) -> Material {
    let scaling = TextureLayer {
        channel: Some(Channel::Red),
        blend: BlendMode::Multiply,
        inverted: true,
        value: 0.0,
        color: 0.0,
        ..TextureLayer::of_color(texture)
    };
    let glow = TextureLayer { inverted: false, channel: None, glow: 1.0, ..scaling.clone() };
    let layers = vec![
        TextureLayer { roughness: 0.5, ..scaling.clone() },
        TextureLayer { metallic: 0.8, channel: Some(Channel::Green), ..scaling.clone() },
        TextureLayer { occlusion: 0.6, channel: Some(Channel::Blue), ..scaling },
        glow,
    ];
    let reflectance = Reflectance {
        specular: [1.0, 0.5, 0.8],
        glow: [0.2, 0.1, 0.0],
        lobe: SpecularLobe::Microfacet { metallic: 0.9, roughness: 0.6 },
        ..Reflectance::of_remission(0.5)
    };
    let texture_rgb = [0.9, 0.7, 0.8];
    Material {
        texture: Some(texture),
        texture_rgb,
        layers,
        reflectance: Some(reflectance),
        ..Material::default()
    }
}

/// Textured hills with layers of all kinds, behind transparent panes and leaves.
pub fn garden() -> World {
    let mut world = World::new(PhysicsSettings::default());
    let images = [[64, 64], [37, 50], [1, 1]].map(|size| pattern(&mut world, size, false));
    let leaves = pattern(&mut world, [48, 48], true);
    let glossy = Reflectance {
        specular: [0.5, 0.4, 0.3],
        hardness: 50,
        lobe: SpecularLobe::CookTorrance,
        ..Reflectance::of_remission(0.5)
    };
    let plain = Material { texture: Some(images[0]), reflectance: Some(glossy), ..Material::default() };
    let modes = [
        BlendMode::Mix,
        BlendMode::Multiply,
        BlendMode::Add,
        BlendMode::Subtract,
        BlendMode::Darken,
        BlendMode::Difference,
        BlendMode::Lighten,
        BlendMode::Screen,
        BlendMode::Overlay,
    ];
    let mut layers: Vec<_> = modes
        .into_iter()
        .enumerate()
        .map(|(number, blend)| TextureLayer {
            coordinates: [Coordinates::Uv, Coordinates::Generated, Coordinates::World][number % 3],
            scale: [0.5 + 0.1 * number as f32, 1.0],
            blend,
            color: 0.2,
            diffuse: 0.1 * (number % 2) as f32,
            specular: 0.1 * (number % 3) as f32,
            emission: if number == 4 { 0.2 } else { 0.0 },
            inverted: number == 3,
            uses_alpha: number == 5,
            stencil: number == 6,
            intensity_rgb: (number == 2 || number == 6).then_some([0.3, 0.5, 0.1]),
            ..TextureLayer::of_color(images[number % 2])
        })
        .collect();
    layers.push(TextureLayer {
        color: 0.0,
        relief: Some(Relief::NormalMap { strength: 0.5 }),
        ..TextureLayer::of_color(images[1])
    });
    layers.push(TextureLayer {
        color: 0.0,
        relief: Some(Relief::Bump { height_m: 0.05 }),
        coordinates: Coordinates::World,
        scale: [0.4; 2],
        ..TextureLayer::of_color(images[0])
    });
    let layered = Material { layers, rgb: [0.6, 0.5, 0.4], reflectance: Some(glossy), ..Material::default() };
    let [plain, layered, steel] =
        [plain, layered, steel(images[1])].map(|material| world.add_material(material).unwrap());
    let visual = Visual { materials: [plain, layered].into(), ..wavy(0.3, true) };
    add(&mut world, "hills", Pose::IDENTITY, visual);
    let place = Pose::from_translation(DVec3::new(1.0, 0.0, 1.2));
    add(&mut world, "steel", place, Visual { materials: [steel].into(), ..wavy(0.4, true) });
    let foliage = Material { texture: Some(leaves), ..Material::default() };
    let foliage = world.add_material(foliage).unwrap();
    for number in 0..4 {
        let place = DVec3::new(-2.0 + 0.8 * f64::from(number), 0.4 * f64::from(number), 1.2);
        let turn = DQuat::from_rotation_y(1.3) * DQuat::from_rotation_z(f64::from(number));
        let node = NodeSpec { scale: DVec3::new(0.2, 0.25, 0.3), ..NodeSpec::new(format!("leaf {number}")) };
        let node = world.add_node(node.at(Pose { translation: place, rotation: turn })).unwrap();
        world
            .set_visuals(node, vec![Visual { materials: [foliage].into(), ..wavy(0.1, number % 2 == 0) }])
            .unwrap();
    }
    let glass = world.add_material(Material { alpha: 0.3, ..Material::default() }).unwrap();
    for number in 0..3 {
        let place = Pose::from_translation(DVec3::new(-3.0 - 0.5 * f64::from(number), -1.0, 1.0));
        let pane = Shape::Box { half_extents: DVec3::new(0.02, 0.7, 0.7) };
        add(&mut world, &format!("pane {number}"), place, Visual::new(pane).of(glass));
    }
    let tinted = world.nodes().next().unwrap();
    world.set_color(tinted, Some([0.7, 0.9, 0.6])).unwrap();
    world
}

/// Solids on a floor that reflects, with a sky and the light of the camera, and a lamp that casts shadows.
pub fn furnished() -> World {
    const SIDE: u32 = 16;
    let mut world = solids();
    let pixel = |number: u32| {
        let (side, row, column) = (number / SIDE / SIDE, number / SIDE % SIDE, number % SIDE);
        [40 * side as u8, 12 * row as u8, 15 * column as u8, 255]
    };
    let rgba: Vec<u8> = (0..6 * SIDE * SIDE).flat_map(pixel).collect();
    let (name, height) = ("sky".to_owned(), 6 * SIDE);
    let sky = world.add_texture(Texture { name, width: SIDE, height, rgba: rgba.into() }).unwrap();
    world.set_sky(Some(sky)).unwrap();
    let headlight = Headlight { ambient: [0.2; 3], diffuse: [0.4, 0.4, 0.3], specular: [0.3; 3] };
    world.set_headlight(Some(headlight)).unwrap();
    let lamp = NodeSpec::new("lamp").at(Pose::from_translation(DVec3::new(-1.0, -2.0, 4.0)));
    let lamp = world.add_node(lamp).unwrap();
    world.set_light(lamp, Some(Light { energy: 0.6, distance: 9.0, ..Light::default() })).unwrap();
    let mirror = Material { rgb: [0.3, 0.4, 0.5], mirror: 0.6, ..Material::default() };
    let mirror = world.add_material(mirror).unwrap();
    let plate = Shape::Box { half_extents: DVec3::new(2.5, 2.5, 0.02) };
    let place = Pose::from_translation(DVec3::Z * 0.05);
    add(&mut world, "floor", place, Visual::new(plate.clone()).of(mirror));
    let upright = Pose { translation: DVec3::new(2.6, 0.0, 1.5), rotation: DQuat::from_rotation_y(1.4) };
    add(&mut world, "wall", upright, Visual::new(plate).of(mirror));
    world
}
