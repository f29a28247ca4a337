//! Conversion of described shapes to rapier's collider shapes.

pub(crate) mod collider_shape;
pub(crate) mod hull;
pub(crate) mod margin;
pub(crate) mod part_of_box;
pub(crate) mod shape_cache;
pub(crate) mod triangulated;
