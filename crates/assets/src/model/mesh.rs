//! Triangle meshes.

pub(super) mod skin;

use glam::{DAffine3, DVec3, Vec3};
use serde::Serialize;

use crate::model::{Skin, TextureId};

/// A triangle mesh in the frame of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Name in the file.
    pub name: String,
    /// Vertices; all are finite. \[m\]
    pub vertices: Vec<Vec3>,
    /// Three vertices each, counter-clockwise seen from outside. Every index is below the number of vertices.
    pub triangles: Vec<[u32; 3]>,
    /// For each triangle the slot in [`Node::materials`](super::Node::materials).
    pub slots: Vec<u16>,
    /// For each triangle the image coordinates of its corners, from the lower left; empty if there are none.
    pub uvs: Vec<[[f32; 2]; 3]>,
    /// For each vertex its normal; empty if the file has none.
    pub normals: Vec<Vec3>,
    /// For each triangle an image that the face refers to directly, without a material; empty if there are none.
    pub face_textures: Vec<Option<TextureId>>,
    /// The skinning weights of its vertices, if it has a skin.
    pub skin: Option<Skin>,
    /// Counts before modifiers; the first vertices and triangles are those of the file, unless the mesh was subdivided.
    pub in_file: MeshCounts,
    /// The vertices of the file, if the mesh was subdivided; else empty. \[m\]
    pub control: Vec<Vec3>,
}

/// Size of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MeshCounts {
    /// Number of vertices.
    pub vertices: usize,
    /// Faces of any number of corners.
    pub faces: usize,
    /// Triangles after triangulation of every face.
    pub triangles: usize,
}

impl Mesh {
    /// Lowest and highest coordinates of all vertices in another frame; `None` without vertices.
    #[must_use]
    pub fn bounds(&self, other_from_mesh: &DAffine3) -> Option<(DVec3, DVec3)> {
        bounds_of(&self.vertices, other_from_mesh)
    }

    /// The same for the vertices of the file, before modifiers.
    #[must_use]
    pub fn bounds_in_file(&self, other_from_mesh: &DAffine3) -> Option<(DVec3, DVec3)> {
        let vertices = if self.control.is_empty() { &self.vertices } else { &self.control };
        bounds_of(vertices.get(..self.in_file.vertices)?, other_from_mesh)
    }
}

fn bounds_of(vertices: &[Vec3], other_from_mesh: &DAffine3) -> Option<(DVec3, DVec3)> {
    let mut points = vertices.iter().map(|vertex| other_from_mesh.transform_point3(vertex.as_dvec3()));
    let first = points.next()?;
    Some(points.fold((first, first), |(low, high), point| (low.min(point), high.max(point))))
}
