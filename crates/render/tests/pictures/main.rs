//! Compares rendered images with closed-form results.
#![allow(clippy::unwrap_used, clippy::panic)]

mod depth;
mod extremes;
mod lens;
mod light;
mod raster;
mod sky;
mod surfaces;
mod views;

use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use morse_render::{Projection, Style, View};
use morse_world::{
    BodySpec, Light, LightKind, Material, MaterialId, MaterialSlots, NodeId, NodeSpec, PhysicsSettings, Pose,
    Shape, Surface, Texture, Visual, World,
};

/// Ambient light set by the tests in place of the default.
const AMBIENT: f32 = 0.2;

fn world() -> World {
    World::new(PhysicsSettings::default())
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z))
}

fn thing(world: &mut World, name: &str, place: Pose, shape: Shape) -> NodeId {
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
    world.add_node(NodeSpec::new(name).at(place).with_body(body)).unwrap()
}

/// A white material without highlight.
fn chalk(world: &mut World) -> MaterialId {
    let chalk = Material { name: "chalk".to_owned(), rgb: [1.0; 3], remission: 0.0, ..Material::default() };
    world.add_material(chalk).unwrap()
}

fn dull(shadows: bool) -> Style<'static> {
    Style { shadows, ambient: Some([[AMBIENT; 3]; 2]), ..Style::default() }
}

/// A sun that shines into a direction.
fn sun(world: &mut World, towards: DVec3, energy: f32) {
    let turn = DQuat::from_rotation_arc(DVec3::NEG_Z, towards.normalize());
    let node = world.add_node(NodeSpec::new("sun").at(Pose::from_rotation(turn))).unwrap();
    let light = Light { kind: LightKind::Sun, energy, ..Light::default() };
    world.set_light(node, Some(light)).unwrap();
}

fn cube(half: f64) -> Shape {
    Shape::Box { half_extents: DVec3::splat(half) }
}

/// An orthographic view straight down on the origin from a height of 10 m, `width_m` wide. The top of the picture is +x.
fn from_above(size: [u32; 2], width_m: f64) -> View {
    View::orthographic(View::looking_at(DVec3::Z * 10.0, DVec3::ZERO), size, width_m)
}

/// World x and y [m] at the center of a pixel of [`from_above`].
fn below(view: &View, column: u32, row: u32) -> [f64; 2] {
    let Projection::Orthographic { width_m } = view.projection else { panic!("not from above") };
    let pixel = width_m / f64::from(view.width);
    let [u, v] = [(column, view.width), (row, view.height)]
        .map(|(place, count)| (f64::from(place) + 0.5 - f64::from(count) / 2.0) * pixel);
    [-v, -u]
}

fn pixels(view: &View) -> impl Iterator<Item = (u32, u32)> + use<> {
    let (width, height) = (view.width, view.height);
    (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
}

fn grey(part: f32) -> [u8; 4] {
    let byte = (part.min(1.0) * 255.0 + 0.5) as u8;
    [byte, byte, byte, 255]
}

fn close(a: [u8; 4], b: [u8; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 1)
}

/// Adds a square with sides of 2 m in the xy plane, with UV coordinates from 0 to 1 along +x and +y.
fn painted(world: &mut World, name: &str, place: Pose, alpha: f32) -> NodeId {
    let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]].concat();
    let image = Texture { name: "four".to_owned(), width: 2, height: 2, rgba: rgba.into() };
    let texture = Some(world.add_texture(image).unwrap());
    let material =
        Material { name: "image".to_owned(), remission: 0.0, alpha, texture, ..Material::default() };
    let material = world.add_material(material).unwrap();
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let surface = Surface {
        vertices: corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let [a, b, c, d] = corners.map(|corner| corner.map(|x: f32| x / 2.0 + 0.5));
    let material_slots = MaterialSlots::new(name, 2, Vec::new(), vec![[a, b, c], [a, c, d]]).unwrap();
    let visual = Visual {
        material_slots: Some(Arc::new(material_slots)),
        ..Visual::new(Shape::TriMesh(Arc::new(surface))).of(material)
    };
    let node = world.add_node(NodeSpec { scale: DVec3::new(2.0, 1.0, 1.0), ..NodeSpec::new(name).at(place) });
    let node = node.unwrap();
    world.set_visuals(node, vec![visual]).unwrap();
    node
}
