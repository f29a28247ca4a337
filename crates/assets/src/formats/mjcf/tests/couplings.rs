//! Equalities, tendons and the actuators that pull them.

use glam::DVec3;

use super::{error_of, read_text};
use crate::model::{Activation, EqualityKind, JointKind, Model, TendonPath, Waypoint};

/// Two links on hinges beside each other, with sites, a ball and a cylinder.
fn robot(sections: &str) -> String {
    format!(
        r#"<mujoco><compiler angle="radian"/><worldbody><site name="hook" pos="0 0 2"/>
          <body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0" range="-1 2"/><geom name="round" size="0.1"/><geom name="flat" type="box" size="1 1 1"/>
            <site name="sa" pos="0.1 0 0"/><body name="a2" pos="0.2 0 0"><joint name="ja2" axis="0 1 0" ref="0.5"/><geom name="nothing" size="0"/>
            <geom size="0.1"/><site name="sa2"/></body></body>
          <body name="b" pos="0.5 0 1"><joint name="jb" axis="0 1 0"/><geom size="0.1"/><site name="sb"/>
            <body name="b2"><joint name="ball" type="ball"/><geom size="0.1"/></body></body>
          </worldbody>{sections}</mujoco>"#
    )
}

fn model(sections: &str) -> (Model, Vec<String>) {
    read_text(&robot(sections))
}

#[test]
fn loops_hold_the_pose_of_the_file() {
    let (model, _) = model(
        r#"<default><equality solref="0.005 1" solimp="0.95 1 0.001"/></default><equality>
          <connect name="pin" body1="a2" body2="b" anchor="0.3 0 0"/><weld name="glue" body1="a2" body2="b" solref="0.01 2"/>
          <connect name="sites" site1="sa" site2="sb"/><connect name="ground" body1="b" anchor="0 0 1"/></equality>"#,
    );
    let link = |name: &str| model.find(name);
    let kinds: Vec<_> = model.equalities.iter().map(|equality| &equality.kind).collect();
    let EqualityKind::Connect { a, b } = kinds[0] else { panic!("{kinds:?}") };
    assert_eq!((a.link, a.point, b.link), (link("a2"), DVec3::new(0.3, 0.0, 0.0), link("b")));
    // The body a2 is 0.2 m from a, in the pose of the file.
    assert!(b.point.abs_diff_eq(DVec3::ZERO, 1e-12), "{b:?}");
    let EqualityKind::Weld { a, b, torque_scale } = kinds[1] else { panic!("{kinds:?}") };
    let place = a.link_from_frame.translation;
    assert!(place.abs_diff_eq(DVec3::new(0.3, 0.0, 0.0), 1e-12), "{a:?} {b:?}");
    assert_eq!(*torque_scale, 1.0);
    let EqualityKind::Connect { a, .. } = kinds[2] else { panic!("{kinds:?}") };
    assert_eq!((a.link, a.point), (link("a"), DVec3::new(0.1, 0.0, 0.0)));
    let EqualityKind::Connect { b, .. } = kinds[3] else { panic!("{kinds:?}") };
    assert_eq!((b.link, b.point), (link("world"), DVec3::new(0.5, 0.0, 2.0)));
    assert_eq!(model.equalities[0].softness.reference, [0.005, 1.0]);
    assert_eq!(model.equalities[0].softness.impedance, [0.95, 0.9999, 0.001, 0.5, 2.0]);
    assert_eq!(model.equalities[1].softness.reference, [0.01, 2.0]);
}

#[test]
fn couplings_that_are_not_mimic_joints_are_equalities() {
    let (model, warnings) = model(
        r#"<equality><joint joint1="ja" joint2="jb"/><joint name="loop" joint1="jb" joint2="ja"/>
          <joint name="bent" joint1="ja2" joint2="jb" polycoef="0.1 1 2"/><joint name="off" joint1="ja2" active="false"/>
          <weld name="same" body1="a" body2="a"/></equality>"#,
    );
    let mimics: Vec<_> = model.joints.iter().filter_map(|joint| joint.mimic.as_ref()).collect();
    assert_eq!(mimics.len(), 1);
    let names: Vec<_> = model.equalities.iter().map(|equality| equality.name.as_str()).collect();
    assert_eq!(names, ["loop", "bent"]);
    // ja2 is at 0.5 in the pose of the file.
    let EqualityKind::Joint { polynomial, .. } = &model.equalities[1].kind else { panic!() };
    assert_eq!(*polynomial, [0.6, 1.0, 2.0, 0.0, 0.0]);
    assert!(
        warnings.iter().any(|warning| warning.contains("not active at the start") && warning.contains("off"))
    );
    assert!(
        warnings.iter().any(|warning| warning.contains("no joint moves apart") && warning.contains("same"))
    );
}

#[test]
fn tendons_have_paths_springs_and_limits() {
    let (model, _) = model(
        r#"<default><tendon stiffness="3" damping="0.2"/></default><tendon>
          <spatial name="cord" range="0 1" springlength="0.1 0.3" frictionloss="0.4" actuatorfrcrange="-2 1">
            <site site="hook"/><geom geom="round" sidesite="sa"/><site site="sb"/><pulley divisor="2"/><site site="sa"/><site site="sa2"/>
          </spatial><fixed name="sum"><joint joint="ja" coef="2"/><joint joint="jb"/></fixed></tendon>
          <equality><tendon name="tie" tendon1="cord" tendon2="sum" polycoef="0 0.5"/></equality>
          <actuator><motor name="pull" tendon="cord" gear="-2"/><position name="hold" tendon="sum" kp="5" dampratio="1" inheritrange="1"/>
            <motor name="push" site="sb" gear="0 0 1 0 0 0"/></actuator>"#,
    );
    let [cord, sum] = &model.tendons[..] else { panic!("{:?}", model.tendons) };
    let TendonPath::Spatial(path) = &cord.path else { panic!("{cord:?}") };
    assert_eq!(path.len(), 6);
    assert!(
        matches!(&path[1], Waypoint::Obstacle { radius, is_cylinder: false, side: Some(_), .. } if *radius == 0.1)
    );
    assert_eq!((cord.limits, cord.rest), (Some([0.0, 1.0]), Some([0.1, 0.3])));
    assert_eq!((cord.stiffness, cord.damping, cord.friction), (3.0, 0.2, 0.4));
    assert_eq!((cord.force_range, sum.rest), (Some([-2.0, 1.0]), None));
    assert_eq!(sum.path, TendonPath::Fixed(vec![("ja".to_owned(), 2.0), ("jb".to_owned(), 1.0)]));
    assert!(
        matches!(&model.equalities[0].kind, EqualityKind::Tendon { tendon, other: Some(other), .. } if tendon == "cord" && other == "sum")
    );
    let [pull, hold, push] = &model.actuators[..] else { panic!("{:?}", model.actuators) };
    assert_eq!((pull.tendon.as_deref(), pull.gear, pull.is_simulated), (Some("cord"), -2.0, true));
    assert_eq!((hold.gain, hold.bias, hold.damping_ratio), (5.0, [0.0, -5.0, 0.0], Some(1.0)));
    assert_eq!(push.site.as_ref().map(|site| site.gears), Some([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]));
}

#[test]
fn actuators_have_filters_integrators_and_ranges() {
    let (model, warnings) = model(
        r#"<actuator><general name="f" joint="ja" dyntype="filter" dynprm="0.1" actlimited="true" actrange="-1 2"/>
          <general name="e" joint="ja" dyntype="filterexact" dynprm="0.2"/><position name="p" joint="ja" kp="3" timeconst="0.3"/>
          <intvelocity name="i" joint="ja" kp="4" inheritrange="1"/><damper name="d" joint="ja" kv="2" ctrlrange="0 1"/>
          <cylinder name="c" joint="ja" timeconst="0.5" area="2"/><muscle name="m" joint="ja"/><motor name="b" joint="ball"/>
          <general name="g" joint="ja" gainprm="7" biastype="affine" biasprm="0 -7 0.4"/><adhesion name="a" body="a" ctrlrange="0 1"/></actuator>
          <keyframe><key name="home" ctrl="1 2 3 4 5 6 7 8 9 10"/></keyframe>"#,
    );
    let actuator = |name: &str| model.actuators.iter().find(|actuator| actuator.name == name).unwrap();
    assert_eq!(actuator("f").activation, Activation::Filter(0.1));
    assert_eq!((actuator("f").activation_range, actuator("f").command), (Some([-1.0, 2.0]), 1.0));
    assert_eq!(actuator("e").activation, Activation::ExactFilter(0.2));
    assert_eq!((actuator("p").activation, actuator("p").gain), (Activation::ExactFilter(0.3), 3.0));
    assert_eq!(
        (actuator("i").activation, actuator("i").activation_range),
        (Activation::Integrator, Some([-1.0, 2.0]))
    );
    assert_eq!((actuator("d").gain, actuator("d").gain_by), (0.0, [0.0, -2.0]));
    assert_eq!((actuator("c").activation, actuator("c").gain), (Activation::Filter(0.5), 2.0));
    assert_eq!((actuator("g").damping_ratio, actuator("g").bias), (Some(0.4), [0.0, -7.0, 0.0]));
    let m = actuator("m");
    assert_eq!((m.muscle.unwrap().range, m.is_simulated), ([0.75, 1.05], true));
    let b = actuator("b").site.as_ref().unwrap();
    assert_eq!((b.gears, b.is_along_site), ([0.0, 0.0, 0.0, 1.0, 0.0, 0.0], true));
    assert!(b.reference.is_some() && actuator("b").is_simulated);
    assert_eq!((actuator("a").body, actuator("a").is_simulated), (model.find("a"), true));
    assert!(!warnings.iter().any(|it| it.contains("left out")), "{warnings:?}");
}

#[test]
fn free_bodies_are_floating_and_pushed_by_actuators_of_their_joints() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody><body name="one"><freejoint name="f"/><geom size="0.1"/></body>
          <body name="two"><freejoint/><geom size="0.1"/></body></worldbody>
          <actuator><motor name="up" joint="f" gear="0 0 2 0 0 0"/></actuator></mujoco>"#,
    );
    assert!(model.joints.iter().all(|joint| joint.kind == JointKind::Floating));
    let site = model.actuators[0].site.clone().unwrap();
    assert_eq!((site.site.link, site.reference.map(|frame| frame.link)), (model.find("one"), Some(None)));
}

#[test]
fn springs_by_time_constants_have_the_inertia_with_all_other_joints_free() {
    // Two rods of 1 kg in a row: the first hinge moves less than the inertia of both as one body.
    let (model, _) = read_text(
        r#"<mujoco><compiler angle="radian"/><worldbody><body><joint name="j" axis="0 0 1" springdamper="0.1 0.5"/>
          <inertial mass="1" pos="0.5 0 0" diaginertia="0.1 0.1 0.1"/><body pos="1 0 0"><joint name="k" axis="0 0 1"/>
          <inertial mass="1" pos="0.5 0 0" diaginertia="0.1 0.1 0.1"/></body></body></worldbody></mujoco>"#,
    );
    // The mass matrix in the pose of the file: [0.35 + 2.35, 0.85; 0.85, 0.35].
    let inertia = (0.35 + 2.35) - 0.85 * 0.85 / 0.35;
    let joint = &model.joints[0];
    assert!((joint.damping - 2.0 * inertia / 0.1).abs() < 1e-12, "{}", joint.damping);
    assert!((joint.spring.unwrap().stiffness - inertia / (0.05f64 * 0.05)).abs() < 1e-9);
}

#[test]
fn couplings_without_meaning_are_refused_with_their_line() {
    let cord = |inner: &str| format!("<tendon><spatial name=\"t\">{inner}</spatial></tendon>");
    for (sections, words) in [
        (
            "<equality><connect body1=\"x\" body2=\"a\" anchor=\"0 0 0\"/></equality>".to_owned(),
            "no body \"x\"",
        ),
        ("<equality><connect body1=\"a\" body2=\"b\"/></equality>".to_owned(), "no anchor"),
        ("<equality><connect site1=\"sa\"/></equality>".to_owned(), "names one site"),
        ("<equality><weld/></equality>".to_owned(), "neither body1 nor two sites"),
        ("<equality><joint joint1=\"ja\" joint2=\"ja\"/></equality>".to_owned(), "follows itself"),
        ("<equality><tendon tendon1=\"t\"/></equality>".to_owned(), "no tendon \"t\""),
        ("<equality><weld body1=\"a\" body2=\"b\" relpose=\"0 0 0\"/></equality>".to_owned(), "needs 7"),
        (cord(""), "less than two sites"),
        (cord("<site site=\"sa\"/>"), "less than two sites"),
        (cord("<site site=\"sa\"/><site site=\"zz\"/>"), "no site \"zz\""),
        (
            cord("<site site=\"sa\"/><geom geom=\"flat\"/><site site=\"sb\"/>"),
            "no sphere or cylinder \"flat\"",
        ),
        (cord("<site site=\"sa\"/><geom geom=\"nothing\"/><site site=\"sb\"/>"), "of radius 0"),
        (cord("<geom geom=\"round\"/><site site=\"sa\"/><site site=\"sb\"/>"), "not between two sites"),
        (cord("<site site=\"sa\"/><site site=\"sb\"/><geom geom=\"round\"/>"), "ends with a geom"),
        (cord("<site site=\"sa\"/><site site=\"sb\"/><pulley divisor=\"0\"/>"), "not above 0"),
        (cord("<site site=\"sa\"/><pulley/><site site=\"sa\"/><site site=\"sb\"/>"), "less than two sites"),
        ("<tendon><fixed name=\"f\"/></tendon>".to_owned(), "has no joints"),
        ("<tendon><fixed><joint joint=\"ja\"/><joint joint=\"ja\"/></fixed></tendon>".to_owned(), "twice"),
        ("<tendon><fixed><joint joint=\"none\"/></fixed></tendon>".to_owned(), "no joint \"none\""),
        ("<tendon><fixed range=\"1 0\"><joint joint=\"ja\"/></fixed></tendon>".to_owned(), "above upper end"),
        ("<tendon><fixed stiffness=\"-1\"><joint joint=\"ja\"/></fixed></tendon>".to_owned(), "is below 0"),
        ("<actuator><motor tendon=\"t\"/></actuator>".to_owned(), "no tendon \"t\""),
        ("<actuator><motor site=\"t\"/></actuator>".to_owned(), "no site \"t\""),
        ("<actuator><motor joint=\"ja\" ctrlrange=\"1 0\"/></actuator>".to_owned(), "above the upper end"),
        ("<keyframe><key name=\"home\" ctrl=\"1\"/></keyframe>".to_owned(), "there are 0 actuators"),
    ] {
        let error = error_of(&robot(&sections));
        assert!(error.contains(words) && error.contains("line "), "{sections}: {error}");
    }
}

#[test]
fn cameras_are_places_that_look_along_their_negative_z() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody><body name="head" pos="0 0 1"><geom size="0.1"/>
          <camera name="eye" pos="0.1 0 0" xyaxes="0 -1 0 0 0 1" fovy="60"/></body></worldbody></mujoco>"#,
    );
    // Its x is to the right and its y up: it looks along x of the head.
    let place = model.world_from(model.find("eye/camera").unwrap());
    assert!(place.translation.abs_diff_eq(DVec3::new(0.1, 0.0, 1.0), 1e-12));
    assert!(place.transform_vector3(DVec3::X).abs_diff_eq(DVec3::X, 1e-12), "{place:?}");
    assert!(place.transform_vector3(DVec3::Z).abs_diff_eq(DVec3::Z, 1e-12));
}

#[test]
fn contact_pairs_give_shapes_their_numbers() {
    let (model, _) = read_text(
        r#"<mujoco><default><geom contype="0" conaffinity="0"/><pair condim="4"/></default>
          <worldbody><geom name="floor" type="plane" size="5 5 1"/>
            <body name="a" pos="0 0 1"><joint name="x" type="slide"/><joint name="z"/><geom name="ball" size=".1"/><geom size=".1"/></body>
            <body name="b" pos="1 0 1"><joint name="k"/><geom name="box" type="box" size=".1 .1 .1"/></body></worldbody>
          <contact><pair geom1="floor" geom2="ball" friction=".7 .7 .01 .001 .001" margin=".01"/><pair name="near" geom1="box" geom2="floor"/></contact></mujoco>"#,
    );
    let pairs = |name: &str| &model.nodes[model.find(name).unwrap().index()].physics.pairs;
    let [ball] = &pairs("ball/collision")[..] else { panic!("{:?}", model.nodes) };
    assert_eq!(
        (ball.friction, ball.dimension, ball.margin),
        (Some([0.7, 0.7, 0.01, 0.001, 0.001]), Some(4), Some(0.01))
    );
    assert_eq!(pairs("floor/collision").len(), 2);
    assert_eq!(model.find("a/geom1/collision"), None);
    let [world, a, b] = ["world", "a", "b"].map(|name| model.find(name).unwrap());
    assert!(model.apart.contains(&[a, b]), "{:?}", model.apart);
    assert_eq!(model.colliding, [[world, a], [world, b]]);
}

#[test]
fn cones_of_friction_are_pyramids_unless_the_file_asks_for_elliptic_ones() {
    let text = |option: &str| {
        format!(
            r#"<mujoco>{option}<worldbody><body name="a"><freejoint/><geom name="ball" size=".1"/></body></worldbody></mujoco>"#
        )
    };
    for (option, expected) in [
        ("", true),
        (r#"<option cone="pyramidal"/>"#, true),
        (r#"<option cone="elliptic"/>"#, false),
        (r#"<option cone="pyramidal"/><option cone="elliptic" timestep="0.01"/>"#, false),
    ] {
        let (model, warnings) = read_text(&text(option));
        let ball = &model.nodes[model.find("ball/collision").unwrap().index()];
        assert_eq!(ball.physics.contact.unwrap().has_pyramid, expected, "{option}");
        assert!(!warnings.iter().any(|warning| warning.contains("cone")), "{warnings:?}");
    }
    assert!(error_of(&text(r#"<option cone="round"/>"#)).contains("pyramidal, elliptic"));
}

#[test]
fn ratio_of_impedances_and_longest_step_are_those_of_the_file() {
    let text = |option: &str| {
        format!(
            r#"<mujoco>{option}<worldbody><body name="a"><freejoint/><geom name="ball" size=".1"/></body></worldbody></mujoco>"#
        )
    };
    for (option, ratio, step_s) in [
        ("", 1.0, None),
        (r#"<option impratio="10" timestep="0.004"/>"#, 10.0, Some(0.004)),
        (r#"<option impratio="10"/><option impratio="0.5" timestep="1e-6"/>"#, 0.5, Some(1e-4)),
    ] {
        let (model, warnings) = read_text(&text(option));
        let ball = &model.nodes[model.find("ball/collision").unwrap().index()];
        assert_eq!(ball.physics.contact.unwrap().impedance_ratio, ratio, "{option}");
        assert_eq!(model.step_max_s, step_s, "{option}");
        let is_named = warnings.iter().any(|warning| warning.contains("timestep 0.000001"));
        assert_eq!(is_named, option.contains("1e-6"), "{warnings:?}");
    }
    for (option, problem) in [
        ("impratio=\"0\"", "impratio 0 is not above 0"),
        ("impratio=\"-1\"", "impratio -1 is not above 0"),
        ("timestep=\"0\"", "timestep 0 is not above 0"),
    ] {
        let found = error_of(&text(&format!("<option {option}/>")));
        assert!(found.contains(problem), "{found}");
    }
}
