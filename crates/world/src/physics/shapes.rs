//! Collider shapes: converts the shapes that users give to rapier's.

pub(crate) mod collider_shape;
pub(crate) mod hull;
pub(crate) mod margin;
pub(crate) mod purpose;
pub(crate) mod shape_cache;
pub(crate) mod triangulated;
