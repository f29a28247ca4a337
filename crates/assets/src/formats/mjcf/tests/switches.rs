//! Flags of `<option>`, and the numbers that all contacts have instead of their own.

use glam::DVec3;

use super::{error_of, read_text};
use crate::model::{JointKind, Model};

/// An arm with a limit, a spring, a damper, friction, a coupling and a tendon, above the ground.
fn arm(option: &str) -> (Model, Vec<String>) {
    read_text(&format!(
        r#"<mujoco><option density="1" {option}</option><worldbody><geom name="floor" type="plane" size="1 1 1" margin="0.1"/>
          <body name="a" pos="0 0 1" gravcomp="0.5"><joint name="a" range="-10 10" stiffness="3" damping="2 1" frictionloss="1"/><geom name="a" size="0.1" friction="2" priority="3"/>
            <body name="b" pos="0.5 0 0"><joint name="b" axis="0 1 0"/><geom name="b" size="0.1"/></body></body></worldbody>
          <contact><pair geom1="floor" geom2="b" friction="0.7" solreffriction="0.1 1" margin="0.2"/></contact>
          <tendon><fixed name="t" range="-1 1" stiffness="4" damping="5" frictionloss="6"><joint joint="a" coef="1"/></fixed></tendon>
          <equality><joint joint1="b" joint2="a"/></equality></mujoco>"#
    ))
}

#[test]
fn flags_switch_parts_of_the_physics_off() {
    let (model, warnings) = arm(
        r#"gravity="0 0 -5"><flag gravity="disable" contact="disable" limit="disable" frictionloss="disable" equality="disable" passive="disable"/>"#,
    );
    assert_eq!(warnings, [""; 0]);
    assert_eq!(model.world.as_ref().unwrap().gravity, DVec3::ZERO);
    assert!(model.find("a/collision").is_none() && model.find("a").is_some());
    let is_compensated = model.nodes.iter().any(|node| node.physics.gravity_compensation > 0.0);
    assert!(
        model.fluid.is_none() && !is_compensated,
        "without springs and dampers there are no passive forces"
    );
    let joint = &model.joints[0];
    assert_eq!((joint.kind, joint.friction, joint.damping), (JointKind::Continuous, 0.0, 0.0));
    assert_eq!((joint.spring, joint.polynomial.damping), (None, [0.0; 2]));
    assert!(joint.limits.is_none_or(|limits| limits.upper == f64::INFINITY));
    let tendon = &model.tendons[0];
    assert_eq!((tendon.limits, tendon.stiffness, tendon.damping, tendon.friction), (None, 0.0, 0.0, 0.0));
    assert!(model.joints[1].mimic.is_none() && model.equalities.is_empty());
}

#[test]
fn flags_that_are_on_or_have_no_effect_change_nothing_and_others_are_named() {
    let (plain, _) = arm(">");
    let (model, warnings) = arm(
        r#"integrator="implicitfast" sdf_iterations="5"><flag contact="enable" multiccd="enable" eulerdamp="disable" energy="enable" clampctrl="disable" diagexact="enable" ipc="disable"/>"#,
    );
    assert_eq!(model.joints, plain.joints);
    let expected = "flags in <option> without a counterpart: clampctrl disable, diagexact enable";
    assert!(warnings.iter().any(|it| it == expected), "{warnings:?}");
    assert_eq!(warnings.len(), 2, "solreffriction with pyramids: {warnings:?}");
    // The last value counts, and `constraint` is everything that pushes.
    let (model, _) = arm(r#"><flag constraint="disable"/><flag limit="enable"/>"#);
    assert!(model.equalities.is_empty() && model.find("b/collision").is_none());
    let error = error_of(r#"<mujoco><option><flag gravity="off"/></option></mujoco>"#);
    assert!(error.contains("gravity of <flag> is \"off\", not true or false"), "{error}");
}

#[test]
fn bodies_meet_their_carriers_without_the_filter() {
    let (model, _) = arm(r#"><flag filterparent="disable"/>"#);
    let [a, b] = ["a", "b"].map(|name| model.find(name).unwrap());
    assert!(model.colliding.contains(&[a, b]), "{:?}", model.colliding);
    assert!(!arm(">").0.colliding.contains(&[a, b]));
}

#[test]
fn overrides_give_all_contacts_their_numbers() {
    let numbers = r#"cone="elliptic" o_margin="0.02" o_solref="0.01 0.5" o_friction="0.3 0.4""#;
    let (model, warnings) = arm(&format!(r#"{numbers}><flag override="enable"/>"#));
    assert_eq!(warnings, [""; 0]);
    let physics = |name: &str| &model.nodes[model.find(name).unwrap().index()].physics;
    for name in ["floor/collision", "a/collision", "b/collision"] {
        let surface = physics(name).contact.unwrap();
        assert_eq!(surface.friction, [0.3, 0.4, 0.005, 0.0001, 0.0001], "{name}");
        assert_eq!((surface.softness.reference, surface.margin), ([0.01, 0.5], 0.01), "the sum is 0.02");
        assert_eq!(surface.softness.impedance, [0.9, 0.95, 0.001, 0.5, 2.0]);
    }
    let pair = physics("b/collision").pairs[0];
    assert_eq!((pair.friction, pair.margin), (Some([0.3, 0.4, 0.005, 0.0001, 0.0001]), Some(0.02)));
    assert_eq!((pair.reference, pair.friction_reference), (Some([0.01, 0.5]), None));

    let (model, _) = arm(&format!("{numbers}>"));
    let own = |name: &str| &model.nodes[model.find(name).unwrap().index()].physics;
    assert_eq!(own("a/collision").contact.unwrap().friction, [2.0, 2.0, 0.005, 0.0001, 0.0001]);
    let pair = own("b/collision").pairs[0];
    assert_eq!((pair.friction_reference, pair.margin), (Some([0.1, 1.0]), Some(0.2)));
    assert_eq!(pair.friction, Some([0.7, 1.0, 0.005, 0.0001, 0.0001]));
    let error = error_of(r#"<mujoco><option o_friction="-1"/></mujoco>"#);
    assert!(error.contains("o_friction is below 0"), "{error}");
}
