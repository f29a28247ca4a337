//! What models of files were made into, kept from one spawn to the next.

use crate::assemble::models::armatures::Skins;
use crate::assemble::models::meshes::MeshCache;
use crate::assemble::models::visuals::VisualCache;

/// What models are made into, kept so that the same model shares its meshes and materials.
#[derive(Default)]
pub(crate) struct ModelCache {
    pub(in crate::assemble) forms: MeshCache,
    pub(in crate::assemble) visuals: VisualCache,
    pub(in crate::assemble) skins: Skins,
}
