//! Tests of the SDF reader.

use std::fs;
use std::path::{Path, PathBuf};

use glam::{DAffine3, DVec3};
use proptest::prelude::*;

use crate::formats::sdf::read_alone;
use crate::model::{
    BodyType, EarthOrigin, EqualityKind, JointKind, LightKind, Node, NodeKind, NodeRole, Relief, Shape,
    SpecularShader, WorldSettings,
};
use crate::{Model, Warnings, load};

const ARM: &str = r#"<?xml version="1.0"?>
<sdf version="1.9"><model name="arm" canonical_link="base">
  <link name="base"><pose>0 0 0.1 0 0 0</pose><inertial><mass>5</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.3</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.3 0.3 0.2</size></box></geometry>
      <surface><friction><ode><mu>0.7</mu></ode></friction><bounce><restitution_coefficient>0.2</restitution_coefficient></bounce></surface></collision>
    <visual name="v"><geometry><cylinder><radius>0.1</radius><length>0.2</length></cylinder></geometry>
      <material><diffuse>1 0 0 1</diffuse></material><transparency>0.25</transparency></visual></link>
  <frame name="mount" attached_to="base"><pose>0 0 0.1 0 0 1.5707963267948966</pose></frame>
  <link name="upper"><pose relative_to="shoulder">0 0 0.5 0 0 0</pose></link>
  <joint name="shoulder" type="revolute"><pose relative_to="mount"/><parent>base</parent><child>upper</child>
    <axis><xyz expressed_in="__model__">0 1 0</xyz><limit><lower>-1</lower><upper>2</upper><effort>50</effort><velocity>3</velocity></limit>
      <dynamics><damping>0.5</damping><friction>0.1</friction></dynamics></axis></joint>
</model></sdf>"#;

fn read(text: &str) -> (Model, Vec<String>) {
    let mut warnings = Warnings::default();
    let model = read_alone(text.as_bytes(), &mut warnings).unwrap();
    (model, warnings.into_messages())
}

/// A model of a version with the given contents.
fn model(version: &str, contents: &str) -> String {
    format!("<sdf version='{version}'><model name='m'>{contents}</model></sdf>")
}

fn error(text: &str) -> String {
    read_alone(text.as_bytes(), &mut Warnings::default()).unwrap_err().to_string()
}

fn named<'m>(model: &'m Model, name: &str) -> &'m Node {
    let names: Vec<&str> = model.nodes.iter().map(|node| node.name.as_str()).collect();
    &model.nodes[model.find(name).unwrap_or_else(|| panic!("{name}: {names:?}")).index()]
}

fn world_from(model: &Model, name: &str) -> DAffine3 {
    model.world_from(model.find(name).unwrap())
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn an_arm_has_links_joints_shapes_and_colors() {
    let (model, warnings) = read(ARM);
    assert_eq!(warnings, Vec::<String>::new());
    assert_eq!((model.name.as_str(), model.joints.len()), ("arm", 1));
    let base = named(&model, "base");
    assert_eq!((base.parent, base.physics.body, base.physics.friction), (None, BodyType::RigidBody, 0.7));
    assert_eq!((base.inertial.unwrap().mass, base.physics.elasticity), (5.0, 0.2));
    assert_eq!(base.inertial.unwrap().inertia.z_axis.z, 0.3);
    let collision = named(&model, "base/c");
    assert_eq!(collision.kind, NodeKind::Shape(Shape::Box { size: DVec3::new(0.3, 0.3, 0.2) }));
    assert_eq!(collision.role, NodeRole::Collision);
    let visual = named(&model, "base/v");
    let material = &model.materials[visual.materials[0].unwrap().index()];
    assert_eq!((material.rgb, material.alpha), ([1.0, 0.0, 0.0], 0.75));
    let joint = &model.joints[0];
    assert_eq!((joint.name.as_str(), joint.kind), ("shoulder", JointKind::Revolute));
    let limits = joint.limits.unwrap();
    assert_eq!((limits.lower, limits.upper, limits.velocity, limits.effort), (-1.0, 2.0, 3.0, 50.0));
    assert_eq!((joint.damping, joint.friction), (0.5, 0.1));
    // The child is turned by 90° about z, and the axis is y of the model.
    assert!(joint.axis.abs_diff_eq(DVec3::X, 1e-12), "{}", joint.axis);
    assert!(joint.anchor.abs_diff_eq(DVec3::new(0.0, 0.0, -0.5), 1e-12));
    let upper = world_from(&model, "upper");
    assert!(upper.translation.abs_diff_eq(DVec3::new(0.0, 0.0, 0.7), 1e-12));
    assert!(upper.transform_vector3(DVec3::X).abs_diff_eq(DVec3::Y, 1e-12));
    assert!(world_from(&model, "mount").translation.abs_diff_eq(DVec3::new(0.0, 0.0, 0.2), 1e-12));
    // The mass of SDF for a link that gives none.
    assert_eq!(named(&model, "upper").inertial.unwrap().mass, 1.0);
}

#[test]
fn bad_files_are_refused_with_line_and_reason() {
    let link = "<link name='base'/>";
    for (text, words) in [
        (model("1.9", "<link name='a'/>\n<link name='a'/>"), "line 2: there are two elements called \"m::a\""),
        (
            model("1.9", &format!("{link}\n<link name='b'><pose relative_to='base_'>0 0 0 0 0 0</pose></link>")),
            "line 2: there is no frame \"base_\" (did you mean base?)",
        ),
        (
            model(
                "1.9",
                &format!("{link}<frame name='f'><pose relative_to='g'/></frame><frame name='g'><pose relative_to='f'/></frame>"),
            ),
            "poses of frames are in a circle: m::f relative to m::g relative to m::f",
        ),
        (
            model("1.9", &format!("{link}<frame name='f' attached_to='g'/><frame name='g' attached_to='f'/>")),
            "in a circle",
        ),
        (model("1.9", "<link name='a'><pose>0 0 nan 0 0 0</pose></link>"), "<pose> must be 6 numbers and is \"0 0 nan 0 0 0\""),
        (model("1.9", "<link name='a'><pose>0 0 0</pose></link>"), "<pose> must be 6 numbers"),
        (model("1.9", "<link name='a'><inertial><mass>inf</mass></inertial></link>"), "<mass> must be a number"),
        (model("1.9", "<link name='a'><inertial><mass>-1</mass></inertial></link>"), "<mass> is below 0"),
        (model("1.13", link), "version \"1.13\" of SDF is not known here; known are 1.4 to 1.12"),
        (model("", link), "version \"\" of SDF"),
        ("<sdf><model name='m'/></sdf>".to_owned(), "<sdf> has no version"),
        ("<robot/>".to_owned(), "is <robot>, and an SDF file begins with <sdf>"),
        ("<sdf version='1.9'/>".to_owned(), "neither a <model> nor a <world>"),
        (model("1.9", "<link/>"), "<link> has no name"),
        (
            model("1.9", &format!("{link}<joint name='j' type='hinge'><parent>world</parent><child>base</child></joint>")),
            "type \"hinge\" of <joint> is not one of revolute, prismatic",
        ),
        (
            model("1.9", &format!("{link}<joint name='j' type='fixed'><parent>world</parent><child>bas</child></joint>")),
            "there is no frame \"bas\" (did you mean base?)",
        ),
        (
            model("1.9", &format!("{link}<joint name='j' type='fixed'><parent>base</parent><child>world</child></joint>")),
            "cannot be the world",
        ),
        (
            model("1.9", "<link name='a'><visual name='v'><geometry><sphere><radius>-1</radius></sphere></geometry></visual></link>"),
            "<radius> of <sphere> is below 0",
        ),
        (
            "<!DOCTYPE sdf [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]><sdf version='1.9'>&b;</sdf>".to_owned(),
            "DTD",
        ),
    ] {
        let error = error(&text);
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[test]
fn worlds_hold_models_lights_and_includes() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "models/box/model.config",
        "<model><name>box</name><sdf version='1.4'>old.sdf</sdf><sdf version='1.6'>box.sdf</sdf></model>",
    );
    let collision = "<collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision>";
    write(
        folder.path(),
        "models/box/box.sdf",
        &format!(
            "<sdf version='1.6'><model name='box'><pose>9 9 9 0 0 0</pose><link name='l'><pose>0 0 0.5 0 0 0</pose>{collision}</link></model></sdf>"
        ),
    );
    let world = write(
        folder.path(),
        "worlds/yard.world",
        "<sdf version='1.6'><world name='yard'><gravity>0 0 -1.62</gravity>
          <spherical_coordinates><latitude_deg>43.6</latitude_deg><longitude_deg>1.4</longitude_deg></spherical_coordinates>
          <include><uri>model://ground_plane</uri></include><include><uri>model://sun</uri></include>
          <include><uri>model://box</uri><name>crate</name><pose>1 2 0 0 0 0</pose><static>true</static></include>
          <include><uri>../models/box</uri></include>
          <include><uri>model://tree</uri></include>
          <plugin name='wind' filename='x.so'/></world></sdf>",
    );
    // The folder of the models is not above the world.
    let search_path = crate::SearchPath::new([folder.path().join("models")]);
    let loaded = crate::load_within(&world, &search_path).unwrap();
    let model = &loaded.model;
    assert_eq!((model.name.as_str(), model.nodes[0].name.as_str()), ("yard", "world"));
    let crate_link = named(model, "crate::l");
    assert_eq!((crate_link.physics.body, crate_link.inertial), (BodyType::Static, None));
    assert_eq!(world_from(model, "crate::l").translation, DVec3::new(1.0, 2.0, 0.5));
    assert_eq!(named(model, "box::l").physics.body, BodyType::RigidBody);
    assert_eq!(world_from(model, "box::l").translation, DVec3::new(9.0, 9.0, 9.5));
    let origin = EarthOrigin { longitude_deg: 1.4, latitude_deg: 43.6, altitude_m: 0.0 };
    let world = WorldSettings { gravity: DVec3::new(0.0, 0.0, -1.62), origin: Some(origin) };
    assert_eq!(model.world, Some(world));
    assert_eq!(model.lights[0].kind, LightKind::Sun);
    assert!(named(model, "ground_plane::link/collision").role == NodeRole::Collision);
    for words in [
        "<plugin> in <world> is left out: wind (line 7)",
        "<include> of model://tree: model tree is in no resource folder",
    ] {
        assert!(
            loaded.warnings.iter().any(|warning| warning.contains(words)),
            "{words}: {:?}",
            loaded.warnings
        );
    }
}

#[test]
fn includes_in_a_circle_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let include = |file: &str| model("1.9", &format!("<link name='l'/><include><uri>{file}</uri></include>"));
    let a = write(folder.path(), "a.sdf", &include("b.sdf"));
    write(folder.path(), "b.sdf", &include("a.sdf"));
    let error = load(&a).unwrap_err().to_string();
    assert!(error.contains("b.sdf, line 1: <include> of a.sdf: the file includes itself"), "{error}");
}

#[test]
fn a_missing_mesh_is_reported_and_the_rest_is_read() {
    let mesh = "<link name='l'><visual name='v'><geometry><mesh><uri>model://arm/gone.stl</uri></mesh></geometry></visual></link>";
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "m.sdf", &model("1.9", mesh));
    let loaded = load(&path).unwrap();
    assert_eq!(loaded.model.nodes.len(), 1);
    assert!(
        loaded.warnings[0].contains("model arm is in no resource folder: add the folder that holds arm to")
    );
    assert!(loaded.warnings[0].contains("mesh model://arm/gone.stl (line 1)"), "{:?}", loaded.warnings);
}

#[test]
fn material_scripts_give_colors_and_images() {
    let folder = tempfile::tempdir().unwrap();
    let script = "material Mail/Red { technique { pass { diffuse 1 0.5 0 0.5\n } } }\n\
        material Mail/Paper { technique { pass { texture_unit { texture paper.png\n scale 0.5 0.25\n } } } }";
    write(folder.path(), "mail/materials/scripts/mail.material", script);
    write(folder.path(), "mail/materials/textures/paper.png", "");
    let visual = |name: &str, uri: &str| {
        format!(
            "<visual name='{name}'><geometry><sphere><radius>1</radius></sphere></geometry>\
             <material><script><uri>{uri}</uri><name>{name}</name></script></material></visual>"
        )
    };
    let (scripts, standard) =
        ("model://mail/materials/scripts", "file://media/materials/scripts/gazebo.material");
    let text = format!(
        "<link name='l'>{}{}{}{}{}</link>",
        visual("Mail/Red", scripts),
        visual("Mail/Paper", &format!("{scripts}/mail.material")),
        visual("Mail/Lost", scripts),
        visual("Gazebo/BlueTransparent", standard),
        visual("Gazebo/Wood", standard)
    );
    let loaded = load(&write(folder.path(), "mail/model.sdf", &model("1.6", &text))).unwrap();
    let colors: Vec<([f32; 3], f32, bool)> =
        loaded.model.materials.iter().map(|it| (it.rgb, it.alpha, it.texture.is_some())).collect();
    let gray = crate::model::Material::default().rgb;
    assert_eq!(
        colors,
        [
            ([1.0, 0.5, 0.0], 0.5, false),
            ([1.0; 3], 1.0, true),
            (gray, 1.0, false),
            ([0.0, 0.0, 1.0], 0.5, false),
            ([0.6, 0.44, 0.28], 1.0, false)
        ]
    );
    let paper = named(&loaded.model, "l/Mail/Paper");
    let NodeKind::Mesh(mesh) = paper.kind else { panic!("{:?}", paper.kind) };
    let repeated =
        loaded.model.meshes[mesh.index()].uvs.iter().flatten().fold(0.0, |most, uv| uv[1].max(most));
    assert!((repeated - 4.0).abs() < 1e-4, "{repeated}");
    let warnings = loaded.warnings.join("\n");
    for words in [
        "the material script Mail/Lost is not found; the visual is gray",
        "materials of Gazebo with an image have only its mean color",
    ] {
        assert!(warnings.contains(words), "{warnings}");
    }
}

#[test]
fn nested_models_are_placed_by_their_frames() {
    let (model, _) = read(
        r#"<sdf version="1.9"><model name="robot"><link name="base"/>
          <model name="hand" placement_frame="grip"><pose relative_to="base">0 0 1 0 0 0</pose>
            <link name="palm"/><frame name="grip" attached_to="palm"><pose>0.25 0 0 0 0 0</pose></frame>
            <link name="tip"><pose relative_to="palm">0 0 0.5 0 0 0</pose></link>
            <joint name="j" type="prismatic"><parent>palm</parent><child>tip</child><axis/></joint></model>
          <joint name="wrist" type="fixed"><parent>base</parent><child>hand</child></joint>
          <frame name="tool" attached_to="hand::tip"><pose relative_to="hand::grip">0 1 0 0 0 0</pose></frame></model></sdf>"#,
    );
    assert!(world_from(&model, "hand::palm").translation.abs_diff_eq(DVec3::new(-0.25, 0.0, 1.0), 1e-12));
    assert!(world_from(&model, "hand::grip").translation.abs_diff_eq(DVec3::Z, 1e-12));
    assert!(world_from(&model, "tool").translation.abs_diff_eq(DVec3::new(0.0, 1.0, 1.0), 1e-12));
    assert_eq!(named(&model, "tool").parent, model.find("hand::tip"));
    let names: Vec<&str> = model.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["wrist", "hand::j"]);
    assert_eq!(
        (model.joints[0].parent, model.joints[0].child),
        (model.find("base").unwrap(), model.find("hand::palm").unwrap())
    );
    assert_eq!(named(&model, "base").parent, None);
}

#[test]
fn included_models_can_be_placed_renamed_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "hand/model.sdf",
        &model(
            "1.9",
            "<link name='palm'><pose>0 0 0.5 0 0 0</pose></link><link name='tip'/><frame name='grip'><pose relative_to='palm'>1 0 0 0 0 0</pose></frame>",
        ),
    );
    let include = |more: &str, merge: &str| {
        let text =
            model("1.9", &format!("<link name='base'/><include {merge}><uri>hand</uri>{more}</include>"));
        load(&write(folder.path(), "robot.sdf", &text)).unwrap().model
    };
    let placed = include("<name>h</name><placement_frame>grip</placement_frame><pose>0 0 2 0 0 0</pose>", "");
    assert!(world_from(&placed, "h::palm").translation.abs_diff_eq(DVec3::new(-1.0, 0.0, 2.0), 1e-12));
    let merged = include("<pose>0 0 2 0 0 0</pose>", "merge='true'");
    assert_eq!(world_from(&merged, "palm").translation, DVec3::new(0.0, 0.0, 2.5));
    assert_eq!(world_from(&merged, "tip").translation, DVec3::new(0.0, 0.0, 2.0));
    assert_eq!(world_from(&merged, "grip").translation, DVec3::new(1.0, 0.0, 2.5));
}

#[test]
fn joints_of_several_axes_are_chains_and_others_are_named() {
    let joint = |kind: &str, name: &str, child: &str| {
        format!(
            "<link name='{child}'/><joint name='{name}' type='{kind}'><parent>base</parent><child>{child}</child>\
             <axis><xyz>1 0 0</xyz><limit><lower>-1e16</lower><upper>1e16</upper><effort>-1</effort></limit></axis>\
             <axis2><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis2></joint>"
        )
    };
    let joints = [
        ("universal", "u", "a"),
        ("ball", "b", "c"),
        ("screw", "s", "d"),
        ("revolute", "r", "e"),
        ("gearbox", "g", "f"),
    ];
    let joints: String = joints.iter().map(|(kind, name, child)| joint(kind, name, child)).collect();
    let loops = "<joint name='loop' type='fixed'><parent>a</parent><child>e</child></joint>";
    let (model, warnings) =
        read(&model("1.9", &format!("<link name='base'><pose>0 0 1 0 0 0</pose></link>{joints}{loops}")));
    let found: Vec<(&str, JointKind)> =
        model.joints.iter().map(|joint| (joint.name.as_str(), joint.kind)).collect();
    let expected = [
        ("u_axis", JointKind::Continuous),
        ("u_axis2", JointKind::Revolute),
        ("b_x", JointKind::Continuous),
        ("b_y", JointKind::Continuous),
        ("b_z", JointKind::Continuous),
        ("s_slide", JointKind::Prismatic),
        ("s", JointKind::Continuous),
        ("r", JointKind::Continuous),
        ("f/free", JointKind::Floating),
    ];
    assert_eq!(found, expected);
    assert_eq!(
        (model.joints[0].axis, model.joints[1].axis, model.joints[7].limits),
        (DVec3::X, DVec3::Y, None)
    );
    assert_eq!(model.joints[0].child, model.joints[1].parent);
    let [loop_joint] = &model.equalities[..] else { panic!("{:?}", model.equalities) };
    let EqualityKind::Weld { a, b, .. } = &loop_joint.kind else { panic!("{loop_joint:?}") };
    assert_eq!((loop_joint.name.as_str(), a.link, b.link), ("loop", model.find("a"), model.find("e")));
    assert!(world_from(&model, "a").abs_diff_eq(DAffine3::IDENTITY, 1e-12));
    assert!(world_from(&model, "c").abs_diff_eq(DAffine3::IDENTITY, 1e-12));
    for words in [
        "universal joints become two joints, one for each axis: u (line 1)",
        "gearbox joints without a reference body are left out: g",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(words)), "{words}: {warnings:?}");
    }
}

#[test]
fn screw_slides_by_its_pitch_in_each_turn() {
    let rise = |pitch: &str| {
        let contents = format!(
            "<link name='a'/><link name='b'/><joint name='s' type='screw'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>\
             {pitch}</joint>"
        );
        let mimic = read(&model("1.10", &contents)).0.joints[0].mimic.clone().unwrap();
        assert_eq!((mimic.joint.as_str(), mimic.offset), ("s", 0.0));
        mimic.multiplier * std::f64::consts::TAU
    };
    assert!((rise("<screw_thread_pitch>0.002</screw_thread_pitch>") - 0.002).abs() < 1e-12);
    assert!((rise("<thread_pitch>-3141.592653589793</thread_pitch>") - 0.002).abs() < 1e-12);
}

#[test]
fn mass_of_a_link_follows_from_its_collisions() {
    let link = |more: &str, density: &str| {
        let collision = format!(
            "<collision name='c'><pose>0 0 1 0 0 0</pose>{density}<geometry><box><size>1 2 3</size></box></geometry></collision>"
        );
        let contents = format!("<link name='l'><inertial auto='true'>{more}</inertial>{collision}</link>");
        let (model, warnings) = read(&model("1.11", &contents));
        assert_eq!(warnings, Vec::<String>::new());
        model.nodes[model.find("l").unwrap().index()].inertial.unwrap()
    };
    let found = link("", "<density>2</density>");
    assert!((found.mass - 12.0).abs() < 1e-12 && found.node_from_inertia.translation == DVec3::Z);
    assert!((found.inertia.x_axis.x - 12.0 * (4.0 + 9.0) / 12.0).abs() < 1e-12);
    assert!((link("<density>0.5</density>", "").mass - 3.0).abs() < 1e-12);
    assert!((link("<mass>5</mass>", "").mass - 5.0).abs() < 1e-12);
}

#[test]
fn axes_of_old_versions_are_in_the_frame_of_the_model() {
    let axis = |version: &str, more: &str| {
        let contents = format!(
            "<link name='a'/><link name='b'><pose>0 0 0 0 0 1.5707963267948966</pose></link>\
             <joint name='j' type='revolute'><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz>{more}</axis></joint>"
        );
        read(&model(version, &contents)).0.joints[0].axis
    };
    let in_model = "<use_parent_model_frame>true</use_parent_model_frame>";
    assert!(axis("1.4", "").abs_diff_eq(DVec3::NEG_Y, 1e-12));
    assert!(axis("1.6", in_model).abs_diff_eq(DVec3::NEG_Y, 1e-12));
    assert!(axis("1.6", "").abs_diff_eq(DVec3::X, 1e-12));
}

#[test]
fn mimics_springs_and_the_world_as_parent() {
    let joint = |name: &str, parent: &str, child: &str, more: &str| {
        format!(
            "<joint name='{name}' type='revolute'><parent>{parent}</parent><child>{child}</child><axis>{more}</axis></joint>"
        )
    };
    let mimic = "<mimic joint='lead'><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic>\
        <dynamics><spring_stiffness>3</spring_stiffness><spring_reference>0.2</spring_reference></dynamics>";
    let joints = joint("lead", "world", "a", "") + &joint("follow", "a", "b", mimic);
    let (model, warnings) = read(&model(
        "1.11",
        &format!(
            "<link name='a'/><link name='b'/>{joints}<plugin name='p'/>\
        <link name='s'><sensor name='lidar' type='ray'/></link>"
        ),
    ));
    let mimic = model.joints[1].mimic.clone().unwrap();
    assert_eq!((mimic.joint.as_str(), mimic.multiplier), ("lead", 2.0));
    assert!((mimic.offset - 0.3).abs() < 1e-12);
    let springs = [0, 1].map(|joint: usize| model.joints[joint].spring);
    assert_eq!(springs, [None, Some(crate::model::JointSpring { stiffness: 3.0, rest: 0.2 })]);
    assert_eq!(model.nodes[model.joints[0].parent.index()].name, "world");
    for words in [
        "<plugin> of a robot becomes a component by robot.append_declared() in a script: p",
        "<sensor> of a robot becomes a component by robot.append_declared() in a script: lidar",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(words)), "{words}: {warnings:?}");
    }
}

#[test]
fn planes_ellipsoids_lights_and_unknown_shapes() {
    let visual =
        |name: &str, shape: &str| format!("<visual name='{name}'><geometry>{shape}</geometry></visual>");
    let contents = visual("plane", "<plane><normal>1 0 0</normal><size>2 4</size></plane>")
        + &visual("egg", "<ellipsoid><radii>1 2 3</radii></ellipsoid>")
        + &visual("map", "<heightmap><uri>a.png</uri></heightmap>")
        + "<light name='lamp' type='spot'><pose>0 0 2 0 0 0</pose><direction>1 0 0</direction><attenuation><constant>1</constant><linear>0</linear>\
           <quadratic>0.25</quadratic></attenuation></light>";
    let (model, warnings) =
        read(&model("1.8", &format!("<static>true</static><link name='l'>{contents}</link>")));
    let plane = named(&model, "l/plane");
    assert_eq!(plane.kind, NodeKind::Shape(Shape::Box { size: DVec3::new(2.0, 4.0, 0.01) }));
    // The surface is at the origin, and the plate on the other side of the normal.
    assert!(plane.parent_from_node.translation.abs_diff_eq(DVec3::new(-0.005, 0.0, 0.0), 1e-12));
    let egg = named(&model, "l/egg").parent_from_node.transform_point3(DVec3::ONE);
    assert_eq!(egg, DVec3::new(1.0, 2.0, 3.0));
    assert_eq!((model.lights[0].kind, model.lights[0].distance), (LightKind::Spot, 4.0));
    let looks = world_from(&model, "lamp").transform_vector3(DVec3::NEG_Z);
    assert!(looks.abs_diff_eq(DVec3::X, 1e-12), "{looks}");
    assert_eq!(warnings, ["it may refer to no other file; left out: height map a.png (line 1)"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damage_never_panics(place in 0..ARM.len(), byte: u8, length in 0..ARM.len()) {
        let mut bytes = ARM.as_bytes().to_vec();
        bytes[place] = byte;
        let _ = read_alone(&bytes, &mut Warnings::default());
        bytes.truncate(length);
        let _ = read_alone(&bytes, &mut Warnings::default());
    }
}

#[test]
fn direction_of_friction_is_in_the_named_link_or_in_the_frame_of_the_collision() {
    let direction = |fdir1: &str| {
        let text = format!(
            r#"<sdf version="1.9"><model name="m"><link name="base"/><link name="wheel"><collision name="c">
              <pose>0 0 0 0 0 1.5707963267948966</pose><geometry><sphere><radius>1</radius></sphere></geometry>
              <surface><friction><ode><mu>1</mu><mu2>0</mu2>{fdir1}</ode></friction></surface></collision></link>
              <joint name="j" type="fixed"><parent>base</parent><child>wheel</child></joint></model></sdf>"#
        );
        let model = read(&text).0;
        model.nodes[model.find("wheel").unwrap().index()].physics.friction_direction.clone()
    };
    let found = direction(r#"<fdir1 gz:expressed_in="base">1 -1 0</fdir1>"#).unwrap();
    assert_eq!((found.frame.as_deref(), found.across), (Some("base"), 0.0));
    assert!(found.direction.abs_diff_eq(DVec3::new(1.0, -1.0, 0.0).normalize(), 1e-12));
    let found = direction("<fdir1>1 0 0</fdir1>").unwrap();
    assert_eq!(found.frame, None);
    assert!(found.direction.abs_diff_eq(DVec3::Y, 1e-12), "{found:?}");
    assert_eq!(direction(""), None);
}

#[test]
fn gearbox_couples_the_angles_of_two_hinges_on_its_reference_body() {
    let hinge = |name: &str, parent: &str, child: &str, axis: &str| {
        format!(
            "<joint name='{name}' type='revolute'><parent>{parent}</parent><child>{child}</child><axis><xyz>{axis}</xyz></axis></joint>"
        )
    };
    let coupling = |second: &str, axis2: &str| {
        let links = "<link name='base'/><link name='small'/><link name='large'/>";
        let gearbox = format!(
            "<joint name='gears' type='gearbox'><parent>small</parent><child>large</child><axis><xyz>0 0 1</xyz></axis>\
             <axis2><xyz>{axis2}</xyz></axis2><gearbox_ratio>0.25</gearbox_ratio>\
             <gearbox_reference_body>base</gearbox_reference_body></joint>"
        );
        let joints = hinge("first", "base", "small", "0 0 1") + second + &gearbox;
        let (model, warnings) = read(&model("1.9", &format!("{links}{joints}")));
        (model.equalities.first().map(|it| it.kind.clone()), warnings)
    };
    let ratio = |second: &str, axis2: &str| match coupling(second, axis2).0 {
        Some(EqualityKind::Joint { joint, other, polynomial }) => {
            assert_eq!((joint.as_str(), other.as_deref()), ("second", Some("first")));
            assert_eq!((polynomial[0], &polynomial[2..]), (0.0, &[0.0; 3][..]));
            polynomial[1]
        }
        other => panic!("{other:?}"),
    };
    let second = hinge("second", "base", "large", "0 0 1");
    assert_eq!(ratio(&second, "0 0 1"), -0.25);
    assert_eq!(ratio(&second, "0 0 -1"), 0.25);
    assert_eq!(ratio(&hinge("second", "base", "large", "0 0 -1"), "0 0 1"), 0.25);
    let (none, warnings) = coupling(&hinge("second", "small", "large", "0 0 1"), "0 0 1");
    assert!(none.is_none());
    let words = "gearbox joints whose links do not both turn on the reference body are left out: gears";
    assert!(warnings.iter().any(|warning| warning.contains(words)), "{warnings:?}");
}

#[test]
fn metal_has_its_share_roughness_and_images() {
    let pbr = "<pbr><metal><metalness>0.75</metalness><roughness>0.25</roughness><roughness_map>rough.png</roughness_map>\
               <normal_map>bumps.png</normal_map><emissive_map>glow.png</emissive_map><light_map>light.png</light_map></metal></pbr>";
    let visual = format!(
        "<visual name='v'><geometry><sphere><radius>1</radius></sphere></geometry><material>{pbr}</material></visual>"
    );
    let folder = tempfile::tempdir().unwrap();
    for image in ["rough.png", "bumps.png", "glow.png"] {
        write(folder.path(), image, "");
    }
    let file = write(folder.path(), "m.sdf", &model("1.9", &format!("<link name='a'>{visual}</link>")));
    let crate::Loaded { model, warnings, .. } = load(&file).unwrap();
    let material = &model.materials[0];
    let shading = material.shading.as_ref().unwrap();
    assert_eq!(shading.specular_shader, SpecularShader::Microfacet { metallic: 0.75, roughness: 0.25 });
    assert_eq!(shading.glow, [1.0; 3]);
    let layers: Vec<_> =
        material.layers.iter().map(|layer| (layer.roughness, layer.glow, layer.relief)).collect();
    let normals = Some(Relief::NormalMap { strength: 1.0 });
    assert_eq!(layers, [(1.0, 0.0, None), (0.0, 0.0, normals), (0.0, 1.0, None)]);
    assert!(warnings.iter().any(|warning| warning.contains("light_map")), "{warnings:?}");
}

#[test]
fn emissive_colors_and_glowing_materials_emit_light() {
    let shading = |material: &str| {
        let visual = format!(
            "<visual name='v'><geometry><sphere><radius>1</radius></sphere></geometry><material>{material}</material></visual>"
        );
        let (model, warnings) = read(&model("1.9", &format!("<link name='a'>{visual}</link>")));
        let material = model.materials[0].clone();
        (material.rgb, material.shading.map(|shading| shading.glow), warnings)
    };
    assert_eq!(
        shading("<diffuse>0.5 0.5 0.5 1</diffuse><emissive>0.25 0.25 0.25 1</emissive>").1,
        Some([0.25; 3])
    );
    assert_eq!(shading("<diffuse>0 0 0 1</diffuse><emissive>0 1 0 1</emissive>").1, Some([0.0, 1.0, 0.0]));
    assert_eq!(shading("<diffuse>1 0 0 1</diffuse><emissive>0 0 0 1</emissive>").1, None);
    let (rgb, glow, _) = shading("<script><name>Gazebo/RedGlow</name></script>");
    assert_eq!((rgb, glow), ([1.0, 0.0, 0.0], Some([1.0, 0.0, 0.0])));
    let (rgb, _, warnings) = shading("<script><name>Gazebo/Wood</name></script>");
    assert!(rgb[0] > rgb[1] && rgb[1] > rgb[2], "{rgb:?} is not brown");
    assert!(warnings.iter().any(|warning| warning.contains("only its mean color")), "{warnings:?}");
}

#[test]
fn weight_of_links_without_gravity_is_compensated() {
    let text =
        model("1.9", "<link name='a'><gravity>false</gravity><inertial><mass>1</mass></inertial></link>");
    let (found, warnings) = read(&text);
    assert_eq!(found.nodes[0].physics.gravity_compensation, 1.0, "{warnings:?}");
}
