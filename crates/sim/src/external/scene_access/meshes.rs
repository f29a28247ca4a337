//! Visuals of nodes for external components: materials, vertices and triangles.

use morse_scene::value::{Map, Value};
use morse_world::{NodeId, Visual, World};

use crate::external::scene_access::vector;

/// The parts of the visuals of a node: the names of their materials, and their numbers of vertices and triangles.
pub(super) fn describe(world: &World, node: NodeId) -> Value {
    let count = |count: usize| Value::Int(count as i64);
    let part = |part: &Visual| {
        let materials = part.materials.iter().filter_map(|&id| world.material(id));
        let surface = part.surface();
        Value::Map(Map::from([
            (
                "materials",
                Value::List(materials.map(|material| Value::from(material.name.as_str())).collect()),
            ),
            ("vertices", count(surface.map_or(0, |surface| surface.vertices.len()))),
            ("triangles", count(surface.map_or(0, |surface| surface.triangles.len()))),
        ]))
    };
    Value::List(world.visuals(node).unwrap_or_default().iter().map(part).collect())
}

/// The vertices of a part in the frame of its node [m], its triangles, and the slots of their materials.
///
/// # Errors
/// When the part is unknown.
pub(super) fn surface(world: &World, node: NodeId, part: usize) -> Result<Value, String> {
    let parts = world.visuals(node).unwrap_or_default();
    let visual = parts.get(part).ok_or_else(|| format!("{} has no mesh {part}", world.name(node)))?;
    let scale = world.scale(node);
    let (mut vertices, mut triangles, mut slots) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(surface) = visual.surface() {
        let in_node = |vertex: glam::DVec3| vector(visual.node_from_shape.transform_point(vertex) * scale);
        vertices = surface.vertices.iter().map(|vertex| in_node(vertex.as_dvec3())).collect();
        let corners = |corners: &[u32; 3]| Value::List(corners.map(|it| Value::Int(i64::from(it))).to_vec());
        triangles = surface.triangles.iter().map(corners).collect();
        let slot = |triangle: u32| visual.material_slots.as_ref().map_or(0, |slots| slots.slot(triangle));
        slots =
            (0..surface.triangles.len() as u32).map(|triangle| Value::Int(slot(triangle) as i64)).collect();
    }
    Ok(Value::Map(Map::from([
        ("vertices", Value::List(vertices)),
        ("triangles", Value::List(triangles)),
        ("slots", Value::List(slots)),
    ])))
}
