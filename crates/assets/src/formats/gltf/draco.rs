//! Meshes that are compressed by Draco (`KHR_draco_mesh_compression`).

use std::collections::BTreeMap;

use draco_core::decoder_buffer::DecoderBuffer;
use draco_core::mesh_decoder::MeshDecoder;
use draco_core::{DataType, DecodeLimits, DracoError, GeometryMetadata, PointAttribute};
use gltf_json::Index;
use gltf_json::mesh::{Primitive, Semantic};
use gltf_json::validation::Checked;
use serde::Deserialize;

use crate::ReadError;
use crate::formats::gltf::Import;
use crate::limits::FILE_BYTES_MAX;

/// The name of the extension.
pub(super) const EXTENSION: &str = "KHR_draco_mesh_compression";

/// The word at the begin of a stream.
const MAGIC_BYTES: usize = 5;
/// The method with a traversal of the triangles.
const EDGEBREAKER: u8 = 1;
/// The flag of a stream with names and remarks before the mesh.
const HAS_METADATA: u16 = 0x8000;

/// The extension of a primitive.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    buffer_view: u32,
    /// Identifiers of the arrays in the compressed mesh.
    attributes: BTreeMap<Checked<Semantic>, u32>,
}

/// A mesh after decompression.
pub(super) struct Unpacked {
    mesh: draco_core::Mesh,
    attributes: BTreeMap<Checked<Semantic>, u32>,
}

impl Import<'_> {
    /// Decompresses the mesh of a primitive, if it has one. The mesh is subtracted from the budget.
    pub(super) fn unpack(
        &mut self,
        primitive: &Primitive,
        place: &str,
    ) -> Result<Option<Unpacked>, ReadError> {
        let extensions = primitive.extensions.as_ref();
        let Some(record) = extensions.and_then(|extensions| extensions.others.get(EXTENSION)) else {
            return Ok(None);
        };
        let Record { buffer_view, attributes } =
            Record::deserialize(record).map_err(|error| damaged(place, &error.to_string()))?;
        let (stream, _) = self
            .buffers
            .view(Index::new(buffer_view))
            .ok_or_else(|| damaged(place, "its bytes lead out of their buffer"))?;
        // Streams that several primitives name are decompressed several times.
        self.budget.bytes(stream.len(), place)?;
        let stated = stated_vertices(stream).map_err(|error| damaged(place, error.message()))?;
        self.budget.mesh(stated, 0, place)?;
        let limits = DecodeLimits::default()
            .with_max_faces((self.budget.triangles_left() / 3) as u64)
            .with_max_decoded_bytes(self.budget.bytes_left().min(FILE_BYTES_MAX));
        let mut mesh = draco_core::Mesh::new();
        MeshDecoder::new()
            .decode(&mut DecoderBuffer::new(stream).with_limits(limits), &mut mesh)
            .map_err(|error| damaged(place, error.message()))?;
        self.budget.mesh(mesh.num_points().saturating_sub(stated), mesh.num_faces() * 3, place)?;
        for attribute in 0..mesh.num_attributes() {
            self.budget.bytes(mesh.attribute(attribute).buffer().data_size(), place)?;
        }
        Ok(Some(Unpacked { mesh, attributes }))
    }
}

/// The number of vertices that a stream without a traversal states. Arrays that have one value only need no bytes of the
/// stream, so that it can state any number. A traversal has a byte or more for some vertices, and a limit on its triangles.
fn stated_vertices(stream: &[u8]) -> Result<usize, DracoError> {
    let mut buffer = DecoderBuffer::new(stream);
    buffer.try_advance(MAGIC_BYTES)?;
    let (major, minor, _kind, method) =
        (buffer.decode_u8()?, buffer.decode_u8()?, buffer.decode_u8()?, buffer.decode_u8()?);
    buffer.set_version(major, minor);
    if buffer.decode_u16()? & HAS_METADATA != 0 {
        GeometryMetadata::decode(&mut buffer)?;
    }
    if method == EDGEBREAKER {
        return Ok(0);
    }
    let _triangles = buffer.decode_varint()?;
    Ok(usize::try_from(buffer.decode_varint()?).unwrap_or(usize::MAX))
}

impl Unpacked {
    pub(super) fn vertices(&self) -> usize {
        self.mesh.num_points()
    }

    /// Corners of the triangles.
    pub(super) fn corners(&self) -> Vec<u32> {
        self.mesh.faces().iter().flatten().map(|corner| corner.0).collect()
    }

    /// An array with the first components of each vertex, if it is a part of the compressed mesh.
    pub(super) fn array<const WIDTH: usize>(
        &self,
        semantic: &Checked<Semantic>,
        is_normalized: bool,
        place: &str,
    ) -> Result<Option<Vec<[f32; WIDTH]>>, ReadError> {
        let Some(&id) = self.attributes.get(semantic) else { return Ok(None) };
        let array = self
            .mesh
            .attribute_by_unique_id(id)
            .ok_or_else(|| damaged(place, &format!("it has no array with the identifier {id}")))?;
        let width = usize::from(array.num_components());
        if width < WIDTH {
            return Err(damaged(place, &format!("an array has {width} components and needs {WIDTH}")));
        }
        let unit = unit(array).filter(|_| is_normalized);
        let number = |value: f32| unit.map_or(value, |unit| (value / unit).max(-1.0));
        let values = array.read_f32s(self.vertices(), WIDTH);
        Ok(Some(values.as_chunks::<WIDTH>().0.iter().map(|row| row.map(number)).collect()))
    }
}

/// The whole number that stands for 1 in a normalized array (glTF 2.0, section 3.6.2.2).
fn unit(array: &PointAttribute) -> Option<f32> {
    match array.data_type() {
        DataType::Int8 => Some(127.0),
        DataType::Uint8 => Some(255.0),
        DataType::Int16 => Some(32767.0),
        DataType::Uint16 => Some(65535.0),
        _ => None,
    }
}

fn damaged(place: &str, problem: &str) -> ReadError {
    ReadError::new(format!("{place}, Draco mesh"), problem, "export the model again, or without compression")
}
