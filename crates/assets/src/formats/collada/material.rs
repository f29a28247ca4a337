//! Materials: the diffuse color, opacity and image of an effect.

use crate::ReadError;
use crate::formats::collada::Import;
use crate::formats::collada::source::numbers;
use crate::formats::xml::Element;
use crate::model::{Material, MaterialId, Texture, TextureData, TextureId};
use crate::paths::{beside, percent_decoded};

impl<'x> Import<'_, 'x> {
    /// The material that an instance of a geometry binds to a symbol.
    pub(super) fn bound(
        &mut self,
        instance: Element<'x, 'x>,
        symbol: &str,
    ) -> Result<Option<MaterialId>, ReadError> {
        let bindings = instance.child("bind_material").and_then(|bind| bind.child("technique_common"));
        let binding = bindings.and_then(|bindings| {
            bindings.children("instance_material").find(|binding| binding.attribute("symbol") == Some(symbol))
        });
        // Some programs write the id of the material as the symbol and bind nothing.
        let material = match binding {
            Some(binding) => self.target(binding, "target"),
            None => self.by_id.get(symbol).copied().filter(|element| element.name() == "material"),
        };
        material.map(|material| self.material(material)).transpose()
    }

    fn material(&mut self, material: Element<'x, 'x>) -> Result<MaterialId, ReadError> {
        let key = material.0.range().start;
        if let Some(known) = self.materials.get(&key) {
            return Ok(*known);
        }
        let name = material.attribute("name").or(material.attribute("id")).unwrap_or_default().to_owned();
        let mut read = Material { name, ..Material::default() };
        let effect = material.child("instance_effect").and_then(|instance| self.target(instance, "url"));
        if let Some(profile) = effect.and_then(|effect| effect.child("profile_COMMON")) {
            self.effect(profile, &mut read)?;
        }
        let new = MaterialId::new(self.model.materials.len());
        self.model.materials.push(read);
        self.materials.insert(key, new);
        Ok(new)
    }

    fn effect(&mut self, profile: Element<'x, 'x>, read: &mut Material) -> Result<(), ReadError> {
        let shaders = ["phong", "lambert", "blinn", "constant"];
        let technique = profile.child("technique");
        let shader =
            technique.and_then(|technique| shaders.iter().find_map(|shader| technique.child(shader)));
        let Some(shader) = shader else { return Ok(()) };
        // A shader without diffuse color emits its color.
        if let Some(color) = shader.child("diffuse").or_else(|| shader.child("emission")) {
            if let Some(color) = color.child("color") {
                let [r, g, b, _] = numbers(color)?;
                read.rgb = [r, g, b].map(|part| part.clamp(0.0, 1.0) as f32);
            } else if let Some(texture) = color.child("texture").and_then(|map| map.attribute("texture")) {
                read.texture = self.image(profile, texture);
            }
        }
        let transparent = shader.child("transparent");
        let is_opacity = transparent
            .is_some_and(|transparent| matches!(transparent.attribute("opaque"), None | Some("A_ONE")));
        if let Some(color) = transparent.filter(|_| is_opacity).and_then(|color| color.child("color")) {
            let [.., alpha] = numbers::<4>(color)?;
            let factor = shader.child("transparency").and_then(|factor| factor.child("float"));
            let factor = factor.map(numbers::<1>).transpose()?.map_or(1.0, |[factor]| factor);
            let opacity = (alpha * factor).clamp(0.0, 1.0) as f32;
            // Programs that take the factor for transparency write 0 for opaque materials.
            read.alpha = if opacity > 0.0 { opacity } else { 1.0 };
        }
        Ok(())
    }

    /// The image behind a sampler of an effect, or behind an image's own id.
    fn image(&mut self, profile: Element<'x, 'x>, sampler: &str) -> Option<TextureId> {
        let parameter = |name: &str| {
            profile.children("newparam").find(|parameter| parameter.attribute("sid") == Some(name))
        };
        let text = |element: Element<'x, 'x>| element.0.text().map(str::trim);
        let sampled = parameter(sampler).and_then(|parameter| parameter.child("sampler2D"));
        let surface = sampled.and_then(|sampled| sampled.child("source")).and_then(text).and_then(parameter);
        let surface = surface.and_then(|parameter| parameter.child("surface"));
        let image = match (surface.and_then(|surface| surface.child("init_from")).and_then(text), sampled) {
            (Some(image), _) => image,
            (None, Some(sampled)) => {
                sampled.child("instance_image")?.attribute("url")?.trim_start_matches('#')
            }
            (None, None) => sampler,
        };
        let image = self.by_id.get(image).copied()?.child("init_from")?;
        let file = image.child("ref").unwrap_or(image);
        let file = percent_decoded(text(file)?);
        let path = file.strip_prefix("file://").unwrap_or(&file);
        let data = beside(self.path, path, self.roots).map_or(TextureData::Missing, TextureData::File);
        self.model.textures.push(Texture { name: file, data });
        Some(TextureId::new(self.model.textures.len() - 1))
    }
}
