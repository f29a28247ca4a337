//! The properties of surfaces of microfacets in columns.

use crate::shading::columns::{Column, ROWS};

/// The properties of surfaces of microfacets.
pub(crate) struct MicrofacetColumns {
    /// Share of a metal. [0, 1]
    pub(crate) metallic: Column,
    /// Roughness as perceived. [0, 1]
    pub(crate) roughness: Column,
    /// Share of the ambient light that arrives. [0, 1]
    pub(crate) open: Column,
    /// The fourth power of the roughness: the square of the width of the highlight.
    pub(crate) width_squared: Column,
    /// Cosines between the normals and the directions to the camera.
    pub(crate) facing: Column,
}

impl MicrofacetColumns {
    pub(crate) fn new() -> MicrofacetColumns {
        let none = [0.0; ROWS];
        MicrofacetColumns { metallic: none, roughness: none, open: none, width_squared: none, facing: none }
    }

    /// Sets the properties in all rows.
    pub(crate) fn begin(&mut self, metallic: f32, roughness: f32) {
        self.metallic.fill(metallic);
        self.roughness.fill(roughness);
        self.open.fill(1.0);
    }
}
