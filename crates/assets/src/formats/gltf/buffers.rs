//! Buffers: the chunk of a .glb, data in the JSON, or files beside it.

use std::borrow::Cow;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf_json::{Index, Root, buffer};

use crate::ReadError;
use crate::limits::Budget;
use crate::paths::{Roots, beside, percent_decoded, read_file};

/// The bytes of all buffers.
pub(super) struct Buffers<'a> {
    root: &'a Root,
    bytes: Vec<Cow<'a, [u8]>>,
}

impl<'a> Buffers<'a> {
    pub(super) fn read(
        root: &'a Root,
        binary: Option<&'a [u8]>,
        path: &Path,
        roots: &Roots,
        budget: &mut Budget,
    ) -> Result<Buffers<'a>, ReadError> {
        let mut bytes = Vec::with_capacity(root.buffers.len());
        for (index, buffer) in root.buffers.iter().enumerate() {
            let place = format!("buffer {index}");
            let found = match &buffer.uri {
                Some(uri) => {
                    Cow::Owned(fetch(uri, path, roots).map_err(|problem| missing(&place, &problem))?)
                }
                None if index == 0 => {
                    Cow::Borrowed(binary.ok_or_else(|| missing(&place, "the file has no chunk of bytes"))?)
                }
                None => return Err(missing(&place, "it has no uri")),
            };
            budget.bytes(found.len(), &place)?;
            if (found.len() as u64) < buffer.byte_length.0 {
                let problem = format!("has {} bytes and should have {}", found.len(), buffer.byte_length.0);
                return Err(missing(&place, &problem));
            }
            bytes.push(found);
        }
        Ok(Buffers { root, bytes })
    }

    /// The bytes of a view, and the step between elements if it is given.
    pub(super) fn view(&self, index: Index<buffer::View>) -> Option<(&[u8], Option<usize>)> {
        let view = self.root.buffer_views.get(index.value())?;
        let bytes = self.bytes.get(view.buffer.value())?;
        let start = usize::try_from(view.byte_offset.map_or(0, |offset| offset.0)).ok()?;
        let length = usize::try_from(view.byte_length.0).ok()?;
        let bytes = bytes.get(start..start.checked_add(length)?)?;
        Some((bytes, view.byte_stride.map(|stride| stride.0)))
    }
}

fn missing(place: &str, problem: &str) -> ReadError {
    ReadError::new(place, problem, "keep the file together with its buffers, or export it as .glb")
}

/// The bytes at a URI.
pub(super) fn fetch(uri: &str, path: &Path, roots: &Roots) -> Result<Vec<u8>, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        let (_, encoded) = data.split_once(";base64,").ok_or("its data is not base64")?;
        return STANDARD.decode(encoded).map_err(|error| format!("its data is not base64: {error}"));
    }
    let file = beside(path, &percent_decoded(uri), roots)?;
    read_file(&file).map_err(|error| error.to_string())
}
