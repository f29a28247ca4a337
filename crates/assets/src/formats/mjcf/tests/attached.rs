//! Attached models: prefixes, classes, units and the sections that come along.

use super::*;

const HAND: &str = r#"<mujoco model="hand"><compiler angle="degree" meshdir="meshes"/>
  <default><joint damping="2"/><default class="f"><joint range="-90 90"/></default></default>
  <asset><material name="paint" rgba="1 0 0 1"/></asset>
  <worldbody><body name="palm" pos="0 0 1"><geom size="0.1" material="paint"/><body name="tip"><joint name="bend" class="f"/><geom size="0.1"/></body></body>
    <body name="aside"><joint name="other"/><geom size="0.1"/></body></worldbody>
  <actuator><motor name="pull" joint="bend"/><motor name="push" joint="other"/></actuator></mujoco>"#;

fn with_hand(text: &str, name: &str) -> Model {
    let folder = Folder::new(name);
    folder.write("parts/hand.xml", HAND);
    let main = folder.write("robot.xml", text);
    load_within(&main, &SearchPath::default()).unwrap().model
}

#[test]
fn attached_body_brings_its_classes_units_and_actuators() {
    let model = with_hand(
        r#"<mujoco><compiler angle="radian"/><default><joint damping="7"/></default>
          <asset><model name="hand" file="parts/hand.xml"/></asset>
          <worldbody><body name="arm"><joint name="turn" range="-1 1"/><geom size="0.1"/>
            <frame pos="0 1 0"><attach model="hand" body="palm" prefix="left/"/></frame>
            <attach model="hand" body="palm" prefix="right/"/></body></worldbody>
          <actuator><motor name="lift" joint="turn"/></actuator></mujoco>"#,
        "attached",
    );
    let joint = |name: &str| model.joints.iter().find(|joint| joint.name == name).unwrap();
    let limits = joint("left/bend").limits.unwrap();
    assert!((limits.upper - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    assert_eq!((joint("left/bend").damping, joint("turn").damping), (2.0, 7.0));
    let names: Vec<&str> = model.actuators.iter().map(|actuator| actuator.name.as_str()).collect();
    assert_eq!(names, ["lift", "left/pull", "right/pull"]);
    let place = model.nodes[link(&model, "left/palm").index()].parent_from_node.translation;
    assert_eq!(place, DVec3::new(0.0, 1.0, 1.0));
    assert!(model.find("left/aside").is_none());
}

#[test]
fn whole_model_is_attached_with_all_of_its_bodies() {
    let model = with_hand(
        r#"<mujoco><asset><model file="parts/hand.xml"/></asset>
          <worldbody><body name="arm"><joint name="turn"/><geom size="0.1"/><attach model="hand" prefix="h_"/></body></worldbody></mujoco>"#,
        "attached-whole",
    );
    assert!(model.find("h_palm").is_some() && model.find("h_aside").is_some());
    let names: Vec<&str> = model.actuators.iter().map(|actuator| actuator.name.as_str()).collect();
    assert_eq!(names, ["h_pull", "h_push"]);
}

#[test]
fn attachments_without_a_model_or_in_circles_are_refused() {
    let text =
        r#"<mujoco><worldbody><body><attach model="gone" body="b" prefix="p"/></body></worldbody></mujoco>"#;
    assert!(error_of(text).contains("no model \"gone\""), "{}", error_of(text));
    let folder = Folder::new("attached-circle");
    let text = |file: &str| {
        format!(
            r#"<mujoco model="m"><asset><model name="x" file="{file}"/></asset><worldbody><body name="b"><geom size="1"/><attach model="x" body="b" prefix="p"/></body></worldbody></mujoco>"#
        )
    };
    folder.write("b.xml", &text("a.xml"));
    let main = folder.write("a.xml", &text("b.xml"));
    let error = load_within(&main, &SearchPath::default()).unwrap_err().to_string();
    assert!(error.contains("attaches itself"), "{error}");
}
