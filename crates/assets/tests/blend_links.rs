//! Objects that override those of a linked file, and objects with a mesh of a linked file, in files of Blender 4.5 that
//! `blend_links/make.py` writes.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use glam::DVec3;
use morse_assets::model::{Model, NodeId, Property};
use morse_assets::{Loaded, load};

fn place(model: &Model, node: NodeId) -> DVec3 {
    model.world_from(node).translation
}

#[test]
fn objects_have_their_own_places_and_the_meshes_of_the_linked_file() {
    let Loaded { model, warnings, .. } =
        load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blend_links/main.blend")).unwrap();
    assert!(warnings.iter().all(|warning| !warning.contains("mesh")), "{warnings:?}");
    for (name, at) in [
        ("box", DVec3::new(5.0, 0.0, 1.0)),
        ("lid", DVec3::new(5.0, 0.0, 3.0)),
        ("own", DVec3::new(0.0, 3.0, 0.0)),
    ] {
        let id = model.find(name).unwrap();
        let node = &model.nodes[id.index()];
        assert!(place(&model, id).abs_diff_eq(at, 1e-6), "{name}: {}", place(&model, id));
        assert_eq!(model.meshes[node.mesh().unwrap().index()].triangles.len(), 12, "{name}");
        assert_eq!(model.materials[node.materials[0].unwrap().index()].rgb, [1.0, 0.0, 0.0], "{name}");
    }
    // The scene holds the collection of the library, too.
    for (name, at) in [("crates/box", DVec3::ZERO), ("crates/lid", DVec3::new(0.0, 0.0, 2.0))] {
        let id = model.find(name).unwrap();
        assert!(
            place(&model, id).abs_diff_eq(at, 1e-6) && model.nodes[id.index()].mesh().is_some(),
            "{name}"
        );
    }
    let label = model.nodes[model.find("box").unwrap().index()].property("label");
    assert_eq!(label, Some(&Property::String("moved".to_owned())));
}
