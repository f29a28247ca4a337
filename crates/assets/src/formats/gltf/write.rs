//! Writes a model as a .glb file that this reader reads back: nodes, meshes, materials, images, lights, cameras, skeletons,
//! bodies, joints and properties. Everything that glTF and our extras cannot hold is named in a warning.

mod armatures;
mod extras;
mod materials;
mod meshes;
mod nodes;
mod shapes;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::formats::gltf::write::meshes::MeshKey;
use crate::formats::image_bytes::ImageFiles;
use crate::warnings::names;
use crate::{Model, Warnings};

use std::collections::BTreeMap;

/// Bytes of a .glb file, and warnings about parts of the model that it does not have.
#[derive(Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Omissions; each message names the objects.
    pub warnings: Vec<String>,
}

/// Writes a model as .glb. Images in files are read by `read_image`, which gets their path.
pub fn write(model: &Model, read_image: ImageFiles<'_>) -> Written {
    let mut export = Export {
        model,
        buffer: Vec::new(),
        views: Vec::new(),
        accessors: Vec::new(),
        meshes: Vec::new(),
        made: BTreeMap::new(),
        omitted: BTreeMap::new(),
        extensions: BTreeMap::new(),
    };
    let (materials, images) = export.materials(read_image);
    export.file(materials, images)
}

/// The file so far.
struct Export<'m> {
    model: &'m Model,
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    /// Meshes that were written, by their source.
    made: BTreeMap<MeshKey, usize>,
    /// Names of objects by the kind of omission.
    omitted: BTreeMap<&'static str, Vec<String>>,
    /// Extensions of the whole file.
    extensions: BTreeMap<&'static str, Value>,
}

impl Export<'_> {
    /// Notes an omission at an object.
    fn omit(&mut self, sentence: &'static str, object: &str) {
        let objects = self.omitted.entry(sentence).or_default();
        if objects.last().is_none_or(|last| last != object) {
            objects.push(object.to_owned());
        }
    }

    /// Adds bytes to the buffer; the number of their view.
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": self.buffer.len(), "byteLength": bytes.len()});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.buffer.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn file(mut self, materials: Vec<Value>, images: Vec<Value>) -> Written {
        let (nodes, roots, skins, cameras, lights) = self.nodes();
        let scene = &self.model.scene;
        if scene.is_some() {
            self.omit("settings of the scene (gravity, rates, ambient light) are left out", "scene");
        }
        for equality in &self.model.equalities {
            self.omit("equalities are left out: loops are open", &equality.name);
        }
        for tendon in &self.model.tendons {
            self.omit("tendons are left out", &tendon.name);
        }
        if !self.model.actuators.is_empty() {
            self.omit("actuators of joints are left out", "model");
        }
        if !self.model.apart.is_empty() {
            self.omit("pairs of links that do not collide are left out", "model");
        }
        if !self.model.colliding.is_empty() {
            self.omit("collisions of links with a joint between them are left out", "model");
        }
        for joint in self.model.joints.iter().filter(|joint| joint.ball.is_some()) {
            self.omit("ball joints are three hinges in a row", &joint.name);
        }
        for keyframe in &self.model.keyframes {
            self.omit("keyframes are left out", &keyframe.name);
        }
        if self.model.view.is_some() {
            self.omit("the light of the camera, the sky and the first viewpoint are left out", "scene");
        }
        if !lights.is_empty() {
            self.extensions.insert("KHR_lights_punctual", json!({"lights": lights}));
        }
        let mut document = json!({
            "asset": {"version": "2.0", "generator": format!("morse convert, from {}", self.model.generator)},
            "scene": 0,
            "scenes": [{"name": self.model.name, "nodes": roots}],
        });
        let textures: Vec<Value> = (0..images.len()).map(|image| json!({"source": image})).collect();
        for (key, list) in [
            ("nodes", nodes),
            ("meshes", std::mem::take(&mut self.meshes)),
            ("materials", materials),
            ("textures", textures),
            ("images", images),
            ("skins", skins),
            ("cameras", cameras),
            ("accessors", std::mem::take(&mut self.accessors)),
            ("bufferViews", std::mem::take(&mut self.views)),
        ] {
            if !list.is_empty() {
                document[key] = Value::Array(list);
            }
        }
        if !self.buffer.is_empty() {
            self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
            document["buffers"] = json!([{"byteLength": self.buffer.len()}]);
        }
        if !self.extensions.is_empty() {
            document["extensionsUsed"] = json!(self.extensions.keys().collect::<Vec<_>>());
            let whole: serde_json::Map<String, Value> = std::mem::take(&mut self.extensions)
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            if !whole.is_empty() {
                document["extensions"] = Value::Object(whole);
            }
        }
        let mut warnings = Warnings::default();
        for (sentence, objects) in &self.omitted {
            warnings.add(format!("{sentence}: {}", names(objects.iter().map(String::as_str))));
        }
        Written { bytes: container(&document, &self.buffer), warnings: warnings.into_messages() }
    }
}

/// The binary container (glTF 2.0, section 4).
fn container(document: &Value, buffer: &[u8]) -> Vec<u8> {
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut body = Vec::new();
    let mut chunk = |kind: &[u8; 4], bytes: &[u8]| {
        body.extend((bytes.len() as u32).to_le_bytes());
        body.extend(kind);
        body.extend(bytes);
    };
    chunk(b"JSON", &text);
    if !buffer.is_empty() {
        chunk(b"BIN\0", buffer);
    }
    let mut file = b"glTF".to_vec();
    file.extend(2_u32.to_le_bytes());
    file.extend((body.len() as u32 + 12).to_le_bytes());
    file.extend(body);
    file
}
