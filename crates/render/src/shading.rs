//! Shading: materials, light and colors of visible surfaces.

pub(crate) mod ambient_light;
pub(crate) mod columns;
pub(crate) mod development;
pub(crate) mod facet;
pub(crate) mod facet_columns;
pub(crate) mod lighting;
pub(crate) mod lights;
pub(crate) mod microfacet_columns;
pub(crate) mod microfacets;
pub(crate) mod occlusion;
pub(crate) mod parts;
pub(crate) mod srgb;
pub(crate) mod surface_columns;
pub(crate) mod surface_geometry;
pub(crate) mod surface_properties;
pub(crate) mod surface_shader;
pub(crate) mod texture_layers;
pub(crate) mod texture_samples;
pub(crate) mod vectorized;
