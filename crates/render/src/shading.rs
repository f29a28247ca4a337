//! Shading of surfaces: light, texture layers, filtering, color encoding.

pub(crate) mod facet;
pub(crate) mod footprint;
pub(crate) mod lighting;
pub(crate) mod lights;
pub(crate) mod srgb;
pub(crate) mod surface_columns;
pub(crate) mod surface_properties;
pub(crate) mod surface_sampler;
pub(crate) mod texture_layers;
