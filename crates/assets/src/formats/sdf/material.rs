//! Materials of visuals: colors, images, material scripts, and the names of Gazebo's own materials.

use std::path::Path;

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::material_script::{self, ScriptMaterial};
use crate::formats::sdf::tag::Tag;
use crate::formats::textured_shape::textured;
use crate::model::{Channel, Material, MaterialId, MeshId, NodeKind, Scaled, TextureId};
use crate::paths::read_file;

/// Colors of Gazebo's own materials without image, by their names after `Gazebo/`.
const NAMED: [(&str, [f32; 3]); 20] = [
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
    ("Pioneer2Body", [0.681, 0.001, 0.001]),
    ("Red", [1.0, 0.0, 0.0]),
    ("RedBright", [0.87, 0.26, 0.07]),
    ("SkyBlue", [0.13, 0.44, 0.7]),
    ("Turquoise", [0.0, 1.0, 1.0]),
    ("White", [1.0, 1.0, 1.0]),
    ("Yellow", [1.0, 1.0, 0.0]),
    ("ZincYellow", [0.9725, 0.9529, 0.2078]),
];
/// Colors of Gazebo's own materials with an image that is part of Gazebo: roughly the mean of the image.
const OF_IMAGES: [(&str, [f32; 3]); 8] = [
    ("Bricks", [0.55, 0.33, 0.27]),
    ("CeilingTiled", [0.8, 0.8, 0.78]),
    ("PaintedWall", [0.8, 0.78, 0.72]),
    ("Pedestrian", [0.6, 0.6, 0.58]),
    ("Road", [0.25, 0.25, 0.26]),
    ("Wood", [0.6, 0.44, 0.28]),
    ("WoodFloor", [0.55, 0.37, 0.22]),
    ("WoodPallet", [0.62, 0.5, 0.36]),
];
/// End of the names of materials that emit their color.
const GLOW: &str = "Glow";
/// Opacity of the materials whose name ends with this word.
const TRANSPARENT: (&str, f32) = ("Transparent", 0.5);

/// Color and opacity of one of Gazebo's own materials, such as `Gazebo/Blue`.
pub(in crate::formats) fn named(name: &str) -> Option<([f32; 3], f32)> {
    let short = name.rsplit('/').next().unwrap_or(name);
    let opaque = short.strip_suffix(TRANSPARENT.0);
    let plain = opaque.unwrap_or(short);
    let plain = plain.strip_suffix(GLOW).unwrap_or(plain);
    let (_, rgb) = NAMED.iter().chain(&OF_IMAGES).find(|(known, _)| *known == plain)?;
    Some((*rgb, if opaque.is_some() { TRANSPARENT.1 } else { 1.0 }))
}

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
            self.images(tag, &mut material)?;
            self.note_unsupported(tag, &READ);
        }
        material.alpha *= 1.0 - transparency;
        self.model.materials.push(material);
        Ok(Some(MaterialId::new(self.model.materials.len() - 1)))
    }

    fn colors(&mut self, tag: &Tag, material: &mut Material) -> Result<(), ReadError> {
        if let Some(script) = tag.child("script") {
            self.script(script, tag, material);
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
        if let Some(emissive) = tag.child("emissive").filter(|emissive| !emissive.text.is_empty()) {
            let [r, g, b, _] = rgba(emissive)?;
            material.emit([r, g, b]);
        }
        Ok(())
    }

    /// Applies the material that a `<script>` names: of a script file, or of Gazebo.
    fn script(&mut self, script: &Tag, tag: &Tag, material: &mut Material) {
        let Some(name) = script.text_of("name").map(str::to_owned) else { return };
        name.clone_into(&mut material.name);
        let uris: Vec<String> = script.children("uri").map(|uri| uri.text.clone()).collect();
        if let Some(found) = self.of_scripts(&name, &uris, script) {
            if let Some([r, g, b, alpha]) = found.diffuse.or(found.ambient) {
                (material.rgb, material.alpha) = ([r, g, b], alpha);
            } else if found.image.is_some() {
                material.rgb = [1.0; 3];
            }
            if let Some([r, g, b, _]) = found.specular {
                material.specular = (r + g + b) / 3.0;
            }
            if let Some(image) = &found.image {
                material.texture = self.image_of_script(image, &uris, script);
                if let Some(scale) = found.image_scale {
                    self.image_scales.insert(self.model.materials.len(), scale);
                }
            }
            return;
        }
        match named(&name) {
            Some((rgb, alpha)) => {
                (material.rgb, material.alpha) = (rgb, alpha);
                if name.ends_with(GLOW) {
                    material.emit(rgb);
                }
                if OF_IMAGES.iter().any(|(known, _)| name.rsplit('/').next() == Some(known)) {
                    self.note("materials of Gazebo with an image have only its mean color", tag);
                }
            }
            None if tag.child("diffuse").is_none() => {
                self.note(&format!("the material script {name} is not found; the visual is gray"), tag);
            }
            None => {}
        }
    }

    /// A solid with an image as a mesh, which has image coordinates.
    pub(super) fn covered(
        &mut self,
        kind: NodeKind,
        material: Option<MaterialId>,
    ) -> Result<NodeKind, ReadError> {
        let has_images = |id: &MaterialId| {
            let material = &self.model.materials[id.index()];
            material.texture.is_some() || !material.layers.is_empty()
        };
        let Some(id) = material.filter(has_images) else { return Ok(kind) };
        let scale = self.image_scales.get(&id.index()).copied();
        match kind {
            NodeKind::Shape(shape) => {
                let repeat =
                    scale.unwrap_or([1.0; 2]).map(|scale| if scale > 0.0 { 1.0 / scale } else { 1.0 });
                let mesh = textured(&shape, repeat);
                self.budget.mesh(mesh.vertices.len(), mesh.triangles.len(), "visuals with images")?;
                self.model.meshes.push(mesh);
                Ok(NodeKind::Mesh(MeshId::new(self.model.meshes.len() - 1)))
            }
            NodeKind::Mesh(mesh) => {
                let Some(scale) =
                    scale.filter(|scale| *scale != [1.0; 2] && scale.iter().all(|it| *it > 0.0))
                else {
                    return Ok(NodeKind::Mesh(mesh));
                };
                let mut scaled = self.model.meshes[mesh.index()].clone();
                self.budget.mesh(scaled.vertices.len(), scaled.triangles.len(), "visuals with images")?;
                for uv in scaled.uvs.iter_mut().flatten() {
                    // About the middle of the image, as OGRE scales.
                    *uv = [0, 1].map(|at| (uv[at] - 0.5) / scale[at] + 0.5);
                }
                self.model.meshes.push(scaled);
                Ok(NodeKind::Mesh(MeshId::new(self.model.meshes.len() - 1)))
            }
            kind => Ok(kind),
        }
    }

    /// The material with a name in the scripts at some URIs, which are files or folders.
    fn of_scripts(&mut self, name: &str, uris: &[String], tag: &Tag) -> Option<ScriptMaterial> {
        for uri in uris {
            for file in self.files.scripts(uri, &tag.source.path) {
                if !self.scripts.contains_key(&file) {
                    let read = read_script(&file);
                    if let Err(problem) = &read {
                        self.note(&format!("material script {}: {problem}; left out", file.display()), tag);
                    }
                    self.scripts.insert(file.clone(), read.unwrap_or_default());
                }
                if let Some(found) = self.scripts.get(&file).and_then(|materials| materials.get(name)) {
                    return Some(found.clone());
                }
            }
        }
        None
    }

    /// The image of a material script: in one of the folders of the URIs, beside its script, or in `textures` beside
    /// `scripts`.
    fn image_of_script(&mut self, image: &str, uris: &[String], tag: &Tag) -> Option<TextureId> {
        let mut wanted = format!("{image} of a material script");
        for uri in uris {
            let uri = uri.trim().trim_end_matches('/');
            let folder = match uri.rsplit_once('/') {
                Some((folder, file)) if file.ends_with(".material") => folder,
                _ => uri,
            };
            let beside = folder.rsplit_once('/').map(|(above, _)| format!("{above}/textures"));
            for folder in [Some(folder.to_owned()), beside].into_iter().flatten() {
                let candidate = format!("{folder}/{image}");
                if self.files.find(&candidate, &tag.source.path).is_ok() {
                    return self.image(&candidate, tag);
                }
                wanted = candidate;
            }
        }
        self.image(&wanted, tag)
    }

    fn images(&mut self, tag: &Tag, material: &mut Material) -> Result<(), ReadError> {
        for workflow in ["metal", "specular"] {
            let Some(pbr) = tag.at(&["pbr", workflow]) else { continue };
            if let Some(uri) = pbr.text_of("albedo_map") {
                material.texture = self.image(uri, pbr);
                if tag.child("diffuse").is_none() && material.texture.is_some() {
                    material.rgb = [1.0; 3];
                }
            }
            if workflow == "metal" {
                let number = |name| Ok::<_, ReadError>(pbr.number_of(name)?.map(|share| share as f32));
                // The defaults of Gazebo.
                material.set_microfacets(
                    number("metalness")?.unwrap_or(0.0),
                    number("roughness")?.unwrap_or(1.0),
                );
            }
            for (map, scaled, channel) in MAPS {
                let Some(uri) = pbr.text_of(map) else { continue };
                if let Some(image) = self.image(uri, pbr) {
                    material.scale_by(scaled, image, channel, 1.0);
                }
            }
            if let Some(uri) = pbr.text_of("normal_map")
                && let Some(image) = self.image(uri, pbr)
            {
                material.set_normals(image, 1.0);
            }
            if let Some(uri) = pbr.text_of("emissive_map")
                && let Some(image) = self.image(uri, pbr)
            {
                if material.shading.as_ref().is_none_or(|shading| shading.glow == [0.0; 3]) {
                    material.emit([1.0; 3]);
                }
                material.scale_glow(image);
            }
            self.note_unsupported(pbr, if workflow == "metal" { &METAL } else { &SPECULAR });
            break;
        }
        Ok(())
    }
}

const READ: [&str; 9] =
    ["script", "ambient", "diffuse", "specular", "emissive", "pbr", "lighting", "double_sided", "shininess"];

/// Elements of a metallic surface that are read; then those of a surface with a specular color.
const METAL: [&str; 8] = [
    "albedo_map",
    "metalness",
    "metalness_map",
    "roughness",
    "roughness_map",
    "ambient_occlusion_map",
    "normal_map",
    "emissive_map",
];
const SPECULAR: [&str; 4] = ["albedo_map", "ambient_occlusion_map", "normal_map", "emissive_map"];

/// Images that scale a number. Gazebo's are gray: each channel is the number. Those that were made for glTF have it in these
/// channels.
const MAPS: [(&str, Scaled, Option<Channel>); 3] = [
    ("metalness_map", Scaled::Metallic, Some(Channel::Blue)),
    ("roughness_map", Scaled::Roughness, Some(Channel::Green)),
    ("ambient_occlusion_map", Scaled::Occlusion, Some(Channel::Red)),
];

/// Reads a script file.
///
/// # Errors
/// The problem, as text.
fn read_script(file: &Path) -> Result<Scripts, String> {
    let bytes = read_file(file).map_err(|error| error.to_string())?;
    material_script::parse(&String::from_utf8_lossy(&bytes))
}

/// Materials of a script file by name.
pub(super) type Scripts = std::collections::BTreeMap<String, ScriptMaterial>;

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
