//! Tests of compressed views and meshes: files that encoders wrote, changed in ways that must give errors.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{glb, read};
use crate::Warnings;
use crate::formats::gltf::{container, read_alone};

/// Files of `tests/gltf_compression`.
const FILES: [&[u8]; 7] = [
    include_bytes!("../../../../tests/gltf_compression/meshopt.glb"),
    include_bytes!("../../../../tests/gltf_compression/meshopt_filters.glb"),
    include_bytes!("../../../../tests/gltf_compression/meshopt_instances.glb"),
    include_bytes!("../../../../tests/gltf_compression/meshopt_khr.glb"),
    DRACO,
    include_bytes!("../../../../tests/gltf_compression/draco_sequential.glb"),
    include_bytes!("../../../../tests/gltf_compression/draco_valence.glb"),
];
const DRACO: &[u8] = include_bytes!("../../../../tests/gltf_compression/draco_edgebreaker.glb");

fn parts(file: &[u8]) -> (Value, Vec<u8>) {
    let (document, bytes) = container::split(file).unwrap();
    (serde_json::from_slice(document).unwrap(), bytes.unwrap().to_vec())
}

fn error(document: &Value, bytes: &[u8]) -> String {
    match read_alone(&glb(document, bytes), &mut Warnings::default()) {
        Ok(_) => panic!("the file was read"),
        Err(error) => error.to_string(),
    }
}

/// The first compressed view.
fn compressed(document: &mut Value) -> &mut Value {
    let mut views = document["bufferViews"].as_array_mut().unwrap().iter_mut();
    views.find(|view| view.get("extensions").is_some()).unwrap()
}

#[test]
fn a_compressed_view_of_another_size_is_an_error() {
    let (document, bytes) = parts(FILES[3]);
    let with = |change: &dyn Fn(&mut Value, &mut Value)| {
        let mut document = document.clone();
        let view = compressed(&mut document);
        let mut extension = view["extensions"]["KHR_meshopt_compression"].take();
        change(view, &mut extension);
        view["extensions"]["KHR_meshopt_compression"] = extension;
        error(&document, &bytes)
    };
    for (error, words) in [
        (with(&|_, extension| extension["count"] = json!(1)), "is not count times byteStride"),
        (with(&|_, extension| extension["byteLength"] = json!(9)), "the stream ends too early"),
        (with(&|_, extension| extension["byteOffset"] = json!(1_000_000_000)), "lead out of their buffer"),
        (with(&|_, extension| extension["buffer"] = json!(7)), "lead out of their buffer"),
        (with(&|_, extension| extension["buffer"] = json!(1)), "it has no uri"),
        (with(&|_, extension| extension["mode"] = json!("POINTS")), "unknown variant `POINTS`"),
        (
            with(&|view, extension| {
                extension["count"] = json!(1_000_000_000);
                view["byteLength"] = json!(8_000_000_000_u64);
            }),
            "limit",
        ),
        (
            with(&|view, extension| {
                extension["count"] = json!(200_000_000);
                view["byteLength"] = json!(1_600_000_000);
            }),
            "the stream ends too early",
        ),
    ] {
        assert!(error.contains(words), "{words}: {error}");
        assert!(
            words == "limit" || words == "it has no uri" || error.contains("without compression"),
            "{error}"
        );
    }
}

#[test]
fn a_plain_view_of_a_buffer_without_bytes_is_an_error() {
    let (mut document, bytes) = parts(FILES[3]);
    compressed(&mut document).as_object_mut().unwrap().remove("extensions");
    assert!(error(&document, &bytes).contains("leads out of its buffer"));
    document["buffers"][1].as_object_mut().unwrap().remove("extensions");
    assert!(error(&document, &bytes).contains("it has no uri"));
}

#[test]
fn a_buffer_that_only_compressed_views_repeat_is_not_looked_for() {
    let (mut document, bytes) = parts(FILES[3]);
    document["buffers"][1] = json!({"byteLength": 1_000_000_000, "uri": "not_there.bin"});
    let (model, _) = read(&glb(&document, &bytes));
    assert!(!model.meshes[0].triangles.is_empty());
}

#[test]
fn a_damaged_mesh_of_draco_is_an_error() {
    let (document, bytes) = parts(DRACO);
    let with = |change: &dyn Fn(&mut Value, &mut Vec<u8>)| {
        let (mut document, mut bytes) = (document.clone(), bytes.clone());
        change(&mut document, &mut bytes);
        error(&document, &bytes)
    };
    let record = |document: &mut Value, name: &str, value: Value| {
        document["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"][name] = value;
    };
    let start = document["bufferViews"][1]["byteOffset"].as_u64().unwrap_or(0) as usize;
    for (error, words) in [
        (with(&|document, _| record(document, "attributes", json!({"POSITION": 9}))), "identifier 9"),
        (
            with(&|document, _| record(document, "attributes", json!({"POSITION": 2}))),
            "has 2 components and needs 3",
        ),
        (with(&|document, _| record(document, "bufferView", json!(99))), "lead out of their buffer"),
        (with(&|document, _| record(document, "bufferView", json!("one"))), "invalid type"),
        (with(&|document, _| document["bufferViews"][1]["byteLength"] = json!(30)), "Draco mesh"),
        (with(&|_, bytes| bytes[start] = b'd'), "Invalid magic"),
    ] {
        assert!(error.contains(words) && error.contains("without compression"), "{words}: {error}");
    }
}

#[test]
fn a_mesh_of_draco_that_states_too_many_vertices_is_an_error() {
    let (mut document, bytes) = parts(FILES[5]);
    let start = bytes.windows(5).position(|word| word == b"DRACO").unwrap();
    // Eleven bytes of the head, 1296 triangles, 703 vertices, which become 10⁹ as a number of seven bits in each byte.
    let [head, rest] = [&bytes[start..start + 13], &bytes[start + 15..]];
    assert_eq!(
        (&head[11..], &bytes[start + 13..start + 15]),
        ([0x90, 0x0a].as_slice(), [0xbf, 0x05].as_slice())
    );
    let stream = [head, &[0x80, 0x94, 0xeb, 0xdc, 0x03], rest].concat();
    document["buffers"][0] = json!({"byteLength": stream.len()});
    document["bufferViews"][1] = json!({"buffer": 0, "byteLength": stream.len()});
    assert!(error(&document, &stream).contains("asks for 1000000000 further vertices"));
}

#[test]
fn corners_and_vertices_of_draco_meshes_do_not_depend_on_the_accessors() {
    let (mut document, bytes) = parts(DRACO);
    let (model, _) = read(&glb(&document, &bytes));
    for accessor in document["accessors"].as_array_mut().unwrap() {
        accessor["count"] = json!(1);
    }
    document["meshes"][0]["primitives"][0]["mode"] = json!(5);
    let (same, _) = read(&glb(&document, &bytes));
    assert_eq!(model.meshes[0].vertices, same.meshes[0].vertices);
    assert_eq!(model.meshes[0].triangles, same.meshes[0].triangles);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn damage_of_compressed_files_never_panics(
        file in prop::sample::select(FILES.to_vec()),
        places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let (document, mut bytes) = parts(file);
        for (place, byte) in &places {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        if let Ok(model) = read_alone(&glb(&document, &bytes), &mut Warnings::default()) {
            for mesh in &model.meshes {
                assert!(mesh.triangles.iter().flatten().all(|&corner| (corner as usize) < mesh.vertices.len()));
                assert!(mesh.vertices.iter().all(|vertex| vertex.is_finite()));
            }
        }
    }
}
