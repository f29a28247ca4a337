//! Small models, each with one feature.

mod aims;
mod attached;
mod copies;
mod couplings;
mod legs;
mod looks;
mod motors;
mod puppets;
mod schema;
mod switches;
mod tolerance;
mod view;

use std::fs;
use std::path::PathBuf;

use glam::{DQuat, DVec3};

use super::*;
use crate::model::{BallAxis, JointKind, NodeId, NodeKind, NodeRole, Shape};
use crate::{SearchPath, load_within};

fn read_text(text: &str) -> (Model, Vec<String>) {
    let mut warnings = Warnings::default();
    let model = read_alone(text.as_bytes(), &mut warnings).unwrap();
    (model, warnings.into_messages())
}

fn error_of(text: &str) -> String {
    read_alone(text.as_bytes(), &mut Warnings::default()).unwrap_err().to_string()
}

/// The node of a body; names of joints and geoms are different.
fn link(model: &Model, name: &str) -> NodeId {
    model.find(name).unwrap_or_else(|| panic!("no link {name}"))
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("morse-mjcf-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn bodies_become_links_with_joints_limits_and_masses() {
    let (model, _) = read_text(
        r#"<mujoco model="arm"><worldbody>
            <geom name="floor" type="plane" size="0 0 1"/>
            <body name="upper" pos="0 0 1">
              <joint name="shoulder" axis="0 2 0" range="-90 45" damping="0.5" frictionloss="0.1"/>
              <geom type="box" size="0.1 0.2 0.3"/>
              <body name="lower" pos="0 0 -0.6" euler="0 0 90">
                <inertial pos="0 0 -0.1" mass="2" diaginertia="0.1 0.2 0.3"/>
                <joint name="slide" type="slide" axis="0 0 1" range="-0.5 0.5"/>
              </body>
            </body></worldbody></mujoco>"#,
    );
    assert_eq!((model.name.as_str(), model.joints.len()), ("arm", 2));
    let [shoulder, slide] = &model.joints[..] else { panic!("{:?}", model.joints) };
    let limits = shoulder.limits.unwrap();
    assert_eq!((shoulder.kind, shoulder.axis), (JointKind::Revolute, DVec3::Y));
    assert!((limits.lower + std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    assert!((limits.upper - std::f64::consts::FRAC_PI_4).abs() < 1e-12);
    assert_eq!((shoulder.damping, shoulder.friction), (0.5, 0.1));
    assert_eq!((slide.kind, slide.limits.unwrap().upper), (JointKind::Prismatic, 0.5));
    let (upper, lower) = (link(&model, "upper"), link(&model, "lower"));
    assert_eq!((slide.parent, slide.child), (upper, lower));
    let inertial = model.nodes[upper.index()].inertial.unwrap();
    assert!((inertial.mass - 48.0).abs() < 1e-9, "{}", inertial.mass);
    assert!((inertial.inertia.x_axis.x - 48.0 / 3.0 * (0.04 + 0.09)).abs() < 1e-9);
    assert_eq!(model.nodes[lower.index()].inertial.unwrap().mass, 2.0);
    let turned = model.nodes[lower.index()].parent_from_node;
    assert!(turned.transform_vector3(DVec3::X).abs_diff_eq(DVec3::Y, 1e-12));
}

#[test]
fn defaults_are_inherited_and_overridden() {
    let (model, _) = read_text(
        r#"<mujoco><compiler angle="radian"/>
          <default><joint damping="1" axis="1 0 0"/><geom rgba="1 0 0 1"/>
            <default class="leg"><joint range="-1 1"/>
              <default class="knee"><joint axis="0 1 0" damping="3"/></default></default></default>
          <worldbody><body name="a" childclass="leg"><joint name="hip"/><geom size="0.1" mass="1"/>
            <body name="b"><joint name="knee" class="knee" damping="4"/><geom size="0.1" rgba="0 0 1 1" mass="1"/></body>
          </body><body name="c"><joint name="free_hinge"/><geom size="0.1" mass="1"/></body></worldbody></mujoco>"#,
    );
    let joint = |name: &str| model.joints.iter().find(|joint| joint.name == name).unwrap();
    assert_eq!((joint("hip").axis, joint("hip").damping), (DVec3::X, 1.0));
    assert_eq!((joint("knee").axis, joint("knee").damping), (DVec3::Y, 4.0));
    assert_eq!(joint("knee").limits.unwrap().lower, -1.0);
    assert_eq!((joint("free_hinge").kind, joint("free_hinge").limits), (JointKind::Continuous, None));
    let colors: Vec<[f32; 3]> = model.materials.iter().map(|material| material.rgb).collect();
    assert_eq!(colors, [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
}

#[test]
fn several_joints_of_a_body_are_a_chain_and_a_ball_is_three_joints() {
    let (model, warnings) = read_text(
        r#"<mujoco><worldbody><body name="thigh" pos="1 2 3">
            <joint name="hip_x" axis="1 0 0" pos="0 0 0.1"/><joint name="hip_y" axis="0 1 0" pos="0 0 0.1"/>
            <geom size="0.1"/>
            <body name="shin" gravcomp="0.5"><joint name="knee" type="ball" range="0 30" damping="2" stiffness="3"/><geom size="0.1"/></body></body></worldbody></mujoco>"#,
    );
    let names: Vec<&str> = model.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["hip_x", "hip_y", "knee_x", "knee_y", "knee_z"]);
    let between = link(&model, "thigh/hip_x");
    assert_eq!((model.joints[0].child, model.joints[1].parent), (between, between));
    assert_eq!(model.joints[1].child, link(&model, "thigh"));
    assert_eq!(model.joints[0].anchor, DVec3::new(0.0, 0.0, 0.1));
    assert!(model.nodes[between.index()].inertial.is_none());
    assert_eq!(model.world_from(link(&model, "thigh")).translation, DVec3::new(1.0, 2.0, 3.0));
    for (number, joint) in model.joints[2..].iter().enumerate() {
        let BallAxis { number: axis, angle_max } = joint.ball.unwrap();
        assert_eq!((usize::from(axis), joint.axis), (number, DVec3::AXES[number]));
        assert_eq!(joint.limits, None);
        assert!((angle_max.unwrap() - 30.0_f64.to_radians()).abs() < 1e-15);
        assert_eq!(
            (joint.kind, joint.damping, joint.spring.unwrap().stiffness),
            (JointKind::Continuous, 2.0, 3.0)
        );
    }
    let shin = &model.nodes[link(&model, "shin").index()];
    assert_eq!(shin.physics.gravity_compensation, 0.5);
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn a_reference_position_keeps_the_pose_of_the_file() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody><body name="a" pos="0 0 1"><joint name="j" axis="0 0 1" ref="90" pos="1 0 0"/>
            <geom size="0.1"/></body></worldbody></mujoco>"#,
    );
    let joint = &model.joints[0];
    assert!((joint.position - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    let parent_from_zero = model.nodes[joint.child.index()].parent_from_node;
    let turn = glam::DAffine3::from_translation(joint.anchor)
        * glam::DAffine3::from_quat(DQuat::from_rotation_z(joint.position))
        * glam::DAffine3::from_translation(-joint.anchor);
    let at_start = parent_from_zero * turn;
    assert!(at_start.abs_diff_eq(glam::DAffine3::from_translation(DVec3::Z), 1e-12), "{at_start:?}");
}

#[test]
fn a_free_robot_alone_is_the_root_and_other_bodies_hang_on_the_world() {
    let robot = r#"<body name="base"><freejoint name="free"/><geom size="0.1"/>
        <body name="head"><geom size="0.1"/></body></body>"#;
    let joints = |floor: &str| {
        let (model, _) = read_text(&format!("<mujoco><worldbody>{floor}{robot}</worldbody></mujoco>"));
        let name = |id: NodeId| model.nodes[id.index()].name.clone();
        let joints = model.joints.iter().map(|joint| (joint.kind, name(joint.parent), name(joint.child)));
        (model.nodes[0].name.clone(), joints.collect::<Vec<_>>())
    };
    let fixed = (JointKind::Fixed, "base".to_owned(), "head".to_owned());
    assert_eq!(joints(""), ("base".to_owned(), vec![fixed.clone()]));
    let free = (JointKind::Floating, "world".to_owned(), "base".to_owned());
    assert_eq!(joints("<geom type=\"plane\" size=\"0 0 1\"/>"), ("base".to_owned(), vec![fixed.clone()]));
    assert_eq!(joints("<geom type=\"box\" size=\"1 1 1\"/>"), ("world".to_owned(), vec![free, fixed]));
}

#[test]
fn geoms_are_seen_and_collide_by_group_and_masks() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody><body name="b"><freejoint/>
            <geom name="both" type="capsule" fromto="0 0 0 0 0 2" size="0.1"/>
            <geom name="seen" type="cylinder" size="0.1 0.2" contype="0" conaffinity="0" group="2"/>
            <geom name="felt" type="ellipsoid" size="0.1 0.2 0.3" group="3"/></body></worldbody></mujoco>"#,
    );
    let named = |name: &str| model.find(name).map(|id| &model.nodes[id.index()]);
    assert_eq!(named("both").unwrap().role, NodeRole::Visual);
    let capsule = named("both/collision").unwrap();
    assert_eq!(capsule.kind, NodeKind::Shape(Shape::Capsule { radius: 0.1, length: 2.0 }));
    assert_eq!(capsule.parent_from_node.translation, DVec3::Z);
    assert!(named("seen").is_some() && named("seen/collision").is_none());
    assert!(named("felt").is_none() && named("felt/collision").is_some());
}

#[test]
fn frames_and_copies_place_their_contents() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody>
            <frame pos="1 0 0" euler="0 0 90"><body name="in_frame" pos="1 0 0"><geom size="0.1"/></body></frame>
            <replicate count="3" offset="0 1 0" sep="-"><body name="post"><geom size="0.1"/></body></replicate>
          </worldbody></mujoco>"#,
    );
    let place = |name: &str| model.world_from(link(&model, name)).translation;
    assert!(place("in_frame").abs_diff_eq(DVec3::new(1.0, 1.0, 0.0), 1e-12));
    assert!(place("post-0").abs_diff_eq(DVec3::ZERO, 1e-12));
    assert!(place("post-2").abs_diff_eq(DVec3::new(0.0, 2.0, 0.0), 1e-12));
}

#[test]
fn equalities_of_joints_are_mimic_joints_and_actuators_limit_efforts() {
    let (model, warnings) = read_text(
        r#"<mujoco><worldbody><body name="hand">
            <body name="left"><joint name="left_finger" type="slide"/><geom size="0.1"/></body>
            <body name="right"><joint name="right_finger" type="slide"/><geom size="0.1"/></body></body></worldbody>
          <equality><joint joint1="right_finger" joint2="left_finger" polycoef="0.1 -1 0 0 0"/><weld body1="hand"/></equality>
          <actuator><motor name="grip" joint="left_finger" gear="10" ctrlrange="-2 1"/></actuator>
          <keyframe><key name="open"/></keyframe></mujoco>"#,
    );
    let joint = |name: &str| model.joints.iter().find(|joint| joint.name == name).unwrap();
    let mimic = joint("right_finger").mimic.clone().unwrap();
    assert_eq!((mimic.joint.as_str(), mimic.multiplier, mimic.offset), ("left_finger", -1.0, 0.1));
    assert_eq!(joint("left_finger").limits.unwrap().effort, 20.0);
    let words = "no joint moves apart are left out";
    assert!(warnings.iter().any(|warning| warning.contains(words)), "{warnings:?}");
}

#[test]
fn included_files_and_meshes_are_found_and_scaled() {
    let folder = Folder::new("include");
    folder.write(
        "meshes/tetra.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    );
    folder.write(
        "parts/assets.xml",
        r#"<mujoco><asset><mesh file="tetra.obj" scale="2 2 2"/></asset></mujoco>"#,
    );
    let main = folder.write(
        "robot.xml",
        r#"<mujoco><compiler meshdir="meshes"/><include file="parts/assets.xml"/>
          <worldbody><body name="b"><freejoint/><geom type="mesh" mesh="tetra"/></body></worldbody></mujoco>"#,
    );
    let loaded = load_within(&main, &SearchPath::default()).unwrap();
    let body = loaded.model.find("b").unwrap();
    let inertial = loaded.model.nodes[body.index()].inertial.unwrap();
    // A sixth of a cube with an edge of 2 m.
    assert!((inertial.mass - 1000.0 * 8.0 / 6.0).abs() < 1e-6, "{}", inertial.mass);
    assert!(inertial.node_from_inertia.translation.abs_diff_eq(DVec3::splat(0.5), 1e-9));
}

#[test]
fn a_missing_mesh_is_reported_and_the_rest_is_read() {
    let folder = Folder::new("missing");
    let main = folder.write(
        "robot.xml",
        r#"<mujoco><asset><mesh name="m" file="gone.stl"/></asset>
          <worldbody><body name="b"><freejoint/><geom type="mesh" mesh="m" mass="1"/></body></worldbody></mujoco>"#,
    );
    let loaded = load_within(&main, &SearchPath::default()).unwrap();
    assert!(loaded.warnings.iter().any(|warning| warning.contains("gone.stl")), "{:?}", loaded.warnings);
}

#[test]
fn bad_files_are_refused_with_line_and_reason() {
    let body =
        |inner: &str| format!("<mujoco>\n<worldbody><body name=\"b\">\n{inner}</body></worldbody></mujoco>");
    for (text, words) in [
        ("<robot/>".to_owned(), "begins with <mujoco>"),
        (body("<joint type=\"screw\"/>"), "line 3: type \"screw\""),
        (body("<joint axis=\"0 0 0\"/>"), "axis of joint b/joint is zero"),
        (body("<joint range=\"1 -1\"/>"), "is above upper limit"),
        (body("<joint limited=\"true\"/>"), "limited and has no range"),
        (body("<joint damping=\"nan\"/>"), "not a finite number"),
        (body("<freejoint/><joint/>"), "free joint and further joints"),
        (body("<geom size=\"-1\"/>"), "below 0"),
        (body("<geom type=\"mesh\" mesh=\"m\"/>"), "no mesh \"m\""),
        (body("<geom class=\"c\" size=\"1\"/>"), "no default class \"c\""),
        (body("<geom material=\"m\" size=\"1\"/>"), "no material \"m\""),
        (body("<geom type=\"capsule\" fromto=\"0 0 0 0 0 0\" size=\"1\"/>"), "are the same"),
        (body("<inertial pos=\"0 0 0\"/>"), "has no mass"),
        (
            "<mujoco><include file=\"../../../etc/passwd\"/></mujoco>".to_owned(),
            "outside of the resource folders",
        ),
        ("<mujoco><compiler coordinate=\"global\"/></mujoco>".to_owned(), "global coordinates"),
        ("<mujoco><compiler eulerseq=\"abc\"/></mujoco>".to_owned(), "eulerseq"),
    ] {
        let error = error_of(&text);
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn circles_of_includes_and_floods_of_copies_are_refused() {
    let folder = Folder::new("circle");
    let main = folder.write("a.xml", "<mujoco><include file=\"b.xml\"/></mujoco>");
    folder.write("b.xml", "<mujoco><include file=\"a.xml\"/></mujoco>");
    let error = load_within(&main, &SearchPath::default()).unwrap_err().to_string();
    assert!(error.contains("includes itself"), "{error}");
    let nested = "<replicate count=\"1000\">".repeat(8) + "<geom size=\"1\"/>" + &"</replicate>".repeat(8);
    let error = error_of(&format!("<mujoco><worldbody>{nested}</worldbody></mujoco>"));
    assert!(error.contains("limit of"), "{error}");
}
