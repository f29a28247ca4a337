//! Robots: how they stand.

mod common;

use common::{ATRV, FAKE, MORSY, Scene, assert_close};

fn standing(class: &str) -> common::Run {
    Scene::new().robot(class).sensor("pose", "pose.Pose").run()
}

#[test]
fn an_atrv_stands_its_margin_and_that_of_the_ground_above_it() {
    let mut run = standing(ATRV);
    for _ in 0..5 {
        run.seconds(1.0);
        assert_close(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 0.104], 1e-3);
        assert_close(run.reads("pose", ["yaw", "pitch", "roll"]), [0.0; 3], 2e-3);
    }
}

#[test]
fn an_atrv_is_put_relative_to_where_its_model_stands() {
    let mut run = Scene::new().robot(ATRV).at([3.0, -2.0, 0.0], 0.5).sensor("pose", "pose.Pose").run();
    run.step(1);
    assert_close(run.reads("pose", ["x", "y", "z", "yaw"]), [3.0, -2.0, 0.1, 0.5], 1e-9);
}

#[test]
fn morsy_settles_on_the_ground_unseen() {
    let mut run = standing(MORSY);
    run.seconds(2.0);
    // Its box begins 14 mm above its frame, and the ground keeps 60 mm away.
    assert_close(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 0.06 - 0.0143], 2e-3);
    assert_close(run.reads("pose", ["yaw", "pitch", "roll"]), [0.0; 3], 2e-3);
}

#[test]
fn a_fake_robot_stays_in_the_air() {
    let mut run = Scene::new().robot(FAKE).at([0.0, 0.0, 5.0], 0.0).sensor("pose", "pose.Pose").run();
    run.seconds(1.0);
    assert_eq!(run.reads("pose", ["x", "y", "z"]), [0.0, 0.0, 5.0]);
}
