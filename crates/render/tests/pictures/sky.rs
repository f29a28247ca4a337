//! The sky and the light of the camera.

use glam::{DVec3, Vec3};
use morse_render::{Style, View, Visibility, render};
use morse_world::{
    Headlight, Material, NodeSpec, Pose, Reflectance, Shape, SkyImage, Texture, Visual, World,
};

use crate::{chalk, close, cube, dull, sun, world};

/// A sky whose pixels have the column in red, the row in green and the side in blue.
fn marked() -> World {
    let mut world = world();
    let size = 64;
    let pixel = |number: u32| {
        let (column, row) = (number % size, number / size);
        [(4 * column + 2) as u8, (4 * (row % size) + 2) as u8, (40 * (row / size)) as u8, 255]
    };
    let rgba: Vec<u8> = (0..6 * size * size).flat_map(pixel).collect();
    let texture = Texture { name: "sky".to_owned(), width: size, height: 6 * size, rgba: rgba.into() };
    let texture = world.add_texture(texture).unwrap();
    world.set_sky(Some(texture)).unwrap();
    world
}

#[test]
fn sides_of_the_sky_are_where_mujoco_has_them() {
    let world = marked();
    // Directions, and the side, the share of the width and the share of the height that MuJoCo 4.0.0 shows there.
    let up = 30f32.to_radians().sin_cos();
    let turned =
        Vec3::new(30f32.to_radians().cos(), 30f32.to_radians().sin(), 20f32.to_radians().tan()).normalize();
    for (direction, side, across, down) in [
        (Vec3::X, 0, 0.5, 0.5),
        (Vec3::Y, 5, 0.5, 0.5),
        (Vec3::NEG_X, 1, 0.5, 0.5),
        (Vec3::NEG_Y, 4, 0.5, 0.5),
        (Vec3::Z, 2, 0.5, 0.5),
        (Vec3::NEG_Z, 3, 0.5, 0.5),
        (Vec3::new(up.1, 0.0, up.0), 0, 0.5, 0.212),
        (Vec3::new(up.1, 0.0, -up.0), 0, 0.5, 0.788),
        (turned, 0, 0.788, 0.29),
        (Vec3::new(0.2, 0.0, 1.0).normalize(), 2, 0.6, 0.5),
        (Vec3::new(0.0, -0.2, 1.0).normalize(), 2, 0.5, 0.6),
    ] {
        let [red, green, blue] = SkyImage::new(world.sky().unwrap()).color(direction).to_array();
        assert_eq!((blue * 255.0 / 40.0).round() as u32, side, "{direction}");
        assert!((red - across).abs() < 0.01 && (green - down).abs() < 0.01, "{direction}: {red} {green}");
    }
}

#[test]
fn sky_is_the_background_of_perspective_pictures() {
    let world = marked();
    let looking = View::looking_at(DVec3::ZERO, DVec3::Y);
    let picture = render(&world, &View::perspective(looking, [9, 9], 0.1), &Style::default()).unwrap();
    assert!(close(picture.rgba[40], [128, 128, 200, 255]), "{:?}", picture.rgba[40]);
    let flat = render(&world, &View::orthographic(looking, [9, 9], 1.0), &Style::default()).unwrap();
    assert_ne!(flat.rgba[40], picture.rgba[40]);
    let mut bare = marked();
    bare.set_sky(None).unwrap();
    assert!(bare.sky().is_none());
}

#[test]
fn image_of_the_sky_has_six_squares() {
    let mut world = world();
    let rgba = vec![255; 16].into();
    let texture = Texture { name: "square".to_owned(), width: 2, height: 2, rgba };
    let texture = world.add_texture(texture).unwrap();
    assert!(world.set_sky(Some(texture)).unwrap_err().to_string().contains("six squares"));
}

#[test]
fn headlight_shines_along_the_camera_and_bright_light_is_clipped() {
    let mut world = world();
    let node = world.add_node(NodeSpec::new("cube").at(Pose::IDENTITY)).unwrap();
    let chalk = chalk(&mut world);
    world.set_visuals(node, vec![Visual::new(cube(1.0)).of(chalk)]).unwrap();
    let headlight = Headlight { ambient: [0.1; 3], diffuse: [0.4, 0.2, 0.0], specular: [0.0; 3] };
    world.set_headlight(Some(headlight)).unwrap();
    let middle = |world: &World, camera: DVec3| {
        let view = View::orthographic(View::looking_at(camera, DVec3::ZERO), [9, 9], 1.0);
        render(world, &view, &Style { soft: true, shadows: true, ..dull(false) }).unwrap().rgba[40]
    };
    let bytes = |rgb: [f32; 3]| {
        let [r, g, b] = rgb.map(|part| (part * 255.0).round() as u8);
        [r, g, b, 255]
    };
    for camera in [DVec3::X * 5.0, DVec3::Y * -5.0] {
        assert!(close(middle(&world, camera), bytes([0.5, 0.3, 0.1])), "{:?}", middle(&world, camera));
    }
    sun(&mut world, DVec3::NEG_X, 2.0);
    assert!(close(middle(&world, DVec3::X * 5.0), [255, 255, 255, 255]));
}

#[test]
fn mirror_shows_a_share_of_its_surroundings_and_keeps_its_depth() {
    let mut world = world();
    let shadeless = Reflectance { shadeless: true, ..Reflectance::of_remission(0.0) };
    let mut add = |name: &str, shape: Shape, place: Pose, material: Material| {
        let material = world.add_material(material).unwrap();
        let node = world.add_node(NodeSpec::new(name).at(place)).unwrap();
        world.set_visuals(node, vec![Visual::new(shape).of(material)]).unwrap();
        node
    };
    let plain = Material { reflectance: Some(shadeless), ..Material::default() };
    let floor = Material { rgb: [0.0, 0.0, 1.0], mirror: 0.25, ..plain.clone() };
    let floor = add("floor", Shape::HalfSpace, Pose::IDENTITY, floor);
    let wall = Shape::Box { half_extents: DVec3::new(0.1, 20.0, 20.0) };
    add("wall", wall, Pose::from_translation(DVec3::X * 4.1), Material { rgb: [1.0, 0.0, 0.0], ..plain });
    // 45° down: the reflected ray meets the wall 3 m above the floor.
    let down = View::looking_at(DVec3::Z, DVec3::X);
    for view in [View::perspective(down, [33, 33], 0.2), View::orthographic(down, [33, 33], 0.5)] {
        let picture = render(&world, &view, &Style { visibility: Visibility::Raster, ..dull(true) }).unwrap();
        let middle = picture.index(16, 16);
        assert!(close(picture.rgba[middle], [64, 0, 191, 255]), "{:?}", picture.rgba[middle]);
        assert_eq!(picture.nodes[middle], Some(floor));
        assert!((f64::from(picture.depth[middle]) - 2f64.sqrt()).abs() < 1e-3);
        let rays = render(&world, &view, &Style { visibility: Visibility::Rays, ..dull(true) }).unwrap();
        assert_eq!(rays.rgba, picture.rgba);
    }
    // A mirror that reflects nothing has its own color.
    let up = View::looking_at(DVec3::Z, DVec3::NEG_X);
    let picture = render(&world, &View::perspective(up, [33, 33], 0.2), &dull(true)).unwrap();
    assert!(close(picture.rgba[picture.index(16, 16)], [0, 0, 255, 255]));
}
