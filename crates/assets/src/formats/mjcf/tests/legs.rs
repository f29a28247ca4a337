//! A leg: keyframes, servos and contact exclusions.

use glam::DVec3;

use super::{error_of, read_text};
use crate::model::{JointKind, JointSpring, NodeId, ServoDamping, ServoGains};

/// A leg on a free body, with a foot that is fixed to the shin.
const LEG: &str = r#"<mujoco><compiler angle="radian"/>
  <default><default class="collision"><geom contype="1" conaffinity="0"/></default></default>
  <worldbody>WORLD<body name="trunk" pos="0 0 0.445"><freejoint name="root"/><geom size="0.1"/>
    <body name="thigh"><joint name="hip" ref="0.5" armature="0.02" stiffness="3" springref="0.25"/>
      <geom class="collision" size="0.05"/>
      <body name="shin" pos="0 0 -0.3"><joint name="knee" type="ball"/><geom class="collision" size="0.05"/>
        <body name="foot" pos="0 0 -0.3"><geom class="collision" size="0.02"/></body></body></body>
    <body name="tail"><joint name="wag"/><geom size="0.05"/></body></body></worldbody>
  <contact><exclude body1="tail" body2="foot"/></contact>
  <actuator><position name="hip" joint="hip" kp="100" kv="4" gear="2" forcerange="-30 20"/>
    <position name="wag" joint="wag" kp="7" dampratio="0.5" inheritrange="1"/></actuator>
  <keyframe><key name="home" qpos="0 0 0.27 0.6 0 0 0.8 0.9 0.6 0.8 0 0 -0.3"/></keyframe></mujoco>"#;

#[test]
fn keyframes_are_poses_by_name_or_number() {
    let file = LEG.replace(
        "</keyframe>",
        "<key ctrl=\"0 0\"/><key name=\"tall\" qpos=\"0 0 0.5 1 0 0 0 0.5 1 0 0 0 0.25\"/><key name=\"odd\" qpos=\"1\"/></keyframe>",
    );
    let (model, warnings) = read_text(&file);
    let names: Vec<&str> = model.keyframes.iter().map(|keyframe| keyframe.name.as_str()).collect();
    assert!(warnings.iter().any(|warning| warning.contains("do not fit the model")), "{warnings:?}");
    assert!(names.starts_with(&["home"]) && names.contains(&"tall") && !names.contains(&"odd"), "{names:?}");
    let tall = model.at_keyframe("tall").unwrap();
    let positions =
        |model: &crate::Model| model.joints.iter().map(|joint| joint.position).collect::<Vec<f64>>();
    assert!(positions(&tall).ends_with(&[0.5, 0.0, 0.0, 0.0, 0.0, 0.25]), "{:?}", positions(&tall));
    assert!(positions(&model).ends_with(&[-0.3]), "{:?}", positions(&model));
    assert_eq!(tall.nodes[0].parent_from_node.translation.z, 0.5);
    assert!(model.at_keyframe("taller").is_none());
}

#[test]
fn robot_starts_at_its_home_keyframe() {
    let (model, warnings) = read_text(&LEG.replace("WORLD", ""));
    let trunk = &model.nodes[0];
    assert_eq!(
        (trunk.name.as_str(), trunk.parent_from_node.translation),
        ("trunk", DVec3::new(0.0, 0.0, 0.27))
    );
    let turned = trunk.parent_from_node.transform_vector3(DVec3::X);
    assert!(turned.abs_diff_eq(DVec3::new(-0.28, 0.96, 0.0), 1e-12), "{turned}");
    let starts: Vec<(&str, f64)> = model
        .joints
        .iter()
        .filter(|joint| joint.kind != JointKind::Fixed)
        .map(|joint| (joint.name.as_str(), joint.position))
        .collect();
    let about_x = 2.0 * 0.8_f64.atan2(0.6);
    assert_eq!(starts.len(), 5);
    for ((name, position), (wanted, start)) in starts.into_iter().zip([
        ("hip", 0.9),
        ("knee_x", about_x),
        ("knee_y", 0.0),
        ("knee_z", 0.0),
        ("wag", -0.3),
    ]) {
        assert!(name == wanted && (position - start).abs() < 1e-12, "{name} {position}");
    }
    assert!(!warnings.iter().any(|warning| warning.contains("keyframe")), "{warnings:?}");
    let error = error_of(&LEG.replace("WORLD", "").replace("0 0 0.27 ", "0.27 "));
    assert!(error.contains("qpos of keyframe home has 11 numbers, and the joints have 13"), "{error}");
}

#[test]
fn joints_have_rotor_inertias_springs_and_the_gains_of_their_position_actuators() {
    let (model, _) = read_text(&LEG.replace("WORLD", ""));
    let joint = |name: &str| model.joints.iter().find(|joint| joint.name == name).unwrap();
    let hip = joint("hip");
    assert_eq!((hip.armature, hip.spring), (0.02, Some(JointSpring { stiffness: 3.0, rest: 0.25 })));
    // Both the position and the effort of the actuator are those of the joint times the gear.
    let gains = ServoGains { stiffness: 400.0, damping: ServoDamping::Absolute(16.0) };
    assert_eq!((hip.servo, hip.limits.unwrap().effort), (Some(gains), 60.0));
    let gains = ServoGains { stiffness: 7.0, damping: ServoDamping::Ratio(0.5) };
    assert_eq!((joint("wag").servo, joint("wag").spring), (Some(gains), None));
    let actuator = &model.actuators[0];
    assert_eq!((actuator.kind.as_str(), actuator.joint.as_deref()), ("position", Some("hip")));
    assert_eq!((actuator.gear, actuator.gain, actuator.bias), (2.0, 100.0, [0.0, -100.0, -4.0]));
    assert_eq!((actuator.command_range, actuator.force_range), (None, Some([-30.0, 20.0])));
}

#[test]
fn links_are_kept_apart_by_exclusions_and_masks() {
    let (model, _) = read_text(&LEG.replace("WORLD", ""));
    let named = |id: NodeId| model.nodes[id.index()].name.as_str();
    let apart: Vec<[&str; 2]> = model.apart.iter().map(|pair| pair.map(named)).collect();
    // The tail touches the shin, and so the part of which the foot is a piece.
    assert_eq!(apart, [["thigh", "shin"]]);
    let text = LEG
        .replace("WORLD", "")
        .replace("tail\" body2=\"foot", "tail\" body2=\"shin")
        .replace("</contact>", "<exclude body1=\"tail\" body2=\"foot\"/></contact>");
    let (model, _) = read_text(&text);
    assert_eq!(model.apart.len(), 2, "{:?}", model.apart);
    let error = error_of(&text.replace("body1=\"tail\"", "body1=\"tall\""));
    assert!(error.contains("there is no body \"tall\""), "{error}");
}

#[test]
fn spring_given_by_a_time_constant_follows_the_inertia_that_it_moves() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody><body name="arm"><joint name="hinge" axis="0 1 0" springdamper="0.1 0.5" armature="0.2"/>
            <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.3 0.1"/>
            <body name="bob" pos="0 0 -2"><joint name="slide" type="slide" springdamper="0.5 1"/>
              <inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/></body></body></worldbody></mujoco>"#,
    );
    let joint = |name: &str| model.joints.iter().find(|joint| joint.name == name).unwrap();
    let inertia = 0.2 + 0.3 + 1.0 + 3.0 * 4.0;
    for (name, stiffness, damping) in
        [("hinge", inertia / 0.0025, 2.0 * inertia / 0.1), ("slide", 3.0 / 0.25, 2.0 * 3.0 / 0.5)]
    {
        let spring = joint(name).spring.unwrap();
        assert!((spring.stiffness - stiffness).abs() < 1e-9 && spring.rest == 0.0, "{name} {spring:?}");
        assert!((joint(name).damping - damping).abs() < 1e-9, "{name}");
    }
}
