//! Tests of grippers and hands: objects that they grasp, carry and release.

use std::path::{Path, PathBuf};

use crate::common::{FAKE, Run, Scene, assert_close, own_models};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use serde_json::{Value as Json, json};

fn folders() -> [PathBuf; 2] {
    [own_models(), Path::new("/usr/share/morse/data").to_owned()]
}

/// A cube of 10 cm in the air. It falls unless it is held.
fn cube(scene: Scene, name: &str, location: [f64; 3], graspable: Json) -> Scene {
    scene.object(json!({"name": name, "kind": "object", "location": location, "scale": [0.05, 0.05, 0.05],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]},
        "body": {"physics": "RIGID_BODY", "mass": 0.5}, "properties": {"Graspable": graspable}}))
}

/// A robot without a body, 5 m above the ground, with a drive and a gripper that points forward.
fn carrier() -> Scene {
    Scene::new()
        .gravity(0.0)
        .robot(FAKE)
        .at([0.0, 0.0, 5.0], 0.0)
        .actuator("drive", "xy_omega.MotionXYW")
        .with("properties", json!({"ControlType": "Position"}))
        .appended("robot", "gripper", "Gripper")
        .with("rotation", json!([0.0, std::f64::consts::FRAC_PI_2, 0.0]))
}

fn place(run: &Run, name: &str) -> [f64; 3] {
    let world = run.simulation.world();
    world.world_from(world.find(name).unwrap()).translation.to_array()
}

fn grab(run: &mut Run, gripper: &str) -> Value {
    run.call(gripper, "grab", &[])
}

#[test]
fn gripper_grasps_only_graspable_objects_in_its_cone() {
    for folder in folders() {
        let scene = cube(carrier().models(&folder), "cup", [0.3, 0.0, 5.0], json!(true));
        assert_eq!(grab(&mut scene.run(), "gripper"), Value::from("cup"));
        for (x, y, graspable) in [
            (0.7, 0.0, json!(true)),  // out of reach
            (0.1, 0.4, json!(true)),  // beside the cone
            (-0.3, 0.0, json!(true)), // behind
            (0.3, 0.0, json!(false)),
        ] {
            let scene = cube(carrier().models(&folder), "cup", [x, y, 5.0], graspable.clone());
            let mut run = scene.run();
            run.step(1);
            assert_eq!(grab(&mut run, "gripper"), Value::Null, "{x} {y} {graspable}");
            assert_eq!(run.call("gripper", "release", &[]), Value::Bool(false));
        }
    }
}

#[test]
fn nearest_object_is_grasped_and_held_on_a_second_call() {
    let scene = cube(carrier(), "far", [0.4, 0.0, 5.0], json!(true));
    let mut run = cube(scene, "near", [0.2, 0.05, 5.0], json!(1)).run();
    assert_eq!(grab(&mut run, "gripper"), Value::from("near"));
    assert_eq!(grab(&mut run, "gripper"), Value::from("near"));
    assert_eq!(run.call("gripper", "release", &[]), Value::Bool(true));
    assert_eq!(run.call("gripper", "release", &[]), Value::Bool(false));
}

#[test]
fn angle_and_distance_define_the_cone() {
    let scene = cube(carrier().properties(json!({"Distance": 1.0})), "cup", [0.9, 0.0, 5.0], json!(true));
    assert_eq!(grab(&mut scene.run(), "gripper"), Value::from("cup"));
    let scene = cube(carrier().properties(json!({"Angle": 180.0})), "cup", [0.1, 0.4, 5.0], json!(true));
    assert_eq!(grab(&mut scene.run(), "gripper"), Value::from("cup"));
    let scene = cube(carrier().properties(json!({"Angle": 180.0})), "cup", [-0.1, 0.4, 5.0], json!(true));
    assert_eq!(grab(&mut scene.run(), "gripper"), Value::Null);
    let scene = cube(carrier().properties(json!({"Angle": 10.0})), "cup", [0.4, 0.15, 5.0], json!(true));
    assert_eq!(grab(&mut scene.run(), "gripper"), Value::Null);
}

#[test]
fn held_object_moves_with_the_robot_until_it_is_released() {
    for folder in folders() {
        let mut run = cube(carrier().models(&folder), "cup", [0.3, 0.05, 5.0], json!(true)).run();
        run.step(1);
        grab(&mut run, "gripper");
        // The robot turns by a quarter of a circle, then drives ahead.
        run.command("drive", &[("x", 0.0), ("y", 0.0), ("w", std::f64::consts::FRAC_PI_2)]);
        run.seconds(1.0);
        run.command("drive", &[("x", 1.0), ("y", 0.0), ("w", 0.0)]);
        run.seconds(2.0);
        assert_close(place(&run, "cup"), [-0.05, 2.3, 5.0], 1e-6);
        assert_eq!(run.call("gripper", "release", &[]), Value::Bool(true));
        run.command("drive", &[("x", -1.0), ("y", 0.0), ("w", 0.0)]);
        run.seconds(1.0);
        assert_close(place(&run, "cup"), [-0.05, 2.3, 5.0], 1e-6);
        assert_close(place(&run, "robot"), [0.0, 1.0, 5.0], 1e-6);
    }
}

#[test]
fn fingers_close_on_a_held_object_and_open_after_its_release() {
    for folder in folders() {
        let mut run = cube(carrier().models(&folder), "cup", [0.3, 0.05, 5.0], json!(true)).run();
        let gap = |run: &Run| {
            let [one, other] = ["pad1", "pad2"].map(|pad| place(run, pad));
            (one[1] - other[1]).abs()
        };
        run.seconds(1.0);
        let open = gap(&run);
        assert!((open - 0.046).abs() < 1e-3, "{open}");
        grab(&mut run, "gripper");
        run.seconds(0.25).step(1);
        assert!((0.3..0.7).contains(&(gap(&run) / open)), "on the way: {}", gap(&run));
        run.seconds(0.5);
        assert!(gap(&run) < 0.005, "{}", gap(&run));
        run.call("gripper", "release", &[]);
        run.seconds(1.0);
        assert!((gap(&run) - open).abs() < 1e-9);
    }
}

#[test]
fn released_object_falls() {
    let mut run = cube(carrier(), "cup", [0.3, 0.0, 5.0], json!(true)).gravity(9.81).run();
    grab(&mut run, "gripper");
    run.seconds(1.0);
    assert_close(place(&run, "cup"), [0.3, 0.0, 5.0], 1e-9);
    run.call("gripper", "release", &[]);
    run.seconds(0.5);
    let fallen = 5.0 - place(&run, "cup")[2];
    // With the default damping of a body.
    assert!((fallen - 9.81 * 0.125).abs() < 0.03, "{fallen}");
}

#[test]
fn gripper_takes_the_object_of_a_second_gripper() {
    let scene = cube(carrier(), "cup", [0.3, 0.0, 5.0], json!(true))
        .object(json!({"name": "giver", "kind": "robot", "class": FAKE, "location": [0.6, 0.0, 5.0]}))
        .appended("giver", "gripper", "Gripper")
        .with("rotation", json!([0.0, -std::f64::consts::FRAC_PI_2, 0.0]));
    let mut run = scene.run();
    let of_giver = |run: &mut Run, service: &str| run.simulation.call("giver.gripper", service, &[]);
    assert_eq!(of_giver(&mut run, "grab"), Some(Answer::Success(Value::from("cup"))));
    assert_eq!(grab(&mut run, "gripper"), Value::from("cup"));
    assert_eq!(of_giver(&mut run, "release"), Some(Answer::Success(Value::Bool(false))));
    run.command("drive", &[("x", 0.0), ("y", 1.0), ("w", 0.0)]);
    run.seconds(1.0);
    assert_close(place(&run, "cup"), [0.3, 1.0, 5.0], 1e-6);
}

#[test]
fn two_grippers_of_a_robot_hold_one_object_each() {
    let scene = carrier()
        .appended("robot", "other", "Gripper")
        .with("rotation", json!([0.0, -std::f64::consts::FRAC_PI_2, 0.0]));
    let scene = cube(scene, "cup", [0.3, 0.0, 5.0], json!(true));
    let mut run = cube(scene, "pot", [-0.3, 0.0, 5.0], json!(true)).run();
    assert_eq!(grab(&mut run, "gripper"), Value::from("cup"));
    assert_eq!(grab(&mut run, "other"), Value::from("pot"));
    run.command("drive", &[("x", 0.0), ("y", 0.0), ("w", std::f64::consts::PI)]);
    run.seconds(1.0);
    assert_close(place(&run, "cup"), [-0.3, 0.0, 5.0], 1e-6);
    assert_close(place(&run, "pot"), [0.3, 0.0, 5.0], 1e-6);
}

#[test]
fn restored_gripper_still_holds_its_object() {
    let mut run = cube(carrier(), "cup", [0.3, 0.0, 5.0], json!(true)).run();
    grab(&mut run, "gripper");
    run.command("drive", &[("x", 1.0), ("y", 0.0), ("w", 0.5)]);
    run.seconds(0.5);
    let saved = run.simulation.save().unwrap();
    run.seconds(1.0);
    let digest = run.digest();
    run.call("gripper", "release", &[]);
    run.seconds(0.5);
    run.simulation.restore(&saved).unwrap();
    run.seconds(1.0);
    assert_eq!(run.digest(), digest);
    assert_eq!(run.call("gripper", "release", &[]), Value::Bool(true));
}

/// A person with a hand, and a cup two meters away.
fn person(grasper: Json) -> Scene {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("Human").unwrap();
    let scene = Scene::new().built(builder, &class.class).with("options", json!({"grasper": grasper}));
    let scene = scene.actuator("drive", "xy_omega.MotionXYW");
    cube(scene.with("properties", json!({"ControlType": "Position"})), "cup", [2.0, 0.0, 1.0], json!(true))
}

fn hand() -> Json {
    json!({"object": "lowerarm_R_bb", "property": "Graspable", "distance_m": 5.0})
}

fn grasp(run: &mut Run, arguments: &[Value]) -> Option<Answer> {
    run.simulation.call("robot", "grasp", arguments)
}

const DONE: Option<Answer> = Some(Answer::Success(Value::Null));

fn refused(answer: Option<Answer>) -> String {
    match answer {
        Some(Answer::Failed(reason)) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn person_grasps_a_cup_and_carries_it() {
    let mut run = person(hand()).run();
    assert_eq!(grasp(&mut run, &[Value::Bool(true)]), DONE);
    assert_close(place(&run, "cup"), place(&run, "lowerarm_R_bb"), 1e-9);
    run.command("drive", &[("x", 1.0), ("y", 0.0), ("w", 0.0)]);
    let before = place(&run, "cup");
    run.seconds(1.0);
    // The arm swings in walking.
    assert_close(place(&run, "cup"), place(&run, "lowerarm_R_bb"), 1e-9);
    assert!((place(&run, "cup")[0] - before[0] - 1.0).abs() < 0.3);
    run.command("drive", &[("x", 0.0), ("y", 0.0), ("w", 0.0)]);
    run.seconds(1.0);
    assert_close(place(&run, "cup"), [before[0] + 1.0, before[1], before[2]], 1e-6);
    assert_eq!(grasp(&mut run, &[Value::Bool(false)]), DONE);
    run.seconds(1.0);
    assert!(place(&run, "cup")[2] < before[2] - 0.3, "it falls");
}

#[test]
fn person_grasps_a_named_object_within_reach() {
    let scene = cube(person(hand()), "pot", [1.0, 0.0, 1.0], json!(true));
    let mut run = cube(scene, "far", [9.0, 0.0, 1.0], json!(true)).run();
    for name in ["far", "robot", "saucer"] {
        let reason = refused(grasp(&mut run, &[Value::Bool(true), Value::from(name)]));
        assert!(reason.contains(name) && reason.contains("5 m"), "{reason}");
    }
    assert_eq!(grasp(&mut run, &[Value::Bool(true), Value::from("cup")]), DONE);
    assert_close(place(&run, "cup"), place(&run, "lowerarm_R_bb"), 1e-9);
    assert_eq!(grasp(&mut run, &[Value::Bool(true), Value::from("pot")]), DONE);
    assert!(place(&run, "pot")[0] > 0.9, "the hand is full");
    assert!(refused(grasp(&mut run, &[Value::from("yes")])).contains("grab"));
}

#[test]
fn missing_hand_and_missing_object_are_errors() {
    let mut run = person(json!({"object": "lowerarm_R_bb", "distance_m": 0.1})).run();
    assert!(refused(grasp(&mut run, &[Value::Bool(true)])).contains("nothing to grasp within 0.1 m"));
    assert_eq!(grasp(&mut run, &[Value::Bool(false)]), DONE);
    let refusal = person(json!({"object": "third_arm", "distance_m": 5.0})).refusal();
    assert!(refusal.contains("third_arm"), "{refusal}");
    let refusal = person(json!(["hand"])).refusal();
    assert!(refusal.contains("grasper"), "{refusal}");
    let mut run = Scene::new().robot("morse.robots.pr2.PR2").run();
    assert!(refused(grasp(&mut run, &[Value::Bool(true)])).contains("make_grasper"));
}

#[test]
fn grasping_robot_grasps_with_any_part_of_its_model() {
    let robot = json!({"name": "robot", "kind": "robot", "class": "morse.robots.grasping_robot.GraspingRobot",
        "model": {"file": "robots/human_rig"}, "options": {"grasper": hand()}});
    let scene = Scene::new().models(&own_models()).object(robot);
    let mut run = cube(scene, "cup", [2.0, 0.0, 1.0], json!(true)).run();
    assert_eq!(grasp(&mut run, &[Value::Bool(true)]), DONE);
    assert_close(place(&run, "cup"), place(&run, "lowerarm_R_bb"), 1e-9);
}
