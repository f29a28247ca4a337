//! The arrays of a primitive.

use gltf_json::mesh::{Primitive, Semantic};
use gltf_json::validation::Checked;

use crate::ReadError;
use crate::formats::gltf::Import;

/// A primitive with positions.
pub(super) struct Arrays<'p> {
    primitive: &'p Primitive,
    pub(super) vertices: usize,
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
        let vertices = self.count(positions);
        let corners = primitive.indices.map_or(vertices, |indices| self.count(indices));
        self.budget.mesh(vertices, corners, place)?;
        Ok(Some(Arrays { primitive, vertices }))
    }

    /// An array with a row for each vertex.
    pub(super) fn array<const WIDTH: usize>(
        &self,
        arrays: &Arrays<'_>,
        semantic: Semantic,
        place: &str,
    ) -> Result<Option<Vec<[f32; WIDTH]>>, ReadError> {
        let index = arrays.primitive.attributes.get(&Checked::Valid(semantic));
        let Some(&index) = index else { return Ok(None) };
        if self.count(index) != arrays.vertices {
            return Ok(None);
        }
        self.floats(index, place).map(Some)
    }

    /// The corners of triangles, strips or fans.
    pub(super) fn corners(&self, arrays: &Arrays<'_>, place: &str) -> Result<Vec<u32>, ReadError> {
        match arrays.primitive.indices {
            Some(indices) => self.indices(indices, place),
            None => Ok((0..arrays.vertices as u32).collect()),
        }
    }
}
