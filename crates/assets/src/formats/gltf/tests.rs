//! Tests of the glTF reader on small files made here.

mod compression;
mod shapes;
mod skins;

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::{DVec3, Vec3};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::formats::gltf::read_alone;
use crate::model::{
    BodyType, Bounds, BoundsShape, Channel, LightKind, NodeKind, NodeRole, Projection, Property, Relief,
    Shape, SpecularShader,
};
use crate::{Model, Warnings, load};

/// Four corners of a square in glTF's x-z plane (its floor), then the corners of two triangles, then of a strip.
fn buffer() -> Vec<u8> {
    let mut bytes = Vec::new();
    for corner in [[0., 0., 0.], [1., 0., 0.], [1., 0., -1.], [0., 0., -1.0_f32]] {
        bytes.extend(corner.iter().flat_map(|value| value.to_le_bytes()));
    }
    for corner in [0_u16, 1, 2, 0, 2, 3, 0, 1, 3, 2] {
        bytes.extend(corner.to_le_bytes());
    }
    bytes
}

fn document() -> Value {
    json!({
        "asset": {"version": "2.0", "generator": "test"},
        "extensionsUsed": ["KHR_lights_punctual", "KHR_node_visibility", "FOO_bar"],
        "extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot", "intensity": 5.0, "spot": {"outerConeAngle": 0.5}}]}},
        "buffers": [{"byteLength": 68}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 20}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"},
            {"bufferView": 1, "byteOffset": 12, "componentType": 5123, "count": 4, "type": "SCALAR"}
        ],
        "materials": [{"name": "grass", "pbrMetallicRoughness": {"baseColorFactor": [0.1, 0.5, 0.2, 1.0]}, "extras": {"remission": 0.7, "friction": 0.9}}],
        "meshes": [{"name": "floor", "primitives": [
            {"attributes": {"POSITION": 0}, "indices": 1, "material": 0},
            {"attributes": {"POSITION": 0}, "indices": 2, "mode": 5},
            {"attributes": {"POSITION": 0}, "mode": 0}
        ]}],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1.0, "aspectRatio": 1.5, "znear": 0.1}}],
        "skins": [{"name": "arm", "joints": [3, 4]}],
        "nodes": [
            {"name": "box", "mesh": 0, "translation": [1.0, 2.0, 3.0], "children": [1, 2],
             "extras": {"Object": true, "Label": "it", "size": 2, "half": 0.5, "list": [1],
                        "morse_physics": {"type": "RIGID_BODY", "bounds": "CONVEX_HULL", "mass": 20, "damping": [0.025, 0.18], "compound": true}}},
            {"name": "eye", "camera": 0, "extensions": {"KHR_lights_punctual": {"light": 0}}},
            {"name": "shoulder", "children": [3], "extensions": {"KHR_node_visibility": {"visible": false}}},
            {"name": "upper", "translation": [0.0, 1.0, 0.0], "children": [4], "extras": {"morse_joint": {"kind": "revolute", "axis": "y", "dof": ["y"], "limits": [-1.0, 1.5], "length": 0.4, "ik": true}}},
            {"name": "lower", "translation": [0.0, 0.4, 0.0], "children": [5]},
            {"name": "tool", "translation": [0.0, 0.1, 0.0]},
            {"name": "elsewhere"}
        ],
        "scenes": [{"nodes": [0]}],
        "scene": 0
    })
}

fn glb(document: &Value, buffer: &[u8]) -> Vec<u8> {
    let mut json = serde_json::to_vec(document).unwrap();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((12 + 8 + json.len() as u32 + 8 + buffer.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json.as_slice()), (b"BIN\0", buffer)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

fn read(bytes: &[u8]) -> (Model, Vec<String>) {
    let mut warnings = Warnings::default();
    let model = read_alone(bytes, &mut warnings).unwrap();
    (model, warnings.into_messages())
}

#[test]
fn the_floor_of_gltf_is_the_floor_here() {
    let (model, warnings) = read(&glb(&document(), &buffer()));
    let mesh = &model.meshes[0];
    assert_eq!(mesh.vertices[..4], [Vec3::ZERO, Vec3::X, Vec3::new(1., 1., 0.), Vec3::Y]);
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [4, 5, 7], [7, 5, 6]]);
    let facing_up = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| mesh.vertices[corner as usize]);
        (b - a).cross(c - a).z > 0.0
    };
    assert!(mesh.triangles.iter().all(facing_up));
    assert_eq!(mesh.slots, [0, 0, 1, 1]);
    let place = model.world_from(model.find("box").unwrap()).translation;
    assert!(place.abs_diff_eq(DVec3::new(1.0, -3.0, 2.0), 1e-9));
    for words in ["points and lines", "FOO_bar", "list: a property", "does not show are left out: elsewhere"]
    {
        assert!(warnings.iter().any(|warning| warning.contains(words)), "{words}: {warnings:?}");
    }
}

#[test]
fn extras_are_properties_and_physics() {
    let (model, _) = read(&glb(&document(), &buffer()));
    let node = &model.nodes[model.find("box").unwrap().index()];
    assert_eq!(node.property("Object"), Some(&Property::Bool(true)));
    assert_eq!(node.property("Label"), Some(&Property::String("it".to_owned())));
    assert_eq!(node.property("size"), Some(&Property::Int(2)));
    assert_eq!(node.property("half"), Some(&Property::Float(0.5)));
    assert_eq!(
        (node.physics.body, node.physics.bounds),
        (BodyType::RigidBody, Bounds::Fitted(BoundsShape::ConvexHull))
    );
    assert_eq!(
        (node.physics.mass, node.physics.linear_damping, node.physics.angular_damping),
        (20.0, 0.025, 0.18)
    );
    assert!(node.physics.flags.compound && !node.physics.flags.ghost);
    assert_eq!((model.materials[0].specular, model.materials[0].friction), (0.7, 0.9));
}

#[test]
fn wrong_physics_are_reported_with_the_allowed_values() {
    for (record, words) in [
        (json!({"type": "RIGID"}), "is not one of NO_COLLISION, STATIC"),
        (json!({"bounds": "HULL"}), "is not one of BOX, SPHERE"),
        (json!({"weight": 1}), "unknown field `weight`"),
        (json!({"mass": -1}), "below 0"),
        (json!([]), "morse_physics"),
    ] {
        let mut document = document();
        document["nodes"][0]["extras"]["morse_physics"] = record;
        let (_, warnings) = read(&glb(&document, &buffer()));
        assert!(
            warnings.iter().any(|warning| warning.starts_with("box: extras") && warning.contains(words)),
            "{warnings:?}"
        );
    }
}

#[test]
fn cameras_and_lights_look_where_gltf_says() {
    let (model, _) = read(&glb(&document(), &buffer()));
    let camera = model.find("eye.camera").unwrap();
    // Along -z in glTF, which is +y here, with z up.
    let view = model.world_from(camera);
    assert!(view.transform_vector3(DVec3::NEG_Z).abs_diff_eq(DVec3::Y, 1e-9));
    assert!(view.transform_vector3(DVec3::Y).abs_diff_eq(DVec3::Z, 1e-9));
    let Projection::Perspective { focal_length, sensor_width } = model.cameras[0].projection else {
        panic!("perspective")
    };
    assert!((sensor_width / 2.0 / focal_length - 0.5_f32.tan() * 1.5).abs() < 1e-6);
    assert_eq!((model.lights[0].kind, model.lights[0].spot_angle), (LightKind::Spot, 1.0));
}

#[test]
fn joints_of_a_skin_are_bones_that_carry_their_children() {
    let (model, _) = read(&glb(&document(), &buffer()));
    let shoulder = model.find("shoulder").unwrap();
    assert!(matches!(model.nodes[shoulder.index()].kind, NodeKind::Armature(_)));
    assert!(model.nodes[shoulder.index()].visibility.hidden_in_render);
    let [upper, lower] = &model.armatures[0].bones[..] else { panic!("two bones") };
    assert_eq!((upper.name.as_str(), lower.parent), ("upper", Some(0)));
    assert!(upper.head.abs_diff_eq(DVec3::Z, 1e-9));
    assert!((upper.length - 0.4).abs() < 1e-9 && upper.ik.locked == [true, false, true]);
    let waits =
        |bone: &crate::model::Bone| bone.constraints.iter().any(|ik| ik.kind == 3 && ik.target.is_none());
    assert!(waits(upper) && !waits(lower));
    assert_eq!((upper.ik.limited[1], upper.ik.min[1], upper.ik.max[1]), (true, -1.0, 1.5));
    assert!(model.find("upper").is_none());
    let tool = &model.nodes[model.find("tool").unwrap().index()];
    assert_eq!((tool.parent, tool.parent_bone.as_deref()), (Some(shoulder), Some("lower")));
    assert!(tool.parent_from_node.translation.abs_diff_eq(DVec3::new(0.0, 0.0, 1.5), 1e-6));
}

#[test]
fn buffers_may_be_inside_or_beside() {
    let mut inside = document();
    inside["buffers"][0]["uri"] =
        json!(format!("data:application/octet-stream;base64,{}", STANDARD.encode(buffer())));
    let (model, _) = read(&serde_json::to_vec(&inside).unwrap());
    assert_eq!(model.meshes[0].vertices.len(), 8);

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my floor.bin"), buffer()).unwrap();
    let mut beside = document();
    beside["buffers"][0]["uri"] = json!("my%20floor.bin");
    let path = folder.path().join("floor.gltf");
    fs::write(&path, serde_json::to_vec(&beside).unwrap()).unwrap();
    assert_eq!(load(&path).unwrap().model.meshes[0].vertices.len(), 8);
    beside["buffers"][0]["uri"] = json!("../../../../etc/passwd");
    fs::write(&path, serde_json::to_vec(&beside).unwrap()).unwrap();
    let error = load(&path).unwrap_err().to_string();
    assert!(error.contains("buffer 0") && error.contains("outside"), "{error}");
}

#[test]
fn sparse_and_normalized_arrays_are_read() {
    let mut document = document();
    document["accessors"][0] = json!({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {
        "count": 1, "indices": {"bufferView": 1, "byteOffset": 2, "componentType": 5123},
        "values": {"bufferView": 0, "byteOffset": 12}}});
    let (model, _) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].vertices[..2], [Vec3::ZERO, Vec3::X]);
    document["accessors"][0] =
        json!({"bufferView": 1, "componentType": 5123, "normalized": true, "count": 3, "type": "VEC3"});
    document["accessors"][1]["count"] = json!(3);
    document["meshes"][0]["primitives"].as_array_mut().unwrap().truncate(1);
    let (model, _) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].vertices[0], Vec3::new(0.0, -2.0 / 65535.0, 1.0 / 65535.0));
}

#[test]
fn unreadable_files_are_refused_with_a_reason() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut document = document();
        change(&mut document);
        read_alone(&glb(&document, &buffer()), &mut Warnings::default()).unwrap_err().to_string()
    };
    for (error, words) in [
        (with(&|d| d["asset"]["version"] = json!("1.0")), "export the model as glTF 2.0"),
        (with(&|d| d["extensionsRequired"] = json!(["VENDOR_shapes"])), "export the model without it"),
        (with(&|d| d["accessors"][0]["count"] = json!(5)), "leads out of its buffer"),
        (
            with(&|d| {
                d["accessors"][0] = json!({"componentType": 5126, "count": 4_000_000_000_u32, "type": "VEC3"})
            }),
            "limit",
        ),
        (with(&|d| d["buffers"][0]["byteLength"] = json!(1000)), "should have 1000"),
        (with(&|d| d["accessors"] = json!(3)), "JSON, line 1"),
    ] {
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn files_that_require_extensions_about_looks_are_read() {
    for name in
        ["KHR_materials_sheen", "KHR_materials_transmission", "KHR_texture_basisu", "EXT_texture_webp"]
    {
        let mut document = document();
        document["extensionsUsed"] = json!([name]);
        document["extensionsRequired"] = json!([name]);
        document["materials"][0]["extensions"] = json!({name: {}});
        let (model, warnings) = read(&glb(&document, &buffer()));
        assert_eq!(model.meshes[0].triangles.len(), 4);
        let about: Vec<&String> = warnings.iter().filter(|warning| warning.contains("extensions")).collect();
        let expected =
            format!("extensions that are not known are left out: {name}; surfaces have their plain colors");
        assert_eq!(about, [&expected]);
    }
    let mut document = document();
    document["extensionsRequired"] = json!(["VENDOR_shapes"]);
    let error = read_alone(&glb(&document, &buffer()), &mut Warnings::default()).unwrap_err().to_string();
    assert!(error.contains("VENDOR_shapes"), "{error}");
}

#[test]
fn specular_glossiness_gives_the_diffuse_color() {
    let mut document = document();
    document["extensionsRequired"] = json!(["KHR_materials_pbrSpecularGlossiness"]);
    document["materials"][0]["extensions"] = json!({"KHR_materials_pbrSpecularGlossiness": {"diffuseFactor": [1.0, 0.0, 1.0, 0.5], "specularFactor": [0.5, 0.04, 0.0], "glossinessFactor": 0.75}});
    let (model, _) = read(&glb(&document, &buffer()));
    assert_eq!((model.materials[0].rgb, model.materials[0].alpha), ([1.0, 0.0, 1.0], 0.5));
    let shading = model.materials[0].shading.as_ref().unwrap();
    assert_eq!(shading.specular_shader, SpecularShader::Microfacet { metallic: 0.0, roughness: 0.25 });
    // Factors of the reflectance of 0.04.
    assert_eq!(shading.specular_rgb, [12.5, 1.0, 0.0]);
}

#[test]
fn emissive_factor_and_its_strength_make_surfaces_emit_light() {
    let mut document = document();
    document["materials"][0]["emissiveFactor"] = json!([0.0, 1.0, 0.5]);
    let shading = |document: &Value| {
        let material = &read(&glb(document, &buffer())).0.materials[0];
        material.shading.as_ref().unwrap().glow
    };
    let [red, green, blue] = shading(&document);
    assert!(red == 0.0 && green == 1.0 && (blue - 0.735_36).abs() < 1e-4, "{blue}");
    document["materials"][0]["extensions"] =
        json!({"KHR_materials_emissive_strength": {"emissiveStrength": 4.0}});
    let [red, green, _] = shading(&document);
    assert_eq!([red, green], [0.0, 4.0]);
}

#[test]
fn metallic_roughness_and_its_images_are_layers() {
    let mut document = document();
    document["images"] = json!([{"uri": "a.png"}, {"uri": "b.png"}]);
    document["textures"] = json!([{"source": 0}, {"source": 1}]);
    document["materials"][0] = json!({
        "name": "steel",
        "pbrMetallicRoughness": {
            "baseColorTexture": {"index": 1},
            "baseColorFactor": [1.0, 0.0, 1.0, 1.0],
            "metallicFactor": 0.5,
            "roughnessFactor": 0.25,
            "metallicRoughnessTexture": {"index": 0},
        },
        "normalTexture": {"index": 1, "scale": 0.5},
        "occlusionTexture": {"index": 0, "strength": 0.75},
        "emissiveTexture": {"index": 1},
        "emissiveFactor": [1.0, 1.0, 1.0],
        "extensions": {"KHR_materials_ior": {"ior": 1.0}, "KHR_materials_unlit": {}},
    });
    let (model, _) = read(&glb(&document, &buffer()));
    let material = &model.materials[0];
    let shading = material.shading.as_ref().unwrap();
    assert_eq!(shading.specular_shader, SpecularShader::Microfacet { metallic: 0.5, roughness: 0.25 });
    assert_eq!((shading.specular_rgb, shading.shadeless), ([0.0; 3], true));
    assert_eq!((material.texture.unwrap().index(), material.texture_rgb), (1, [1.0, 0.0, 1.0]));
    let layer = |number: usize| &material.layers[number];
    let images: Vec<_> = material.layers.iter().map(|layer| (layer.texture.index(), layer.channel)).collect();
    let expected =
        [(0, Some(Channel::Blue)), (0, Some(Channel::Green)), (1, None), (0, Some(Channel::Red)), (1, None)];
    assert_eq!(images, expected);
    assert_eq!(
        (layer(0).metallic, layer(1).roughness, layer(3).occlusion, layer(4).glow),
        (1.0, 1.0, 0.75, 1.0)
    );
    assert_eq!(layer(2).relief, Some(Relief::NormalMap { strength: 0.5 }));
}

#[test]
fn rough_surface_without_metal_has_the_highlight_of_its_remission() {
    let mut document = document();
    document["materials"][0]["pbrMetallicRoughness"]["metallicFactor"] = json!(0.0);
    assert_eq!(read(&glb(&document, &buffer())).0.materials[0].shading, None);
    document["materials"][0]["pbrMetallicRoughness"]["roughnessFactor"] = json!(0.9);
    assert!(read(&glb(&document, &buffer())).0.materials[0].shading.is_some());
}

#[test]
fn instances_of_a_mesh_are_nodes() {
    let mut document = document();
    document["nodes"][0]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0, "SCALE": 3}}});
    document["accessors"].as_array_mut().unwrap().push(
        json!({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {"count": 4,
            "indices": {"bufferView": 1, "byteOffset": 12, "componentType": 5123},
            "values": {"bufferView": 0, "byteOffset": 0}}}),
    );
    let (model, _) = read(&glb(&document, &buffer()));
    let frame = model.find("box").unwrap();
    let instances: Vec<_> = model.children(frame).filter(|(_, node)| node.mesh().is_some()).collect();
    assert_eq!(instances.len(), 4);
    let frame_node = &model.nodes[frame.index()];
    assert!(frame_node.mesh().is_none() && frame_node.properties.is_empty());
    for (number, (id, node)) in instances.into_iter().enumerate() {
        assert_eq!((node.name.as_str(), node.physics.mass), (format!("box/{number}").as_str(), 20.0));
        let place = model.world_from(id).translation - DVec3::new(1.0, -3.0, 2.0);
        assert!(place.abs_diff_eq(model.meshes[0].vertices[number].as_dvec3(), 1e-6), "{place}");
    }
    assert!(model.children(frame).any(|(_, node)| node.name == "eye"), "children stay with the frame");
}

#[test]
fn a_vertex_that_is_not_finite_is_reported_with_its_place() {
    let mut bytes = buffer();
    bytes[12..16].copy_from_slice(&f32::INFINITY.to_le_bytes());
    let (model, warnings) = read(&glb(&document(), &bytes));
    assert_eq!(model.meshes[0].vertices[1], Vec3::ZERO);
    let words = "mesh floor, primitive 0: vertices that are not finite or farther than 1e9 m (1) stand at the origin: vertex 1 (inf";
    assert!(warnings.iter().any(|warning| warning.starts_with(words)), "{warnings:?}");
}

#[test]
fn circles_and_second_parents_are_cut() {
    let mut document = document();
    document["nodes"][5]["children"] = json!([0, 2, 99]);
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert!(
        warnings.iter().any(|warning| warning.starts_with("box: it has several parents")),
        "{warnings:?}"
    );
    assert!(warnings.iter().any(|warning| warning.starts_with("node 99 is not in the file")));
    assert_eq!(model.world_from_nodes().len(), model.nodes.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damage_never_panics(places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), length: prop::sample::Index) {
        let mut bytes = glb(&document(), &buffer());
        for (place, byte) in &places {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        if places.len() == 1 {
            bytes.truncate(length.index(bytes.len()));
        }
        let _ = read_alone(&bytes, &mut Warnings::default());
    }

    #[test]
    fn wrong_numbers_never_panic(list in prop::sample::select(vec!["accessors", "bufferViews", "nodes", "meshes", "skins", "scenes", "cameras"]), field in prop::sample::select(vec!["count", "bufferView", "byteOffset", "byteLength", "byteStride", "mesh", "children", "joints", "nodes", "camera", "skin", "componentType"]), number in prop::sample::select(vec![json!(0), json!(1), json!(3), json!(255), json!(4_294_967_295_u32), json!(18_446_744_073_709_551_615_u64), json!(-1), json!([0, 0]), json!([4_294_967_295_u32])])) {
        let mut document = document();
        for entry in document[list].as_array_mut().unwrap() {
            entry[field] = number.clone();
        }
        let _ = read_alone(&glb(&document, &buffer()), &mut Warnings::default());
    }
}

/// A chain of three boxes, the floor of [`document`] as their mesh: a base, an arm with a joint, a plate on the arm.
fn chain(joint: Value) -> Value {
    let mut document = document();
    document["skins"] = json!([]);
    let body = |mass: f64| json!({"type": "RIGID_BODY", "bounds": "BOX", "mass": mass});
    document["nodes"] = json!([
        {"name": "base", "mesh": 0, "children": [1], "extras": {"morse_physics": body(4.0)}},
        {"name": "arm", "mesh": 0, "translation": [1.0, 0.0, 0.0], "scale": [2.0, 2.0, 2.0], "children": [2],
         "extras": {"morse_physics": body(3.0), "morse_joint": joint}},
        {"name": "plate", "mesh": 0, "translation": [0.0, 1.0, 0.0], "extras": {"morse_physics": body(1.0)}},
    ]);
    document
}

#[test]
fn a_joint_of_a_node_makes_links_with_the_masses_and_shapes_of_their_bodies() {
    let joint =
        json!({"kind": "revolute", "axis": "y", "limits": [-1.0, 2.0], "effort": 30.0, "damping": 0.5});
    let (model, warnings) = read(&glb(&chain(joint), &buffer()));
    assert!(!warnings.iter().any(|warning| warning.contains("joint")), "{warnings:?}");
    let joint = &model.joints[0];
    assert_eq!((joint.name.as_str(), joint.axis, joint.damping), ("arm", DVec3::Y, 0.5));
    let limits = joint.limits.unwrap();
    assert_eq!(
        (limits.lower, limits.upper, limits.effort, limits.velocity),
        (-1.0, 2.0, 30.0, f64::INFINITY)
    );
    let [base, arm] = ["base", "arm"].map(|name| &model.nodes[model.find(name).unwrap().index()]);
    assert_eq!((base.inertial.unwrap().mass, arm.inertial.unwrap().mass), (4.0, 4.0));
    // The scale of the arm is that of its mesh, and the frame of the link has none.
    assert!(arm.transform().0.scale.abs_diff_eq(DVec3::ONE, 1e-12) && arm.kind == NodeKind::Empty);
    let visual = model.world_from(model.find("arm/visual").unwrap());
    assert!(visual.matrix3.x_axis.abs_diff_eq(DVec3::X * 2.0, 1e-6));
    let shapes: Vec<_> =
        model.children(joint.child).filter(|(_, node)| node.role == NodeRole::Collision).collect();
    let size = |node: &crate::model::Node| match node.kind {
        NodeKind::Shape(Shape::Box { size }) => size,
        _ => DVec3::ZERO,
    };
    assert_eq!(shapes.len(), 2, "{shapes:?}");
    for (id, shape) in shapes {
        assert!(size(shape).abs_diff_eq(DVec3::new(2.0, 2.0, 0.0), 1e-6), "{shape:?}");
        let height = if shape.name.starts_with("plate") { 2.0 } else { 0.0 };
        assert!(model.world_from(id).translation.abs_diff_eq(DVec3::new(2.0, 1.0, height), 1e-6));
    }
}

#[test]
fn a_wrong_joint_is_named_and_left_out() {
    for (joint, problem) in [
        (json!({"kind": "revolute", "axis": "w"}), "axis is not x, y, z or a vector"),
        (json!({"kind": "revolute", "limits": [1.0, -1.0]}), "the lower one, 1, is above the upper one, -1"),
        (json!({"kind": "hinge"}), "unknown variant `hinge`"),
        (json!({"kind": "revolute", "effort": -3.0}), "-3 is below 0"),
        (json!({"kind": "revolute", "speed": 3.0}), "unknown field `speed`"),
    ] {
        let (model, warnings) = read(&glb(&chain(joint), &buffer()));
        assert!(model.joints.is_empty());
        let found = warnings
            .iter()
            .any(|text| text.starts_with("arm: extras: morse_joint: ") && text.contains(problem));
        assert!(found, "{problem}: {warnings:?}");
    }
    let mut document = chain(json!({"kind": "fixed"}));
    document["nodes"][0]["extras"]["morse_joint"] = json!({"kind": "fixed"});
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert_eq!(model.joints.len(), 1);
    assert!(warnings.iter().any(|text| text.starts_with("base: its joint is left out")), "{warnings:?}");
}
