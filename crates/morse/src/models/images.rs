//! Decodes the images of models (png, jpeg, tga, tiff), because the world reads no files.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use image::{ImageFormat, ImageReader, Limits};
use morse_assets::model::{Model, Pixels, Texture, TextureData};

/// Number of images that a warning names.
const SHOWN_MAX: usize = 3;
/// Maximum width and height. [pixels]
const SIDE_MAX: u32 = 16_384;
/// Memory limit for decoding one image. [bytes]
const MEMORY_MAX: u64 = 512 << 20;
/// Maximum size of an image file. [bytes]
const FILE_MAX: u64 = 256 << 20;

/// Decodes the images that materials and faces of a model use. Missing and undecodable images are omitted, so that their
/// surfaces have plain colors. Returns a warning for each omitted image.
pub fn decode(model: &mut Model) -> Vec<String> {
    let of_faces = model.meshes.iter().flat_map(|mesh| mesh.face_textures.iter().flatten());
    let of_materials = model.materials.iter().filter_map(|material| material.texture.as_ref());
    let of_layers = model.materials.iter().flat_map(|material| &material.layers).map(|layer| &layer.texture);
    let used: BTreeSet<usize> =
        of_faces.chain(of_materials).chain(of_layers).map(|texture| texture.index()).collect();
    let mut unusable = Vec::new();
    for (number, texture) in model.textures.iter_mut().enumerate() {
        if !used.contains(&number) {
            continue;
        }
        texture.data = match pixels(texture) {
            Ok(pixels) => TextureData::Decoded(pixels),
            Err(reason) => {
                unusable.push(format!("image '{}' {reason}", texture.name));
                TextureData::Missing
            }
        };
    }
    warning(&unusable).into_iter().collect()
}

/// One line about the images of a file that cannot be used.
fn warning(unusable: &[String]) -> Option<String> {
    let (first, further) = unusable.split_first()?;
    Some(match further.len() {
        0 => format!("{first}; its surfaces have their plain color"),
        _ => {
            let shown = unusable[..unusable.len().min(SHOWN_MAX)].join(", ");
            let rest = match unusable.len().saturating_sub(SHOWN_MAX) {
                0 => String::new(),
                rest => format!(" and {rest} more"),
            };
            format!(
                "{} images cannot be used, and their surfaces have their plain color: {shown}{rest}",
                unusable.len()
            )
        }
    })
}

fn pixels(texture: &Texture) -> Result<Pixels, String> {
    match &texture.data {
        TextureData::Decoded(pixels) => Ok(pixels.clone()),
        TextureData::Packed(bytes) => decoded(bytes, &texture.name),
        TextureData::File(path) => decoded(&read(path)?, &path.to_string_lossy()),
        TextureData::Missing => Err("is neither in the model file nor beside it".to_owned()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: std::io::Error| format!("({}) cannot be read: {error}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(format!("({}) is not a file", path.display()));
    }
    file.take(FILE_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > FILE_MAX {
        return Err(format!("({}) has more than {FILE_MAX} bytes", path.display()));
    }
    Ok(bytes)
}

/// Whether the header looks like a tga file: type of the color map, type of the image, bits per pixel.
fn looks_like_tga(bytes: &[u8]) -> bool {
    let at = |place: usize| bytes.get(place).copied();
    matches!(at(1), Some(0 | 1))
        && matches!(at(2), Some(1 | 2 | 3 | 9 | 10 | 11))
        && matches!(at(16), Some(8 | 15 | 16 | 24 | 32))
}

/// Decodes an image file. Only tga files have no signature.
fn decoded(bytes: &[u8], name: &str) -> Result<Pixels, String> {
    let undecodable = |error: &dyn std::fmt::Display| format!("cannot be decoded: {error}");
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| undecodable(&error))?;
    if reader.format().is_none() && (name.to_ascii_lowercase().ends_with(".tga") || looks_like_tga(bytes)) {
        reader.set_format(ImageFormat::Tga);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    let image = match reader.format() {
        Some(_) => reader.decode().map_err(|error| undecodable(&error))?,
        None => return Err("cannot be decoded: it is not a png, jpeg, tga or tiff file".to_owned()),
    };
    let rgba = image.into_rgba8();
    Ok(Pixels { width: rgba.width(), height: rgba.height(), rgba: rgba.into_raw().into() })
}

#[cfg(test)]
mod tests {
    use image::{ExtendedColorType, ImageEncoder, RgbImage};

    use super::*;

    const RED_BLUE: [u8; 6] = [255, 0, 0, 0, 0, 255];

    fn png() -> Vec<u8> {
        let mut bytes = Vec::new();
        let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
        encoder.write_image(&RED_BLUE, 2, 1, ExtendedColorType::Rgb8).unwrap();
        bytes
    }

    #[test]
    fn several_images_that_cannot_be_used_are_one_line() {
        let names = ["a", "b", "c", "d", "e"].map(|name| format!("image '{name}' is not a file"));
        assert_eq!(warning(&[]), None);
        let one = warning(&names[..1]).unwrap();
        assert_eq!(one, "image 'a' is not a file; its surfaces have their plain color");
        let all = warning(&names).unwrap();
        assert!(
            all.starts_with("5 images cannot be used") && all.ends_with("image 'c' is not a file and 2 more"),
            "{all}"
        );
    }

    /// A model with an image that a material uses.
    fn model(name: &str, data: TextureData) -> Model {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.obj");
        std::fs::write(folder.path().join("it.mtl"), "newmtl bark\nmap_Kd bark.png\n").unwrap();
        std::fs::write(&path, "mtllib it.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl bark\nf 1 2 3\n").unwrap();
        let mut model = morse_assets::load(&path).unwrap().model;
        model.textures[0] = Texture { name: name.to_owned(), data };
        model
    }

    fn decoded_pixels(mut model: Model) -> Pixels {
        assert_eq!(decode(&mut model), Vec::<String>::new());
        match model.textures.remove(0).data {
            TextureData::Decoded(pixels) => pixels,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn packed_images_and_image_files_are_decoded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tga");
        RgbImage::from_raw(2, 1, RED_BLUE.to_vec()).unwrap().save(&path).unwrap();
        for data in [TextureData::Packed(png().into()), TextureData::File(path.clone())] {
            let pixels = decoded_pixels(model("a", data));
            assert_eq!((pixels.width, pixels.height), (2, 1));
            assert_eq!(*pixels.rgba, [255, 0, 0, 255, 0, 0, 255, 255]);
        }
        // A packed tga file whose name has no extension.
        let tga = std::fs::read(&path).unwrap();
        assert_eq!(decoded_pixels(model("a", TextureData::Packed(tga.into()))).width, 2);
        let mut tiff = Cursor::new(Vec::new());
        let encoder = image::codecs::tiff::TiffEncoder::new(&mut tiff);
        encoder.write_image(&RED_BLUE, 2, 1, ExtendedColorType::Rgb8).unwrap();
        let pixels = decoded_pixels(model("a.tif", TextureData::Packed(tiff.into_inner().into())));
        assert_eq!(*pixels.rgba, [255, 0, 0, 255, 0, 0, 255, 255]);
        let mut jpeg = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new(&mut jpeg);
        encoder.write_image(&[90; 48], 4, 4, ExtendedColorType::Rgb8).unwrap();
        let pixels = decoded_pixels(model("grey.jpg", TextureData::Packed(jpeg.into())));
        assert!(pixels.rgba.iter().take(3).all(|part| part.abs_diff(90) < 3));
    }

    #[test]
    fn undecodable_images_are_reported_and_omitted() {
        let cut = png()[..20].to_vec();
        let folder = tempfile::tempdir().unwrap();
        for data in [
            TextureData::Missing,
            TextureData::Packed(cut.into()),
            TextureData::Packed(b"a text".as_slice().into()),
            TextureData::File(folder.path().join("none.png")),
            TextureData::File(folder.path().to_path_buf()),
        ] {
            let mut model = model("bark.png", data);
            let warnings = decode(&mut model);
            assert!(warnings.len() == 1 && warnings[0].contains("'bark.png'"), "{warnings:?}");
            assert!(warnings[0].contains("plain color"), "{warnings:?}");
            assert_eq!(model.textures[0].data, TextureData::Missing);
        }
    }

    #[test]
    fn unused_images_are_not_decoded() {
        let mut model = model("unused.png", TextureData::Missing);
        model.materials.clear();
        assert_eq!(decode(&mut model), Vec::<String>::new());
    }
}
