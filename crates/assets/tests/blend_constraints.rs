//! Constraints between the rigid bodies of a file of Blender 4.5, which `blend_constraints/make.py` writes, as joints of a model.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use glam::DVec3;
use morse_assets::model::{EqualityKind, Joint, JointKind, JointMotor, Model};
use morse_assets::{Loaded, load};

fn loaded() -> Loaded {
    load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blend_constraints/constraints.blend")).unwrap()
}

fn joint<'m>(model: &'m Model, name: &str) -> &'m Joint {
    model.joints.iter().find(|joint| joint.name == name).unwrap_or_else(|| panic!("no joint {name}"))
}

#[test]
fn each_kind_of_constraint_becomes_joints() {
    let Loaded { model, warnings, .. } = loaded();
    let of = |name: &str| {
        let named = |joint: &&Joint| {
            joint.name == name || joint.name.strip_prefix(name).is_some_and(|end| end.starts_with('_'))
        };
        model.joints.iter().filter(named).map(|joint| joint.kind).collect::<Vec<_>>()
    };
    let [turn, slide] = [JointKind::Continuous, JointKind::Prismatic];
    assert_eq!(of("fixed"), [JointKind::Fixed]);
    assert_eq!(of("point"), [turn; 3]);
    assert_eq!(of("hinge"), [JointKind::Revolute]);
    assert_eq!(of("slider"), [slide]);
    assert_eq!(of("piston"), [slide, JointKind::Revolute]);
    assert_eq!(of("generic turn"), [JointKind::Revolute]);
    assert_eq!(of("generic slide"), [slide]);
    assert_eq!(of("generic ball"), [turn; 3]);
    assert_eq!(of("spring"), [slide]);
    let spring = joint(&model, "spring");
    assert_eq!((spring.spring.unwrap().stiffness, spring.damping), (20.0, 4.0));
    assert!(warnings.iter().all(|warning| !warning.contains("constraint")), "{warnings:?}");
}

#[test]
fn motors_drive_the_joints_of_their_bodies() {
    let Loaded { model, .. } = loaded();
    let motors: Vec<(&str, Option<JointMotor>)> = model
        .joints
        .iter()
        .filter(|joint| joint.motor.is_some())
        .map(|joint| (joint.name.as_str(), joint.motor))
        .collect();
    let motor = |velocity: f32| Some(JointMotor { velocity: f64::from(velocity), effort: 50.0 });
    // The hinge turns the load about -z of the world, which is its axis; the motor of the slider looks against x.
    assert_eq!(motors, [("driven hinge", motor(0.2)), ("driven slider", motor(-0.1))]);
    assert!(joint(&model, "driven hinge").axis.abs_diff_eq(DVec3::NEG_Z, 1e-6));
    assert!(joint(&model, "driven slider").axis.abs_diff_eq(DVec3::X, 1e-6));
}

#[test]
fn anchors_are_in_meters_though_bodies_have_a_scale() {
    let Loaded { model, .. } = loaded();
    // The load is a cube with a scale of 0.4, 0.3 and 0.2, 1 m beside the hinge.
    let hinge = joint(&model, "hinge");
    assert!(hinge.anchor.abs_diff_eq(DVec3::NEG_X, 1e-6), "{}", hinge.anchor);
    let limits = hinge.limits.unwrap();
    assert_eq!((limits.lower, limits.upper), (-0.5, 0.25));
    // The z axis of the empty is -y of the world; turns are those of the first body seen from the second one.
    assert!(hinge.axis.abs_diff_eq(DVec3::Y, 1e-6), "{}", hinge.axis);
    let reversed = joint(&model, "hinge of the load");
    assert!(reversed.axis.abs_diff_eq(DVec3::NEG_Y, 1e-6), "{}", reversed.axis);
}

#[test]
fn posts_stand_on_the_world_and_the_last_point_of_the_bridge_closes_a_loop() {
    let Loaded { model, .. } = loaded();
    // The empties of the constraints are roots, too.
    let is_body = |name: &str| name == "world" || name.ends_with("post");
    let roots = model.nodes.iter().filter(|node| node.parent.is_none() && is_body(&node.name));
    assert_eq!(roots.map(|node| node.name.as_str()).collect::<Vec<_>>(), ["world"]);
    let name = |id: morse_assets::model::NodeId| model.nodes[id.index()].name.as_str();
    let load = joint(&model, "hinge of the load");
    assert_eq!([name(load.parent), name(load.child)], ["world", "hinge of the load load"]);
    let [equality] = &model.equalities[..] else { panic!("{:?}", model.equalities) };
    let EqualityKind::Connect { a, b } = equality.kind else { panic!("{equality:?}") };
    let places = [a, b].map(|end| model.world_from(end.link.unwrap()).transform_point3(end.point));
    assert!(places[0].abs_diff_eq(places[1], 1e-6), "{places:?}");
}
