//! Meshes with a modifier that subdivides them, compared with the points that Blender computes.
//! `blend_subdivision/make.py` writes the files and the report.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use morse_assets::load;
use morse_assets::model::{Mesh, Model};
use serde_json::Value;

const VERSIONS: [&str; 2] = ["4_2", "5_0"];
/// Largest distance from a point of Blender, which computes in single precision. [m]
const NEAR_M: f64 = 2e-5;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blend_subdivision")
}

fn mesh_of<'a>(model: &'a Model, name: &str) -> &'a Mesh {
    let node = model.nodes.iter().find(|node| node.name == name).unwrap();
    &model.meshes[node.mesh().unwrap().index()]
}

fn rows<const N: usize>(value: &Value) -> Vec<[f64; N]> {
    let row = |row: &Value| std::array::from_fn(|part| row[part].as_f64().unwrap());
    value.as_array().unwrap().iter().map(row).collect()
}

/// The largest distance of a row from the nearest one among the other rows, in both directions.
fn gap<const N: usize>(ours: &[[f64; N]], theirs: &[[f64; N]]) -> f64 {
    let distance =
        |a: &[f64; N], b: &[f64; N]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let one_way = |from: &[[f64; N]], to: &[[f64; N]]| {
        let nearest = from.iter().map(|a| to.iter().map(|b| distance(a, b)).fold(f64::INFINITY, f64::min));
        nearest.fold(0.0, f64::max)
    };
    one_way(ours, theirs).max(one_way(theirs, ours))
}

#[test]
fn points_and_image_coordinates_are_those_of_blender() {
    let report = std::fs::read_to_string(folder().join("report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let mut wrong = Vec::new();
    for version in VERSIONS {
        let model = load(&folder().join(format!("{version}.blend"))).unwrap().model;
        for (name, theirs) in report.as_object().unwrap() {
            let mesh = mesh_of(&model, name);
            let points: Vec<[f64; 3]> =
                mesh.vertices.iter().map(|vertex| vertex.as_dvec3().to_array()).collect();
            let known = rows::<3>(&theirs["points"]);
            let distance = gap(&points, &known);
            // Faces of the subdivided mesh have four corners.
            let faces = mesh.triangles.len() as u64 / 2;
            if points.len() != known.len() || theirs["faces"] != faces || distance > NEAR_M {
                wrong.push(format!(
                    "{version} {name}: {} points, Blender {}; {faces} faces, Blender {}; {distance} m apart",
                    points.len(),
                    known.len(),
                    theirs["faces"]
                ));
            }
            let Some(corners) = theirs.get("corners") else { continue };
            let ours: Vec<[f64; 5]> = mesh
                .triangles
                .iter()
                .zip(&mesh.uvs)
                .flat_map(|(triangle, uvs)| triangle.iter().zip(uvs))
                .map(|(&vertex, uv)| {
                    let [x, y, z] = points[vertex as usize];
                    [x, y, z, f64::from(uv[0]), f64::from(uv[1])]
                })
                .collect();
            let distance = gap(&ours, &rows::<5>(corners));
            if distance > NEAR_M {
                wrong.push(format!("{version} {name}: image coordinates {distance} apart"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
