//! Tests of the URDF reader.

mod masses;
mod meshes;

use std::fs;

use glam::{DAffine3, DVec3};
use proptest::prelude::*;

use crate::formats::urdf::read_alone;
use crate::model::{BodyType, Bounds, BoundsShape, JointKind, NodeKind, NodeRole, Shape};
use crate::{AssetError, Loaded, Model, SearchPath, Warnings, load, load_urdf_text, load_within};

const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <material name="orange"><color rgba="1 0.5 0 1"/></material>
  <link name="base">
    <inertial><origin xyz="0 0 0.05"/><mass value="4"/><inertia ixx="1" iyy="2" izz="3" ixy="0.1" ixz="0" iyz="0"/></inertial>
    <visual><geometry><cylinder radius="0.1" length="0.2"/></geometry><material name="orange"/></visual>
    <collision><origin xyz="0 0 0.1" rpy="0 0 1.5707963"/><geometry><box size="0.2 0.3 0.4"/></geometry></collision>
    <collision><geometry><capsule radius="0.1" length="0.2"/></geometry></collision>
  </link>
  <joint name="turn" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.2" rpy="0 0.1 0"/><axis xyz="0 0 2"/>
    <limit lower="-1.5" upper="1.5" velocity="2" effort="30"/><dynamics damping="0.5"/>
  </joint>
  <link name="upper"><visual><geometry><sphere radius="0.05"/></geometry></visual></link>
  <joint name="slide" type="prismatic">
    <parent link="upper"/><child link="tool"/><axis xyz="1 0 0"/><limit lower="0" upper="0.1"/>
    <mimic joint="turn" multiplier="-2"/>
  </joint>
  <link name="tool"/>
  <transmission name="t"><type>x</type></transmission>
  <gazebo reference="base"><kp>1</kp></gazebo>
</robot>
"#;

fn read(text: &str) -> (Model, Vec<String>) {
    let mut warnings = Warnings::default();
    let model = read_alone(text.as_bytes(), &mut warnings).unwrap();
    (model, warnings.into_messages())
}

#[test]
fn images_of_materials_are_found_beside_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("wood.png"), [0]).unwrap();
    let material = |name: &str, image: &str| {
        format!(
            "<link name='{name}'><visual><geometry><box size='1 1 1'/></geometry><material name='{name}'><texture filename='{image}'/></material></visual></link>"
        )
    };
    let file = folder.path().join("box.urdf");
    let joint = "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>";
    let text =
        format!("<robot name='r'>{}{}{joint}</robot>", material("a", "wood.png"), material("b", "lost.png"));
    fs::write(&file, text).unwrap();
    let Loaded { model, warnings, .. } = load(&file).unwrap();
    assert_eq!(model.textures[0].name, "wood.png");
    assert_eq!(model.materials[0].rgb, [1.0; 3]);
    assert_eq!(
        model.materials.iter().map(|material| material.texture.is_some()).collect::<Vec<_>>(),
        [true, false]
    );
    assert!(warnings.iter().any(|text| text.contains("image lost.png (line 1); left out")), "{warnings:?}");
}

#[test]
fn image_without_a_file_name_is_left_out_and_the_color_applies() {
    for image in ["<texture/>", "<texture filename=''/>"] {
        let (model, warnings) = read(&format!(
            "<robot name='r'><link name='a'><visual><geometry><box size='1 1 1'/></geometry><material name='m'>{image}\
             <color rgba='0 0 1 1'/></material></visual></link></robot>"
        ));
        assert_eq!((model.materials[0].rgb, model.materials[0].texture), ([0.0, 0.0, 1.0], None));
        assert_eq!(warnings, ["images without a file name are left out (line 1)"]);
    }
}

#[test]
fn files_of_bullet_are_read() {
    let link = |name: &str| {
        format!(
            "<link name='{name}'><contact><lateral_friction value='0.3'/></contact><inertial><mass value='1'/></inertial></link>"
        )
    };
    let text = format!(
        "<robot name='r'>{}{}<joint name='j' type='revolute'><parent link='a'/><child link='b'/><origin xyz='0.1, 0,-0.2'/>\
         <limit lower='1' upper='-1'/></joint></robot>",
        link("a"),
        link("b")
    );
    let mut warnings = Warnings::default();
    let model = super::read_alone(text.as_bytes(), &mut warnings).unwrap();
    assert_eq!(model.nodes[0].physics.friction, 0.3);
    assert_eq!(model.nodes[1].parent_from_node.translation, glam::DVec3::new(0.1, 0.0, -0.2));
    let limits = model.joints[0].limits.unwrap();
    assert_eq!((limits.lower, limits.upper), (f64::NEG_INFINITY, f64::INFINITY));
    assert!(
        warnings
            .into_messages()
            .iter()
            .any(|warning| warning.contains("its lower limit 1 is above its upper limit -1"))
    );
}

#[test]
fn links_joints_and_inertia_are_read() {
    let (model, warnings) = read(ARM);
    assert_eq!(model.name, "arm");
    let base = &model.nodes[model.find("base").unwrap().index()];
    let inertial = base.inertial.unwrap();
    assert_eq!((base.physics.body, inertial.mass), (BodyType::RigidBody, 4.0));
    assert_eq!(inertial.inertia.y_axis, DVec3::new(0.1, 2.0, 0.0));
    assert_eq!(inertial.node_from_inertia, DAffine3::from_translation(DVec3::new(0.0, 0.0, 0.05)));
    let turn = &model.joints[0];
    assert_eq!((turn.kind, turn.axis, turn.damping), (JointKind::Revolute, DVec3::Z, 0.5));
    assert_eq!(
        turn.limits.map(|limits| (limits.lower, limits.upper, limits.velocity, limits.effort)),
        Some((-1.5, 1.5, 2.0, 30.0))
    );
    let slide = &model.joints[1];
    assert_eq!(
        slide.mimic.as_ref().map(|mimic| (mimic.joint.as_str(), mimic.multiplier)),
        Some(("turn", -2.0))
    );
    let upper = model.find("upper").unwrap();
    assert_eq!(model.nodes[upper.index()].parent, model.find("base"));
    assert!(model.world_from(upper).transform_vector3(DVec3::X).z < 0.0, "pitch turns x down");
    assert!(
        warnings.iter().any(|warning| warning.contains("declares 1 <transmission>: robot.append_declared()")),
        "{warnings:?}"
    );
}

#[test]
fn friction_of_gazebo_elements_is_that_of_the_link() {
    let with = |gazebo: &str| format!(r#"<robot name="r"><link name="a"/>{gazebo}</robot>"#);
    let friction = |gazebo: &str| read(&with(gazebo)).0.nodes[0].physics.friction;
    let usual = crate::model::Physics::default().friction;
    assert_eq!(friction(r#"<gazebo reference="a"><mu1> 0.25 </mu1><mu2>3</mu2></gazebo>"#), 0.25);
    assert_eq!(friction(r#"<gazebo reference="b"><mu1>0.25</mu1></gazebo>"#), usual);
    assert_eq!(friction(r#"<gazebo reference="a"><mu1>-4</mu1></gazebo>"#), 0.0);
    assert_eq!(friction(r#"<gazebo reference="a"><mu1> </mu1></gazebo>"#), usual);
    let error = read_alone(
        with(r#"<gazebo reference="a"><mu1>smooth</mu1></gazebo>"#).as_bytes(),
        &mut Warnings::default(),
    );
    assert!(error.unwrap_err().to_string().contains("<mu1> must be a number and is \"smooth\""));
}

#[test]
fn direction_of_friction_is_that_of_the_first_coefficient_in_the_frame_of_a_link() {
    let direction = |elements: &str| {
        let text =
            format!(r#"<robot name="r"><link name="a"/><gazebo reference="a">{elements}</gazebo></robot>"#);
        read(&text).0.nodes[0].physics.friction_direction.clone()
    };
    let found =
        direction(r#"<mu1>0.8</mu1><mu2>0.2</mu2><fdir1 gz:expressed_in="b">0 -2 0</fdir1>"#).unwrap();
    assert_eq!((found.frame.as_deref(), found.direction, found.across), (Some("b"), -DVec3::Y, 0.25));
    assert_eq!(direction("<mu1>1</mu1><mu2>0</mu2><fdir1>1 0 0</fdir1>").unwrap().frame, None);
    for alike in [
        "<mu1>1</mu1><mu2>1</mu2><fdir1>1 0 0</fdir1>",
        "<mu1>1</mu1><mu2>0</mu2>",
        "<mu1>0.5</mu1><mu2>9</mu2><fdir1>1 0 0</fdir1>",
    ] {
        assert_eq!(direction(alike), None, "{alike}");
    }
}

#[test]
fn declared_sensors_and_plugins_are_counted() {
    let (_, warnings) = read(
        r#"<robot name="r"><link name="a"/><gazebo><plugin name="p" filename="x"/></gazebo>
           <gazebo reference="a"><sensor name="s" type="imu"/><sensor name="t" type="camera"/></gazebo></robot>"#,
    );
    assert!(warnings[0].contains("declares 2 <sensor>, 1 <plugin>"), "{warnings:?}");
}

#[test]
fn geometry_is_seen_or_collides() {
    let (model, _) = read(ARM);
    let node = |name: &str| &model.nodes[model.find(name).unwrap().index()];
    let seen = node("base/visual");
    assert_eq!(seen.kind, NodeKind::Shape(Shape::Cylinder { radius: 0.1, length: 0.2 }));
    assert_eq!((seen.role, seen.physics.body), (NodeRole::Visual, BodyType::NoCollision));
    assert_eq!(model.materials[seen.materials[0].unwrap().index()].rgb, [1.0, 0.5, 0.0]);
    let solid = node("base/collision");
    assert_eq!(solid.kind, NodeKind::Shape(Shape::Box { size: DVec3::new(0.2, 0.3, 0.4) }));
    assert_eq!(solid.physics.bounds, Bounds::Fitted(BoundsShape::Box));
    assert!(solid.parent_from_node.transform_vector3(DVec3::X).abs_diff_eq(DVec3::Y, 1e-6));
    assert_eq!(node("base/collision.1").role, NodeRole::Collision);
}

fn load_robot(mesh: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("ws/src/my_robot");
    fs::create_dir_all(package.join("urdf")).unwrap();
    fs::create_dir_all(package.join("meshes")).unwrap();
    fs::create_dir_all(folder.path().join("other/their_robot")).unwrap();
    let wedge = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    fs::write(package.join("meshes/wedge.obj"), wedge).unwrap();
    fs::write(package.join("meshes/wedge.fbx"), "").unwrap();
    fs::write(folder.path().join("other/their_robot/wedge.obj"), wedge).unwrap();
    fs::write(folder.path().join("secret.obj"), wedge).unwrap();
    let urdf = format!(
        r#"<robot name="r"><link name="l"><visual><geometry><mesh filename="{mesh}" scale="1 1 0.001"/></geometry></visual><collision><geometry><mesh filename="{mesh}"/></geometry></collision></link></robot>"#
    );
    let path = package.join("urdf/r.urdf");
    fs::write(&path, urdf).unwrap();
    load_within(&path, &SearchPath::new([folder.path().join("other")])).unwrap()
}

#[test]
fn description_is_the_text_with_the_paths_of_its_meshes() {
    let model = load_robot("package://my_robot/meshes/wedge.obj").model;
    let text = model.description.unwrap();
    let paths = text.matches("filename=\"file:///").count() + text.matches("filename='file:///").count();
    assert!(paths > 0 && text.contains("/my_robot/meshes/wedge.obj\""), "{text}");
    assert!(!text.contains("package://"), "{text}");
    // A mesh that is missing keeps its reference.
    let model = load_robot("package://no_robot/none.stl").model;
    assert!(model.description.unwrap().contains("package://no_robot/none.stl"));
}

#[test]
fn mistakes_are_named_with_their_line() {
    let nested = format!("<robot>{}", "<a>".repeat(100_000));
    for (text, words) in [
        ("<robot><link/></robot>", "line 1: <link> has no name"),
        ("<robot>\n<link name='a'/>\n<link name='a'/></robot>", "line 3: there are two links"),
        (
            "<robot><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>",
            "there is no link \"b\"",
        ),
        (
            "<robot><link name='a'><visual><geometry><sphere radius='x'/></geometry></visual></link></robot>",
            "radius of <sphere> must be 1 numbers",
        ),
        ("<sdf/>", "begins with <robot>"),
        ("<robot", "XML"),
        (nested.as_str(), "nested more than"),
    ] {
        let error = read_alone(text.as_bytes(), &mut Warnings::default()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_text_may_refer_into_the_resource_folders_only() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("arm")).unwrap();
    let triangle = "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid t\n";
    fs::write(folder.path().join("arm/plate.stl"), triangle).unwrap();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("plate.stl"), triangle).unwrap();
    let search_path = SearchPath::new([folder.path().to_path_buf()]);
    let load = |file: &str| {
        let mesh = format!("<visual><geometry><mesh filename='{file}'/></geometry></visual>");
        load_urdf_text(&format!("<robot name='r'><link name='a'>{mesh}</link></robot>"), &search_path)
    };
    let loaded = load("package://arm/plate.stl").unwrap();
    assert_eq!((loaded.model.meshes.len(), loaded.model.name.as_str()), (1, "r"));
    let own = folder.path().join("arm/plate.stl").display().to_string();
    assert_eq!(load(&own).unwrap().model.meshes.len(), 1);
    let other = outside.path().join("plate.stl").display().to_string();
    for file in
        ["plate.stl", "../plate.stl", "package://arm/../../plate.stl", "package://arm/none.stl", &other]
    {
        let error = load(file).unwrap_err();
        assert!(matches!(error, AssetError::MissingFiles { .. }), "{error}");
        assert!(error.to_string().contains(file), "{error}");
    }
    let broken = load_urdf_text("<robot", &search_path).unwrap_err();
    assert!(matches!(broken, AssetError::Damaged { .. }), "{broken}");
}

#[test]
fn links_in_a_circle_are_cut() {
    let text = "<robot><link name='a'/><link name='b'/>\
        <joint name='1' type='fixed'><parent link='a'/><child link='b'/></joint>\
        <joint name='2' type='fixed'><parent link='b'/><child link='a'/></joint></robot>";
    let (model, warnings) = read(text);
    assert!(warnings[0].contains("its own ancestor"), "{warnings:?}");
    assert_eq!(model.world_from_nodes().len(), 2);
}

#[test]
fn unknown_parts_are_left_out_and_the_others_stay() {
    let text = "<robot name='r'><link name='a'>\
          <visual><geometry><drake:ellipsoid a='1'/></geometry></visual><visual><geometry/></visual>\
          <collision><geometry><cdf filename='a.cdf'/></geometry></collision>\
          <collision><geometry><sdf_mesh/><box size='1 1 1'/></geometry></collision>\
        </link><link name='b'/><joint name='j' type='ball'><parent link='a'/><child link='b'/></joint></robot>";
    let (model, warnings) = read(text);
    assert_eq!(model.nodes.iter().filter(|node| node.role == NodeRole::Collision).count(), 1);
    assert_eq!(model.joints[0].kind, JointKind::Fixed);
    for words in [
        "<ellipsoid> in <geometry> is not known here and left out: line 1",
        "<cdf> in <geometry>",
        "<sdf_mesh> in <geometry>",
        "an empty <geometry>",
        "the joint is fixed, because its type \"ball\"",
        "link a: its collision shapes are shown",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(words)), "{words}: {warnings:?}");
    }
}

#[test]
fn a_link_without_a_readable_visual_shows_its_collision_shapes() {
    let shape = "<collision><origin xyz='0 0 0.5'/><geometry><box size='1 2 3'/></geometry></collision>";
    let mesh = "<visual><geometry><mesh filename='none.stl'/></geometry></visual>";
    let (model, _) = read(&format!("<robot><link name='a'>{mesh}{shape}</link></robot>"));
    let shown = &model.nodes[model.find("a/collision/shown").unwrap().index()];
    assert_eq!((shown.role, shown.physics.body), (NodeRole::Visual, BodyType::NoCollision));
    assert_eq!(shown.parent_from_node.translation, DVec3::new(0.0, 0.0, 0.5));
    // A link without visuals is invisible on purpose.
    let (model, _) = read(&format!("<robot><link name='a'>{shape}</link></robot>"));
    assert_eq!(model.nodes.len(), 2);
}

#[test]
fn links_without_color_have_that_of_gazebo() {
    let link = |name: &str, material: &str| {
        format!(
            "<link name='{name}'><visual><geometry><sphere radius='1'/></geometry>{material}</visual></link>"
        )
    };
    let own = "<material name='own'><color rgba='0 1 0 1'/></material>";
    let gazebo = |name: &str| {
        format!("<gazebo reference='{name}'><material>Gazebo/RedTransparent</material></gazebo>")
    };
    let (model, _) = read(&format!(
        "<robot name='r'>{}{}{}{}<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>",
        link("a", ""),
        link("b", own),
        gazebo("a"),
        gazebo("b")
    ));
    let color_of = |name: &str| {
        let node = &model.nodes[model.find(name).unwrap().index()];
        let material = &model.materials[node.materials[0].unwrap().index()];
        (material.rgb, material.alpha)
    };
    assert_eq!(color_of("a/visual"), ([1.0, 0.0, 0.0], 0.5));
    assert_eq!(color_of("b/visual"), ([0.0, 1.0, 0.0], 1.0));
}

#[test]
fn efforts_of_0_of_all_joints_are_no_limit() {
    let arm = |efforts: [f64; 2]| {
        let joint = |parent: &str, child: &str, effort: f64| {
            format!(
                "<link name='{child}'><inertial><mass value='1'/></inertial></link><joint name='{child}' type='revolute'>\
                 <parent link='{parent}'/><child link='{child}'/>\
                 <limit lower='-1' upper='1' effort='{effort}' velocity='2'/></joint>"
            )
        };
        let text = format!(
            "<robot name='r'><link name='a'/>{}{}</robot>",
            joint("a", "b", efforts[0]),
            joint("b", "c", efforts[1])
        );
        let (model, warnings) = read(&text);
        let limits = model.joints.iter().map(|joint| joint.limits.unwrap());
        (limits.map(|limits| [limits.effort, limits.velocity]).collect::<Vec<_>>(), warnings)
    };
    let (limits, warnings) = arm([0.0, 0.0]);
    assert_eq!(limits, [[f64::INFINITY, 2.0]; 2]);
    assert_eq!(warnings, ["every joint has the effort 0, which is read as no limit"]);
    assert_eq!(arm([0.0, 5.0]), (vec![[0.0, 2.0], [5.0, 2.0]], Vec::new()));
}

#[test]
fn shapes_without_extent_are_as_thin_as_possible() {
    let (model, warnings) = read(
        "<robot name='r'><link name='a'><visual><geometry><sphere radius='0'/></geometry></visual>\
         <collision><geometry><box size='1 2 0'/></geometry></collision></link></robot>",
    );
    let shapes: Vec<&NodeKind> = model.nodes.iter().skip(1).map(|node| &node.kind).collect();
    assert_eq!(
        shapes,
        [
            &NodeKind::Shape(Shape::Sphere { radius: 1e-5 }),
            &NodeKind::Shape(Shape::Box { size: DVec3::new(1.0, 2.0, 1e-5) })
        ]
    );
    assert_eq!(warnings, ["sizes of 0 of shapes are read as 0.01 mm: a/visual, a/collision"]);
}

#[test]
fn xacro_is_refused_with_the_command_that_helps() {
    for (text, words) in [
        (
            "<robot xmlns:xacro='http://ros.org/wiki/xacro'>\n<xacro:arg name='a'/></robot>",
            "line 2: <xacro:arg>",
        ),
        (
            "<robot xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='${ns}base'/></robot>",
            "\"${ns}base\"",
        ),
        ("<robot><xacro:include filename='a'/></robot>", "<xacro:include>"),
        (
            "<robot><link name='a'><visual><geometry><box size='$(arg w) 1 1'/></geometry></visual></link></robot>",
            "\"$(arg w) 1 1\"",
        ),
    ] {
        let error = read_alone(text.as_bytes(), &mut Warnings::default()).unwrap_err().to_string();
        assert!(
            error.contains(words) && error.contains("is xacro") && error.contains("run \"xacro"),
            "{error}"
        );
    }
    // A file that xacro wrote keeps the declaration; tags for other programs may have a language of their own.
    let (model, _) = read(
        "<robot xmlns:xacro='http://ros.org/wiki/xacro'><link name='a'/>\
         <ros2_control><param name='x' value='$(find y)'/></ros2_control></robot>",
    );
    assert_eq!(model.nodes.len(), 1);
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

    #[test]
    fn noise_never_panics(text in "(<(robot|link|joint|!--|/|\\?)?[ a-z='\"0-9]{0,12}/?>){0,20}") {
        let _ = read_alone(text.as_bytes(), &mut Warnings::default());
    }
}

#[test]
fn planar_joint_is_two_slides_and_a_turn() {
    let (model, warnings) = read(
        r#"<robot name="r"><link name="floor"/><link name="base"/>
          <joint name="p" type="planar"><parent link="floor"/><child link="base"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint></robot>"#,
    );
    let found: Vec<_> =
        model.joints.iter().map(|joint| (joint.name.as_str(), joint.kind, joint.axis)).collect();
    assert_eq!(
        found,
        [
            ("p_along", JointKind::Prismatic, DVec3::X),
            ("p_across", JointKind::Prismatic, DVec3::Y),
            ("p", JointKind::Continuous, DVec3::Z)
        ]
    );
    let base = model.find("base").unwrap();
    assert_eq!((model.joints[2].child, model.joints[2].parent), (base, model.joints[1].child));
    assert_eq!(model.world_from(base).translation, DVec3::Z);
    assert!(!warnings.iter().any(|it| it.contains("planar")), "{warnings:?}");
}

#[test]
fn spherical_joint_is_three_columns_of_one_ball() {
    let text = r#"<robot name="r"><link name="a"><inertial><mass value="1"/></inertial></link><link name="b"><inertial><mass value="1"/></inertial></link>
        <joint name="hip" type="spherical"><parent link="a"/><child link="b"/><origin xyz="0 0 0.5"/></joint></robot>"#;
    let (model, warnings) = read(text);
    let found: Vec<_> = model
        .joints
        .iter()
        .map(|joint| (joint.name.as_str(), joint.axis, joint.ball.unwrap().number))
        .collect();
    assert_eq!(found, [("hip_x", DVec3::X, 0), ("hip_y", DVec3::Y, 1), ("hip_z", DVec3::Z, 2)]);
    let [x, y, z] = &model.joints[..] else { panic!() };
    assert_eq!(
        (Some(x.parent), x.child, y.child, Some(z.child)),
        (model.find("a"), y.parent, z.parent, model.find("b"))
    );
    let parents: Vec<_> = [x, y, z].iter().map(|joint| model.nodes[joint.child.index()].parent).collect();
    assert_eq!(parents, [Some(x.parent), Some(y.parent), Some(z.parent)]);
    let world_from_nodes = model.world_from_nodes();
    assert_eq!(world_from_nodes[z.child.index()].translation, DVec3::new(0.0, 0.0, 0.5));
    assert!(!warnings.join("\n").contains("fixed"), "{warnings:?}");
}

#[test]
fn friction_against_rolling_and_spinning_is_that_of_the_contact_element() {
    let contact = "<contact><lateral_friction value='0.8'/><rolling_friction value='0.01'/><spinning_friction value='0.002'/></contact>";
    let (model, warnings) = read(&format!(
        "<robot name='r'><link name='a'>{contact}<inertial><mass value='1'/></inertial></link></robot>"
    ));
    let physics = &model.nodes[0].physics;
    assert_eq!((physics.friction, physics.rolling_resistance), (0.8, [0.002, 0.01]));
    assert!(!warnings.join("\n").contains("friction"), "{warnings:?}");
}

#[test]
fn links_of_ignored_collision_filter_groups_do_not_collide() {
    let text = |group: &str| {
        let links = ["a", "b", "c"]
            .map(|name| format!("<link name='{name}'><inertial><mass value='1'/></inertial></link>"))
            .concat();
        format!(
            "<robot name='r' xmlns:drake='http://drake.mit.edu'>{links}<drake:collision_filter_group name='g'><drake:member link='a'/><drake:member link='b'/>\
             <drake:ignored_collision_filter_group name='{group}'/></drake:collision_filter_group></robot>"
        )
    };
    let (model, warnings) = read(&text("g"));
    assert_eq!(model.apart, [[model.find("a").unwrap(), model.find("b").unwrap()]], "{warnings:?}");
    let error = read_alone(text("h").as_bytes(), &mut Warnings::default()).unwrap_err().to_string();
    assert!(error.contains("there is no collision filter group \"h\""), "{error}");
}

#[test]
fn color_with_a_wrong_number_of_numbers_is_named_and_gray() {
    let text = "<robot name='r'><link name='a'><visual><geometry><sphere radius='1'/></geometry>\
                <material name='m'><color rgba='0.1 0.1 0.1 0 1'/></material></visual></link></robot>";
    let (model, warnings) = read(text);
    assert_eq!(model.materials[0].rgb, [0.8; 3]);
    assert!(
        warnings.iter().any(|warning| warning.contains("rgba of <color> must be 4 numbers")),
        "{warnings:?}"
    );
}

#[test]
fn joints_that_mimic_each_other_or_nothing_move_freely_and_are_named() {
    let joint = |name: &str, child: &str, mimic: &str| {
        format!(
            "<joint name='{name}' type='continuous'><parent link='a'/><child link='{child}'/><mimic joint='{mimic}'/></joint><link name='{child}'/>"
        )
    };
    let joints = joint("self", "b", "self")
        + &joint("j", "c", "k")
        + &joint("k", "d", "j")
        + &joint("lost", "e", "gone");
    let (model, warnings) =
        read(&format!("<robot name='r'><link name='a'/>{joints}{}</robot>", joint("follows", "f", "j")));
    for text in ["joint that they mimic is missing: lost", "mimic joints that follow them: self, j"] {
        assert!(warnings.iter().any(|warning| warning.contains(text)), "{text}: {warnings:?}");
    }
    let followers = model.joints.iter().filter(|joint| joint.mimic.is_some());
    assert_eq!(followers.map(|joint| joint.name.as_str()).collect::<Vec<_>>(), ["k", "follows"]);
}

#[test]
fn second_joint_of_a_name_is_refused_and_a_second_root_is_named() {
    let text = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>\n\
        <joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n\
        <joint name='j' type='fixed'><parent link='b'/><child link='c'/></joint></robot>";
    let error = super::read_alone(text.as_bytes(), &mut Warnings::default()).unwrap_err().to_string();
    assert!(error.contains("line 3: there are two joints called \"j\""), "{error}");
    let (_, warnings) = read("<robot name='r'><link name='a'/><link name='b'/></robot>");
    assert!(warnings.iter().any(|warning| warning.contains("these have no parent: a, b")), "{warnings:?}");
}

#[test]
fn entities_are_refused_and_efforts_of_zero_are_kept_or_named() {
    let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><robot name='&b;'><link name='a'/></robot>";
    let error = super::read_alone(bomb.as_bytes(), &mut Warnings::default()).unwrap_err().to_string();
    assert!(error.contains("XML with DTD detected"), "{error}");
    let joint = |child: &str, effort: &str| {
        format!(
            "<link name='{child}'/><joint name='{child}' type='revolute'><parent link='a'/><child link='{child}'/>\
             <limit lower='-1' upper='1' velocity='1' effort='{effort}'/></joint>"
        )
    };
    let (model, warnings) =
        read(&format!("<robot name='r'><link name='a'/>{}{}</robot>", joint("b", "0"), joint("c", "5")));
    assert_eq!(model.joints[0].limits.map(|limits| limits.effort), Some(0.0), "{warnings:?}");
    let (model, warnings) = read(&format!("<robot name='r'><link name='a'/>{}</robot>", joint("b", "0")));
    assert_eq!(model.joints[0].limits.map(|limits| limits.effort), Some(f64::INFINITY));
    assert!(warnings.iter().any(|warning| warning.contains("every joint has the effort 0")), "{warnings:?}");
}
