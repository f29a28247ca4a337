//! Images of the materials of a page: those of the world, and numbers of several in the channels that glTF has for them.

use std::collections::BTreeMap;

use morse_world::{Channel, Coordinates, Material, Relief, SpecularLobe, Texture, TextureId, TextureLayer};

/// An image of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PageImage {
    /// An image of the world.
    Whole(TextureId),
    /// Occlusion, roughness and metallic share in red, green and blue. A number without an image is 1.
    Numbers([Option<SourceKey>; 3]),
}

/// An image of the world, and the number of a channel of it; 3 for its brightness.
pub type SourceKey = (TextureId, u8);

/// The images of a material.
#[derive(Debug, Default, PartialEq)]
pub struct MaterialImages {
    /// That of its color, with scale and offset of its coordinates.
    pub color: Option<(TextureId, [f32; 2], [f32; 2])>,
    /// That of its normals, and their strength.
    pub normals: Option<(TextureId, f32)>,
    /// Occlusion, roughness and metallic share, if one of them has an image.
    pub numbers: Option<PageImage>,
    /// Strength of the occlusion, if it has an image.
    pub occlusion: Option<f32>,
    /// That of the emitted light.
    pub glow: Option<TextureId>,
}

impl MaterialImages {
    /// The images of a material that a page shows.
    pub fn of(material: &Material) -> MaterialImages {
        let mut images = MaterialImages { color: color(material), ..MaterialImages::default() };
        let is_physical = matches!(material.reflectance().lobe, SpecularLobe::Microfacet { .. });
        let mut numbers = [None; 3];
        for layer in material.layers.iter().filter(|layer| layer.coordinates == Coordinates::Uv) {
            let key = (layer.texture, channel_key(layer.channel));
            match layer {
                TextureLayer { relief: Some(Relief::NormalMap { strength }), .. } => {
                    images.normals = Some((layer.texture, *strength));
                }
                TextureLayer { glow, .. } if *glow != 0.0 => images.glow = Some(layer.texture),
                TextureLayer { occlusion, .. } if is_physical && *occlusion != 0.0 => {
                    numbers[0] = Some(key);
                    images.occlusion = Some(*occlusion);
                }
                TextureLayer { roughness, .. } if is_physical && *roughness != 0.0 => numbers[1] = Some(key),
                TextureLayer { metallic, .. } if is_physical && *metallic != 0.0 => numbers[2] = Some(key),
                _ => {}
            }
        }
        images.numbers = (numbers != [None; 3]).then_some(PageImage::Numbers(numbers));
        images
    }

    /// All images.
    pub fn all(&self) -> impl Iterator<Item = PageImage> {
        let color = self.color.map(|(texture, _, _)| texture);
        let whole = [color, self.normals.map(|(texture, _)| texture), self.glow];
        whole.into_iter().flatten().map(PageImage::Whole).chain(self.numbers)
    }
}

/// The image that gives a material its color, with scale and offset of its coordinates.
fn color(material: &Material) -> Option<(TextureId, [f32; 2], [f32; 2])> {
    let plain = material.texture.map(|texture| (texture, [1.0; 2], [0.0; 2]));
    let colors = material.layers.iter().filter(|layer| {
        layer.color > 0.5 && layer.intensity_rgb.is_none() && layer.coordinates != Coordinates::World
    });
    plain.or_else(|| colors.map(|layer| (layer.texture, layer.scale, layer.offset)).next())
}

fn channel_key(channel: Option<Channel>) -> u8 {
    match channel {
        Some(Channel::Red) => 0,
        Some(Channel::Green) => 1,
        Some(Channel::Blue) => 2,
        None => 3,
    }
}

/// The pixels of an image; `None` if a texture of it is missing.
pub fn pixels(image: PageImage, textures: &BTreeMap<TextureId, Texture>) -> Option<Texture> {
    let sources = match image {
        PageImage::Whole(id) => return textures.get(&id).cloned(),
        PageImage::Numbers(sources) => sources,
    };
    let mut parts = [None; 3];
    for (part, source) in parts.iter_mut().zip(sources) {
        if let Some((id, channel)) = source {
            *part = Some((textures.get(&id)?, channel));
        }
    }
    let largest = parts.iter().flatten().max_by_key(|(texture, _)| texture.width.max(texture.height))?.0;
    let (width, height) = (largest.width, largest.height);
    let number = |part: Option<(&Texture, u8)>, column: u32, row: u32| {
        let Some((texture, channel)) = part else { return 255 };
        let place = |at: u32, of: u32, count: u32| u64::from(at) * u64::from(count) / u64::from(of.max(1));
        let at = place(row, height, texture.height) * u64::from(texture.width)
            + place(column, width, texture.width);
        let pixel = texture.rgba.get(at as usize * 4..).unwrap_or_default();
        match (channel, pixel) {
            (0..=2, _) => pixel.get(usize::from(channel)).copied().unwrap_or(255),
            (_, [red, green, blue, ..]) => {
                ((7 * u32::from(*red) + 9 * u32::from(*green) + 4 * u32::from(*blue)) / 20) as u8
            }
            _ => 255,
        }
    };
    let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let rgba: Vec<u8> = places
        .flat_map(|(column, row)| {
            let [red, green, blue] = parts.map(|part| number(part, column, row));
            [red, green, blue, 255]
        })
        .collect();
    Some(Texture { name: largest.name.clone(), width, height, rgba: rgba.into() })
}

#[cfg(test)]
mod tests {
    use morse_world::{BlendMode, PhysicsSettings, Reflectance, World};

    use super::*;

    fn texture(name: &str, width: u32, rgba: &[[u8; 4]]) -> Texture {
        let height = rgba.len() as u32 / width;
        Texture { name: name.to_owned(), width, height, rgba: rgba.concat().into() }
    }

    #[test]
    fn numbers_of_several_images_are_channels_of_one() {
        let mut world = World::new(PhysicsSettings::default());
        let rough = texture("rough", 2, &[[10, 20, 30, 255], [40, 50, 60, 255]]);
        let metal = texture("metal", 1, &[[100, 100, 100, 255]]);
        let [rough_id, metal_id] =
            [&rough, &metal].map(|texture| world.add_texture(texture.clone()).unwrap());
        let scaling = |texture, channel| TextureLayer {
            channel,
            blend: BlendMode::Multiply,
            inverted: true,
            value: 0.0,
            color: 0.0,
            ..TextureLayer::of_color(texture)
        };
        let layers = vec![
            TextureLayer { roughness: 1.0, ..scaling(rough_id, Some(Channel::Green)) },
            TextureLayer { metallic: 1.0, ..scaling(metal_id, None) },
        ];
        let lobe = SpecularLobe::Microfacet { metallic: 1.0, roughness: 1.0 };
        let reflectance = Some(Reflectance { lobe, ..Reflectance::of_remission(0.5) });
        let images = MaterialImages::of(&Material { layers, reflectance, ..Material::default() });
        assert_eq!(images.all().count(), 1);
        let textures = BTreeMap::from([(rough_id, rough), (metal_id, metal)]);
        let made = pixels(images.numbers.unwrap(), &textures).unwrap();
        assert_eq!((made.width, made.height), (2, 1));
        assert_eq!(made.rgba.as_ref(), [255, 20, 100, 255, 255, 50, 100, 255]);
        assert!(pixels(images.numbers.unwrap(), &BTreeMap::new()).is_none());
    }
}
