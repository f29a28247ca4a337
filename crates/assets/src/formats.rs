//! Readers, one for each file format, and writers of glTF and of robot files.

pub mod blend;
pub mod collada;
pub mod gltf;
mod image_bytes;
pub(crate) mod images;
mod mesh_files;
pub mod mjcf;
pub mod obj;
mod png;
pub mod robot_writer;
pub mod sdf;
mod solid;
pub mod stl;
mod textured_shape;
pub mod urdf;
mod xml;
