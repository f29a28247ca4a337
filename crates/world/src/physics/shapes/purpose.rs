//! The purpose of a collider shape, which determines the conversion of meshes.

/// The purpose of a collider shape.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ShapePurpose {
    /// Whether the body moves. If so, triangle meshes become hulls, because rapier needs solids for moving bodies.
    pub(crate) moves: bool,
    /// Collision margin: the distance by which the faces of hulls and meshes are moved outwards. Hulls with a margin are not
    /// simplified. [m]
    pub(crate) margin: f64,
}
