//! Tests of changes to the arrays of a mesh: the place of image coordinates, and morph targets.

use serde_json::{Value, json};

use super::{buffer, document, glb, read};
use crate::Model;

/// The document with image coordinates that are the first two numbers of each position, and an image of the color.
fn textured(texture: Value) -> Model {
    let mut document = document();
    document["accessors"]
        .as_array_mut()
        .unwrap()
        .push(json!({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC2"}));
    document["images"] = json!([{"uri": "data:image/png;base64,"}]);
    document["textures"] = json!([{"source": 0}]);
    document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = texture;
    document["meshes"][0]["primitives"] = json!([{"attributes": {"POSITION": 0, "TEXCOORD_0": 0, "TEXCOORD_1": 3}, "indices": 1, "material": 0}]);
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert!(!warnings.iter().any(|warning| warning.contains("KHR_texture_transform")), "{warnings:?}");
    model
}

/// The image coordinates of the second corner, whose own ones are (1, 0) from the upper left.
fn second_corner(texture: Value) -> [f32; 2] {
    textured(texture).meshes[0].uvs[0][1]
}

#[test]
fn image_coordinates_are_scaled_turned_and_moved_by_their_texture() {
    let moved = |transform: Value| {
        second_corner(json!({"index": 0, "extensions": {"KHR_texture_transform": transform}}))
    };
    let is_near = |[u, v]: [f32; 2], [x, y]: [f32; 2]| (u - x).abs() < 1e-6 && (v - y).abs() < 1e-6;
    assert_eq!(second_corner(json!({"index": 0})), [1.0, 1.0]);
    assert_eq!(moved(json!({"offset": [0.25, 0.5]})), [1.25, 0.5]);
    assert_eq!(moved(json!({"scale": [0.5, 3.0]})), [0.5, 1.0]);
    // A quarter of a turn counter-clockwise, from the right to the top: v is −1 from the upper left.
    let quarter = std::f32::consts::FRAC_PI_2;
    assert!(is_near(moved(json!({"rotation": quarter})), [0.0, 2.0]));
    // The example of the extension: the lower left quarter of the image.
    let lower_left = moved(json!({"offset": [0, 1], "rotation": quarter, "scale": [0.5, 0.5]}));
    assert!(is_near(lower_left, [0.0, 0.5]), "{lower_left:?}");
    assert_eq!(moved(json!({"offset": "far"})), [1.0, 1.0]);
}

#[test]
fn the_transform_of_a_texture_chooses_the_set_of_its_coordinates() {
    // The two sets read the numbers of the positions in threes and in pairs.
    let texture = |set: Value| json!({"index": 0, "extensions": {"KHR_texture_transform": set}});
    let first = textured(texture(json!({}))).meshes[0].uvs.clone();
    let second = textured(texture(json!({"texCoord": 1}))).meshes[0].uvs.clone();
    assert_eq!(second, textured(json!({"index": 0, "texCoord": 1})).meshes[0].uvs);
    assert_ne!(first, second);
}

#[test]
fn a_diffuse_texture_has_the_place_that_its_own_transform_gives() {
    let mut document = document();
    document["materials"][0]["extensions"] = json!({"KHR_materials_pbrSpecularGlossiness": {"diffuseTexture":
        {"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0.5, 0.0]}}}}});
    document["meshes"][0]["primitives"] =
        json!([{"attributes": {"POSITION": 0, "TEXCOORD_0": 0}, "indices": 1, "material": 0}]);
    let (model, _) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].uvs[0][1], [1.5, 1.0]);
}

#[test]
fn all_images_of_a_material_have_the_coordinates_of_the_first_one() {
    let transform =
        |offset: f64| json!({"index": 0, "extensions": {"KHR_texture_transform": {"offset": [offset, 0.0]}}});
    let mut document = document();
    document["images"] = json!([{"uri": "data:image/png;base64,"}]);
    document["textures"] = json!([{"source": 0}]);
    document["meshes"][0]["primitives"] =
        json!([{"attributes": {"POSITION": 0, "TEXCOORD_0": 0}, "indices": 1, "material": 0}]);
    document["materials"][0]["normalTexture"] = transform(0.5);
    document["materials"][0]["occlusionTexture"] = transform(0.5);
    document["materials"][0]["emissiveTexture"] = transform(0.5);
    let words = "mesh floor, primitive 0: the images of its material have different coordinates";
    let is_named = |warnings: &[String]| warnings.iter().any(|warning| warning.starts_with(words));
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].uvs[0][1], [1.5, 1.0]);
    assert!(!is_named(&warnings), "{warnings:?}");
    document["materials"][0]["pbrMetallicRoughness"]["metallicRoughnessTexture"] = transform(0.25);
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].uvs[0][1], [1.25, 1.0]);
    assert!(is_named(&warnings), "{warnings:?}");
}

/// The document with two targets of the first primitive, both with the positions of the mesh as their changes.
fn morphed() -> Value {
    let mut document = document();
    document["meshes"][0]["primitives"] = json!([{"attributes": {"POSITION": 0, "NORMAL": 0}, "indices": 1,
        "targets": [{"POSITION": 0, "NORMAL": 0}, {"POSITION": 0}]}]);
    document
}

#[test]
fn morph_targets_are_added_by_the_weights_of_the_mesh() {
    let mut document = morphed();
    let corner = |document: &Value| read(&glb(document, &buffer())).0.meshes[0].vertices[1].x;
    assert_eq!(corner(&document), 1.0);
    document["meshes"][0]["weights"] = json!([0.5, 0.25]);
    assert_eq!(corner(&document), 1.75);
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert!(!warnings.iter().any(|warning| warning.contains("morph")), "{warnings:?}");
    // The normals of a changed mesh have the length 1, apart from those without a direction.
    let lengths: Vec<f32> = model.meshes[0].normals.iter().map(|normal| normal.length()).collect();
    assert!(
        lengths[0] == 0.0 && lengths[1..].iter().all(|length| (length - 1.0).abs() < 1e-6),
        "{lengths:?}"
    );
}

#[test]
fn the_weights_of_nodes_count_if_all_nodes_of_the_mesh_have_them() {
    let mut document = morphed();
    document["meshes"][0]["weights"] = json!([0.5]);
    document["nodes"][0]["weights"] = json!([0.0, 3.0]);
    let (model, _) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].vertices[1].x, 4.0);
    document["nodes"][6]["mesh"] = json!(0);
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].vertices[1].x, 1.5);
    let words = "floor: nodes with different weights of morph targets have the shape of the mesh: box";
    assert!(warnings.iter().any(|warning| warning == words), "{warnings:?}");
    document["nodes"][6]["weights"] = json!([0.0, 3.0]);
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].vertices[1].x, 4.0);
    assert!(!warnings.iter().any(|warning| warning.contains("weights")), "{warnings:?}");
}

#[test]
fn a_morph_target_of_another_length_and_an_animation_of_targets_are_named() {
    let mut document = morphed();
    document["meshes"][0]["weights"] = json!([1.0, 1.0]);
    document["meshes"][0]["primitives"][0]["targets"][1]["POSITION"] = json!(3);
    let long = json!({"componentType": 5126, "count": 4_000_000_000_u32, "type": "VEC3"});
    document["accessors"].as_array_mut().unwrap().push(long);
    document["animations"] = json!([{"name": "wave", "samplers": [{"input": 0, "output": 0}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}]);
    let (model, warnings) = read(&glb(&document, &buffer()));
    assert_eq!(model.meshes[0].vertices[1].x, 2.0);
    for words in [
        "mesh floor, primitive 0: morph target 1 is left out: it has 4000000000 vertices, and the mesh 4",
        "morph targets keep their weights; animations of them are left out: wave",
    ] {
        assert!(warnings.iter().any(|warning| warning == words), "{words}: {warnings:?}");
    }
}
