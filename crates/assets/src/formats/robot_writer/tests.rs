//! Tests of the writers: robots read back with the same links, joints, masses and shapes.

use std::fs;
use std::path::{Path, PathBuf};

use glam::{DAffine3, DMat3, DVec3, Vec3};

use super::{RobotFormat, write};
use crate::formats::{mjcf, urdf};
use crate::model::{
    BodyType, Bounds, BoundsShape, EqualityKind, Joint, JointKind, Material, MaterialId, Mesh, MeshId, Node,
    NodeId, NodeKind, NodeRole, Physics, Pixels, Property, Shape, Texture, TextureData, TextureId,
};
use crate::{Model, Warnings, load};

const FORMATS: [(RobotFormat, &str); 3] =
    [(RobotFormat::Urdf, "urdf"), (RobotFormat::Sdf, "sdf"), (RobotFormat::Mjcf, "xml")];

/// A robot with several joints on one link, anchors, a ball, a mimic joint, a loop and an actuator.
const ARM: &str = r#"<mujoco model="arm"><compiler angle="radian" autolimits="true"/><worldbody>
    <body name="column" pos="0.5 0 1" euler="0 0 0.3">
      <joint name="lift" type="slide" axis="0 0 1" range="0 0.4" damping="3"/>
      <joint name="turn" axis="0 0 1" pos="0.1 0 0" range="-2 2" frictionloss="0.5" armature="0.02"/>
      <geom type="box" size="0.1 0.2 0.3" mass="4"/>
      <body name="hand" pos="0 0.4 0.1" quat="0.8 0.6 0 0">
        <joint name="wrist" type="ball" pos="0 0 -0.1"/>
        <geom type="capsule" size="0.05 0.2" mass="1"/>
        <body name="left_finger" pos="0.1 0 0"><joint name="left" type="slide" axis="1 0 0" range="0 0.05"/>
          <geom type="sphere" size="0.02" mass="0.1"/></body>
        <body name="right_finger" pos="-0.1 0 0"><joint name="right" type="slide" axis="-1 0 0" range="0 0.05"/>
          <geom type="cylinder" size="0.02 0.04" mass="0.1"/></body>
      </body>
    </body></worldbody>
  <contact><exclude body1="left_finger" body2="right_finger"/></contact>
  <equality><joint joint1="right" joint2="left" polycoef="0 1 0 0 0"/></equality>
  <actuator><position name="lifter" joint="lift" kp="500" kv="20" ctrlrange="0 0.4"/></actuator></mujoco>"#;

fn arm() -> Model {
    mjcf::read_alone(ARM.as_bytes(), &mut Warnings::default()).unwrap()
}

/// Writes a model into a folder, and reads the file. Returns the model and the warnings of the writer.
fn again(model: &Model, format: RobotFormat, ending: &str, folder: &Path) -> (Model, Vec<String>) {
    let made = write(model, format, "made", &|path| fs::read(path));
    let file = folder.join(format!("made.{ending}"));
    fs::write(&file, made.text).unwrap();
    for (path, bytes) in made.parts {
        let path: PathBuf = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    (load(&file).unwrap().model, made.warnings)
}

/// Masses with their centers in the world, in the order of names.
fn masses(model: &Model) -> Vec<(String, f64, DVec3)> {
    let of = |(id, node): (NodeId, &Node)| {
        let inertial = node.inertial?;
        let center = model.world_from(id).transform_point3(inertial.node_from_inertia.translation);
        Some((node.name.clone(), inertial.mass, center))
    };
    let mut found: Vec<_> = model.nodes().filter_map(of).collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

/// Axis in the world, and the distance vector of the axis from the origin of the world.
fn line(model: &Model, joint: &Joint) -> [DVec3; 2] {
    let world_from_child = model.world_from(joint.child);
    let axis = world_from_child.transform_vector3(joint.axis);
    let anchor = world_from_child.transform_point3(joint.anchor);
    [axis, if joint.kind == JointKind::Prismatic { DVec3::ZERO } else { anchor - axis * axis.dot(anchor) }]
}

#[test]
fn joints_and_masses_read_back_from_each_format() {
    let model = arm();
    for (format, ending) in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let (read, _) = again(&model, format, ending, folder.path());
        let (before, after) = (masses(&model), masses(&read));
        // SDF has no links without mass: those between joints weigh 10 g there.
        let after: Vec<_> = after.into_iter().filter(|(_, mass, _)| *mass > 0.011).collect();
        assert_eq!(before.len(), after.len(), "{ending}: {after:?}");
        for (one, other) in before.iter().zip(&after) {
            assert_eq!(one.0, other.0, "{ending}");
            assert!(
                (one.1 - other.1).abs() < 1e-12 && one.2.abs_diff_eq(other.2, 1e-9),
                "{ending}: {one:?} {other:?}"
            );
        }
        for joint in model.joints.iter().filter(|joint| joint.kind != JointKind::Fixed) {
            let Some(found) = read.joints.iter().find(|found| found.name == joint.name) else {
                panic!("{ending}: no joint {}", joint.name)
            };
            assert_eq!(
                (found.kind, found.ball.is_some()),
                (joint.kind, joint.ball.is_some() && ending != "urdf"),
                "{ending}"
            );
            let (before, after) = (line(&model, joint), line(&read, found));
            let is_near = before.iter().zip(after).all(|(one, other)| one.abs_diff_eq(other, 1e-9));
            assert!(is_near, "{ending} {}: {before:?} {after:?}", joint.name);
            if let Some(limits) = joint.limits {
                let found = found.limits.unwrap();
                assert_eq!((found.lower, found.upper), (limits.lower, limits.upper), "{ending}");
            }
            assert_eq!((found.damping, found.friction), (joint.damping, joint.friction), "{ending}");
        }
        let follower = read.joints.iter().find(|joint| joint.name == "right").unwrap();
        let mimic = follower.mimic.as_ref().unwrap();
        assert_eq!((mimic.joint.as_str(), mimic.multiplier, mimic.offset), ("left", 1.0, 0.0), "{ending}");
    }
}

#[test]
fn mjcf_keeps_actuators_exclusions_and_rotor_inertias_that_urdf_and_sdf_name_as_left_out() {
    let model = arm();
    let folder = tempfile::tempdir().unwrap();
    let (read, warnings) = again(&model, RobotFormat::Mjcf, "xml", folder.path());
    assert_eq!(warnings, Vec::<String>::new());
    let names = |model: &Model| {
        let name = |id: NodeId| model.nodes[id.index()].name.clone();
        model.apart.iter().map(|pair| pair.map(name)).collect::<Vec<_>>()
    };
    assert_eq!(names(&read), names(&model));
    let [actuator] = &read.actuators[..] else { panic!("{:?}", read.actuators) };
    let before = &model.actuators[0];
    assert_eq!(
        (actuator.gain, actuator.bias, actuator.command_range, actuator.joint.as_deref()),
        (before.gain, before.bias, before.command_range, Some("lift"))
    );
    assert_eq!(read.joints.iter().map(|joint| joint.armature).fold(0.0, f64::max), 0.02);
    for (format, wanted) in [
        (
            RobotFormat::Urdf,
            ["actuators are left out: lifter", "ball joints are three hinges in a row: wrist_x"],
        ),
        (RobotFormat::Sdf, ["actuators are left out: lifter", "inertias of rotors are left out: turn"]),
    ] {
        let warnings = write(&model, format, "made", &|path| fs::read(path)).warnings;
        for sentence in wanted {
            assert!(warnings.iter().any(|warning| warning == sentence), "{sentence}: {warnings:?}");
        }
    }
}

#[test]
fn shapes_collide_and_are_seen_as_before() {
    let model = arm();
    for (format, ending) in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let (read, _) = again(&model, format, ending, folder.path());
        let shapes = |model: &Model, link: &str, role: NodeRole| {
            let link = model.find(link).unwrap();
            let of_link = model.nodes.iter().filter(|node| node.parent == Some(link) && node.role == role);
            of_link
                .filter_map(|node| match node.kind {
                    NodeKind::Shape(shape) => Some(shape),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
        for role in [NodeRole::Visual, NodeRole::Collision] {
            assert_eq!(
                shapes(&read, "column", role),
                [Shape::Box { size: DVec3::new(0.2, 0.4, 0.6) }],
                "{ending}"
            );
            assert_eq!(
                shapes(&read, "right_finger", role),
                [Shape::Cylinder { radius: 0.02, length: 0.08 }],
                "{ending}"
            );
            // URDF has no capsule.
            assert_eq!(shapes(&read, "hand", role).len(), if ending == "urdf" { 3 } else { 1 }, "{ending}");
        }
    }
}

/// A link with a mesh of two materials, one of them with an image.
fn painted(scale: DVec3) -> Model {
    let pixels = Pixels { width: 1, height: 2, rgba: vec![255, 0, 0, 255, 0, 255, 0, 255].into() };
    let mesh = Mesh {
        name: "two sides".to_owned(),
        vertices: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        slots: vec![0, 0, 1, 1],
        uvs: vec![[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]; 4],
        ..Mesh::default()
    };
    let material = |name: &str, texture| Material {
        name: name.to_owned(),
        rgb: [0.5, 0.25, 0.75],
        texture,
        ..Material::default()
    };
    let body = Physics {
        body: BodyType::RigidBody,
        mass: 2.0,
        bounds: Bounds::Fitted(BoundsShape::ConvexHull),
        ..Physics::default()
    };
    Model {
        name: "stone".to_owned(),
        nodes: vec![Node {
            kind: NodeKind::Mesh(MeshId::new(0)),
            materials: vec![Some(MaterialId::new(0)), Some(MaterialId::new(1))],
            parent_from_node: DAffine3::from_scale(scale),
            physics: body,
            ..Node::new("stone")
        }],
        meshes: vec![mesh],
        materials: vec![material("plain", None), material("image", Some(TextureId::new(0)))],
        textures: vec![Texture { name: "red and green.png".to_owned(), data: TextureData::Decoded(pixels) }],
        ..Model::default()
    }
}

#[test]
fn an_object_becomes_a_link_with_its_mass_meshes_and_images() {
    // A mirrored object has its triangles the other way round.
    for scale in [DVec3::new(2.0, 1.0, 0.5), DVec3::new(-2.0, 1.0, 0.5)] {
        let model = painted(scale);
        for (format, ending) in FORMATS {
            let folder = tempfile::tempdir().unwrap();
            let (read, warnings) = again(&model, format, ending, folder.path());
            assert_eq!(warnings, Vec::<String>::new(), "{ending}");
            let stone = read.find("stone").unwrap();
            assert_eq!(
                read.nodes[stone.index()].inertial.map(|inertial| inertial.mass),
                Some(2.0),
                "{ending}"
            );
            let seen: Vec<NodeId> = read
                .nodes()
                .filter(|(_, node)| node.parent == Some(stone) && node.role == NodeRole::Visual)
                .map(|(id, _)| id)
                .collect();
            assert_eq!(seen.len(), 2, "{ending}: {seen:?}");
            let mut colors = Vec::new();
            let mut volume = 0.0;
            for id in seen {
                let node = &read.nodes[id.index()];
                let mesh = &read.meshes[node.mesh().unwrap().index()];
                let world_from_mesh = read.world_from(id);
                let corner =
                    |index: u32| world_from_mesh.transform_point3(mesh.vertices[index as usize].as_dvec3());
                // The divergence theorem: positive if triangles face outward.
                let part = |[a, b, c]: [u32; 3]| corner(a).dot(corner(b).cross(corner(c))) / 6.0;
                volume += mesh.triangles.iter().map(|triangle| part(*triangle)).sum::<f64>();
                let material = &read.materials[node.materials[0].unwrap().index()];
                colors.push((material.texture.is_some(), material.rgb));
            }
            assert!((volume - 1.0 / 6.0).abs() < 1e-6, "{ending} {scale}: {volume}");
            colors.sort_by_key(|(has_image, _)| *has_image);
            assert_eq!((colors[0], colors[1].0), ((false, [0.5, 0.25, 0.75]), true), "{ending}");
        }
    }
}

#[test]
fn loops_and_balls_read_back_from_sdf_and_mjcf() {
    let text = r#"<mujoco><worldbody><body name="bar" pos="0 0 1"><joint name="swing" axis="0 1 0"/><geom size="0.1" mass="1"/>
          <body name="rod" pos="0.5 0 0"><joint name="rod" type="ball"/><geom size="0.1" mass="1"/></body></body></worldbody>
        <equality><connect name="rod" body1="rod" anchor="0.2 0 0"/></equality></mujoco>"#;
    let model = mjcf::read_alone(text.as_bytes(), &mut Warnings::default()).unwrap();
    for (format, ending) in &FORMATS[1..] {
        let folder = tempfile::tempdir().unwrap();
        let (read, _) = again(&model, *format, ending, folder.path());
        assert_eq!(read.joints.iter().filter(|joint| joint.ball.is_some()).count(), 3, "{ending}");
        let [equality] = &read.equalities[..] else { panic!("{ending}: {:?}", read.equalities) };
        let EqualityKind::Connect { a, b } = equality.kind else { panic!("{ending}: {equality:?}") };
        for end in [a, b] {
            let place =
                end.link.map_or(DAffine3::IDENTITY, |link| read.world_from(link)).transform_point3(end.point);
            assert!(place.abs_diff_eq(DVec3::new(0.7, 0.0, 1.0), 1e-9), "{ending}: {place}");
        }
    }
}

#[test]
fn joints_of_sdf_have_other_names_than_links() {
    let mut model = arm();
    let finger = model.find("left_finger").unwrap();
    model.nodes[finger.index()].name = "left".to_owned();
    let folder = tempfile::tempdir().unwrap();
    let (read, _) = again(&model, RobotFormat::Sdf, "sdf", folder.path());
    let right = read.joints.iter().find(|joint| joint.name == "right").unwrap();
    assert_eq!(right.mimic.as_ref().unwrap().joint, "left_joint");
    assert!(read.joints.iter().any(|joint| joint.name == "left_joint"));
}

#[test]
fn flat_meshes_have_a_thickness_for_mujoco() {
    let mut model = painted(DVec3::ONE);
    model.meshes[0].triangles.truncate(1);
    let heights = |format| {
        let made = write(&model, format, "made", &|path| fs::read(path));
        let (_, file) =
            made.parts.iter().find(|(path, _)| path.extension().is_some_and(|it| it == "obj")).unwrap();
        let text = String::from_utf8(file.clone()).unwrap();
        let vertices = text.lines().filter_map(|line| line.strip_prefix("v "));
        vertices.map(|line| line.split(' ').nth(2).unwrap().parse::<f64>().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(heights(RobotFormat::Urdf), [0.0; 3]);
    let found = heights(RobotFormat::Mjcf);
    assert_eq!(found.len(), 6);
    assert!((found[3].abs() - 1e-4).abs() < 1e-9, "{found:?}");
}

#[test]
fn roots_stand_or_move_as_in_the_file() {
    let text = "<robot name='r'><link name='base'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1'/></inertial>\
        <collision><geometry><box size='1 1 1'/></geometry></collision></link></robot>";
    let free = urdf::read_alone(text.as_bytes(), &mut Warnings::default()).unwrap();
    let mut fixed = free.clone();
    fixed.fix_base();
    // Only a URDF file has a root without mass that moves.
    fixed.description = None;
    for (model, moves) in [(&free, true), (&fixed, false)] {
        for (format, ending) in FORMATS {
            let folder = tempfile::tempdir().unwrap();
            let (read, _) = again(model, format, ending, folder.path());
            let base = read.find("base").unwrap();
            let weighs = read.nodes[base.index()].inertial.is_some_and(|inertial| inertial.mass > 0.1);
            let top = &read.nodes[read.top_of(base).index()];
            assert_eq!((weighs, top.name == "world"), (moves, !moves), "{ending}: {}", top.name);
        }
    }
}

#[test]
fn inertias_are_turned_into_the_axes_of_the_format() {
    let turn = DMat3::from_rotation_z(0.5);
    let mut model = arm();
    let hand = model.find("hand").unwrap();
    let inertial = model.nodes[hand.index()].inertial.as_mut().unwrap();
    inertial.node_from_inertia = DAffine3::from_mat3_translation(turn, DVec3::new(0.1, 0.2, 0.3));
    inertial.inertia = DMat3::from_diagonal(DVec3::new(1.0, 2.0, 2.5));
    let tensor = |model: &Model| {
        let id = model.find("hand").unwrap();
        let inertial = model.nodes[id.index()].inertial.unwrap();
        let turn = model.world_from(id).matrix3 * inertial.node_from_inertia.matrix3;
        turn * inertial.inertia * turn.transpose()
    };
    for (format, ending) in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let (read, _) = again(&model, format, ending, folder.path());
        assert!(tensor(&read).abs_diff_eq(tensor(&model), 1e-9), "{ending}: {:?}", tensor(&read));
    }
}

#[test]
fn names_with_characters_of_xml_and_paths_read_back() {
    let mut model = painted(DVec3::ONE);
    model.name = "a \"stone\" & <more>".to_owned();
    model.nodes[0].name = "stone & <more>".to_owned();
    model.meshes[0].name = "../../etc/passwd".to_owned();
    model.nodes[0].properties = vec![("Object".to_owned(), Property::Bool(true))];
    for (format, ending) in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let (read, _) = again(&model, format, ending, folder.path());
        assert!(read.find("stone & <more>").is_some(), "{ending}");
        let made = write(&model, format, "made", &|path| fs::read(path));
        assert!(made.parts.iter().all(|(path, _)| path.components().count() == 2), "{:?}", made.parts);
    }
}
