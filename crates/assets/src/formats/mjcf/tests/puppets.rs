//! Bodies that clients move, springs and dampers that are not linear, skins, and geoms that are left out of pictures.

use super::*;
use crate::model::{BodyType, EffortPolynomial, JointSpring};

const PUPPET: &str = r#"<mujoco><worldbody>
    <body name="target" mocap="true" pos="1 0 0"><geom name="mark" size="0.1"/><body name="tip" pos="0 0 1"><geom size="0.1"/></body></body>
    <body name="hand"><freejoint/><geom size="0.1"/></body></worldbody>
  <equality><weld body1="target" body2="hand" relpose="0 0 0 1 0 0 0"/></equality>
  <keyframe><key name="up" mpos="0 0 2" mquat="0 0 0 1"/><key name="same" qpos="0 0 5 1 0 0 0"/></keyframe></mujoco>"#;

#[test]
fn mocap_body_is_static_and_its_weld_is_kept() {
    let (model, warnings) = read_text(PUPPET);
    for name in ["target", "tip"] {
        let node = &model.nodes[link(&model, name).index()];
        assert_eq!((node.inertial, node.physics.body), (None, BodyType::Static), "{name}");
    }
    assert_eq!(model.equalities.len(), 1, "{warnings:?}");
    assert!(!warnings.join("\n").contains("mocap"), "{warnings:?}");
}

#[test]
fn keyframes_place_mocap_bodies() {
    let (model, _) = read_text(PUPPET);
    let pose = |keyframe: &str| {
        let model = model.at_keyframe(keyframe).unwrap();
        model.nodes[link(&model, "target").index()].parent_from_node
    };
    let up = pose("up");
    assert_eq!(up.translation, DVec3::new(0.0, 0.0, 2.0));
    assert!((up.transform_vector3(DVec3::X) + DVec3::X).length() < 1e-12);
    assert_eq!(pose("same").translation, DVec3::X);
    let short = PUPPET.replace("mpos=\"0 0 2\"", "mpos=\"0 0\"");
    let (_, warnings) = read_text(&short);
    assert!(
        warnings.iter().any(|text| text.contains("mpos of keyframe up has 2 numbers, not 3")),
        "{warnings:?}"
    );
}

#[test]
fn mocap_bodies_with_joints_or_below_a_body_are_refused() {
    let joint = r#"<mujoco><worldbody><body name="a" mocap="true"><joint/><geom size="1"/></body></worldbody></mujoco>"#;
    let below = r#"<mujoco><worldbody><body><body name="a" mocap="true"><geom size="1"/></body></body></worldbody></mujoco>"#;
    for text in [joint, below] {
        let problem = error_of(text);
        assert!(
            problem.contains("body a with mocap is not a child of the world, or has joints"),
            "{problem}"
        );
    }
}

#[test]
fn further_numbers_of_stiffness_and_damping_are_those_of_higher_powers() {
    let (model, warnings) = read_text(
        r#"<mujoco><default><joint stiffness="1 2 3"/></default><worldbody>
          <body><joint name="a" damping="0.1 0.2 0.3" stiffness="5"/><geom size="1"/>
            <body><joint name="b" stiffness="0 0 4"/><geom size="1"/></body></body></worldbody>
          <tendon><fixed name="t" stiffness="1 0 2" damping="0 3"><joint joint="a" coef="1"/></fixed></tendon></mujoco>"#,
    );
    let [a, b] = &model.joints[..] else { panic!("{:?}", model.joints) };
    // An attribute with fewer numbers keeps the further ones of its class, as in MuJoCo.
    assert_eq!(a.spring, Some(JointSpring { stiffness: 5.0, rest: 0.0 }));
    assert_eq!(a.polynomial, EffortPolynomial { stiffness: [2.0, 3.0], damping: [0.2, 0.3] });
    assert_eq!(b.spring, Some(JointSpring { stiffness: 0.0, rest: 0.0 }));
    assert_eq!((b.polynomial.stiffness, a.damping), ([0.0, 4.0], 0.1));
    let tendon = &model.tendons[0];
    assert_eq!(tendon.polynomial, EffortPolynomial { stiffness: [0.0, 2.0], damping: [3.0, 0.0] });
    assert!(warnings.is_empty(), "{warnings:?}");
}

/// Two bodies 1 m apart with a strip of two squares over both; `bend` is the angle of the second one. [°]
fn strip(bend: f64) -> String {
    format!(
        r#"<mujoco><worldbody><body name="a"><joint/><geom size="0.1"/>
            <body name="b" pos="1 0 0"><joint name="bend" axis="0 0 1" ref="{bend}"/><geom size="0.1"/></body></body></worldbody>
          <deformable><skin name="strip" rgba="1 0 0 1" vertex="0 0 0 0 1 0 1 0 0 1 1 0 2 0 0 2 1 0" face="0 2 1 1 2 3 2 4 3 3 4 5">
            <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 0.4 0.4"/>
            <bone body="b" bindpos="1 0 0" bindquat="1 0 0 0" vertid="2 3 4 5" vertweight="0.6 0.6 1 1"/></skin></deformable></mujoco>"#
    )
}

#[test]
fn triangles_of_a_skin_are_on_the_body_that_moves_them_most() {
    let (model, warnings) = read_text(&strip(0.0));
    let part = |name: &str| {
        let node = &model.nodes[link(&model, name).index()];
        let NodeKind::Mesh(mesh) = node.kind else { panic!("{node:?}") };
        (node.parent, &model.meshes[mesh.index()])
    };
    let (on_a, near) = part("strip/a");
    let (on_b, far) = part("strip/b");
    assert_eq!((on_a, on_b), (model.find("a"), model.find("b")));
    assert_eq!((near.triangles.len(), far.triangles.len()), (2, 2));
    // In the frame of the second body.
    let highest = far.vertices.iter().map(|vertex| vertex.x).fold(f32::MIN, f32::max);
    assert!((highest - 1.0).abs() < 1e-6 && far.normals.iter().all(|normal| normal.z > 0.99), "{far:?}");
    assert!(warnings.iter().any(|text| text.contains("skins move in rigid parts") && text.contains("strip")));
}

#[test]
fn skins_with_damaged_vertices_weights_or_files_are_named() {
    let error = error_of(&strip(0.0).replace("3 4 5\"", "3 4 9\""));
    assert!(error.contains("skin strip names vertices that are not there"), "{error}");
    let error = error_of(&strip(0.0).replace("vertweight=\"1 1 ", "vertweight=\"0 1 "));
    assert!(error.contains("skin strip has vertices that no body moves"), "{error}");
    let error = error_of(&strip(0.0).replace("<bone body=\"b\"", "<bone body=\"c\""));
    assert!(error.contains("there is no body \"c\""), "{error}");

    let folder = Folder::new("skn");
    let text = r#"<mujoco><asset><skin file="s.skn"/></asset><worldbody><body name="a"><joint/><geom size="1"/></body></worldbody></mujoco>"#;
    for (bytes, words) in [
        (vec![1, 0, 0], "its length does not fit"),
        (vec![255; 16], "a count is below 0"),
        ([200, 0, 0, 0].repeat(4), "its counts are damaged"),
    ] {
        fs::write(folder.0.join("s.skn"), bytes).unwrap();
        fs::write(folder.0.join("m.xml"), text).unwrap();
        let loaded = load_within(&folder.0.join("m.xml"), &SearchPath::default()).unwrap();
        assert!(
            loaded.warnings.iter().any(|it| it.contains(words) && it.contains("s.skn")),
            "{:?}",
            loaded.warnings
        );
    }
}

#[test]
fn discardvisual_leaves_out_pictures_of_geoms_that_do_not_collide() {
    let text = |discard: &str| {
        format!(
            r#"<mujoco><compiler discardvisual="{discard}" fusestatic="true"/><worldbody><body name="b"><joint/><geom name="seen" size="0.1" mass="1" contype="0" conaffinity="0"/>
              <geom name="hit" size="0.1" mass="2"/></body></worldbody></mujoco>"#
        )
    };
    for (discard, seen) in [("true", false), ("false", true)] {
        let (model, warnings) = read_text(&text(discard));
        assert_eq!(model.find("seen").is_some(), seen, "{discard}");
        assert!(model.find("hit").is_some());
        assert_eq!(model.nodes[link(&model, "b").index()].inertial.unwrap().mass, 3.0);
        assert!(warnings.is_empty(), "{warnings:?}");
    }
}

#[test]
fn place_of_relpose_is_that_of_the_anchor_on_the_first_body() {
    let text = PUPPET.replace("relpose=\"0 0 0 1 0 0 0\"", "anchor=\"0.2 0 0\" relpose=\"0 0 1 1 0 0 0\"");
    let (model, _) = read_text(&text);
    let crate::model::EqualityKind::Weld { a, b, .. } = &model.equalities[0].kind else { panic!() };
    assert_eq!(a.link_from_frame.translation, DVec3::Z);
    assert_eq!(b.link_from_frame.translation, DVec3::new(0.2, 0.0, 0.0));
}
