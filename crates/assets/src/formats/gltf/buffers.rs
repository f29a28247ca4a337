//! Buffers: the chunk of a .glb, data in the JSON, or files beside it; and views, which may be compressed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf_json::{Index, Root, buffer};

use crate::ReadError;
use crate::formats::gltf::meshopt::{self, Compressed};
use crate::limits::Budget;
use crate::paths::{Roots, beside, percent_decoded, read_file};

/// The bytes of all buffers, and of the views that are compressed.
pub(super) struct Buffers<'a> {
    root: &'a Root,
    bytes: Vec<Cow<'a, [u8]>>,
    decompressed: BTreeMap<usize, Vec<u8>>,
}

impl<'a> Buffers<'a> {
    pub(super) fn read(
        root: &'a Root,
        binary: Option<&'a [u8]>,
        path: &Path,
        roots: &Roots,
        budget: &mut Budget,
    ) -> Result<Buffers<'a>, ReadError> {
        let compressed = compressed_views(root)?;
        let is_needed = needed(root, &compressed);
        let mut bytes = Vec::with_capacity(root.buffers.len());
        for (index, buffer) in root.buffers.iter().enumerate() {
            if !is_needed[index] {
                bytes.push(Cow::Borrowed([].as_slice()));
                continue;
            }
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
        let mut buffers = Buffers { root, bytes, decompressed: BTreeMap::new() };
        for (index, view) in compressed {
            let decompressed = buffers.decompress(index, &view, budget)?;
            buffers.decompressed.insert(index, decompressed);
        }
        Ok(buffers)
    }

    /// The bytes of a view, and the step between elements if it is given.
    pub(super) fn view(&self, index: Index<buffer::View>) -> Option<(&[u8], Option<usize>)> {
        let view = self.root.buffer_views.get(index.value())?;
        let bytes = match self.decompressed.get(&index.value()) {
            Some(bytes) => bytes,
            None => {
                let start = usize::try_from(view.byte_offset.map_or(0, |offset| offset.0)).ok()?;
                self.part(view.buffer.value(), start, usize::try_from(view.byte_length.0).ok()?)?
            }
        };
        Some((bytes, view.byte_stride.map(|stride| stride.0)))
    }

    fn part(&self, buffer: usize, start: usize, length: usize) -> Option<&[u8]> {
        self.bytes.get(buffer)?.get(start..start.checked_add(length)?)
    }

    /// The bytes that a compressed view stands for.
    fn decompress(&self, index: usize, view: &Compressed, budget: &mut Budget) -> Result<Vec<u8>, ReadError> {
        let place = format!("bufferView {index}");
        let stream = self
            .part(view.buffer, view.byte_offset, view.byte_length)
            .ok_or_else(|| damaged(&place, "its compressed bytes lead out of their buffer"))?;
        let length = view.decoded_bytes().unwrap_or(usize::MAX);
        if self.root.buffer_views.get(index).map(|view| view.byte_length.0) != Some(length as u64) {
            return Err(damaged(
                &place,
                "its byteLength is not count times byteStride of its compressed bytes",
            ));
        }
        budget.bytes(length, &place)?;
        view.decode(stream).map_err(|problem| damaged(&place, &format!("its compressed bytes: {problem}")))
    }
}

/// The compressed views, by their index.
fn compressed_views(root: &Root) -> Result<BTreeMap<usize, Compressed>, ReadError> {
    let views = root.buffer_views.iter().enumerate();
    views
        .filter_map(|(index, view)| Some((index, meshopt::compressed(view)?)))
        .map(|(index, view)| match view {
            Ok(view) => Ok((index, view)),
            Err(problem) => Err(damaged(&format!("bufferView {index}"), &problem)),
        })
        .collect()
}

/// Whether each buffer has bytes that are read. One that only repeats what compressed views have may have none.
fn needed(root: &Root, compressed: &BTreeMap<usize, Compressed>) -> Vec<bool> {
    // Of each buffer: whether views refer to it, and whether one of them is not compressed.
    let mut uses = vec![(false, false); root.buffers.len()];
    for (index, view) in root.buffer_views.iter().enumerate() {
        if let Some((is_used, has_plain)) = uses.get_mut(view.buffer.value()) {
            *is_used = true;
            *has_plain |= !compressed.contains_key(&index);
        }
    }
    let mut needed: Vec<bool> = std::iter::zip(&root.buffers, uses)
        .map(|(buffer, (is_used, has_plain))| !meshopt::is_fallback(buffer) && (has_plain || !is_used))
        .collect();
    for view in compressed.values() {
        if let Some(is_needed) = needed.get_mut(view.buffer) {
            *is_needed = true;
        }
    }
    needed
}

fn damaged(place: &str, problem: &str) -> ReadError {
    ReadError::new(place, problem, "export the model again, or without compression")
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
