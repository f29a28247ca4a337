//! Tests of meshes that follow skeletons.

use glam::{DVec3, Vec3};
use serde_json::{Value, json};

use super::{buffer, document, glb, read};
use crate::Model;

/// A square in the frame of a skeleton whose two joints are 1 m and 1.4 m above it. The first two corners follow the upper
/// joint, the third one both, the last one the lower joint. The inverse bind matrices move by `bind_m` along y.
fn skinned(bind_m: [f32; 2], change: impl Fn(&mut Value)) -> (Model, Vec<String>) {
    let mut bytes = buffer();
    bytes.resize(68, 0);
    bytes.extend([[0_u8, 9, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]].as_flattened());
    let weights =
        [[1.0_f32, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]];
    bytes.extend(weights.as_flattened().iter().flat_map(|number| number.to_le_bytes()));
    for moved in bind_m {
        let matrix: [f32; 16] =
            [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, moved, 0.0, 1.0];
        bytes.extend(matrix.iter().flat_map(|number| number.to_le_bytes()));
    }
    let mut document = document();
    document["buffers"] = json!([{"byteLength": bytes.len()}]);
    let list = |document: &mut Value, name: &str, value: Value| {
        let list = document[name].as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    };
    for (offset, length) in [(68, 16), (84, 64), (148, 128)] {
        list(&mut document, "bufferViews", json!({"buffer": 0, "byteOffset": offset, "byteLength": length}));
    }
    let joints = list(
        &mut document,
        "accessors",
        json!({"bufferView": 2, "componentType": 5121, "count": 4, "type": "VEC4"}),
    );
    let weights = list(
        &mut document,
        "accessors",
        json!({"bufferView": 3, "componentType": 5126, "count": 4, "type": "VEC4"}),
    );
    let inverses = list(
        &mut document,
        "accessors",
        json!({"bufferView": 4, "componentType": 5126, "count": 2, "type": "MAT4"}),
    );
    document["skins"][0]["inverseBindMatrices"] = json!(inverses);
    let mesh = json!({"name": "sleeve", "primitives": [
        {"attributes": {"POSITION": 0, "JOINTS_0": joints, "WEIGHTS_0": weights}, "indices": 1}
    ]});
    let mesh = list(&mut document, "meshes", mesh);
    // The place of the node itself does not count (glTF 2.0, section 3.7.3.1).
    let sleeve = json!({"name": "sleeve", "mesh": mesh, "skin": 0, "translation": [7.0, 0.0, 0.0]});
    let sleeve = list(&mut document, "nodes", sleeve);
    document["scenes"][0]["nodes"] = json!([sleeve, 0]);
    change(&mut document);
    read(&glb(&document, &bytes))
}

#[test]
fn vertices_follow_the_bones_of_their_joints() {
    let (model, warnings) = skinned([-1.0, -1.4], |_| {});
    assert!(!warnings.iter().any(|warning| warning.contains("bend")), "{warnings:?}");
    let sleeve = &model.nodes[model.find("sleeve").unwrap().index()];
    assert_eq!(sleeve.parent, model.find("shoulder"));
    assert!(sleeve.parent_from_node.translation.abs_diff_eq(DVec3::ZERO, 1e-9));
    let mesh = &model.meshes[sleeve.mesh().unwrap().index()];
    let corners = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
    for (found, expected) in mesh.vertices.iter().zip(corners) {
        assert!(found.abs_diff_eq(expected, 1e-6), "{found} {expected}");
    }
    let skin = mesh.skin.as_ref().unwrap();
    assert_eq!(skin.bones, ["upper", "lower"]);
    let both = vec![(0, 0.5), (1, 0.5)];
    assert_eq!(skin.shares, [vec![(0, 1.0)], vec![(0, 1.0)], both, vec![(1, 1.0)]]);
}

#[test]
fn mesh_has_the_pose_of_the_file_and_not_that_of_its_binding() {
    // The lower joint was bound 1 m lower than it is now.
    let (model, _) = skinned([-1.0, -0.4], |_| {});
    let mesh = &model.meshes[model.nodes[model.find("sleeve").unwrap().index()].mesh().unwrap().index()];
    assert!(mesh.vertices[3].abs_diff_eq(Vec3::new(0.0, 1.0, 1.0), 1e-6), "{}", mesh.vertices[3]);
    assert!(mesh.vertices[2].abs_diff_eq(Vec3::new(1.0, 1.0, 0.5), 1e-6), "{}", mesh.vertices[2]);
}

#[test]
fn skin_without_a_skeleton_is_named_and_its_mesh_stays() {
    for change in [
        (|document: &mut Value| document["skins"][0]["joints"] = json!([3, 6])) as fn(&mut Value),
        |document| document["skins"][0]["joints"] = json!([]),
        |document| document["skins"][0]["joints"] = json!([3, 99]),
        |document| {
            document["meshes"][1]["primitives"][0]["attributes"].as_object_mut().unwrap().remove("JOINTS_0");
        },
        |document| document["nodes"][7]["skin"] = json!(5),
    ] {
        let (model, warnings) = skinned([-1.0, -1.4], change);
        let message = "sleeve: it does not bend, because its skin has no skeleton";
        assert!(warnings.iter().any(|warning| warning == message), "{warnings:?}");
        let sleeve = &model.nodes[model.find("sleeve").unwrap().index()];
        assert!(sleeve.parent_from_node.translation.abs_diff_eq(DVec3::X * 7.0, 1e-9));
    }
}

#[test]
fn mesh_above_its_skeleton_is_named_and_stays() {
    let (_, warnings) = skinned([-1.0, -1.4], |document| {
        document["nodes"][0]["mesh"] = json!(1);
        document["nodes"][0]["skin"] = json!(0);
    });
    assert!(warnings.iter().any(|warning| warning.starts_with("box: it does not bend")), "{warnings:?}");
}
