//! Files of several versions of Blender, compared with a report by Blender itself. `blend_versions/make.py` writes both.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use glam::DVec3;
use morse_assets::model::{
    BodyType, Bounds, JointKind, LightKind, Mesh, Model, Node, NodeKind, Projection, Property, SpecularShader,
};
use morse_assets::{Loaded, load};
use serde_json::Value;

const VERSIONS: [&str; 3] = ["4_2", "4_5", "5_0"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blend_versions")
}

/// Checks the model of each file with the report about it.
fn each(check: impl Fn(&str, &Loaded, &Value)) {
    for version in VERSIONS {
        let loaded = load(&folder().join(format!("{version}.blend"))).unwrap();
        let report = std::fs::read_to_string(folder().join(format!("{version}.json"))).unwrap();
        check(version, &loaded, &serde_json::from_str(&report).unwrap());
    }
}

fn node<'a>(model: &'a Model, name: &str) -> &'a Node {
    model.nodes.iter().find(|node| node.name == name).unwrap()
}

fn mesh_of<'a>(model: &'a Model, node: &Node) -> Option<&'a Mesh> {
    if let NodeKind::Mesh(mesh) = node.kind { Some(&model.meshes[mesh.index()]) } else { None }
}

/// The objects that a constraint connects: links, with their mesh and their collision shape in nodes below them.
const LINKED: [&str; 2] = ["body box", "body sphere"];

/// The node with the mesh of an object.
fn shown<'a>(model: &'a Model, name: &str) -> &'a Node {
    if LINKED.contains(&name) { node(model, &format!("{name}/visual")) } else { node(model, name) }
}

fn close(ours: f64, theirs: &Value, what: &str) {
    let theirs = theirs.as_f64().unwrap();
    assert!((ours - theirs).abs() < 1e-5 * theirs.abs().max(1.0), "{what}: {ours}, Blender has {theirs}");
}

fn area(mesh: &Mesh) -> f64 {
    let triangles = mesh.triangles.iter().map(|triangle| {
        let [a, b, c] = triangle.map(|vertex| mesh.vertices[vertex as usize].as_dvec3());
        (b - a).cross(c - a).length() / 2.0
    });
    triangles.sum()
}

#[test]
fn objects_stand_where_blender_has_them() {
    each(|version, Loaded { model, .. }, report| {
        let objects = report["objects"].as_object().unwrap();
        let is_part = |node: &Node| node.name.starts_with("body ") && node.name.contains('/');
        let own = model.nodes.iter().filter(|node| node.instance.is_none() && !is_part(node));
        let own: BTreeSet<&str> = own.map(|node| node.name.as_str()).collect();
        assert_eq!(own, objects.keys().map(String::as_str).collect(), "{version}");
        for (node, world_from_node) in model.nodes.iter().zip(model.world_from_nodes()) {
            let Some(theirs) = objects.get(&node.name) else { continue };
            let matrix = world_from_node.matrix3;
            for row in 0..3 {
                for column in 0..3 {
                    close(matrix.col(column)[row], &theirs["world_from_object"][row][column], &node.name);
                }
                close(world_from_node.translation[row], &theirs["world_from_object"][row][3], &node.name);
            }
            let parent = node.parent.map(|parent| model.nodes[parent.index()].name.as_str());
            let above = if node.name == LINKED[1] { Some(LINKED[0]) } else { theirs["parent"].as_str() };
            assert_eq!(parent, above, "{version} {}", node.name);
        }
        // An instance stands at its empty, moved by the offset of its collection.
        let place = model.nodes.iter().position(|node| node.name == "shown asset/brick").unwrap();
        assert_eq!(model.world_from_nodes()[place].translation.to_array(), [10.0, 1.0, 0.0]);
    });
}

#[test]
fn meshes_have_the_triangles_materials_and_uv_maps_of_blender() {
    each(|version, Loaded { model, .. }, report| {
        for (name, theirs) in report["objects"].as_object().unwrap() {
            if theirs["type"] != "MESH" || name == "brick" {
                continue;
            }
            let node = shown(model, name);
            let mesh = mesh_of(model, node).unwrap();
            assert_eq!(mesh.vertices.len() as u64, theirs["vertices"], "{version} {name}");
            assert_eq!(mesh.triangles.len() as u64, theirs["triangles"], "{version} {name}");
            close(area(mesh), &theirs["area"], name);
            let materials: Vec<_> = node
                .materials
                .iter()
                .map(|id| id.map(|id| model.materials[id.index()].name.as_str()))
                .collect();
            let known = theirs["materials"].as_array().unwrap().iter().map(Value::as_str);
            assert_eq!(materials, known.collect::<Vec<_>>(), "{version} {name}");
            let slots: BTreeSet<u64> = mesh.slots.iter().map(|&slot| u64::from(slot)).collect();
            let known = theirs["slots"].as_array().unwrap().iter().filter_map(Value::as_u64);
            assert_eq!(slots, known.collect(), "{version} {name}");
            if name == "house" {
                let corners: BTreeSet<_> = mesh.uvs.iter().flatten().map(|uv| uv.map(f32::to_bits)).collect();
                let sum =
                    |axis: usize| corners.iter().map(|uv| f64::from(f32::from_bits(uv[axis]))).sum::<f64>();
                close(sum(0), &theirs["uv_sum"][0], "sum of u");
                close(sum(1), &theirs["uv_sum"][1], "sum of v");
            }
        }
    });
}

#[test]
fn objects_outside_of_the_scene_and_hidden_ones_are_not_shown() {
    each(|version, Loaded { model, .. }, _| {
        assert_eq!(node(model, "brick").kind, NodeKind::Empty, "{version}");
        assert!(mesh_of(model, node(model, "shown asset/brick")).is_some(), "{version}");
        assert!(node(model, "hidden").visibility.hidden_in_render, "{version}");
        assert!(!node(model, "nested").visibility.hidden_in_render, "{version}");
        assert_eq!(model.scene.as_ref().unwrap().objects, 27, "{version}");
    });
}

#[test]
fn materials_show_the_settings_of_their_shaders() {
    each(|version, Loaded { model, .. }, report| {
        for (name, theirs) in report["materials"].as_object().unwrap() {
            let ours = model.materials.iter().find(|material| material.name == *name).unwrap();
            let shading = ours.shading.as_ref().unwrap();
            for part in 0..3 {
                close(f64::from(ours.rgb[part]), &theirs["color"][part], name);
                // Light that is emitted is white.
                close(f64::from(shading.glow[part]), &theirs["emission"], name);
            }
            close(f64::from(ours.alpha), &theirs["alpha"], name);
            let SpecularShader::Microfacet { metallic, roughness } = shading.specular_shader else {
                panic!("{version} {name}")
            };
            close(f64::from(metallic), &theirs["metallic"], name);
            close(f64::from(roughness), &theirs["roughness"], name);
            assert_eq!(ours.texture.is_some(), name == "pictured", "{version} {name}");
        }
    });
}

#[test]
fn lights_have_their_power_and_cameras_their_lens() {
    each(|version, Loaded { model, .. }, report| {
        for ours in &model.lights {
            let theirs = &report["lights"][&ours.name];
            let pi = std::f64::consts::PI;
            let watts = f64::from(ours.energy)
                * match ours.kind {
                    LightKind::Sun => pi,
                    LightKind::Area => pi * pi,
                    _ => 4.0 * pi * pi,
                };
            close(watts, &theirs["energy"], &ours.name);
            close(f64::from(ours.rgb[1]), &theirs["color"][1], &ours.name);
        }
        assert_eq!(model.lights.len(), 4, "{version}");
        for ours in &model.cameras {
            let theirs = &report["cameras"][&ours.name];
            match ours.projection {
                Projection::Perspective { focal_length, .. } => {
                    close(f64::from(focal_length), &theirs["lens"], "lens")
                }
                Projection::Orthographic { width } => close(f64::from(width), &theirs["scale"], "scale"),
            }
            close(f64::from(ours.near), &theirs["near"], "near");
        }
        assert_eq!(model.cameras.len(), 2, "{version}");
    });
}

#[test]
fn rigid_bodies_have_their_settings() {
    each(|version, Loaded { model, warnings, .. }, report| {
        for (name, theirs) in report["objects"].as_object().unwrap() {
            let Some(theirs) = theirs.get("body") else { continue };
            let is_linked = LINKED.contains(&name.as_str());
            let collision = is_linked.then(|| node(model, &format!("{name}/visual/collision")));
            let ours = &collision.unwrap_or(node(model, name)).physics;
            let is_static = theirs["type"] == "PASSIVE";
            assert_eq!(
                ours.body,
                if is_static { BodyType::Static } else { BodyType::RigidBody },
                "{version} {name}"
            );
            let Bounds::Fitted(shape) = ours.bounds else { panic!("{version} {name}: {:?}", ours.bounds) };
            let known = theirs["collision_shape"].as_str().unwrap();
            assert_eq!(shape.name(), if known == "MESH" { "TRIANGLE_MESH" } else { known }, "{version}");
            close(node(model, name).physics.mass, &theirs["mass"], "mass");
            close(ours.friction, &theirs["friction"], "friction");
            close(ours.elasticity, &theirs["restitution"], "restitution");
            close(ours.linear_damping, &theirs["linear_damping"], "linear damping");
            close(ours.angular_damping, &theirs["angular_damping"], "angular damping");
            assert_eq!((ours.collision_group, ours.collision_mask), (0b101, 0b101), "{version} {name}");
        }
        // In a file with rigid bodies, other objects have no body.
        assert_eq!(node(model, "house").physics.body, BodyType::NoCollision, "{version}");
        assert!((model.scene.as_ref().unwrap().gravity - 9.81).abs() < 1e-6, "{version}");
        assert!(!warnings.iter().any(|warning| warning.contains("constraints")), "{version}: {warnings:?}");
    });
}

#[test]
fn a_hinge_between_two_bodies_is_a_joint_about_the_z_axis_of_its_empty() {
    each(|version, Loaded { model, .. }, _| {
        let [joint] = model.joints.as_slice() else { panic!("{version}: {:?}", model.joints) };
        let name = |id: morse_assets::model::NodeId| model.nodes[id.index()].name.as_str();
        assert_eq!((joint.name.as_str(), joint.kind), ("hinge", JointKind::Revolute), "{version}");
        assert_eq!([name(joint.parent), name(joint.child)], LINKED, "{version}");
        let limits = joint.limits.unwrap();
        assert_eq!((limits.lower, limits.upper), (-0.5, 0.75), "{version}");
        // The empty is 1 m before the sphere, turned by 90° about y: its z axis is the x axis of the world. Turns are those of
        // the first body seen from the second one.
        assert!(joint.anchor.abs_diff_eq(DVec3::new(-1.0, 0.0, 0.0), 1e-6), "{version}: {}", joint.anchor);
        assert!(joint.axis.abs_diff_eq(DVec3::NEG_X, 1e-6), "{version}: {}", joint.axis);
        let inertial = node(model, LINKED[1]).inertial.unwrap();
        // A ball in a cube of 1 m.
        let moment = 0.4 * inertial.mass * 0.5 * 0.5;
        assert!((inertial.inertia.x_axis.x - moment).abs() < 1e-6, "{version}: {inertial:?}");
    });
}

#[test]
fn bones_and_custom_properties_are_read() {
    each(|version, Loaded { model, .. }, report| {
        let NodeKind::Armature(armature) = node(model, "skeleton").kind else { panic!("{version}") };
        for bone in &model.armatures[armature.index()].bones {
            let theirs = &report["objects"]["skeleton"]["bones"][&bone.name];
            for axis in 0..3 {
                close(bone.head[axis], &theirs[0][axis], &bone.name);
                close(bone.tail[axis], &theirs[1][axis], &bone.name);
            }
        }
        let expected = [
            ("count", Property::Int(3)),
            ("ratio", Property::Float(0.5)),
            ("label", Property::String("door".to_owned())),
            ("open", Property::Bool(true)),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(node(model, "marker").properties, expected, "{version}");
    });
}

#[test]
fn damaged_files_of_all_versions_end_with_an_error_or_a_smaller_model() {
    for version in VERSIONS {
        let packed = std::fs::read(folder().join(format!("{version}.blend"))).unwrap();
        let plain = zstd::decode_all(&packed[..]).unwrap();
        for part in 1..40 {
            let _ = morse_assets::load_bytes("cut.blend", &plain[..plain.len() * part / 40]);
            let mut changed = plain.clone();
            for place in (part * 131..changed.len()).step_by(997) {
                changed[place] ^= 1 << (place % 8);
            }
            let _ = morse_assets::load_bytes("changed.blend", &changed);
        }
    }
}

#[test]
fn compressed_files_that_are_cut_anywhere_are_errors_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    for version in VERSIONS {
        let packed = std::fs::read(self::folder().join(format!("{version}.blend"))).unwrap();
        for part in 1..12 {
            let path = folder.path().join("cut.blend");
            std::fs::write(&path, &packed[..packed.len() * part / 12]).unwrap();
            let error = load(&path).unwrap_err().to_string();
            assert!(error.contains("copy it again"), "{version} {part}: {error}");
        }
        // Damage within a part that is unpacked alone.
        let mut changed = packed.clone();
        for place in (1000..changed.len() - 1000).step_by(5000) {
            changed[place] ^= 0x55;
        }
        let path = folder.path().join("changed.blend");
        std::fs::write(&path, &changed).unwrap();
        let error = load(&path).unwrap_err().to_string();
        assert!(error.contains("copy it again"), "{version}: {error}");
    }
}

#[test]
fn file_on_the_disk_gives_the_model_of_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for version in VERSIONS {
        let path = self::folder().join(format!("{version}.blend"));
        let packed = std::fs::read(&path).unwrap();
        let plain = zstd::decode_all(&packed[..]).unwrap();
        let plain_path = folder.path().join(format!("{version}.blend"));
        std::fs::write(&plain_path, &plain).unwrap();
        let of_memory = morse_assets::load_bytes("memory.blend", &plain).unwrap().model;
        for path in [&path, &plain_path] {
            let of_disk = load(path).unwrap().model;
            assert_eq!(of_disk.meshes, of_memory.meshes, "{version}");
            assert_eq!(of_disk.materials, of_memory.materials, "{version}");
            assert_eq!(of_disk.nodes.len(), of_memory.nodes.len(), "{version}");
        }
    }
}

#[test]
fn file_of_a_newer_version_is_read_with_a_warning() {
    let packed = std::fs::read(folder().join("5_0.blend")).unwrap();
    let mut plain = zstd::decode_all(&packed[..]).unwrap();
    let known = morse_assets::load_bytes("known.blend", &plain).unwrap();
    plain[13..17].copy_from_slice(b"0703");
    // A type of modifier that this version does not have.
    let place = plain.windows(16).position(|bytes| bytes == b"ArrayModifierDat").unwrap();
    plain[place..place + 5].copy_from_slice(b"Brick");
    let newer = morse_assets::load_bytes("newer.blend", &plain).unwrap();
    assert_eq!(newer.model.nodes.len(), known.model.nodes.len());
    assert_eq!(newer.model.generator, "Blender 7.3, 64 bit");
    for words in ["it is of Blender 7.3, which is newer than 5.0", "modifier BRICK is not applied"] {
        assert!(
            newer.warnings.iter().any(|warning| warning.contains(words)),
            "{words}: {:?}",
            newer.warnings
        );
    }
}
