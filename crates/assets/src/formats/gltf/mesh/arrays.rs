//! The arrays of a primitive: accessors, or parts of a compressed mesh.

use gltf_json::mesh::{Primitive, Semantic};
use gltf_json::validation::Checked;

use crate::ReadError;
use crate::formats::gltf::Import;
use crate::formats::gltf::draco::Unpacked;

/// Where the arrays of a primitive are.
pub(in crate::formats::gltf) struct Arrays<'p> {
    primitive: &'p Primitive,
    unpacked: Option<Unpacked>,
    pub(in crate::formats::gltf) vertices: usize,
}

impl Arrays<'_> {
    /// Whether the corners are those of single triangles, in place of the mode of the primitive.
    pub(super) fn has_triangles(&self) -> bool {
        self.unpacked.is_some()
    }
}

impl Import<'_> {
    /// The arrays of a primitive, if it has positions. They are subtracted from the budget.
    pub(super) fn arrays<'p>(
        &mut self,
        primitive: &'p Primitive,
        place: &str,
    ) -> Result<Option<Arrays<'p>>, ReadError> {
        let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
        let Some(&positions) = positions else { return Ok(None) };
        let unpacked = self.unpack(primitive, place)?;
        let vertices = match &unpacked {
            Some(unpacked) => unpacked.vertices(),
            None => {
                let vertices = self.count(positions);
                let corners = primitive.indices.map_or(vertices, |indices| self.count(indices));
                self.budget.mesh(vertices, corners, place)?;
                vertices
            }
        };
        Ok(Some(Arrays { primitive, unpacked, vertices }))
    }

    /// An array with a row for each vertex.
    pub(in crate::formats::gltf) fn array<const WIDTH: usize>(
        &self,
        arrays: &Arrays<'_>,
        semantic: Semantic,
        place: &str,
    ) -> Result<Option<Vec<[f32; WIDTH]>>, ReadError> {
        let semantic = Checked::Valid(semantic);
        let Some(&index) = arrays.primitive.attributes.get(&semantic) else { return Ok(None) };
        if let Some(unpacked) = &arrays.unpacked {
            let accessor = self.root.accessors.get(index.value());
            let is_normalized = accessor.is_some_and(|accessor| accessor.normalized);
            if let Some(array) = unpacked.array(&semantic, is_normalized, place)? {
                return Ok(Some(array));
            }
        }
        if self.count(index) != arrays.vertices {
            return Ok(None);
        }
        self.floats(index, place).map(Some)
    }

    /// The corners of triangles, strips or fans.
    pub(super) fn corners(&self, arrays: &Arrays<'_>, place: &str) -> Result<Vec<u32>, ReadError> {
        match (&arrays.unpacked, arrays.primitive.indices) {
            (Some(unpacked), _) => Ok(unpacked.corners()),
            (None, Some(indices)) => self.indices(indices, place),
            (None, None) => Ok((0..arrays.vertices as u32).collect()),
        }
    }
}
