//! Readers, one for each file format.

pub mod blend;
pub mod collada;
pub mod gltf;
mod images;
mod mesh_files;
pub mod mjcf;
pub mod obj;
pub mod sdf;
mod solid;
pub mod stl;
mod textured_shape;
pub mod urdf;
mod xml;
