//! Selection of objects of a file: their names, poses and visuals.

use glam::DVec3;
use morse_scene::value::Value;
use morse_world::{LightKind, PropertyValue};
use serde_json::json;

use crate::site::{ModelFixture, Part, cube, node, place};

/// Three objects far from the origin, the last with a wheel below it.
fn store() -> ModelFixture {
    let site = ModelFixture::new();
    let thing = |name: &str, x: f64| -> Part { cube(name, [x, 1.0, 0.0], json!({"type": "STATIC"})) };
    site.model(
        "props/store.glb",
        &[
            thing("Chair.red", 5.0).with("Object", json!(true)).with("Label", json!("seat")),
            thing("Chair.blue", 8.0),
            thing("Cart", 11.0),
            thing("Wheel", 0.5).below(2),
        ],
    );
    site.model("environments/yard.glb", &[thing("Wheel", -5.0).with("Label", json!("of the yard"))]);
    site
}

#[test]
fn props_are_selected_by_name_or_prefix_and_placed_by_the_scene() {
    let objects = json!([
        {"name": "cart", "kind": "object", "model": {"file": "props/store", "object": "Cart", "objects": ["Cart"]},
         "location": [0, 2, 0]},
        {"name": "chair", "kind": "object", "model": {"file": "store", "prefix": "Chair"}, "location": [0, 7, 0]},
        {"name": "kept", "kind": "object",
         "model": {"file": "store.glb", "objects": ["Cart"], "object": "Cart", "keep_pose": true}, "location": [0, 0, 3]},
    ]);
    let simulation = store().simulation("yard", &objects);
    let world = simulation.world();
    assert_eq!(place(world, "cart"), DVec3::new(0.0, 2.0, 0.0));
    assert_eq!(place(world, "kept"), DVec3::new(11.0, 1.0, 3.0));
    assert_eq!(place(world, "chair"), DVec3::new(0.0, 7.0, 0.0));
    // The distance between the chairs is kept.
    assert_eq!(place(world, "Chair.blue"), DVec3::new(3.0, 7.0, 0.0));
    assert!(world.find("Chair.red").is_none() && world.find("Cart").is_none());
}

#[test]
fn names_in_use_get_the_next_number() {
    let carts: Vec<_> = (0..2)
        .map(|number| json!({"name": format!("cart {number}"), "kind": "object", "model": {"file": "store", "object": "Cart", "objects": ["Cart"]}, "location": [0, 5 * number, 0]}))
        .collect();
    let own = json!({"name": "Wheel.002", "kind": "object", "shape": {"kind": "empty"}});
    let objects = json!([carts[0], carts[1], own]);
    let simulation = store().simulation("yard", &objects);
    let world = simulation.world();
    // The environment's own wheel came first. The name of an object of the scene is reserved for it.
    assert_eq!(place(world, "Wheel").x, -5.0);
    assert_eq!(world.parent(node(world, "Wheel.001")), world.find("cart 0"));
    assert_eq!(world.parent(node(world, "Wheel.003")), world.find("cart 1"));
    assert_eq!(world.parent(node(world, "Wheel.002")), None);
}

#[test]
fn parts_are_attached_to_objects_and_objects_to_parts() {
    let objects = json!([
        {"name": "robot", "kind": "robot", "class": "test.Frame", "location": [0, 0, 4],
         "model": {"file": "props/store", "object": "Cart", "objects": ["Cart"]}},
        {"name": "robot.counter", "kind": "sensor", "class": "test.Counter", "parent": "robot",
         "parts": [{"file": "props/store", "objects": ["Chair.blue"]}]},
        {"name": "robot.hand", "kind": "actuator", "class": "test.Drive", "parent": "robot", "attach_to": "Wheel.001",
         "location": [0, 0, 1]},
    ]);
    let mut simulation = store().simulation("yard", &objects);
    let world = simulation.world();
    // The scene moves a robot relative to its pose in the file.
    assert_eq!(place(world, "robot"), DVec3::new(11.0, 1.0, 4.0));
    assert_eq!(world.parent(node(world, "Chair.blue")), world.find("robot.counter"));
    assert_eq!(place(world, "robot.hand") - place(world, "Wheel.001"), DVec3::Z);
    assert_eq!(world.parent(node(world, "robot.hand")), world.find("Wheel.001"));
    let before = place(world, "robot.hand");
    let client = crate::common::Client::new();
    let moved = [Value::from("robot"), Value::List(vec![0.0.into(), 0.0.into(), 4.0.into()])];
    client.send(&simulation, "simulation", "set_object_position", &moved);
    simulation.step();
    let shift = place(simulation.world(), "robot.hand") - before;
    assert!((shift - DVec3::new(-11.0, -1.0, 0.0)).length() < 1e-6, "{shift}");
}

#[test]
fn settings_of_parts_take_effect() {
    let robot = |settings: serde_json::Value| {
        json!([{"name": "cart", "kind": "robot", "class": "test.Frame", "location": [0, 0, 4],
                "model": {"file": "props/store", "object": "Cart", "objects": ["Cart"]},
                "parts": [{"file": "props/store", "objects": ["Chair.blue"]}],
                "options": {"part_settings": settings}}])
    };
    let plain = store().simulation("yard", &robot(json!({})));
    let from_cart = |world: &morse_world::World, name: &str| place(world, name) - place(world, "cart");
    assert_eq!(from_cart(plain.world(), "Wheel.001"), DVec3::new(0.5, 1.0, 0.0));
    let wheel = json!({"location": [0, 0, 2], "rotation": [0, 0, 0.5], "properties": {"Label": "spare"},
                       "visual": {"color": [1, 0, 0], "visible": false}});
    let chair = json!({"location": [1, 2, 3]});
    let simulation = store().simulation("yard", &robot(json!({"Wheel": wheel, "Chair.blue": chair})));
    let world = simulation.world();
    assert_eq!(from_cart(world, "Wheel.001"), DVec3::new(0.0, 0.0, 2.0));
    assert_eq!(from_cart(world, "Chair.blue"), DVec3::new(1.0, 2.0, 3.0));
    let wheel = node(world, "Wheel.001");
    let yaw = morse_world::Euler::from_quat(world.world_from(wheel).rotation).yaw;
    assert!((yaw - 0.5).abs() < 1e-12, "{yaw}");
    assert_eq!(world.property(wheel, "Label"), Some(&PropertyValue::Text("spare".to_owned())));
    assert!(!world.is_visible(wheel) && world.is_visible(node(world, "cart")));
    // The wheel of the environment has the same name and keeps its own settings.
    assert!(world.is_visible(node(world, "Wheel")));
}

#[test]
fn missing_parts_are_reported_with_the_existing_ones() {
    let site = store();
    let prop = |model: serde_json::Value| json!([{"name": "p", "kind": "object", "model": model}]);
    let cases = [
        (
            prop(json!({"file": "store", "object": "Table", "objects": ["Table"]})),
            "model \"store\" has no object \"Table\"; it has Cart, Chair.blue, Chair.red, Wheel",
        ),
        (prop(json!({"file": "store", "prefix": "Sofa"})), "has no object \"Sofa…\"; it has Cart"),
        (
            json!([{"name": "p", "kind": "object", "shape": {"kind": "empty"}, "parts": [{"file": "store", "objects": ["Wing"]}]}]),
            "has no object \"Wing\"; it has Cart",
        ),
        (
            json!([{"name": "r", "kind": "robot", "class": "test.Frame", "model": {"file": "props/store", "object": "Cart", "objects": ["Cart"]}},
                   {"name": "r.s", "kind": "sensor", "class": "test.Counter", "parent": "r", "attach_to": "Mast"}]),
            "there is no part \"Mast\" below r; it has Cart, Wheel",
        ),
        (
            json!([{"name": "p", "kind": "object", "model": {"file": "store", "object": "Cart", "objects": ["Cart"]},
                    "options": {"part_settings": {"Wheal": {"location": [0, 0, 1]}}}}]),
            "there is no part \"Wheal\" below p; it has Wheel.001; did you mean `Wheel.001`?",
        ),
        (
            json!([{"name": "p", "kind": "object", "model": {"file": "store", "object": "Cart", "objects": ["Cart"]},
                    "options": {"part_settings": {"Wheel": {"location": [0, "high", 1]}}}}]),
            "the location of part \"Wheel\" is not three numbers",
        ),
        (
            json!([{"name": "Fence", "kind": "object", "builder": "Scene"}]),
            "environment \"yard\" has no object of this name",
        ),
    ];
    for (objects, expected) in cases {
        let refusal = site.refusal("yard", &objects);
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn scene_changes_objects_of_its_environment() {
    let changed = json!([
        {"name": "Wheel", "kind": "object", "builder": "Scene", "properties": {"Graspable": true},
         "options": {"scene_object": {"location": [0.0, 0.0, 2.0], "scale": [3.0, 1.0, 1.0]}}},
    ]);
    let simulation = store().simulation("yard", &changed);
    let world = simulation.world();
    let wheel = node(world, "Wheel");
    assert_eq!(place(world, "Wheel"), DVec3::new(0.0, 0.0, 2.0));
    assert!(crate::site::height(world, 2.9, 0.0).is_some_and(|height| (height - 3.0).abs() < 1e-6));
    assert_eq!(world.property(wheel, "Graspable"), Some(&PropertyValue::Bool(true)));
    assert_eq!(world.property(wheel, "Label"), Some(&PropertyValue::Text("of the yard".to_owned())));
}

#[test]
fn properties_of_the_scene_override_those_of_the_file() {
    let objects = json!([
        {"name": "chair", "kind": "object", "model": {"file": "store", "object": "Chair.red", "objects": ["Chair.red"]},
         "properties": {"Label": "throne", "Graspable": false}},
    ]);
    let simulation = store().simulation("yard", &objects);
    let world = simulation.world();
    let value = |name: &str| world.property(node(world, "chair"), name).cloned();
    assert_eq!(value("Object"), Some(PropertyValue::Bool(true)));
    assert_eq!(value("Label"), Some(PropertyValue::Text("throne".to_owned())));
    assert_eq!(value("Graspable"), Some(PropertyValue::Bool(false)));
}

#[test]
fn color_opacity_and_visibility_apply_to_all_nodes_of_a_model() {
    let cart = |visual: serde_json::Value| json!([{"name": "cart", "kind": "object", "model": {"file": "store", "object": "Cart", "objects": ["Cart"]}, "visual": visual}]);
    let site = store();
    let painted = site.simulation("yard", &cart(json!({"color": [1.0, 0.5, 0.0], "alpha": 0.25})));
    let world = painted.world();
    for name in ["cart", "Wheel.001"] {
        let part = node(world, name);
        assert_eq!((world.color(part), world.alpha(part)), (Some([1.0, 0.5, 0.0]), 0.25), "{name}");
        assert!(world.is_visible(part));
    }
    assert_eq!(world.color(node(world, "Wheel")), None, "objects of the environment do not change");
    let hidden = site.simulation("yard", &cart(json!({"visible": false})));
    let world = hidden.world();
    assert!(!world.is_visible(node(world, "cart")) && !world.is_visible(node(world, "Wheel.001")));
}

#[test]
fn furniture_of_the_project_is_placed_in_a_room_of_the_project() {
    let objects = json!([
        {"name": "chair", "kind": "object", "location": [2, 0, 0.05],
         "model": {"file": "props/objects", "object": "RollingChair", "objects": ["RollingChair"]}},
    ]);
    let simulation = ModelFixture::new().simulation("indoors-1/indoor-1", &objects);
    let world = simulation.world();
    assert_eq!(place(world, "chair"), DVec3::new(2.0, 0.0, 0.05));
    assert!(world.nodes().len() > 20);
}

#[test]
fn scene_adds_lamps_and_changes_properties_of_its_environment() {
    let site = ModelFixture::new();
    site.model("environments/yard.glb", &[cube("Rock", [0.0; 3], json!({"type": "STATIC"}))]);
    let objects = json!([
        {"name": "lamp", "kind": "object",
         "shape": {"kind": "spot", "energy": 2.0, "distance_m": 8, "size_rad": 0.5, "color": [1, 0.5, 0]}},
        {"name": "sun", "kind": "object", "shape": {"kind": "spot", "lamp_type": "SUN"}},
        {"name": "Rock", "kind": "object", "builder": "Scene", "visual": {"color": [0, 1, 0]},
         "properties": {"waypoints": [[1, 2.5], {"name": "home"}], "nothing": null}},
    ]);
    let simulation = site.simulation("yard", &objects);
    let world = simulation.world();
    let lamp = world.light(node(world, "lamp")).unwrap();
    assert_eq!(lamp.kind, LightKind::Spot { angle: 0.5 });
    assert_eq!((lamp.energy, lamp.distance, lamp.rgb), (2.0, 8.0, [1.0, 0.5, 0.0]));
    let sun = world.light(node(world, "sun")).unwrap();
    assert_eq!((sun.kind, sun.energy, sun.distance), (LightKind::Sun, 1.0, 25.0));
    let rock = node(world, "Rock");
    assert_eq!(world.color(rock), Some([0.0, 1.0, 0.0]));
    let place = PropertyValue::List(vec![PropertyValue::Int(1), PropertyValue::Float(2.5)]);
    let home = PropertyValue::Dict(vec![("name".to_owned(), PropertyValue::Text("home".to_owned()))]);
    assert_eq!(world.property(rock, "waypoints"), Some(&PropertyValue::List(vec![place, home])));
    assert_eq!(world.property(rock, "nothing"), Some(&PropertyValue::None));
    let wrong = json!([{"name": "lamp", "kind": "object", "shape": {"kind": "spot", "lamp_type": "TORCH"}}]);
    let refusal = site.refusal("yard", &wrong);
    assert!(refusal.contains("TORCH") && refusal.contains("SPOT"), "{refusal}");
}
