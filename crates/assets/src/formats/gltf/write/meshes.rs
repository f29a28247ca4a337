//! Meshes: a primitive for each material slot. Corners with other image coordinates become vertices of their own.

use std::collections::BTreeMap;

use glam::Vec3;
use serde_json::{Value, json};

use crate::formats::gltf::write::Export;
use crate::formats::gltf::write::shapes::shape_mesh;
use crate::model::{MaterialId, Mesh, MeshId, Node, NodeKind};

const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;

/// The source of a mesh of the file: a mesh and the materials of its slots. glTF has materials at meshes, not at nodes.
pub(super) type MeshKey = (MeshId, Vec<Option<MaterialId>>);

impl Export<'_> {
    /// The mesh of the file for a node; `None` for a node without triangles.
    pub(super) fn mesh_of(&mut self, node: &Node) -> Option<usize> {
        let model = self.model;
        match &node.kind {
            NodeKind::Mesh(id) => {
                let mesh = &model.meshes[id.index()];
                if mesh.skin.is_some() {
                    self.omit("skins do not bend with their skeletons", &node.name);
                }
                if mesh.face_textures.iter().any(Option::is_some) {
                    self.omit("images of single faces are left out", &node.name);
                }
                let key = (*id, node.materials.clone());
                if let Some(known) = self.made.get(&key) {
                    return Some(*known);
                }
                let number = self.mesh(mesh, &node.materials)?;
                self.made.insert(key, number);
                Some(number)
            }
            NodeKind::Shape(shape) => self.mesh(&shape_mesh(shape), &node.materials),
            _ => None,
        }
    }

    fn mesh(&mut self, mesh: &Mesh, materials: &[Option<MaterialId>]) -> Option<usize> {
        let slots = mesh.slots.iter().copied().max().map_or(1, |last| usize::from(last) + 1);
        let mut primitives = Vec::new();
        for slot in 0..slots {
            let is_here = |index: &usize| mesh.slots.get(*index).copied().map_or(0, usize::from) == slot;
            let triangles: Vec<usize> = (0..mesh.triangles.len()).filter(is_here).collect();
            if !triangles.is_empty() {
                let mut primitive = self.primitive(mesh, &triangles);
                if let Some(material) = materials.get(slot).copied().flatten() {
                    primitive["material"] = json!(material.index());
                }
                primitives.push(primitive);
            }
        }
        if primitives.is_empty() {
            return None;
        }
        self.meshes.push(json!({"name": mesh.name, "primitives": primitives}));
        Some(self.meshes.len() - 1)
    }

    fn primitive(&mut self, mesh: &Mesh, triangles: &[usize]) -> Value {
        // By vertex and the bits of its image coordinates.
        let mut numbers: BTreeMap<(u32, [u32; 2]), u32> = BTreeMap::new();
        let (mut points, mut normals, mut images, mut indices) = (vec![], vec![], vec![], vec![]);
        for &triangle in triangles {
            for (corner, &vertex) in mesh.triangles[triangle].iter().enumerate() {
                let uv = mesh.uvs.get(triangle).map(|corners| corners[corner]);
                let key = (vertex, uv.unwrap_or_default().map(f32::to_bits));
                let next = numbers.len() as u32;
                let number = *numbers.entry(key).or_insert_with(|| {
                    points.push(lying(mesh.vertices[vertex as usize]));
                    if let Some(normal) = mesh.normals.get(vertex as usize) {
                        normals.push(lying(*normal));
                    }
                    if let Some([u, v]) = uv {
                        images.push([u, 1.0 - v]);
                    }
                    next
                });
                indices.push(number);
            }
        }
        let low = points.iter().fold([f32::INFINITY; 3], |low, point| pairwise(low, *point, f32::min));
        let high = points.iter().fold([f32::NEG_INFINITY; 3], |high, point| pairwise(high, *point, f32::max));
        let mut attributes = json!({"POSITION": self.vectors(&points, "VEC3", Some((low, high)))});
        if normals.len() == points.len() {
            attributes["NORMAL"] = json!(self.vectors(&normals, "VEC3", None));
        }
        if images.len() == points.len() {
            attributes["TEXCOORD_0"] = json!(self.vectors(&images, "VEC2", None));
        }
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(ELEMENT_ARRAY_BUFFER));
        self.accessors.push(json!({
            "bufferView": view, "componentType": UNSIGNED_INT, "count": indices.len(), "type": "SCALAR",
        }));
        json!({"attributes": attributes, "indices": self.accessors.len() - 1})
    }

    /// The number of a new accessor of vectors.
    fn vectors<const N: usize>(
        &mut self,
        vectors: &[[f32; N]],
        kind: &str,
        range: Option<([f32; 3], [f32; 3])>,
    ) -> usize {
        let bytes: Vec<u8> = vectors.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(ARRAY_BUFFER));
        let mut accessor =
            json!({"bufferView": view, "componentType": FLOAT, "count": vectors.len(), "type": kind});
        if let Some((low, high)) = range {
            accessor["min"] = json!(low);
            accessor["max"] = json!(high);
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// A point or direction with y up.
fn lying(point: Vec3) -> [f32; 3] {
    [point.x, point.z, -point.y]
}

fn pairwise(a: [f32; 3], b: [f32; 3], choose: fn(f32, f32) -> f32) -> [f32; 3] {
    std::array::from_fn(|axis| choose(a[axis], b[axis]))
}
