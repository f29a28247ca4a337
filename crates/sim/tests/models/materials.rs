//! Materials of files that a scene changes, by name and by slot.

use morse_world::{Material, World};
use serde_json::{Value as Json, json};

use crate::site::{ModelFixture, cube, node};

/// Materials of the parts of a node.
fn materials<'w>(world: &'w World, name: &str) -> Vec<&'w Material> {
    let parts = world.visuals(node(world, name)).unwrap().iter();
    parts.flat_map(|part| part.materials.iter().map(|&id| world.material(id).unwrap())).collect()
}

/// A box with these materials, and a box without changes, both of the same file.
fn boxes(changes: Json) -> morse_sim::Simulation {
    let site = ModelFixture::new();
    site.model("props/box.glb", &[cube("Box", [0.0; 3], json!({"type": "STATIC"}))]);
    site.model("environments/yard.glb", &[cube("Stone", [0.0, 0.0, -9.0], json!({"type": "STATIC"}))]);
    let of = |name: &str, visual: Json| json!({"name": name, "kind": "object", "model": {"file": "props/box"}, "visual": visual});
    site.simulation("yard", &json!([of("changed", json!({"materials": changes})), of("other", json!({}))]))
}

#[test]
fn material_in_a_slot_of_one_object_is_changed() {
    for slot in ["0", "*"] {
        let simulation = boxes(json!({slot: {"color": [1.0, 0.0, 0.0], "alpha": 0.5}}));
        let world = simulation.world();
        let changed = materials(world, "changed");
        assert!(!changed.is_empty());
        assert!(changed.iter().all(|it| it.rgb == [1.0, 0.0, 0.0] && it.alpha == 0.5), "{changed:?}");
        assert!(materials(world, "other").iter().all(|it| it.alpha == 1.0 && it.rgb != [1.0, 0.0, 0.0]));
    }
}

#[test]
fn slot_that_an_object_does_not_have_changes_nothing() {
    let simulation = boxes(json!({"7": {"color": [1.0, 0.0, 0.0]}, "Nowhere": {"alpha": 0.5}}));
    let world = simulation.world();
    assert!(materials(world, "changed").iter().all(|it| it.alpha == 1.0 && it.rgb != [1.0, 0.0, 0.0]));
}
