//! Cameras and lights that follow bodies or look at them.

use glam::{DQuat, DVec3};

use super::{error_of, read_text};
use crate::model::AimKind;

/// An arm with a camera. The pose of the file is the one at the position 0.3 of its first joint.
fn arm(camera: &str) -> String {
    format!(
        r#"<mujoco><compiler angle="radian"/><worldbody>
          <body name="upper" pos="0 0 1" euler="0 0 0.4"><joint axis="0 1 0" ref="0.3"/><geom size="0.1" pos="0.2 0 0" mass="1"/>{camera}
            <body name="lower" pos="0.4 0 0"><joint/><geom size="0.1" mass="3"/></body></body>
          <body name="other" pos="1 0 0"><joint/><geom size="0.1"/></body></worldbody></mujoco>"#
    )
}

/// The same arm with its reference position at zero.
fn standing(camera: &str) -> String {
    arm(camera).replace("ref=\"0.3\"", "")
}

#[test]
fn cameras_that_follow_keep_their_rotation_and_their_place_beside_the_body() {
    for (mode, of_subtree, center) in [("track", false, DVec3::ZERO), ("trackcom", true, DVec3::X * 0.35)] {
        let (model, warnings) = read_text(&arm(&format!(
            r#"<camera name="c" mode="{mode}" pos="0.1 -1 0.5" xyaxes="1 0 0 0 0 1"/>"#
        )));
        assert_eq!(warnings, [""; 0]);
        let [aim] = &model.aims[..] else { panic!("{:?}", model.aims) };
        assert_eq!((Some(aim.node), Some(aim.link)), (model.find("c/camera"), model.find("upper")));
        assert_eq!(aim.of_subtree, of_subtree);
        let AimKind::Follow { offset, rotation } = aim.kind else { panic!("{aim:?}") };
        let turn = DQuat::from_rotation_z(0.4);
        let expected = turn * (DVec3::new(0.1, -1.0, 0.5) - center);
        assert!((offset - expected).length() < 1e-12, "{offset}, not {expected}");
        // It looks along y of the body.
        assert!((rotation * DVec3::X - turn * DVec3::Y).length() < 1e-12, "{rotation}");
    }
}

#[test]
fn cameras_that_look_at_a_body_are_turned_to_it_with_a_level_horizon() {
    let (model, _) =
        read_text(&standing(r#"<camera name="c" mode="targetbody" target="other" pos="0 -1 0.5"/>"#));
    assert!(matches!(model.aims[0].kind, AimKind::LookAt { .. }) && !model.aims[0].of_subtree);
    let pose = model.world_from(model.find("c/camera").unwrap());
    let towards = (DVec3::X - pose.translation).normalize();
    assert!((pose.transform_vector3(DVec3::X) - towards).length() < 1e-12, "{pose:?}");
    assert!(pose.transform_vector3(DVec3::Y).z.abs() < 1e-12 && pose.transform_vector3(DVec3::Z).z > 0.0);
}

#[test]
fn modes_without_a_target_and_unknown_modes_are_refused_and_unknown_bodies_named() {
    let error = error_of(&arm(r#"<camera name="c" mode="targetbody"/>"#));
    assert!(error.contains("<camera> with the mode targetbody has no target"), "{error}");
    let error = error_of(&arm(r#"<camera name="c" mode="orbit"/>"#));
    assert!(error.contains("mode \"orbit\" of <camera> is not one of fixed, track"), "{error}");
    let (model, warnings) = read_text(&arm(r#"<camera name="c" mode="targetbodycom" target="cup"/>"#));
    assert_eq!((model.aims.len(), &*warnings[0]), (0, "there is no body \"cup\" to look at: c/camera"));
    let (model, _) = read_text(
        r#"<mujoco><worldbody><camera name="c" mode="track"/><body><joint/><geom size="1"/></body></worldbody></mujoco>"#,
    );
    assert_eq!(model.aims, [], "the world stands");
}
