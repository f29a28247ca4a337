//! The binary container of glTF 2.0 (GLB): buffer, views, accessors, and the two chunks of the file.

use morse_world::Pose;
use serde_json::{Value, json};

use super::mesh::Primitive;

const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const CHUNK_JSON: &[u8; 4] = b"JSON";
const CHUNK_BINARY: &[u8; 4] = b"BIN\0";
/// Types of numbers.
const BYTE: u32 = 5120;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;
/// Uses of views.
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// The buffer of a file, with its views and accessors.
#[derive(Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Adds bytes, and gives the number of their view.
    pub fn add_view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn add_accessor(&mut self, view: usize, number: u32, kind: &str, count: usize) -> usize {
        let accessor = json!({"bufferView": view, "componentType": number, "type": kind, "count": count});
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds the vertices and indices of a primitive, and gives it without its material.
    pub fn add_primitive(&mut self, primitive: &Primitive) -> Value {
        let count = primitive.positions.len();
        let bytes: Vec<u8> = primitive.positions.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let view = self.add_view(&bytes, Some(VERTICES));
        let positions = self.add_accessor(view, FLOAT, "VEC3", count);
        let [low, high] = bounds(&primitive.positions);
        self.accessors[positions]["min"] = json!(low);
        self.accessors[positions]["max"] = json!(high);
        let mut attributes = json!({"POSITION": positions});
        if !primitive.normals.is_empty() {
            let bytes: Vec<u8> = primitive.normals.iter().flatten().map(|&x| x as u8).collect();
            let view = self.add_view(&bytes, Some(VERTICES));
            // Vertices are aligned to four bytes.
            self.views[view]["byteStride"] = json!(4);
            let normals = self.add_accessor(view, BYTE, "VEC3", count);
            self.accessors[normals]["normalized"] = json!(true);
            attributes["NORMAL"] = json!(normals);
        }
        if !primitive.uvs.is_empty() {
            let bytes: Vec<u8> = primitive.uvs.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
            let view = self.add_view(&bytes, Some(VERTICES));
            attributes["TEXCOORD_0"] = json!(self.add_accessor(view, FLOAT, "VEC2", count));
        }
        if !primitive.joints.is_empty() {
            let bytes: Vec<u8> = primitive.joints.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
            let view = self.add_view(&bytes, Some(VERTICES));
            attributes["JOINTS_0"] = json!(self.add_accessor(view, UNSIGNED_SHORT, "VEC4", count));
            let bytes: Vec<u8> = primitive.weights.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
            let view = self.add_view(&bytes, Some(VERTICES));
            attributes["WEIGHTS_0"] = json!(self.add_accessor(view, FLOAT, "VEC4", count));
        }
        let is_small = count < usize::from(u16::MAX);
        let bytes: Vec<u8> = if is_small {
            primitive.indices.iter().flat_map(|&index| (index as u16).to_le_bytes()).collect()
        } else {
            primitive.indices.iter().flat_map(|index| index.to_le_bytes()).collect()
        };
        let view = self.add_view(&bytes, Some(INDICES));
        let number = if is_small { UNSIGNED_SHORT } else { UNSIGNED_INT };
        let indices = self.add_accessor(view, number, "SCALAR", primitive.indices.len());
        json!({"attributes": attributes, "indices": indices})
    }

    /// Adds transforms, and gives the number of their accessor.
    pub fn add_matrices(&mut self, poses: &[Pose]) -> usize {
        let matrix = |pose: &Pose| {
            glam::DAffine3::from_rotation_translation(pose.rotation, pose.translation).as_affine3()
        };
        let numbers = poses.iter().flat_map(|pose| glam::Mat4::from(matrix(pose)).to_cols_array());
        let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
        let view = self.add_view(&bytes, None);
        self.add_accessor(view, FLOAT, "MAT4", poses.len())
    }

    /// The file, with views, accessors and the buffer added to `file`; `None` if it is longer than the format allows.
    pub fn into_file(mut self, mut file: Value) -> Option<Vec<u8>> {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        if !self.bytes.is_empty() {
            file["buffers"] = json!([{"byteLength": self.bytes.len()}]);
            file["bufferViews"] = Value::Array(self.views);
        }
        if !self.accessors.is_empty() {
            file["accessors"] = Value::Array(self.accessors);
        }
        let mut text = file.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let length = 12 + 8 + text.len() + if self.bytes.is_empty() { 0 } else { 8 + self.bytes.len() };
        let mut out = Vec::with_capacity(length);
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend(u32::try_from(length).ok()?.to_le_bytes());
        for (kind, chunk) in [(CHUNK_JSON, &text), (CHUNK_BINARY, &self.bytes)] {
            if !chunk.is_empty() {
                out.extend((chunk.len() as u32).to_le_bytes());
                out.extend(kind);
                out.extend(chunk);
            }
        }
        Some(out)
    }
}

/// The lowest and the highest of each coordinate.
fn bounds(positions: &[[f32; 3]]) -> [[f32; 3]; 2] {
    positions.iter().fold([[f32::MAX; 3], [f32::MIN; 3]], |[low, high], position| {
        let pick = |with: fn(f32, f32) -> f32, of: [f32; 3]| {
            std::array::from_fn(|axis| with(of[axis], position[axis]))
        };
        [pick(f32::min, low), pick(f32::max, high)]
    })
}
