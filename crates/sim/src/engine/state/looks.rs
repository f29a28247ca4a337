//! The looks of objects and lights at the start of an episode: colors, random patterns, lamps.

use std::sync::Arc;

use glam::Vec3;
use morse_world::{
    Coordinates, Light, Material, MaterialId, MaterialSlots, NodeId, Shape, Texture, TextureLayer, Visual,
    World, WorldError, triangulated,
};

use crate::engine::random::RandomKey;

/// Width and height of a random pattern. [pixels]
const PATTERN_SIDE: u32 = 64;
/// Patterns in a meter of a surface that has no image coordinates.
const PATTERNS_PER_M: f32 = 0.5;

/// The node and its parts that cameras see.
pub(crate) fn seen_parts(world: &World, node: NodeId) -> Vec<NodeId> {
    let below = world.subtree(node).into_iter();
    below.filter(|&part| world.visuals(part).is_some_and(|visuals| !visuals.is_empty())).collect()
}

/// Gives an object and its parts one color. `rgb` is from 0 to 1.
pub(crate) fn set_color(world: &mut World, node: NodeId, rgb: [f64; 3]) -> Result<(), WorldError> {
    let rgb = rgb.map(|part| part as f32);
    seen_parts(world, node).into_iter().try_for_each(|part| world.set_color(part, Some(rgb)))
}

/// Covers an object and its parts with the pattern of a number. Equal numbers give equal patterns.
pub(crate) fn set_pattern(world: &mut World, node: NodeId, number: u64) -> Result<(), WorldError> {
    let texture = world.add_texture(pattern(number))?;
    for part in seen_parts(world, node) {
        let mut visuals = world.visuals(part).unwrap_or_default().to_vec();
        for visual in &mut visuals {
            let coordinates = give_coordinates(visual)?;
            let layer = TextureLayer { coordinates, ..TextureLayer::of_color(texture) };
            let mut slots = visual.materials.to_vec();
            if slots.is_empty() {
                slots.push(world.add_material(Material::default())?);
            }
            let covered = slots.into_iter().map(|slot| cover(world, slot, layer.clone()));
            visual.materials = covered.collect::<Result<Vec<MaterialId>, WorldError>>()?.into();
        }
        world.set_visuals(part, visuals)?;
    }
    Ok(())
}

/// A copy of a material that shows the image of a layer in place of its color.
fn cover(world: &mut World, slot: MaterialId, layer: TextureLayer) -> Result<MaterialId, WorldError> {
    let present = world.material(slot).cloned().unwrap_or_default();
    // Layers that change the normal or the highlight stay.
    let others = present.layers.iter().filter(|layer| layer.color == 0.0).cloned();
    let layers = std::iter::once(layer).chain(others).collect();
    world.add_material(Material { texture: None, layers, ..present })
}

/// The image coordinates of a visual. Without any, its surface gets some by projection along the axis that is closest to the
/// normal of each triangle.
fn give_coordinates(visual: &mut Visual) -> Result<Coordinates, WorldError> {
    let slots = visual.material_slots.as_deref();
    if slots.is_some_and(|slots| slots.uv(0).is_some()) {
        return Ok(Coordinates::Uv);
    }
    if slots.is_some_and(|slots| slots.generated(0).is_some()) {
        return Ok(Coordinates::Generated);
    }
    let Some(surface) = triangulated(&visual.shape) else { return Ok(Coordinates::World) };
    let count = surface.triangles.len();
    let slot_of = |triangle| slots.map_or(0, |slots| slots.slot(triangle as u32) as u16);
    let projected = surface
        .triangles
        .iter()
        .map(|triangle| project(triangle.map(|corner| surface.vertices[corner as usize])));
    let slots = MaterialSlots::new("pattern", count, (0..count).map(slot_of).collect(), projected.collect())?;
    (visual.shape, visual.material_slots) = (Shape::TriMesh(surface), Some(Arc::new(slots)));
    Ok(Coordinates::Uv)
}

/// Image coordinates of the corners of a triangle.
fn project(corners: [Vec3; 3]) -> [[f32; 2]; 3] {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).abs();
    let axis = normal.max_position();
    let (right, up) = ((axis + 1) % 3, (axis + 2) % 3);
    corners.map(|corner| [corner[right] * PATTERNS_PER_M, corner[up] * PATTERNS_PER_M])
}

/// The pattern of a number: one color, a gradient, a checkerboard, stripes or noise, of two random colors.
fn pattern(number: u64) -> Texture {
    let key = RandomKey::new(number, "pattern");
    let mut random = key.at(0);
    let mut color = || std::array::from_fn::<f64, 3, _>(|_| 255.0 * random.uniform());
    let (first, second) = (color(), color());
    let kind = (random.uniform() * 5.0) as u32;
    // An even number, so that patterns repeat without a seam.
    let cells = f64::from(2 * (1 + (random.uniform() * 4.0) as u32));
    let mut noise = key.at(1);
    let side = f64::from(PATTERN_SIDE);
    let mut rgba = Vec::with_capacity(4 * (PATTERN_SIDE * PATTERN_SIDE) as usize);
    for row in 0..PATTERN_SIDE {
        for column in 0..PATTERN_SIDE {
            let (u, v) = (f64::from(column) / side, f64::from(row) / side);
            let is_odd = |place: f64| (place * cells) as u32 % 2;
            let share = match kind {
                0 => 0.0,
                1 => v,
                2 => f64::from((is_odd(u) + is_odd(v)) % 2),
                3 => f64::from(is_odd(u)),
                _ => noise.uniform(),
            };
            let mix = |channel: usize| (first[channel] + share * (second[channel] - first[channel])) as u8;
            rgba.extend([mix(0), mix(1), mix(2), 255]);
        }
    }
    Texture {
        name: format!("pattern {number}"),
        width: PATTERN_SIDE,
        height: PATTERN_SIDE,
        rgba: rgba.into(),
    }
}

/// Sets energy and color, from 0 to 1, of a lamp.
pub(crate) fn set_light(
    world: &mut World,
    node: NodeId,
    energy: f64,
    rgb: [f64; 3],
) -> Result<(), WorldError> {
    let light = world.light(node).cloned().unwrap_or_default();
    let light = Light { energy: energy as f32, rgb: rgb.map(|part| part as f32), ..light };
    world.set_light(node, Some(light))
}
