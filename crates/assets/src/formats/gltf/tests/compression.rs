//! Tests of compressed views and meshes: files that encoders wrote, changed in ways that must give errors.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{glb, read};
use crate::Warnings;
use crate::formats::gltf::{container, read_alone};

/// Files of `tests/gltf_compression`.
const FILES: [&[u8]; 4] = [
    include_bytes!("../../../../tests/gltf_compression/meshopt.glb"),
    include_bytes!("../../../../tests/gltf_compression/meshopt_filters.glb"),
    include_bytes!("../../../../tests/gltf_compression/meshopt_instances.glb"),
    include_bytes!("../../../../tests/gltf_compression/meshopt_khr.glb"),
];

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
