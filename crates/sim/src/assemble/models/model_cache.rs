//! Cache of the parts of the world that were created from models.

use crate::assemble::models::armatures::Skins;
use crate::assemble::models::meshes::MeshCache;
use crate::assemble::models::visuals::VisualCache;

/// Meshes, visuals and skins that were created from models, kept between spawns so that objects with the same model share
/// them.
#[derive(Default)]
pub(crate) struct ModelCache {
    pub(in crate::assemble) node_meshes: MeshCache,
    pub(in crate::assemble) visuals: VisualCache,
    pub(in crate::assemble) skins: Skins,
}
