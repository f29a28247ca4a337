//! Invalid files and names: each is refused with the reason, or loads in acceptable time.

use std::sync::Arc;

use glam::Vec3;
use morse_assets::Model;
use morse_assets::model::{BodyType, Mesh, Node};
use morse_sim::{Models, Options, Simulation};
use serde_json::json;

use crate::common;
use crate::site::{ModelFixture, cube, node};

fn prop(file: &str) -> serde_json::Value {
    json!([{"name": "p", "kind": "object", "model": {"file": file}}])
}

/// The simulation of an environment from memory.
fn in_memory(model: Model) -> Result<Simulation, String> {
    let document = ModelFixture::document("made", &json!([]));
    let model = Arc::new(model);
    let models = Models::of_scene(&document, |_| Ok::<_, String>(Arc::clone(&model)));
    Simulation::assemble(&document, &common::registry(), &models, Vec::new(), Options::default())
        .map_err(|error| error.to_string())
}

#[test]
fn missing_models_are_reported_with_the_nearest_name() {
    let site = ModelFixture::new();
    site.model("props/shelf.glb", &[cube("shelf", [0.0; 3], json!({}))]);
    let refusal = site.refusal("empty", &prop("shelv"));
    assert!(
        refusal.contains("no asset called \"shelv\"") && refusal.contains("did you mean shelf?"),
        "{refusal}"
    );
    let refusal = site.refusal("emty", &json!([]));
    assert!(refusal.contains("environment \"emty\"") && refusal.contains("did you mean empty?"), "{refusal}");
}

#[test]
fn names_outside_of_the_resource_folders_are_refused() {
    let site = ModelFixture::new();
    for name in ["../secret", "props/../../secret.glb", "/etc/passwd", "/etc/passwd.glb"] {
        for refusal in [site.refusal("empty", &prop(name)), site.refusal(name, &json!([]))] {
            assert!(refusal.contains("leads out of the resource folders"), "{refusal}");
        }
    }
}

#[test]
fn damaged_and_unknown_files_are_refused_by_name() {
    let site = ModelFixture::new();
    site.file("props/cut.glb", b"glTF\x02\0\0\0\x40\0\0\0");
    site.file("props/cut.blend", b"BLENDER-v279");
    site.file("props/words.stl", "nothing");
    site.file("props/note.txt", "hello");
    for (file, expected) in [
        ("cut.glb", "cut.glb: "),
        ("cut.blend", "cut.blend: "),
        ("words.stl", "words.stl: "),
        ("note.txt", ".txt is not a kind of asset"),
    ] {
        let refusal = site.refusal("empty", &prop(file));
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn invalid_poses_and_bodies_are_refused() {
    let mut astray = Node::new("astray");
    astray.parent_from_node.translation.x = f64::NAN;
    let refusal = in_memory(Model { nodes: vec![astray], ..Model::default() }).err().unwrap();
    assert!(refusal.contains("astray"), "{refusal}");

    let mut heavy = Node::new("heavy");
    heavy.physics.body = BodyType::RigidBody;
    heavy.physics.mass = f64::INFINITY;
    let refusal = in_memory(Model { nodes: vec![heavy], ..Model::default() }).err().unwrap();
    assert!(refusal.contains("heavy") && refusal.contains("mass"), "{refusal}");
}

#[test]
fn meshes_without_faces_are_accepted() {
    let site = ModelFixture::new();
    site.model("environments/yard.glb", &[cube("points", [0.0; 3], json!({}))]);
    let (loaded, _) = site.library().load("yard", "environments").unwrap();
    for body in BodyType::ALL {
        for vertices in [vec![], vec![Vec3::ZERO], vec![Vec3::X; 8]] {
            let mut model = loaded.model.clone();
            model.nodes[0].physics.body = body;
            model.meshes = vec![Mesh { vertices, ..Mesh::default() }; model.meshes.len()];
            let mut simulation = in_memory(model).unwrap();
            simulation.step();
            assert!(simulation.world().find("points").is_some());
        }
    }
}

#[test]
fn excessive_object_counts_are_refused_and_large_ones_load() {
    let site = ModelFixture::new();
    let nodes = |count: usize| {
        let list = vec![json!({"name": "stone"}); count];
        json!({"asset": {"version": "2.0"}, "nodes": list}).to_string()
    };
    site.file("environments/million.gltf", nodes(1_000_000));
    let refusal = site.refusal("million", &json!([]));
    assert!(refusal.contains("million.gltf") && refusal.contains("limit of 200000"), "{refusal}");

    site.file("environments/many.gltf", nodes(50_000));
    let simulation = site.simulation("many", &json!([]));
    assert_eq!(simulation.world().nodes().len(), 50_000);
    assert!(simulation.world().parent(node(simulation.world(), "stone.49999")).is_none());
}
