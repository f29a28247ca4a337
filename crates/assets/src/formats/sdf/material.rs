//! Materials of visuals: colors, images, and the names of Gazebo's own materials.

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::tag::Tag;
use crate::model::{Material, MaterialId};

/// Colors of Gazebo's own materials without image, by their names after `Gazebo/`.
const NAMED: [(&str, [f32; 3]); 16] = [
    ("Black", [0.0, 0.0, 0.0]),
    ("Blue", [0.0, 0.0, 1.0]),
    ("DarkGray", [0.175, 0.175, 0.175]),
    ("DarkGrey", [0.175, 0.175, 0.175]),
    ("FlatBlack", [0.1, 0.1, 0.1]),
    ("Gold", [0.8, 0.649, 0.121]),
    ("Gray", [0.7, 0.7, 0.7]),
    ("Green", [0.0, 1.0, 0.0]),
    ("Grey", [0.7, 0.7, 0.7]),
    ("Indigo", [0.33, 0.0, 0.5]),
    ("Orange", [1.0, 0.509, 0.047]),
    ("Purple", [1.0, 0.0, 1.0]),
    ("Red", [1.0, 0.0, 0.0]),
    ("Turquoise", [0.0, 1.0, 1.0]),
    ("White", [1.0, 1.0, 1.0]),
    ("Yellow", [1.0, 1.0, 0.0]),
];

impl Import<'_> {
    /// The material of a visual; `None` if it has neither a material nor transparency.
    pub(super) fn material(&mut self, visual: &Tag) -> Result<Option<MaterialId>, ReadError> {
        let transparency = visual.number_of("transparency")?.unwrap_or(0.0).clamp(0.0, 1.0) as f32;
        let tag = visual.child("material");
        if tag.is_none() && transparency == 0.0 {
            return Ok(None);
        }
        let mut material = Material { name: "material".to_owned(), ..Material::default() };
        if let Some(tag) = tag {
            self.colors(tag, &mut material)?;
            self.images(tag, &mut material);
            self.note_unsupported(tag, &READ);
        }
        material.alpha *= 1.0 - transparency;
        self.model.materials.push(material);
        Ok(Some(MaterialId::new(self.model.materials.len() - 1)))
    }

    fn colors(&mut self, tag: &Tag, material: &mut Material) -> Result<(), ReadError> {
        if let Some(name) = tag.at(&["script", "name"]).map(|name| name.text.as_str()) {
            name.clone_into(&mut material.name);
            let short = name.rsplit('/').next().unwrap_or(name);
            match NAMED.iter().find(|(known, _)| *known == short) {
                Some((_, rgb)) => material.rgb = *rgb,
                None if tag.child("diffuse").is_none() => {
                    self.note(&format!("the material script {name} is not read; the visual is gray"), tag);
                }
                None => {}
            }
        }
        // A file that gives only the color in ambient light means the same color.
        let color = tag.child("diffuse").filter(|diffuse| !diffuse.text.is_empty()).or(tag.child("ambient"));
        if let Some(color) = color.filter(|color| !color.text.is_empty()) {
            let [r, g, b, alpha] = rgba(color)?;
            (material.rgb, material.alpha) = ([r, g, b], alpha);
        }
        if let Some(specular) = tag.child("specular").filter(|specular| !specular.text.is_empty()) {
            let [r, g, b, _] = rgba(specular)?;
            material.specular = (r + g + b) / 3.0;
        }
        Ok(())
    }

    fn images(&mut self, tag: &Tag, material: &mut Material) {
        for workflow in ["metal", "specular"] {
            let Some(pbr) = tag.at(&["pbr", workflow]) else { continue };
            if let Some(uri) = pbr.text_of("albedo_map") {
                material.texture = self.image(uri, pbr);
                if tag.child("diffuse").is_none() && material.texture.is_some() {
                    material.rgb = [1.0; 3];
                }
            }
            self.note_unsupported(pbr, &["albedo_map"]);
            break;
        }
    }
}

const READ: [&str; 8] =
    ["script", "ambient", "diffuse", "specular", "pbr", "lighting", "double_sided", "shininess"];

/// A color of four numbers, or of three with full opacity.
fn rgba(tag: &Tag) -> Result<[f32; 4], ReadError> {
    let numbers = match tag.text.split_ascii_whitespace().count() {
        3 => {
            let [r, g, b] = tag.numbers()?;
            [r, g, b, 1.0]
        }
        _ => tag.numbers::<4>()?,
    };
    Ok(numbers.map(|value| value.clamp(0.0, 1.0) as f32))
}
