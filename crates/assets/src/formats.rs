//! Readers, one for each file format.

pub mod blend;
pub mod gltf;
pub mod obj;
pub mod stl;
pub mod urdf;
