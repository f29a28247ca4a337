//! Objects of .blend files: bodies, parents, groups, bones and meshes.

use std::fs;

use glam::{DVec3, Vec3};

use super::{everything, object, read, square};
use crate::formats::blend::sample::{Sample, Value};
use crate::load;
use crate::model::{BodyType, NodeKind};

use Value::{Floats, Int, Pointer, Text};

#[test]
fn flags_of_an_object_decide_its_physics_with_any_panel() {
    for (flags, panel, expected) in [
        // A new object in Blender: its physics panel was never opened.
        (0x14000, 0, BodyType::Static),
        (0x14004, 0, BodyType::Static),
        (0x4000, 1, BodyType::NoCollision),
        (0x4001, 3, BodyType::NoCollision),
        (0x14005, 0, BodyType::Dynamic),
        (0x14405, 2, BodyType::RigidBody),
        (0x14400, 3, BodyType::Static),
        (0x34405, 3, BodyType::SoftBody),
        (0x94000, 1, BodyType::Sensor),
        (0x41_0005, 1, BodyType::Character),
        (0x44000, 0, BodyType::Occluder),
        (0x10_4000, 0, BodyType::Navmesh),
    ] {
        let mut sample = Sample::new(8);
        object(
            &mut sample,
            "thing",
            0x100,
            1,
            &[("gameflag", Int(flags)), ("body_type", Int(panel)), ("data", Pointer(0x200))],
        );
        square(&mut sample);
        let (model, _) = read(&sample.bytes());
        assert_eq!(model.nodes[0].physics.body, expected, "{flags:#x} with panel {panel}");
    }
}

#[test]
fn children_turn_with_their_parents_and_mirrors_are_applied() {
    let (model, warnings) = read(&everything(8));
    let square = model.find("square").unwrap();
    let world_from_square = model.world_from(square);
    assert!(world_from_square.transform_point3(DVec3::X).abs_diff_eq(DVec3::new(0.0, 1.0, 0.1), 1e-6));
    let mesh = &model.meshes[model.nodes[square.index()].mesh().unwrap().index()];
    assert_eq!((mesh.in_file.vertices, mesh.in_file.faces, mesh.in_file.triangles), (4, 1, 2));
    assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (8, 4));
    assert_eq!(mesh.vertices[4], Vec3::new(-1.0, 0.0, 0.0));
    assert!(
        warnings
            .iter()
            .any(|warning| warning.contains("BEVEL is not applied") && warning.ends_with("square"))
    );
}

#[test]
fn groups_are_shown_again_around_their_origin() {
    let (model, _) = read(&everything(8));
    assert_eq!(model.objects().count(), 5);
    let shown = model.find("shown").unwrap();
    assert_eq!(model.nodes[shown.index()].kind, NodeKind::Instance { group: "pair".to_owned() });
    let copy = model.find("shown/square").unwrap();
    let body = model.find("shown/body").unwrap();
    assert_eq!(model.nodes[copy.index()].parent, Some(body));
    assert_eq!(model.nodes[copy.index()].instance, Some(shown));
    assert!(model.world_from(body).translation.abs_diff_eq(DVec3::new(5.0, 0.0, 0.0), 1e-6));
}

#[test]
fn bones_carry_limits_and_children() {
    let (model, _) = read(&everything(4));
    let armature = &model.armatures[0];
    assert_eq!(armature.ik_solver, 1);
    let lower = &armature.bones[1];
    assert_eq!((lower.name.as_str(), lower.parent), ("lower", Some(0)));
    assert_eq!(lower.ik.locked, [true, false, true]);
    assert_eq!((lower.ik.limited, lower.ik.max[1]), ([false, true, false], 1.5));
    let tool = &model.nodes[model.find("tool").unwrap().index()];
    assert_eq!(tool.parent_bone.as_deref(), Some("lower"));
    assert_eq!(tool.parent_from_node.translation.z, 2.5);
}

#[test]
fn old_faces_are_read_too() {
    let mut sample = Sample::new(4);
    object(&mut sample, "plate", 0x100, 1, &[("data", Pointer(0x200))]);
    sample
        .block(
            "ME",
            "Mesh",
            0x200,
            &[
                ("id.name", Text("MEPlate")),
                ("mvert", Pointer(0x210)),
                ("mface", Pointer(0x220)),
                ("totvert", Int(4)),
                ("totface", Int(3)),
            ],
        )
        .blocks_of(
            "DATA",
            "MVert",
            0x210,
            &[
                &[("co", Floats(&[0., 0., 0.]))],
                &[("co", Floats(&[1., 0., 0.]))],
                &[("co", Floats(&[1., 1., 0.]))],
                &[("co", Floats(&[0., f32::NAN, 0.]))],
            ],
        )
        .blocks_of(
            "DATA",
            "MFace",
            0x220,
            &[
                &[("v1", Int(0)), ("v2", Int(1)), ("v3", Int(2))],
                &[("v1", Int(0)), ("v2", Int(1)), ("v3", Int(2)), ("v4", Int(3))],
                &[("v1", Int(0)), ("v2", Int(1)), ("v3", Int(99))],
            ],
        );
    let (model, warnings) = read(&sample.bytes());
    assert_eq!((model.meshes[0].in_file.faces, model.meshes[0].triangles.len()), (2, 3));
    assert!(
        warnings.iter().any(|warning| warning.contains("1e9 m (1)") && warning.contains("vertex 3 (0, NaN")),
        "{warnings:?}"
    );
    assert!(warnings.iter().any(|warning| warning.contains("1 faces are left out")), "{warnings:?}");
}

fn linking(path: &str) -> Vec<u8> {
    let mut sample = Sample::new(8);
    object(&mut sample, "shown", 0x300, 0, &[("dup_group", Pointer(0x311)), ("transflag", Int(256))]);
    sample.block("LI", "Library", 0x310, &[("name", Text(path))]).block(
        "ID",
        "ID",
        0x311,
        &[("name", Text("GRpair"))],
    );
    sample.bytes()
}

#[test]
fn groups_of_linked_files_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    for sub in ["environments", "props"] {
        fs::create_dir(folder.path().join(sub)).unwrap();
    }
    fs::write(folder.path().join("props/pair.blend"), everything(4)).unwrap();
    let scene = folder.path().join("environments/scene.blend");
    fs::write(&scene, linking("//../props/pair.blend")).unwrap();
    let loaded = load(&scene).unwrap();
    assert_eq!(loaded.model.objects().count(), 1);
    assert!(loaded.model.find("shown/square").is_some());

    fs::write(&scene, linking("//../props/none.blend")).unwrap();
    let loaded = load(&scene).unwrap();
    assert!(
        loaded.warnings[0].contains("linked file //../props/none.blend is missing"),
        "{:?}",
        loaded.warnings
    );
    fs::write(&scene, linking("//../../../etc/passwd")).unwrap();
    assert!(load(&scene).unwrap().warnings[0].contains("outside of the resource folders"));
    // A file that links to itself is read once more and no further.
    fs::write(&scene, linking("//scene.blend")).unwrap();
    assert!(load(&scene).is_ok());
}
