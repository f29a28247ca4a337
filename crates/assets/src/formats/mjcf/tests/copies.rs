//! Copies by `<replicate>`: their names, and the tendons, equalities and actuators that come along. The expected numbers are those of
//! MuJoCo 4.0.

use super::*;
use crate::model::TendonPath;

/// An arm that is not copied, and twice a body with three balls.
const COPIES: &str = r#"<mujoco><worldbody><site name="w"/><body name="fix"><joint name="fj"/><geom size="1"/></body>
  <replicate count="2" offset="1 0 0" sep="-"><body name="o"><joint name="oj"/><geom name="og" size=".1"/><site name="os"/>
    <replicate count="3" offset="0 1 0"><body name="i"><joint name="ij"/><geom name="ig" size=".1"/><site name="is" pos="0 0 .2"/></body></replicate>
  </body></replicate></worldbody>
  <tendon><spatial name="t"><site site="os"/><site site="is"/></spatial><spatial name="u"><site site="w"/><site site="os"/></spatial>
    <fixed name="f"><joint joint="fj" coef="1"/><joint joint="oj" coef="2"/></fixed></tendon>
  <equality><joint joint1="oj" joint2="fj"/></equality>
  <actuator><motor name="m" joint="oj"/><motor name="a" joint="fj"/><motor name="mt" tendon="t"/></actuator></mujoco>"#;

#[test]
fn elements_that_name_copied_objects_are_copied_with_them() {
    let (model, warnings) = read_text(COPIES);
    assert!(warnings.is_empty(), "{warnings:?}");
    let tendons: Vec<&str> = model.tendons.iter().map(|tendon| tendon.name.as_str()).collect();
    assert_eq!(tendons, ["u-0", "f-0", "t0-0", "t1-0", "t2-0", "u-1", "f-1", "t0-1", "t1-1", "t2-1"]);
    let actuators: Vec<&str> = model.actuators.iter().map(|actuator| actuator.name.as_str()).collect();
    assert_eq!(actuators, ["a", "m-0", "mt0-0", "mt1-0", "mt2-0", "m-1", "mt0-1", "mt1-1", "mt2-1"]);
    let TendonPath::Fixed(members) = &model.tendons[6].path else { panic!("{:?}", model.tendons[6]) };
    assert_eq!(members, &[("fj".to_owned(), 1.0), ("oj-1".to_owned(), 2.0)]);
    for name in ["oj-0", "oj-1"] {
        let joint = model.joints.iter().find(|joint| joint.name == name).unwrap();
        assert_eq!(joint.mimic.as_ref().map(|mimic| mimic.joint.as_str()), Some("fj"), "{name}");
    }
    assert!(model.world_from(link(&model, "i2-1")).translation.abs_diff_eq(DVec3::new(1.0, 2.0, 0.0), 1e-12));
}

#[test]
fn numbers_of_copies_have_as_many_digits_as_their_count() {
    let text = r#"<mujoco><worldbody><replicate count="10"><body name="b"><geom size="1"/></body></replicate></worldbody></mujoco>"#;
    let (model, _) = read_text(text);
    assert!(model.find("b00").is_some() && model.find("b09").is_some());
}

#[test]
fn attached_models_are_copied_with_their_actuators() {
    let folder = Folder::new("copied-attachment");
    folder.write(
        "leg.xml",
        r#"<mujoco model="leg"><worldbody><body name="leg"><joint name="knee"/><geom size=".1"/><site name="world"/><site name="foot"/></body></worldbody>
          <tendon><spatial name="cord"><site site="world"/><site site="foot"/></spatial></tendon>
          <actuator><motor name="pull" joint="knee"/></actuator></mujoco>"#,
    );
    let main = folder.write(
        "robot.xml",
        r#"<mujoco><asset><model file="leg.xml"/></asset><worldbody><replicate count="2" euler="0 0 180">
          <frame pos="1 0 0"><attach model="leg" body="leg" prefix="l_"/></frame></replicate></worldbody></mujoco>"#,
    );
    let model = load_within(&main, &SearchPath::default()).unwrap().model;
    let actuators: Vec<&str> = model.actuators.iter().map(|actuator| actuator.name.as_str()).collect();
    assert_eq!(actuators, ["l_pull0", "l_pull1"]);
    assert_eq!(model.tendons.len(), 2);
    assert!(model.world_from(link(&model, "l_leg1")).translation.abs_diff_eq(DVec3::NEG_X, 1e-12));
}

#[test]
fn copied_references_count_towards_the_limits() {
    let sensors = r#"<joint joint="j" coef="1"/>"#.repeat(1000);
    let text = format!(
        r#"<mujoco><worldbody><replicate count="90000"><body><joint name="j"/><geom size="1"/></body></replicate></worldbody>
          <tendon><fixed>{sensors}</fixed></tendon></mujoco>"#
    );
    let error = error_of(&text);
    assert!(error.contains("limit of"), "{error}");
}
