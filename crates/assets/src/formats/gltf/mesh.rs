//! Meshes: all primitives of a mesh become one, with a material slot for each.

pub(super) mod arrays;
pub(super) mod coordinates;
mod morph;

use glam::Vec3;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;

use crate::ReadError;
use crate::finite::keep_finite;
use crate::formats::gltf::Import;
use crate::formats::gltf::mesh::arrays::Arrays;
use crate::formats::gltf::mesh::coordinates::Coordinates;
use crate::formats::gltf::skin::Weights;
use crate::formats::gltf::upright::upright;
use crate::model::{MaterialId, Mesh, MeshCounts};

impl Import<'_> {
    /// Reads all meshes, and the weights of their vertices by joints of skins.
    pub(super) fn meshes(&mut self) -> Result<Vec<Weights>, ReadError> {
        let weights = self.weights();
        let mut of_joints = Vec::with_capacity(self.root.meshes.len());
        for (index, (source, weights)) in self.root.meshes.iter().zip(weights).enumerate() {
            let mut mesh = Mesh { name: name_of(source, index), ..Mesh::default() };
            let mut of_vertices = Weights::new();
            for (slot, primitive) in source.primitives.iter().enumerate() {
                self.primitive((&mut mesh, &mut of_vertices), slot, primitive, &weights)?;
            }
            of_joints.push(of_vertices);
            mesh.in_file = MeshCounts {
                vertices: mesh.vertices.len(),
                faces: mesh.triangles.len(),
                triangles: mesh.triangles.len(),
            };
            self.model.meshes.push(mesh);
        }
        Ok(of_joints)
    }

    /// Materials of the slots of a mesh.
    pub(super) fn slots(&self, mesh: usize) -> Vec<Option<MaterialId>> {
        let primitives =
            self.root.meshes.get(mesh).map(|mesh| mesh.primitives.as_slice()).unwrap_or_default();
        let material = |primitive: &Primitive| {
            let index = primitive.material?.value();
            (index < self.model.materials.len()).then(|| MaterialId::new(index))
        };
        primitives.iter().map(material).collect()
    }

    fn primitive(
        &mut self,
        (mesh, of_vertices): (&mut Mesh, &mut Weights),
        slot: usize,
        primitive: &Primitive,
        weights: &[f32],
    ) -> Result<(), ReadError> {
        let place = format!("mesh {}, primitive {slot}", mesh.name);
        let mode = match primitive.mode {
            Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) => mode,
            _ => {
                self.warnings.add(format!("{place}: points and lines are left out"));
                return Ok(());
            }
        };
        let arrays = self.arrays(primitive, &place)?;
        let positions = arrays.as_ref().map(|arrays| self.vectors(arrays, Semantic::Positions, &place));
        let (Some(arrays), Some(mut positions)) = (arrays, positions.transpose()?.flatten()) else {
            self.warnings.add(format!("{place}: it has no positions and is left out"));
            return Ok(());
        };
        let mode = if arrays.has_triangles() { Mode::Triangles } else { mode };
        self.morph(&mut positions, primitive, weights, |target| target.positions, &place)?;
        keep_finite(&mut positions, &place, |vertex| format!("vertex {vertex}"), self.warnings);
        let corners = self.corners(&arrays, &place)?;
        let (coordinates, are_alike) = Coordinates::of(self.root, primitive);
        if !are_alike {
            self.warnings.add(format!(
                "{place}: the images of its material have different coordinates; all get those of the first one"
            ));
        }
        let uvs = self.array::<2>(&arrays, Semantic::TexCoords(coordinates.set), &place)?;
        let mut normals = self.vectors(&arrays, Semantic::Normals, &place)?;
        if let Some(normals) = &mut normals
            && self.morph(normals, primitive, weights, |target| target.normals, &place)?
        {
            normals.iter_mut().for_each(|normal| *normal = normal.try_normalize().unwrap_or(*normal));
        }

        let first = mesh.vertices.len();
        // Normals and image coordinates are kept if every primitive so far has them.
        if let Some(normals) = normals.filter(|_| mesh.normals.len() == first) {
            mesh.normals.extend(normals.into_iter().map(|normal| upright(normal.to_array().map(finite))));
        } else {
            mesh.normals.clear();
        }
        let has_uvs = mesh.uvs.len() == mesh.triangles.len();
        let uvs = uvs.filter(|_| has_uvs);
        if uvs.is_none() {
            mesh.uvs.clear();
        }
        of_vertices.extend(self.vertex_weights(&arrays, &place)?);
        mesh.vertices.extend(positions.into_iter().map(|position| upright(position.to_array())));
        let mut dropped = 0;
        each_triangle(mode, &corners, |triangle| {
            if triangle.iter().any(|&corner| corner as usize >= arrays.vertices) {
                dropped += 1;
                return;
            }
            mesh.triangles.push(triangle.map(|corner| corner + first as u32));
            mesh.slots.push(slot.min(usize::from(u16::MAX)) as u16);
            if let Some(uvs) = &uvs {
                // The origin of glTF's image coordinates is the upper left.
                mesh.uvs.push(triangle.map(|corner| {
                    let [u, v] = coordinates.on_image(uvs[corner as usize]).map(finite);
                    [u, 1.0 - v]
                }));
            }
        });
        if dropped > 0 {
            self.warnings
                .add(format!("{place}: {dropped} triangles have corners that are not there; left out"));
        }
        Ok(())
    }

    fn vectors(
        &self,
        arrays: &Arrays<'_>,
        semantic: Semantic,
        place: &str,
    ) -> Result<Option<Vec<Vec3>>, ReadError> {
        let rows = self.array::<3>(arrays, semantic, place)?;
        Ok(rows.map(|rows| rows.into_iter().map(Vec3::from_array).collect()))
    }
}

fn name_of(mesh: &gltf_json::Mesh, index: usize) -> String {
    mesh.name.clone().unwrap_or_else(|| format!("mesh {index}"))
}

fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}

/// The triangles of a list, strip or fan; every second one of a strip is reversed (glTF 2.0, section 3.7.2.1).
fn each_triangle(mode: Mode, corners: &[u32], mut triangle: impl FnMut([u32; 3])) {
    match mode {
        Mode::TriangleStrip => {
            for (place, three) in corners.windows(3).enumerate() {
                triangle(if place % 2 == 0 {
                    [three[0], three[1], three[2]]
                } else {
                    [three[1], three[0], three[2]]
                });
            }
        }
        Mode::TriangleFan => {
            for two in corners.windows(2).skip(1) {
                triangle([corners[0], two[0], two[1]]);
            }
        }
        _ => {
            for three in corners.chunks_exact(3) {
                triangle([three[0], three[1], three[2]]);
            }
        }
    }
}
