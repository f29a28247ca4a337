//! What a collider shape is for, which decides how a mesh becomes one.

/// The purpose of a collider shape.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ShapePurpose {
    /// For a moving body. Triangle meshes become hulls, because rapier computes contacts of moving bodies on solids.
    pub(crate) moves: bool,
    /// The distance by which the faces of hulls and surfaces are moved outwards. Hulls with a margin are not
    /// simplified. [m]
    pub(crate) margin: f64,
}
