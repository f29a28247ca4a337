//! The bytes of an image of a model as a file of its own, for the writers.

use std::path::Path;

use crate::formats::png;
use crate::model::{Texture, TextureData};

/// Reads the file of an image.
pub(crate) type ImageFiles<'a> = &'a dyn Fn(&Path) -> std::io::Result<Vec<u8>>;

/// The bytes of an image as png or jpeg, with the usual ending of such a file; `None` for one that is missing or of a different kind.
pub(crate) fn image_bytes(texture: &Texture, read_image: ImageFiles<'_>) -> Option<(Vec<u8>, &'static str)> {
    let bytes = match &texture.data {
        TextureData::File(path) => read_image(path).ok()?,
        TextureData::Packed(bytes) => bytes.to_vec(),
        TextureData::Decoded(pixels) => png::encode(pixels),
        TextureData::Missing => return None,
    };
    let ending = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        "png"
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        "jpg"
    } else {
        return None;
    };
    Some((bytes, ending))
}
