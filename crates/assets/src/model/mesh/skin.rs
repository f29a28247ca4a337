//! Skins: meshes deformed by the bones of a skeleton.

/// The weights with which the bones of a skeleton move the vertices of a mesh. The vertices of the mesh are those of
/// the rest pose of all bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Names of the bones.
    pub bones: Vec<String>,
    /// For each vertex, indices in [`Skin::bones`] with their weights. Weights are positive and add up to 1; a vertex
    /// without weights does not move.
    pub shares: Vec<Vec<(u16, f32)>>,
}
