//! Material files.

use crate::formats::obj::Import;
use crate::formats::obj::statement::{lines, numbers, split};
use crate::model::{Material, MaterialId, Texture, TextureData, TextureId};
use crate::paths::beside;
use crate::warnings::names;

impl Import<'_> {
    /// Adds the materials of a file.
    pub(super) fn add_materials(&mut self, bytes: &[u8], file: &str) {
        for (line, text) in lines(bytes) {
            let Some(text) = text else { continue };
            if let Err(problem) = self.add_line(text) {
                self.warnings
                    .add(format!("material file {file}, line {line}: {problem}; the line is left out"));
            }
        }
        if !self.opaque.is_empty() {
            let list = names(self.opaque.iter().map(String::as_str));
            let text = "materials with the transparency Tr 1 are opaque, as MeshLab means it";
            self.warnings.add(format!("material file {file}: {text}: {list}"));
            self.opaque.clear();
        }
    }

    fn add_line(&mut self, text: &str) -> Result<(), String> {
        let (word, rest) = split(text);
        if word == "newmtl" {
            self.materials.insert(rest.to_owned(), MaterialId::new(self.model.materials.len()));
            self.model.materials.push(Material { name: rest.to_owned(), ..Material::default() });
            return Ok(());
        }
        let texture = if word == "map_Kd" { Some(self.add_texture(rest)?) } else { None };
        let Some(material) = self.model.materials.last_mut() else { return Ok(()) };
        match word {
            "Kd" => material.rgb = numbers(rest)?,
            "Ks" => material.specular = numbers::<3>(rest)?.into_iter().fold(0.0, f32::max),
            "d" => [material.alpha] = numbers(rest)?,
            "Tr" => {
                let [transparency] = numbers::<1>(rest)?;
                // MeshLab writes the opacity, which is 1 for the materials of nearly all files.
                if transparency < 1.0 {
                    material.alpha = 1.0 - transparency;
                } else {
                    self.opaque.push(material.name.clone());
                }
            }
            _ => material.texture = texture.or(material.texture),
        }
        Ok(())
    }

    /// The file name is the last word; options may stand before it.
    fn add_texture(&mut self, rest: &str) -> Result<TextureId, String> {
        let last = rest.rsplit(char::is_whitespace).next().unwrap_or(rest);
        let name = if rest.starts_with('-') { last } else { rest };
        let data = TextureData::File(beside(self.path, name, self.roots)?);
        self.model.textures.push(Texture { name: name.to_owned(), data });
        Ok(TextureId::new(self.model.textures.len() - 1))
    }
}
