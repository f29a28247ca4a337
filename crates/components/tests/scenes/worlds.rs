//! Tests of environments from files: collision shapes, moving objects, and lines of sight.

use std::path::Path;

use crate::common::{ATRV, HZ, INSTALLED, Run, Scene, assert_close, own_models};
use glam::DVec3;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_world::{NodeId, World};
use serde_json::json;

fn node(world: &World, name: &str) -> NodeId {
    world.find(name).unwrap_or_else(|| panic!("{name} is in the world"))
}

/// The hit of a vertical ray that starts a meter above a point in the frame of an object.
fn below(world: &World, object: &str, point_in_object: DVec3) -> Option<String> {
    let pose = world.world_from(node(world, object));
    let point = pose.translation + pose.rotation * point_in_object;
    let hit = world.cast_ray(point + DVec3::Z, DVec3::NEG_Z, 2.0, None)?;
    Some(world.name(hit.node).to_owned())
}

#[test]
fn rays_hit_the_desks_of_the_kitchen() {
    for folder in [Path::new(INSTALLED), &own_models()] {
        let run = Scene::new().in_environment("tum_kitchen/tum_kitchen").models(folder).run();
        let world = run.simulation.world();
        for desk in ["Desk", "Desk.003", "Desk.004", "Desk.005", "Desk.006"] {
            // The file has a quarter of each desk, and a modifier that mirrors it twice.
            for [x, y] in [[-0.4, 0.25], [0.4, 0.25], [-0.4, -0.25], [0.4, -0.25]] {
                let hit = below(world, desk, DVec3::new(x, y, 0.741)).unwrap();
                // Keyboards and screens stand on some of them.
                let on_it = ["Desk", "Keyboard", "Monitor"].iter().any(|name| hit.starts_with(name));
                assert!(on_it, "{}: {hit} where {desk} is", folder.display());
            }
        }
        for solid in ["Cabinet_Door", "Radiator", "PC", "Board_Door_Left.L"] {
            assert!(world.has_body(node(world, solid)), "{}: {solid}", folder.display());
        }
    }
}

#[test]
fn blender_objects_with_default_physics_collide_if_they_have_a_shape() {
    let bodies = |environment: &str, names: &[&str]| -> Vec<bool> {
        let run = Scene::new().in_environment(environment).models(Path::new(INSTALLED)).run();
        let world = run.simulation.world();
        names.iter().map(|name| world.has_body(node(world, name))).collect()
    };
    let fences = ["fence.001", "fence.002", "fence.003", "fence.004", "ArenaMesh"];
    assert_eq!(bodies("sandbox", &fences), [true, true, true, true, false]);
    assert_eq!(bodies("outdoors", &["tree_brown_001.003", "volcano_rock1"]), [true, true]);
    assert_eq!(bodies("apartment", &["C6_plein_ext_P", "Plane", "IKEA_sofa_EKTORP"]), [true; 3]);
    // A lamp and an empty have the same flags as the walls.
    assert_eq!(bodies("indoors-1/boxes", &["Lamp"]), [false]);
    assert_eq!(bodies("land-1/trees", &["Buildings"]), [false]);
}

#[test]
fn robot_stands_on_a_floor_with_default_physics() {
    let mut run = Scene::new()
        .in_environment("apartment")
        .models(Path::new(INSTALLED))
        .robot(ATRV)
        .at([8.0, 8.0, 0.3], 0.0)
        .sensor("pose", "pose.Pose")
        .run();
    run.seconds(2.0);
    assert_close([run.read("pose", "z")], [0.05], 0.05);
}

/// Position of the fire, and a digest of the complete state.
fn fire(run: &Run) -> ([f64; 3], u64) {
    let world = run.simulation.world();
    (world.world_from(node(world, "Fire_Sphere")).translation.to_array(), run.digest())
}

#[test]
fn fire_drifts_as_its_file_defines() {
    let scene = Scene::new().in_environment("land-1/rosace_1").models(Path::new(INSTALLED));
    let mut run = scene.run();
    let ([x, y, z], _) = fire(&run);
    assert_close([x, y, z], [60.0, 0.0, 0.0], 1e-3);
    run.step(1);
    assert_close(fire(&run).0, [x - 0.001, y, z], 1e-9);
    run.step(99);
    let saved = run.simulation.save().unwrap();
    assert_close(fire(&run).0, [x - 0.1, y, z], 1e-7);
    run.step(HZ);
    let mut again = scene.threads(2).run();
    again.simulation.restore(&saved).unwrap();
    assert_eq!(fire(again.step(HZ)), fire(&run));
}

#[test]
fn rotors_of_a_quadrotor_rotate_and_all_other_parts_stay() {
    let object = json!({"name": "drone", "kind": "object", "model": {"file": "robots/quadrotor"}, "location": [0, 0, 3]});
    let mut run = Scene::new().models(Path::new(INSTALLED)).object(object).run();
    let rotations = |run: &Run| {
        let world = run.simulation.world();
        ["Cube.007", "Cube.008", "Cube.009", "Cube.010"]
            .map(|name| world.parent_from(node(world, name)).rotation)
    };
    let before = rotations(&run);
    run.step(1);
    // A tick turns them by 5000 degrees, which are 40 short of 14 turns.
    for (before, after) in before.into_iter().zip(rotations(&run)) {
        assert_close([before.angle_between(after)], [40.0_f64.to_radians()], 1e-3);
    }
    run.step(HZ);
    let world = run.simulation.world();
    assert_close(world.world_from(node(world, "drone")).translation.to_array(), [0.0, 0.0, 3.0], 1e-9);
}

/// Two ATRVs five meters apart, with a box of a given height above the ground in between. [m]
fn two_robots(folder: &Path, box_above: Option<f64>) -> Run {
    let other = json!({"name": "other", "kind": "robot", "class": ATRV, "location": [5, 0, 0],
        "model": {"file": "robots/atrv"}, "properties": {"Robot_Tag": true}});
    let mut scene = Scene::new().models(folder).robot(ATRV).object(other);
    if let Some(height) = box_above {
        scene = scene.object(json!({"name": "wall", "kind": "object", "location": [2.5, 0, height],
            "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "scale": [0.1, 1.0, 1.0], "body": {"physics": "STATIC"}}));
    }
    let mut run = scene.run();
    run.seconds(1.0);
    run
}

fn view(run: &mut Run, from: &str, to: &str) -> (f64, bool) {
    let names = [Value::from(from), Value::from(to)];
    match run.simulation.call("communication", "distance_and_view", &names) {
        Some(Answer::Success(Value::List(answer))) => {
            (answer[0].as_f64().unwrap(), answer[1] == Value::Bool(true))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn robots_see_each_other_except_through_walls() {
    for folder in [Path::new(INSTALLED), &own_models()] {
        for (wall, expected) in [(None, true), (Some(0.5), false), (Some(3.0), true)] {
            let mut run = two_robots(folder, wall);
            for (from, to) in [("robot", "other"), ("other", "robot")] {
                let (distance, visible) = view(&mut run, from, to);
                assert_close([distance], [5.0], 0.02);
                assert_eq!(visible, expected, "{}: {from} to {to}, wall {wall:?}", folder.display());
            }
        }
    }
}
