//! Skins: meshes that are stretched over the bones of a skeleton.

/// How the vertices of a mesh follow the bones of the skeleton that its node hangs on. In the mesh they stand as with all bones
/// at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Names of the bones.
    pub bones: Vec<String>,
    /// For each vertex places in [`Skin::bones`], each with its share in moving the vertex. Shares are positive and add up
    /// to 1; without any the vertex stays where it is.
    pub shares: Vec<Vec<(u16, f32)>>,
}
