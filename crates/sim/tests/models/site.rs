//! Test fixture: a folder with small models that a test writes, and scenes with these models and those of the project.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use glam::DVec3;
use morse_assets::{AssetError, Library, SearchPath};
use morse_scene::document::Document;
use morse_sim::{Models, Options, Simulation};
use morse_world::{NodeId, World};
use serde_json::{Value as Json, json};

use crate::common;

/// An object of a model file. Positions are in meters: x forward, y left, z up.
pub struct Part {
    name: String,
    parent: Option<usize>,
    at: [f64; 3],
    scale: [f64; 3],
    mesh: Option<usize>,
    extras: Json,
}

/// Index of the mesh with one cube in the models of [`ModelFixture::model`].
pub const CUBE: usize = 0;
/// Index of the mesh with two towers at the ends of x and a gap between them.
pub const TOWERS: usize = 1;

/// A cube of 2 m edge length with this `morse_physics`.
pub fn cube(name: &str, at: [f64; 3], physics: Json) -> Part {
    let extras = json!({"morse_physics": physics});
    Part { name: name.to_owned(), parent: None, at, scale: [1.0; 3], mesh: Some(CUBE), extras }
}

impl Part {
    pub fn below(self, parent: usize) -> Part {
        Part { parent: Some(parent), ..self }
    }

    pub fn scaled(self, scale: [f64; 3]) -> Part {
        Part { scale, ..self }
    }

    pub fn mesh(self, mesh: Option<usize>) -> Part {
        Part { mesh, ..self }
    }

    pub fn with(mut self, key: &str, value: Json) -> Part {
        self.extras[key] = value;
        self
    }
}

pub struct ModelFixture {
    folder: tempfile::TempDir,
}

impl ModelFixture {
    pub fn new() -> ModelFixture {
        ModelFixture { folder: tempfile::tempdir().unwrap() }
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Writes a model as binary glTF.
    pub fn model(&self, name: &str, parts: &[Part]) {
        self.file(name, glb(parts));
    }

    /// A library with the folder first, then the project's models.
    pub fn library(&self) -> Library {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        Library { search_path: SearchPath::new([self.folder.path().to_owned(), own]), embedded: &[] }
    }

    /// A scene of these objects in an environment, with a client for service calls.
    pub fn document(environment: &str, objects: &Json) -> Document {
        let scene = json!({
            "morse_scene": 1, "environment": {"file": environment}, "objects": objects,
            "component_service": {"simulation": [common::MANAGER]},
        });
        Document::from_json(&scene.to_string()).unwrap()
    }

    pub fn try_simulation(&self, environment: &str, objects: &Json) -> Result<Simulation, String> {
        let document = ModelFixture::document(environment, objects);
        let library = self.library();
        let models = Models::of_scene(&document, |file| {
            let (loaded, _) = library.load(file.name, file.category)?;
            Ok::<_, AssetError>(Arc::new(loaded.model))
        });
        Simulation::assemble(&document, &common::registry(), &models, Vec::new(), Options::default())
            .map_err(|error| error.to_string())
    }

    pub fn simulation(&self, environment: &str, objects: &Json) -> Simulation {
        self.try_simulation(environment, objects).unwrap()
    }

    /// The error text of a refused scene.
    pub fn refusal(&self, environment: &str, objects: &Json) -> String {
        self.try_simulation(environment, objects).err().unwrap()
    }
}

/// A sphere of 0.2 m radius that falls from a position.
pub fn ball(name: &str, at: [f64; 3]) -> Json {
    json!({"name": name, "kind": "object", "shape": {"kind": "sphere", "radius": 0.2}, "location": at,
           "body": {"physics": "RIGID_BODY", "mass": 1.0}})
}

pub fn run(simulation: &mut Simulation, seconds: f64) {
    for _ in 0..(60.0 * seconds) as usize {
        simulation.step();
    }
}

pub fn node(world: &World, name: &str) -> NodeId {
    let found = world.find(name);
    assert!(found.is_some(), "there is no {name}");
    found.unwrap()
}

/// Position of a node in the world. [m]
pub fn place(world: &World, name: &str) -> DVec3 {
    world.world_from(node(world, name)).translation
}

/// The height at which a vertical ray from 100 m hits a body. [m]
pub fn height(world: &World, x: f64, y: f64) -> Option<f64> {
    let hit = world.cast_ray(DVec3::new(x, y, 100.0), DVec3::NEG_Z, 200.0, None)?;
    Some(hit.point.z)
}

type Triangles = (Vec<[f64; 3]>, Vec<[u32; 3]>);

fn add_box(mesh: &mut Triangles, low: [f64; 3], high: [f64; 3]) {
    let first = mesh.0.len() as u32;
    let corner =
        |index: usize| [0, 1, 2].map(|axis| if index >> axis & 1 == 1 { high[axis] } else { low[axis] });
    mesh.0.extend((0..8).map(corner));
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    for [a, b, c, d] in faces {
        mesh.1.extend([[a, b, c], [a, c, d]].map(|triangle| triangle.map(|corner: u32| first + corner)));
    }
}

fn glb(parts: &[Part]) -> Vec<u8> {
    let mut meshes = [Triangles::default(), Triangles::default()];
    add_box(&mut meshes[CUBE], [-1.0; 3], [1.0; 3]);
    add_box(&mut meshes[TOWERS], [-1.0, -1.0, -1.0], [-0.5, 1.0, 1.0]);
    add_box(&mut meshes[TOWERS], [0.5, -1.0, -1.0], [1.0, 1.0, 1.0]);
    let (mut buffer, mut views, mut accessors, mut lists) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (vertices, triangles) in &meshes {
        let number = views.len();
        let start = buffer.len();
        let numbers = vertices.iter().flat_map(|&[x, y, z]| [x, z, -y]);
        buffer.extend(numbers.flat_map(|number| (number as f32).to_le_bytes()));
        let middle = buffer.len();
        buffer.extend(triangles.iter().flatten().flat_map(|corner| corner.to_le_bytes()));
        views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": middle - start}));
        views.push(json!({"buffer": 0, "byteOffset": middle, "byteLength": buffer.len() - middle}));
        accessors.push(
            json!({"bufferView": number, "componentType": 5126, "count": vertices.len(), "type": "VEC3"}),
        );
        accessors.push(
            json!({"bufferView": number + 1, "componentType": 5125, "count": 3 * triangles.len(), "type": "SCALAR"}),
        );
        lists.push(json!({"primitives": [{"attributes": {"POSITION": number}, "indices": number + 1}]}));
    }
    let nodes = parts.iter().enumerate().map(|(number, part)| {
        let below = parts.iter().enumerate().filter(|(_, other)| other.parent == Some(number));
        let children: Vec<usize> = below.map(|(child, _)| child).collect();
        let ([x, y, z], [along_x, along_y, along_z]) = (part.at, part.scale);
        let mut node = json!({"name": part.name, "translation": [x, z, -y],
                              "scale": [along_x, along_z, along_y], "extras": part.extras});
        if let Some(mesh) = part.mesh {
            node["mesh"] = json!(mesh);
        }
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        node
    });
    let nodes: Vec<Json> = nodes.collect();
    let text = json!({
        "asset": {"version": "2.0"}, "buffers": [{"byteLength": buffer.len()}], "bufferViews": views,
        "accessors": accessors, "meshes": lists, "nodes": nodes,
    });
    let mut text = text.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((12 + 8 + text.len() as u32 + 8 + buffer.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &buffer)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk.iter());
    }
    bytes
}
