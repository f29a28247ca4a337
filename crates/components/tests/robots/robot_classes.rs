//! Tests of rest poses, builder classes and rotors of robots.

use crate::common::{ATRV, FAKE, MORSY, Run, Scene, assert_close};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;

fn standing(class: &str) -> Run {
    Scene::new().robot(class).sensor("pose", "pose.Pose").run()
}

#[test]
fn atrv_rests_at_the_sum_of_both_collision_margins() {
    let mut run = standing(ATRV);
    for _ in 0..5 {
        run.seconds(1.0);
        assert_close(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 0.104], 1e-3);
        assert_close(run.reads("pose", ["yaw", "pitch", "roll"]), [0.0; 3], 2e-3);
    }
}

#[test]
fn position_of_an_atrv_is_relative_to_its_model_pose() {
    let mut run = Scene::new().robot(ATRV).at([3.0, -2.0, 0.0], 0.5).sensor("pose", "pose.Pose").run();
    run.step(1);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [3.0, -2.0, 0.1, 0.5], 1e-9);
}

#[test]
fn morsy_settles_on_the_ground_with_its_invisible_box() {
    let mut run = standing(MORSY);
    run.seconds(2.0);
    // The box of the robot begins 14 mm above the origin of its frame, and the collision margin of the ground is 60 mm.
    assert_close(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 0.06 - 0.0143], 2e-3);
    assert_close(run.reads("pose", ["yaw", "pitch", "roll"]), [0.0; 3], 2e-3);
}

#[test]
fn fake_robot_stays_in_the_air() {
    let mut run = Scene::new().robot(FAKE).at([0.0, 0.0, 5.0], 0.0).sensor("pose", "pose.Pose").run();
    run.seconds(1.0);
    assert_eq!(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 5.0]);
}

/// A robot as its builder class creates it.
fn built(builder: &str) -> Run {
    let catalog = morse_components::catalog();
    let class =
        catalog.components.iter().find(|class| class.builders.iter().any(|known| known.name == builder));
    let class = class.unwrap();
    let builder = class.builders.iter().find(|known| known.name == builder).unwrap();
    Scene::new().built(builder, &class.class).sensor("pose", "pose.Pose").run()
}

#[test]
fn torso_of_a_pr2_rises_with_its_head_and_arms() {
    let mut run = built("BarePR2");
    let height = |run: &Run, part: &str| {
        let node = run.simulation.world().find(part).unwrap();
        run.simulation.world().world_from(node).translation.z
    };
    let parts = ["torso_lift_link", "head_tilt_link", "l_grip_l_fing_tip", "base_Collision"];
    let before = parts.map(|part| height(&run, part));
    let answer = run.simulation.call("robot", "set_torso", &[Value::Float(0.2)]);
    assert_eq!(answer, Some(Answer::Success(Value::Text("New torso z position: 0.990675".to_owned()))));
    run.step(1);
    let after = parts.map(|part| height(&run, part));
    let risen = std::array::from_fn(|part| after[part] - before[part]);
    assert_close(risen, [0.2, 0.2, 0.2, 0.0], 1e-4);
    let Some(Answer::Success(Value::Float(torso))) = run.simulation.call("robot", "get_torso", &[]) else {
        panic!("no height of the torso")
    };
    assert_close([torso], [0.2], 1e-9);
}

#[test]
fn pr2_reports_the_range_of_its_torso_and_refuses_heights_outside() {
    let mut run = built("BarePR2");
    let limits = Value::List(vec![Value::Float(0.0), Value::Float(0.31)]);
    assert_eq!(run.simulation.call("robot", "get_torso_minmax", &[]), Some(Answer::Success(limits)));
    for height in [0.0, -0.1, 0.31, 5.0] {
        let answer = run.simulation.call("robot", "set_torso", &[Value::Float(height)]);
        let text = "Not a valid height, value has to be between 0.0 and 0.31!";
        assert_eq!(answer, Some(Answer::Success(Value::Text(text.to_owned()))), "{height}");
    }
    let torso = run.simulation.call("robot", "get_torso", &[]);
    let Some(Answer::Success(Value::Float(torso))) = torso else { panic!("{torso:?}") };
    assert_close([torso], [0.0], 1e-4);
}

#[test]
fn rotor_of_an_rmax_has_no_body_and_base_of_a_jido_is_part_of_its_body() {
    let run = built("RMax");
    let rotor = run.simulation.world().find("Rotor").unwrap();
    assert!(!run.simulation.world().has_body(rotor));
    let run = built("Jido");
    let world = run.simulation.world();
    assert!(world.is_free(world.find("robot").unwrap()) && !world.has_body(world.find("JidoBase").unwrap()));
}

#[test]
fn rotor_of_an_rmax_rotates_to_the_left() {
    let mut run = built("RMax");
    let rotor = run.simulation.world().find("Rotor").unwrap();
    let angle = |run: &Run| run.simulation.world().parent_from(rotor).euler().yaw;
    let before = angle(&run);
    run.step(1);
    // 850 turns a minute, 60 ticks a second.
    let expected = 850.0 / 3600.0 * std::f64::consts::TAU;
    assert_close([morse_world::normalise_angle(angle(&run) - before)], [expected], 1e-6);
}
