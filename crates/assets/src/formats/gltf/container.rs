//! The binary container: a JSON chunk and a chunk of bytes.

use crate::ReadError;

const MAGIC: &[u8] = b"glTF";
const HEADER_BYTES: usize = 12;
const CHUNK_HEAD_BYTES: usize = 8;
const JSON: &[u8] = b"JSON";
const BINARY: &[u8] = b"BIN\0";

/// The JSON of the file, and its bytes if it is a .glb with some.
pub(super) fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), ReadError> {
    if !bytes.starts_with(MAGIC) {
        return Ok((bytes, None));
    }
    let damaged = |offset: usize, problem: &str| {
        ReadError::new(
            format!("offset {offset:#x}"),
            problem,
            "the file is damaged or cut short: copy it again",
        )
    };
    match number(bytes, 4) {
        Some(2) => {}
        Some(version) => {
            let problem = format!("the container has version {version}, and 2 can be read");
            return Err(ReadError::new("header", problem, "export the model as glTF 2.0"));
        }
        None => return Err(damaged(0, "ends within the header")),
    }
    let (mut json, mut binary) = (None, None);
    let mut offset = HEADER_BYTES;
    while let Some(length) = number(bytes, offset) {
        let start = offset + CHUNK_HEAD_BYTES;
        let body = start.checked_add(length).and_then(|end| bytes.get(start..end));
        let body = body.ok_or_else(|| damaged(offset, "a chunk is longer than the file"))?;
        match &bytes[offset + 4..start] {
            JSON if json.is_none() => json = Some(body),
            BINARY if binary.is_none() => binary = Some(body),
            _ => {}
        }
        offset = start + length;
    }
    Ok((json.ok_or_else(|| damaged(HEADER_BYTES, "has no JSON chunk"))?, binary))
}

fn number(bytes: &[u8], offset: usize) -> Option<usize> {
    let bytes = bytes.get(offset..offset.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
}
