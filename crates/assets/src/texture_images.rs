//! Decodes the images of models (png, jpeg, tga, tiff), because the world reads no files.

use std::collections::BTreeSet;

use crate::formats::images::{as_pixels, decode_file, decode_named};
use crate::model::{Model, Pixels, Texture, TextureData};

/// Number of images that a warning names.
const SHOWN_MAX: usize = 3;

/// Decodes the images that materials and faces of a model use. Missing and undecodable images are omitted, so that their
/// surfaces have plain colors. Returns a warning for each omitted image.
#[must_use]
pub fn decode_images(model: &mut Model) -> Vec<String> {
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
    let image = match &texture.data {
        TextureData::Decoded(pixels) => return Ok(pixels.clone()),
        TextureData::Packed(bytes) => decode_named(bytes, &texture.name),
        TextureData::File(path) => decode_file(path).map_err(|reason| format!("({reason})")),
        TextureData::Missing => Err("is neither in the model file nor beside it".to_owned()),
    };
    Ok(as_pixels(image?))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

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
        let mut model = crate::load(&path).unwrap().model;
        model.textures[0] = Texture { name: name.to_owned(), data };
        model
    }

    fn decoded_pixels(mut model: Model) -> Pixels {
        assert_eq!(decode_images(&mut model), Vec::<String>::new());
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
            let warnings = decode_images(&mut model);
            assert!(warnings.len() == 1 && warnings[0].contains("'bark.png'"), "{warnings:?}");
            assert!(warnings[0].contains("plain color"), "{warnings:?}");
            assert_eq!(model.textures[0].data, TextureData::Missing);
        }
    }

    #[test]
    fn unused_images_are_not_decoded() {
        let mut model = model("unused.png", TextureData::Missing);
        model.materials.clear();
        assert_eq!(decode_images(&mut model), Vec::<String>::new());
    }
}
