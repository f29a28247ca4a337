//! Vertices and indices of a surface, one set for each of its material slots.

use morse_world::{MaterialSlots, Surface};

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
    /// Three vertices per triangle.
    pub indices: Vec<u32>,
}

/// What distinguishes two corners at the same vertex.
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
pub fn primitives(surface: &Surface, coat: Option<&MaterialSlots>) -> Vec<Primitive> {
    let slot_of = |triangle: u32| coat.map_or(0, |coat| coat.slot(triangle));
    let count = surface.triangles.len() as u32;
    let slots = (0..count).map(slot_of).max().map_or(0, |highest| highest + 1);
    let of_slot = |slot| primitive(surface, coat, slot, (0..count).filter(|&it| slot_of(it) == slot));
    (0..slots).map(of_slot).filter(|primitive| !primitive.indices.is_empty()).collect()
}

fn primitive(
    surface: &Surface,
    coat: Option<&MaterialSlots>,
    slot: usize,
    triangles: impl Iterator<Item = u32>,
) -> Primitive {
    let mut welder = Welder::new(surface.vertices.len());
    let mut made = Primitive { slot, ..Primitive::default() };
    for triangle in triangles {
        let normals = coat.and_then(|coat| coat.normals(surface, triangle));
        let uvs = coat.and_then(|coat| coat.uv(triangle).or_else(|| coat.generated(triangle)));
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
            }
        }
        made.indices.extend(indices);
    }
    // What only some of the triangles have cannot be said of the vertices.
    if made.normals.len() != made.positions.len() {
        made.normals.clear();
    }
    if made.uvs.len() != made.positions.len() {
        made.uvs.clear();
    }
    made
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
        let plain = primitives(&square(), None);
        assert_eq!((plain[0].positions.len(), plain[0].indices.len()), (4, 6));
        assert!(plain[0].normals.is_empty() && plain[0].uvs.is_empty());
        let uvs = vec![[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [[0.5, 0.0], [1.0, 1.0], [0.0, 1.0]]];
        let coat = MaterialSlots::new("it", 2, Vec::new(), uvs).unwrap();
        let drawn = primitives(&square(), Some(&coat));
        assert_eq!((drawn[0].positions.len(), drawn[0].uvs[0]), (5, [0.0, 1.0]));
    }

    #[test]
    fn each_slot_has_its_own_triangles() {
        let coat = MaterialSlots::new("it", 2, vec![2, 0], Vec::new()).unwrap();
        let parts = primitives(&square(), Some(&coat));
        let slots: Vec<_> = parts.iter().map(|part| (part.slot, part.positions.len())).collect();
        assert_eq!(slots, [(0, 3), (2, 3)]);
    }
}
