//! Views whose bytes are compressed: `EXT_meshopt_compression`, and `KHR_meshopt_compression`, which has a second version
//! of its streams of attributes and a filter for colors.
//!
//! The format is described in the appendices of
//! <https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_meshopt_compression>.

mod attributes;
mod cursor;
mod filters;
mod indices;
#[cfg(test)]
mod tests;
mod triangles;

use gltf_json::buffer::{Buffer, View};
use serde::Deserialize;

/// The names of the extension. Both have the same properties, and either version of a stream is read under either name.
pub(super) const EXTENSIONS: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The problem of a stream.
type Problem = &'static str;

const SHORT: Problem = "the stream ends too early";
const LONG: Problem = "the stream has bytes after its end";

/// The extension of a view.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Compressed {
    /// The buffer with the stream.
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    byte_stride: usize,
    count: usize,
    mode: Mode,
    #[serde(default)]
    filter: Filter,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Mode {
    Attributes,
    Triangles,
    Indices,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Filter {
    #[default]
    None,
    Octahedral,
    Quaternion,
    Exponential,
    Color,
}

/// The extension of a view, if it is compressed.
pub(super) fn compressed(view: &View) -> Option<Result<Compressed, String>> {
    let others = &view.extensions.as_ref()?.others;
    let record = EXTENSIONS.iter().find_map(|name| others.get(*name))?;
    Some(Compressed::deserialize(record).map_err(|error| error.to_string()))
}

/// Whether a buffer says that it only has what compressed views have, too.
pub(super) fn is_fallback(buffer: &Buffer) -> bool {
    let Some(extensions) = &buffer.extensions else { return false };
    EXTENSIONS.iter().filter_map(|name| extensions.others.get(*name)).any(|record| record["fallback"] == true)
}

impl Compressed {
    /// The number of bytes after decompression.
    pub(super) fn decoded_bytes(&self) -> Option<usize> {
        self.count.checked_mul(self.byte_stride)
    }

    /// Decompresses a stream. It takes memory in proportion to the stream.
    pub(super) fn decode(&self, stream: &[u8]) -> Result<Vec<u8>, Problem> {
        let Compressed { byte_stride: stride, count, mode, filter, .. } = *self;
        let fits = match mode {
            Mode::Attributes => stride.is_multiple_of(4) && (4..=256).contains(&stride),
            Mode::Triangles | Mode::Indices => matches!(stride, 2 | 4),
        };
        if !fits {
            return Err("its byteStride does not fit its mode");
        }
        if mode != Mode::Attributes && filter != Filter::None {
            return Err("its filter does not fit its mode");
        }
        match mode {
            Mode::Attributes => {
                let mut decoded = attributes::decode(stream, count, stride)?;
                filters::apply(filter, &mut decoded, stride)?;
                Ok(decoded)
            }
            Mode::Triangles => triangles::decode(stream, count, stride),
            Mode::Indices => indices::decode(stream, count, stride),
        }
    }
}

/// Adds an index of two or four bytes.
fn push_index(list: &mut Vec<u8>, index: u32, stride: usize) {
    if stride == 2 {
        list.extend((index as u16).to_le_bytes());
    } else {
        list.extend(index.to_le_bytes());
    }
}
