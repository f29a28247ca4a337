//! Vertices and indices of a surface, one set for each of its material slots.

use std::collections::BTreeMap;

use morse_world::{MaterialSlots, Skin, Surface};

/// The triangles of a surface that have the same material.
#[derive(Debug, Default)]
pub struct Primitive {
    /// The slot of their material.
    pub slot: usize,
    /// Positions. [m]
    pub positions: Vec<[f32; 3]>,
    /// Normals as parts of 127, the fourth one unused; empty for flat shading.
    pub normals: Vec<[i8; 4]>,
    /// Image coordinates from the upper left; empty without images.
    pub uvs: Vec<[f32; 2]>,
    /// Up to four joints of a skin; empty without a skin.
    pub joints: Vec<[u16; 4]>,
    /// The weights of these joints, which add up to 1.
    pub weights: Vec<[f32; 4]>,
    /// Three vertices per triangle.
    pub indices: Vec<u32>,
}

/// The weights of a skin and the number of its bones.
#[derive(Clone, Copy)]
pub struct SkinWeights<'a> {
    /// The weights.
    pub skin: &'a Skin,
    /// The number of bones.
    pub bone_count: u16,
}

/// Normal and texture coordinates that distinguish two corners at the same vertex.
type Corner = ([i8; 4], [f32; 2]);

/// Finds the vertex of a primitive for each corner of its triangles. Corners at the same vertex of the surface with the
/// same normal and image coordinates share one.
struct Welder {
    /// By vertex of the surface: the last vertex of the primitive that was made for it.
    last: Vec<u32>,
    /// By vertex of the primitive: the one before it at the same vertex of the surface.
    before: Vec<u32>,
    corners: Vec<Corner>,
}

const NONE: u32 = u32::MAX;

impl Welder {
    fn new(vertices: usize) -> Welder {
        Welder { last: vec![NONE; vertices], before: Vec::new(), corners: Vec::new() }
    }

    /// The vertex for a corner, and whether it is new. `None` for a vertex that the surface does not have.
    fn vertex(&mut self, vertex: u32, corner: Corner) -> Option<(u32, bool)> {
        let last = self.last.get_mut(vertex as usize)?;
        let mut known = *last;
        while known != NONE {
            if self.corners[known as usize] == corner {
                return Some((known, false));
            }
            known = self.before[known as usize];
        }
        let new = self.corners.len() as u32;
        self.corners.push(corner);
        self.before.push(std::mem::replace(last, new));
        Some((new, true))
    }
}

/// The primitives of a surface, in the order of their slots. Triangles of unknown vertices are left out.
pub fn primitives(
    surface: &Surface,
    material_slots: Option<&MaterialSlots>,
    skin: Option<SkinWeights<'_>>,
) -> Vec<Primitive> {
    let mut by_slot: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for triangle in 0..surface.triangles.len() as u32 {
        by_slot
            .entry(material_slots.map_or(0, |material_slots| material_slots.slot(triangle)))
            .or_default()
            .push(triangle);
    }
    let made =
        by_slot.iter().map(|(&slot, triangles)| primitive(surface, material_slots, skin, slot, triangles));
    made.filter(|primitive| !primitive.indices.is_empty()).collect()
}

fn primitive(
    surface: &Surface,
    material_slots: Option<&MaterialSlots>,
    skin: Option<SkinWeights<'_>>,
    slot: usize,
    triangles: &[u32],
) -> Primitive {
    let mut welder = Welder::new(surface.vertices.len());
    let mut made = Primitive { slot, ..Primitive::default() };
    // Vertices without bone belong to the joint after the bones.
    let bones = skin.map_or(0, |skin| skin.bone_count);
    for &triangle in triangles {
        let normals = material_slots.and_then(|material_slots| material_slots.normals(surface, triangle));
        let uvs = material_slots.and_then(|material_slots| {
            material_slots.uv(triangle).or_else(|| material_slots.generated(triangle))
        });
        let Some(vertices) = surface.triangles.get(triangle as usize) else { continue };
        let mut indices = [0; 3];
        for (corner, &vertex) in vertices.iter().enumerate() {
            let normal = normals.map_or([0; 4], |normals| packed(normals[corner]));
            let uv = uvs.map_or([0.0; 2], |uvs| [uvs[corner][0], 1.0 - uvs[corner][1]]);
            let Some((index, is_new)) = welder.vertex(vertex, (normal, uv)) else { return made };
            indices[corner] = index;
            if is_new {
                made.positions.push(surface.vertices[vertex as usize].to_array());
                made.normals.extend(normals.map(|_| normal));
                made.uvs.extend(uvs.map(|_| uv));
                if let Some(skin) = skin {
                    let shares = skin.skin.shares.get(vertex as usize).map_or(&[][..], Vec::as_slice);
                    let (joints, weights) = strongest(shares, bones);
                    made.joints.push(joints);
                    made.weights.push(weights);
                }
            }
        }
        made.indices.extend(indices);
    }
    // An attribute of only some of the triangles cannot be an attribute of all vertices.
    if made.normals.len() != made.positions.len() {
        made.normals.clear();
    }
    if made.uvs.len() != made.positions.len() {
        made.uvs.clear();
    }
    made
}

/// The four joints with the largest weights, which are made to add up to 1.
fn strongest(shares: &[(u16, f32)], fixed: u16) -> ([u16; 4], [f32; 4]) {
    let mut sorted = shares.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    sorted.truncate(4);
    let sum: f32 = sorted.iter().map(|share| share.1).sum();
    if sum <= 0.0 {
        return ([fixed, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]);
    }
    let share = |index: usize| sorted.get(index).copied().unwrap_or_default();
    (std::array::from_fn(|index| share(index).0), std::array::from_fn(|index| share(index).1 / sum))
}

fn packed(normal: glam::Vec3) -> [i8; 4] {
    let [x, y, z] = normal.normalize_or(glam::Vec3::Z).to_array().map(|part| (part * 127.0).round() as i8);
    [x, y, z, 0]
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn square() -> Surface {
        let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y];
        Surface { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] }
    }

    #[test]
    fn corners_that_are_the_same_share_a_vertex() {
        let plain = primitives(&square(), None, None);
        assert_eq!((plain[0].positions.len(), plain[0].indices.len()), (4, 6));
        assert!(plain[0].normals.is_empty() && plain[0].uvs.is_empty());
        let uvs = vec![[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [[0.5, 0.0], [1.0, 1.0], [0.0, 1.0]]];
        let material_slots = MaterialSlots::new("it", 2, Vec::new(), uvs).unwrap();
        let drawn = primitives(&square(), Some(&material_slots), None);
        assert_eq!((drawn[0].positions.len(), drawn[0].uvs[0]), (5, [0.0, 1.0]));
    }

    #[test]
    fn each_slot_has_its_own_triangles() {
        let material_slots = MaterialSlots::new("it", 2, vec![2, 0], Vec::new()).unwrap();
        let parts = primitives(&square(), Some(&material_slots), None);
        let slots: Vec<_> = parts.iter().map(|part| (part.slot, part.positions.len())).collect();
        assert_eq!(slots, [(0, 3), (2, 3)]);
    }
}
