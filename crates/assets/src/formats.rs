//! Readers, one for each file format.

pub mod blend;
pub mod collada;
pub mod gltf;
pub mod obj;
pub mod stl;
pub mod urdf;
mod xml;
