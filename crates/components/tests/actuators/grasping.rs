//! Grippers and hands: which objects they grasp, carry and release.

use std::path::{Path, PathBuf};

use crate::common::{FAKE, Run, Scene, assert_close, own_models};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use serde_json::{Value as Json, json};

fn folders() -> [PathBuf; 2] {
    [own_models(), Path::new("/usr/share/morse/data").to_owned()]
}

/// A cube of 10 cm in the air, which falls unless it is held.
fn cube(scene: Scene, name: &str, location: [f64; 3], graspable: Json) -> Scene {
    scene.object(json!({"name": name, "kind": "object", "location": location, "scale": [0.05, 0.05, 0.05],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]},
        "body": {"physics": "RIGID_BODY", "mass": 0.5}, "properties": {"Graspable": graspable}}))
}

/// A robot without body, 5 m up, with a drive and a gripper that points forward.
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
fn a_gripper_takes_what_is_before_it_and_nothing_else() {
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
fn the_nearest_one_is_taken_and_held_when_asked_again() {
    let scene = cube(carrier(), "far", [0.4, 0.0, 5.0], json!(true));
    let mut run = cube(scene, "near", [0.2, 0.05, 5.0], json!(1)).run();
    assert_eq!(grab(&mut run, "gripper"), Value::from("near"));
    assert_eq!(grab(&mut run, "gripper"), Value::from("near"));
    assert_eq!(run.call("gripper", "release", &[]), Value::Bool(true));
    assert_eq!(run.call("gripper", "release", &[]), Value::Bool(false));
}

#[test]
fn angle_and_distance_are_those_of_the_cone() {
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
fn what_is_held_goes_where_the_robot_goes_and_is_left_where_it_lets_go() {
    for folder in folders() {
        let mut run = cube(carrier().models(&folder), "cup", [0.3, 0.05, 5.0], json!(true)).run();
        run.step(1);
        grab(&mut run, "gripper");
        // A quarter of a circle, about the robot, then ahead.
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
fn fingers_close_on_what_is_taken_and_open_when_it_is_let_go() {
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
fn what_is_let_go_falls() {
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
fn the_gripper_of_one_robot_takes_from_that_of_another() {
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
fn two_grippers_of_a_robot_hold_one_thing_each() {
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
fn a_restored_gripper_still_holds() {
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

/// A person with a hand, and a cup two metres away.
fn person(grasper: Json) -> Scene {
    let catalogue = morse_components::catalogue();
    let (class, builder) = catalogue.by_builder("Human").unwrap();
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
fn a_person_takes_a_cup_into_the_hand_and_carries_it() {
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
fn a_person_takes_what_is_named_if_it_is_near_enough() {
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
fn who_has_no_hand_or_nothing_to_take_is_told() {
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
fn a_robot_that_is_nothing_but_a_hand_grasps_with_any_part_of_its_model() {
    let robot = json!({"name": "robot", "kind": "robot", "class": "morse.robots.grasping_robot.GraspingRobot",
        "model": {"file": "robots/human_rig"}, "options": {"grasper": hand()}});
    let scene = Scene::new().models(&own_models()).object(robot);
    let mut run = cube(scene, "cup", [2.0, 0.0, 1.0], json!(true)).run();
    assert_eq!(grasp(&mut run, &[Value::Bool(true)]), DONE);
    assert_close(place(&run, "cup"), place(&run, "lowerarm_R_bb"), 1e-9);
}
