//! Tests of the targets of inverse kinematics: their motion, and the tip of an arm that follows them.

use std::f64::consts::{FRAC_PI_2, PI};

use super::{TARGET, folders, kuka, list, request, tip, values};
use crate::common::assert_close;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;

#[test]
fn tip_follows_a_target_as_in_the_original() {
    let angles = list(&[FRAC_PI_2, -FRAC_PI_2, -PI]);
    for folder in folders() {
        let mut run = kuka().models(&folder).run();
        let targets = run.call("arm", "list_IK_targets", &[]);
        assert_eq!(targets, Value::List(vec![TARGET.into()]));
        let place = [TARGET.into(), list(&[1.0, 0.0, 0.3105]), Value::Null, false.into()];
        run.call("arm", "place_IK_target", &place);
        run.seconds(2.0);
        // The hand stays upright, so the arm is too short; it leans slightly towards the target, as in the original.
        assert_close(tip(&run), [0.778, 0.0, 0.363], 0.01);
        assert_close([run.read("tip", "pitch")], [0.02], 0.005);
        let place = [TARGET.into(), list(&[1.0, 0.0, 0.3105]), angles.clone(), false.into()];
        run.call("arm", "place_IK_target", &place);
        run.seconds(2.0);
        assert_close(tip(&run), [1.0, 0.0, 0.3105], 0.01);
    }
}

#[test]
fn target_moves_at_its_speed_and_the_tip_follows() {
    let mut run = kuka().run();
    run.call("arm", "set_rotations", &[list(&[0.0, -0.6, 0.0, -1.2, 0.0, -0.6, 0.0])]);
    run.step(1);
    let before = tip(&run);
    let here = list(&before);
    run.call("arm", "place_IK_target", &[TARGET.into(), here, Value::Null, false.into()]);
    run.seconds(0.5);
    assert_close(tip(&run), before, 1e-3);
    let way = list(&[0.1, -0.2, -0.1]);
    let answer =
        request(&mut run, "move_IK_target", &[TARGET.into(), way, Value::Null, true.into(), 0.2.into()]);
    run.seconds(0.5);
    let [x, y, z] = before;
    assert_close(tip(&run), [x + 0.1, y - 0.1, z - 0.1], 0.01);
    assert!(answer.try_recv().is_err());
    run.seconds(0.6);
    assert_eq!(answer.try_recv(), Ok(Answer::Success(Value::Null)));
    assert_close(tip(&run), [x + 0.1, y - 0.2, z - 0.1], 0.006);
    // A service that moves joints continues from the current configuration.
    let bent = values(&run);
    run.call("arm", "set_rotation", &["kuka_7".into(), 1.0.into()]);
    run.seconds(1.0);
    assert_close(values(&run)[..6].try_into().unwrap(), <[f64; 6]>::try_from(&bent[..6]).unwrap(), 1e-9);
}

#[test]
fn target_out_of_reach_straightens_the_arm() {
    let mut run = kuka().run();
    run.call("arm", "set_rotation", &["kuka_4".into(), 0.5.into()]);
    let angles = list(&[FRAC_PI_2, -FRAC_PI_2, -PI]);
    let far = [TARGET.into(), list(&[5.0, 0.0, 0.3105]), angles, false.into()];
    run.call("arm", "place_IK_target", &far);
    run.seconds(3.0);
    assert_close(tip(&run), [1.0, 0.0, 0.3105], 0.02);
}
