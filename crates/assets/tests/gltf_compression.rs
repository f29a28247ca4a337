//! Compressed glTF files, as encoders write them, have the shapes that were encoded.
//! `gltf_compression/make.mjs` writes the files.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::f64::consts::TAU;
use std::path::Path;

use glam::{DVec2, DVec3};
use morse_assets::load;
use morse_assets::model::{Mesh, Model};

/// Cells of the torus along its circle and around it.
const CELLS: [usize; 2] = [36, 18];
const THICKNESS: f64 = 0.25;

fn model(name: &str) -> Model {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gltf_compression").join(format!("{name}.glb"));
    let loaded = load(&file).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new(), "{name}");
    loaded.model
}

/// The only mesh of a model, with the frame of its node.
fn only_mesh(model: &Model) -> (&Mesh, glam::DAffine3) {
    let [mesh] = model.meshes.as_slice() else { panic!("{} meshes", model.meshes.len()) };
    let node = model.nodes.iter().position(|node| node.mesh().is_some()).unwrap();
    (mesh, model.world_from_nodes()[node])
}

/// A point of the torus with the direction outward, by the angles along its circle and around it.
fn on_torus([along, around]: [f64; 2]) -> [DVec3; 2] {
    let from_axis = DVec3::new(along.cos(), along.sin(), 0.0);
    let outward = from_axis * around.cos() + DVec3::Z * around.sin();
    [from_axis + outward * THICKNESS, outward]
}

/// The crossing of the grid that is next to a point.
fn crossing(point: DVec3) -> [usize; 2] {
    let from_circle = DVec2::new(point.truncate().length() - 1.0, point.z);
    let angles = [point.truncate(), from_circle].map(|direction| direction.to_angle().rem_euclid(TAU) / TAU);
    [0, 1].map(|way| (angles[way] * CELLS[way] as f64).round() as usize % CELLS[way])
}

/// Largest distance of the vertices of a torus, of their normals and of their image coordinates from its closed form, after
/// a check that its triangles are those of the grid.
fn deviations(name: &str) -> [f64; 3] {
    let model = model(name);
    let (mesh, world) = only_mesh(&model);
    let mut deviations = [0.0_f64; 3];
    let mut crossings = Vec::new();
    assert_eq!(mesh.normals.len(), mesh.vertices.len());
    for (vertex, normal) in std::iter::zip(&mesh.vertices, &mesh.normals) {
        let point = world.transform_point3(vertex.as_dvec3());
        let normal = world.transform_vector3(normal.as_dvec3()).normalize();
        let here = crossing(point);
        let [exact, outward] = on_torus([0, 1].map(|way| TAU * here[way] as f64 / CELLS[way] as f64));
        deviations[0] = deviations[0].max((point - exact).abs().max_element());
        deviations[1] = deviations[1].max(normal.distance(outward));
        crossings.push(here);
    }
    assert_eq!(mesh.uvs.len(), mesh.triangles.len());
    let mut triangles = BTreeSet::new();
    for (triangle, uvs) in std::iter::zip(&mesh.triangles, &mesh.uvs) {
        let mut corners = triangle.map(|corner| crossings[corner as usize]);
        for (corner, uv) in std::iter::zip(corners, uvs) {
            for (way, coordinate) in [uv[0], 1.0 - uv[1]].into_iter().enumerate() {
                let off = f64::from(coordinate) - corner[way] as f64 / CELLS[way] as f64;
                // The end of a way is at its begin, and the coordinate there is 0 or 1.
                let at_end = if corner[way] == 0 { off.abs().min((off - 1.0).abs()) } else { off.abs() };
                deviations[2] = deviations[2].max(at_end);
            }
        }
        for way in [0, 1] {
            let span = |a: usize, b: usize| (uvs[a][way] - uvs[b][way]).abs();
            assert!(
                span(0, 1).max(span(1, 2)).max(span(2, 0)) < 1.5 / CELLS[way] as f32,
                "{name}: a seam is crossed"
            );
        }
        let first = (0..3).min_by_key(|&corner| corners[corner]).unwrap();
        corners.rotate_left(first);
        triangles.insert(corners);
    }
    let mut expected = BTreeSet::new();
    for (i, j) in (0..CELLS[0]).flat_map(|i| (0..CELLS[1]).map(move |j| (i, j))) {
        let at = |di: usize, dj: usize| [(i + di) % CELLS[0], (j + dj) % CELLS[1]];
        for mut corners in [[at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]] {
            let first = (0..3).min_by_key(|&corner| corners[corner]).unwrap();
            corners.rotate_left(first);
            expected.insert(corners);
        }
    }
    assert_eq!((mesh.triangles.len(), triangles), (expected.len(), expected), "{name}");
    deviations
}

/// Half of a step of quantization, and a tenth more for the rounding of numbers.
fn half_step(range: f64, bits: u32) -> f64 {
    0.55 * range / (f64::from(1 << bits) - 1.0)
}

#[test]
fn a_torus_that_gltfpack_compressed_has_its_shape() {
    // 14 bits for positions in a cube around the torus, 12 for image coordinates, 8 for normals.
    for name in ["meshopt", "meshopt_khr"] {
        let [position, normal, uv] = deviations(name);
        assert!(position < half_step(2.5, 14), "{name}: {position}");
        assert!(normal < 0.02, "{name}: {normal}");
        assert!(uv < half_step(1.0, 12), "{name}: {uv}");
    }
}

#[test]
fn a_torus_that_draco_compressed_has_its_shape() {
    // 12 bits for positions and image coordinates, 10 for normals.
    for name in ["draco_edgebreaker", "draco_valence", "draco_sequential"] {
        let [position, normal, uv] = deviations(name);
        assert!(position < half_step(2.5, 12), "{name}: {position}");
        assert!(normal < 0.004, "{name}: {normal}");
        assert!(uv < half_step(1.0, 12), "{name}: {uv}");
    }
}

#[test]
fn filters_for_numbers_and_unit_vectors_give_the_shape_of_the_torus() {
    let [position, normal, uv] = deviations("meshopt_filters");
    assert!(position < half_step(2.5, 14), "{position}");
    assert!(normal < 0.002, "{normal}");
    assert!(uv < half_step(1.0, 12), "{uv}");
}

#[test]
fn instances_in_compressed_views_stand_where_they_were_put() {
    let model = model("meshopt_instances");
    let places: Vec<_> =
        model.nodes.iter().zip(model.world_from_nodes()).filter(|(node, _)| node.mesh().is_some()).collect();
    assert_eq!(places.len(), 12);
    assert_eq!(model.meshes[0].triangles, [[0, 1, 2], [2, 1, 3]]);
    for (number, (_, world)) in places.into_iter().enumerate() {
        let k = number as f64;
        let expected = DVec3::new(k, 0.25 * k, 0.5 * k);
        assert!(world.translation.abs_diff_eq(expected, 1e-3), "{number}: {}", world.translation);
        let (sin, cos) = (TAU * k / 12.0).sin_cos();
        let turned = world.transform_vector3(DVec3::X);
        assert!(turned.abs_diff_eq(DVec3::new(cos, sin, 0.0), 1e-4), "{number}: {turned}");
    }
}
