//! Bodies: collision shapes from the file and the scene, motion, and parents.

use glam::DVec3;
use serde_json::json;

use crate::site::{ModelFixture, TOWERS, ball, cube, height, node, place, run};

#[test]
fn rays_hit_each_kind_of_bounds_on_its_surface() {
    let site = ModelFixture::new();
    // The box around each mesh is 2 m by 2 m, 3 m high.
    let kinds = ["BOX", "SPHERE", "CYLINDER", "CONE", "CAPSULE", "CONVEX_HULL", "TRIANGLE_MESH"];
    let parts = kinds.iter().enumerate().map(|(number, bounds)| {
        let physics = json!({"type": "STATIC", "bounds": bounds, "radius": 1.2, "margin": 0.0});
        cube(bounds, [10.0 * number as f64, 0.0, 0.0], physics).scaled([1.0, 1.0, 1.5]).mesh(Some(TOWERS))
    });
    site.model("environments/yard.glb", &parts.collect::<Vec<_>>());
    let simulation = site.simulation("yard", &json!([]));
    let met = |kind: &str, x: f64, y: f64| {
        let number = kinds.iter().position(|known| *known == kind).unwrap();
        height(simulation.world(), 10.0 * number as f64 + x, y)
    };
    let cases = [
        ("BOX", 0.0, 0.9, Some(1.5)),
        ("BOX", 0.9, 0.9, Some(1.5)),
        ("SPHERE", 0.9, 0.0, Some((1.2_f64 * 1.2 - 0.9 * 0.9).sqrt())),
        ("SPHERE", 0.9, 0.9, None),
        ("CYLINDER", 0.9, 0.0, Some(1.5)),
        ("CYLINDER", 0.9, 0.9, None),
        ("CONE", 0.5, 0.0, Some(0.0)),
        ("CAPSULE", 0.6, 0.0, Some(1.3)),
        ("CONVEX_HULL", 0.0, 0.9, Some(1.5)),
        ("CONVEX_HULL", 0.9, 0.9, Some(1.5)),
        ("TRIANGLE_MESH", 0.0, 0.0, None),
        ("TRIANGLE_MESH", 0.9, 0.9, Some(1.5)),
    ];
    for (kind, x, y, expected) in cases {
        let height = met(kind, x, y);
        let fits = match (height, expected) {
            (Some(height), Some(expected)) => (height - expected).abs() < 1e-3,
            (height, expected) => height == expected,
        };
        assert!(fits, "{kind} at {x}, {y}: {height:?}, not {expected:?}");
    }
}

#[test]
fn balls_rest_on_margins_and_pass_sensors_and_objects_without_collision() {
    let site = ModelFixture::new();
    let yard = [
        ("hull", json!({"type": "STATIC", "bounds": "CONVEX_HULL", "margin": 0.1})),
        ("surface", json!({"type": "STATIC", "margin": 0.1})),
        ("box", json!({"type": "STATIC", "bounds": "BOX", "margin": 0.1})),
        ("sensor", json!({"type": "SENSOR", "bounds": "BOX"})),
        ("air", json!({"type": "NO_COLLISION", "bounds": "BOX"})),
    ];
    let at = |number: usize| [10.0 * number as f64, 0.0, 0.0];
    let parts =
        yard.iter().enumerate().map(|(number, (name, physics))| cube(name, at(number), physics.clone()));
    site.model("environments/yard.glb", &parts.collect::<Vec<_>>());
    let balls = (0..yard.len()).map(|number| {
        let [x, y, _] = at(number);
        ball(&format!("ball {}", yard[number].0), [x, y, 1.5])
    });
    let mut simulation = site.simulation("yard", &json!(balls.collect::<Vec<_>>()));
    run(&mut simulation, 3.0);
    let world = simulation.world();
    for (name, expected) in [("hull", 1.3), ("surface", 1.3), ("box", 1.2)] {
        let z = place(world, &format!("ball {name}")).z;
        assert!((z - expected).abs() < 0.02, "{name}: {z}");
    }
    for name in ["sensor", "air"] {
        assert!(place(world, &format!("ball {name}")).z < -10.0, "{name}");
        assert!(!world.is_free(node(world, name)));
    }
    assert_eq!(height(world, 5.0, 0.0), None);
}

#[test]
fn rigid_body_of_the_environment_falls_with_its_children() {
    let site = ModelFixture::new();
    site.model(
        "environments/yard.glb",
        &[
            cube("floor", [0.0, 0.0, -1.0], json!({"type": "STATIC", "bounds": "BOX"}))
                .scaled([20.0, 20.0, 1.0]),
            cube("crate", [0.0, 0.0, 3.0], json!({"type": "RIGID_BODY", "bounds": "BOX", "mass": 20.0})),
            cube("lid", [0.0, 0.0, 1.1], json!({"type": "RIGID_BODY", "bounds": "BOX"}))
                .below(1)
                .scaled([1.0, 1.0, 0.1]),
            cube("round", [6.0, 0.0, 3.0], json!({"type": "RIGID_BODY", "radius": 0.5})),
        ],
    );
    let mut simulation = site.simulation("yard", &json!([]));
    let world = simulation.world();
    let [crate_, lid] = ["crate", "lid"].map(|name| node(world, name));
    assert_eq!((world.mass(crate_), world.parent(lid)), (20.0, Some(crate_)));
    assert!(world.is_free(crate_) && !world.is_free(lid), "physics does not move a child separately");
    run(&mut simulation, 3.0);
    let world = simulation.world();
    assert!((place(world, "crate").z - 1.0).abs() < 0.02, "{}", place(world, "crate"));
    let on_crate = world.parent_from(lid).translation;
    assert!((on_crate - DVec3::new(0.0, 0.0, 1.1)).length() < 1e-6, "{on_crate}");
    // Without bounds of its own, a dynamic object is a sphere of its radius.
    assert!((place(world, "round").z - 0.5).abs() < 0.02, "{}", place(world, "round"));
}

#[test]
fn compound_children_are_shapes_of_one_body() {
    let site = ModelFixture::new();
    let leg = |name: &str, x: f64| {
        cube(name, [x, 0.0, -1.0], json!({"type": "STATIC", "bounds": "BOX", "compound": true}))
            .below(0)
            .scaled([0.1, 1.0, 1.0])
    };
    site.model(
        "props/table.glb",
        &[
            cube("table", [0.0; 3], json!({"type": "RIGID_BODY", "bounds": "BOX", "compound": true}))
                .scaled([1.0, 1.0, 1.0])
                .mesh(None),
            cube("top", [0.0; 3], json!({"type": "STATIC", "bounds": "BOX", "compound": true}))
                .below(0)
                .scaled([1.0, 1.0, 0.1]),
            leg("left", -0.9),
            leg("right", 0.9),
        ],
    );
    site.model(
        "environments/yard.glb",
        &[cube("floor", [0.0, 0.0, -1.0], json!({"type": "STATIC", "bounds": "BOX"}))
            .scaled([20.0, 20.0, 1.0])],
    );
    let table =
        json!({"name": "t", "kind": "object", "model": {"file": "props/table"}, "location": [0, 0, 3]});
    let mut simulation = site.simulation("yard", &json!([table]));
    let world = simulation.world();
    assert!(world.is_free(node(world, "t")) && !world.has_body(node(world, "left")));
    run(&mut simulation, 3.0);
    let world = simulation.world();
    assert!((place(world, "t").z - 2.0).abs() < 0.02, "it stands on its legs: {}", place(world, "t"));
    assert!((place(world, "left") - place(world, "t") - DVec3::new(-0.9, 0.0, -1.0)).length() < 0.02);
    assert!((height(world, 0.0, 0.0).unwrap() - 2.1).abs() < 0.02);
}

#[test]
fn triangle_mesh_on_a_frame_follows_it_and_objects_without_shape_do_not_collide() {
    let site = ModelFixture::new();
    site.model(
        "props/stand.glb",
        &[
            cube("stand", [0.0; 3], json!({"type": "RIGID_BODY", "bounds": "BOX", "compound": true}))
                .mesh(None),
            cube("foot", [0.0, 0.0, -1.0], json!({"type": "STATIC", "bounds": "BOX", "compound": true}))
                .below(0)
                .scaled([1.0, 1.0, 0.5]),
            // Blender writes this for an object whose physics panel was never opened.
            cube("plate", [0.0, 0.0, 1.0], json!({"type": "STATIC", "margin": 0.0}))
                .below(0)
                .scaled([0.5, 0.5, 0.1]),
        ],
    );
    site.model(
        "environments/yard.glb",
        &[
            cube("floor", [0.0, 0.0, -1.0], json!({"type": "STATIC", "bounds": "BOX"}))
                .scaled([20.0, 20.0, 1.0]),
            cube("group", [5.0, 0.0, 1.0], json!({"type": "STATIC"})).mesh(None),
        ],
    );
    let stand =
        json!({"name": "s", "kind": "object", "model": {"file": "props/stand"}, "location": [0, 0, 3]});
    let mut simulation = site.simulation("yard", &json!([stand]));
    run(&mut simulation, 3.0);
    let world = simulation.world();
    // A sphere of 1 m, the default of dynamic objects without bounds, would hold it up.
    assert!((place(world, "s").z - 1.5).abs() < 0.03, "it stands on its foot: {}", place(world, "s"));
    assert!(world.has_body(node(world, "plate")));
    assert!((height(world, 0.0, 0.0).unwrap() - 2.6).abs() < 0.03);
    assert!(!world.has_body(node(world, "group")));
}

#[test]
fn scene_overrides_the_body_settings_of_the_file() {
    let site = ModelFixture::new();
    site.model(
        "props/thing.glb",
        &[cube("thing", [0.0; 3], json!({"type": "STATIC", "bounds": "BOX", "mass": 2.0, "margin": 0.0}))],
    );
    site.file("environments/nothing.obj", "");
    let thing = |number: usize, body: serde_json::Value| {
        json!({"name": format!("thing {number}"), "kind": "object", "model": {"file": "props/thing"},
               "location": [10 * number, 0, 0], "body": body})
    };
    let things = [
        json!({}),
        json!({"physics": "RIGID_BODY", "mass": 7.0}),
        json!({"ghost": true}),
        json!({"physics": "NO_COLLISION"}),
        json!({"bounds": "SPHERE", "radius": 0.5}),
        json!({"bounds": "CYLINDER"}),
    ];
    let objects: Vec<_> =
        things.iter().enumerate().map(|(number, body)| thing(number, body.clone())).collect();
    let mut simulation = site.simulation("nothing", &json!(objects));
    let world = simulation.world();
    let of = |number: usize| node(world, &format!("thing {number}"));
    assert_eq!(height(world, 0.9, 0.9), Some(1.0));
    assert_eq!(world.mass(of(1)), 7.0);
    assert!(!world.has_body(of(2)) && !world.has_body(of(3)));
    assert!((height(world, 40.0, 0.0).unwrap() - 0.5).abs() < 1e-6);
    assert_eq!((height(world, 50.9, 0.0), height(world, 50.9, 0.9)), (Some(1.0), None));
    run(&mut simulation, 1.0);
    let fallen = |number: usize| place(simulation.world(), &format!("thing {number}")).z;
    assert!(fallen(1) < -4.0);
    assert!([0, 2, 3, 4, 5].iter().all(|&number| fallen(number) == 0.0));
}

#[test]
fn friction_of_the_scene_applies_on_a_slope() {
    let site = ModelFixture::new();
    site.model(
        "props/box.glb",
        &[cube("box", [0.0; 3], json!({"type": "RIGID_BODY", "bounds": "BOX", "margin": 0.0}))],
    );
    site.file("environments/nothing.obj", "");
    let slide = |friction: f64| {
        // 0.3 rad: objects with a coefficient above 0.31 stay at rest. rapier combines the coefficients of both
        // bodies as product or mean.
        let floor = json!({"name": "floor", "kind": "object", "shape": {"kind": "cube", "half_extents": [50, 50, 1]},
                           "rotation": [0, 0.3, 0], "body": {"physics": "STATIC", "friction": friction}});
        let place = [2.0 * 0.3_f64.sin(), 0.0, 2.0 * 0.3_f64.cos()];
        let thing = json!({"name": "b", "kind": "object", "model": {"file": "props/box"}, "location": place,
                           "rotation": [0, 0.3, 0], "body": {"friction": friction}});
        let mut simulation = site.simulation("nothing", &json!([floor, thing]));
        run(&mut simulation, 2.0);
        (self::place(simulation.world(), "b") - DVec3::from_array(place)).length()
    };
    // Without friction: half of g sin 0.3 t².
    let free = 0.5 * 9.81 * 0.3_f64.sin() * 4.0;
    assert!((slide(0.0) - free).abs() < 0.05 * free, "{}", slide(0.0));
    assert!(slide(1.0) < 0.05, "{}", slide(1.0));
}

#[test]
fn locked_axes_of_a_file_and_of_a_scene_hold() {
    let site = ModelFixture::new();
    let falls = json!({"type": "RIGID_BODY", "bounds": "BOX"});
    site.model(
        "environments/yard.glb",
        &[cube("own", [0.0; 3], falls.clone()), cube("other", [5.0, 0.0, 0.0], falls)],
    );
    let objects = json!([
        {"name": "own", "kind": "object", "builder": "Scene", "body": {"lock_location": [false, false, true]}},
        {"name": "box", "kind": "object", "shape": {"kind": "cube"}, "location": [9, 0, 3],
         "body": {"physics": "RIGID_BODY", "lock_location": [false, false, true]}},
        {"name": "damped", "kind": "object", "shape": {"kind": "cube"}, "location": [20, 0, 3],
         "body": {"physics": "RIGID_BODY", "linear_damping": 1.0}},
    ]);
    let mut simulation = site.simulation("yard", &objects);
    run(&mut simulation, 1.0);
    let world = simulation.world();
    assert_eq!(place(world, "own").z, 0.0);
    assert_eq!(place(world, "box").z, 3.0);
    assert!(place(world, "damped").z > 2.5, "{}", place(world, "damped").z);
    assert!(place(world, "other").z < -4.0);
}
