//! Equations of motion against those of Pinocchio, to a relative 1e-10: trees of random joints and masses.
//!
//! tests/fixtures/pinocchio_fixtures.py writes the files. MORSE_DYNAMICS_FIXTURES names a folder with further ones.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use glam::DVec3;
use morse_dynamics::{
    Data, Model, ModelSpec, Spatial, center_of_mass, centroidal_momentum, factor_mass_matrix,
    inverse_dynamics, kinetic_energy, point_jacobian, potential_energy, solve_mass, update_bias,
    update_mass_matrix, update_positions, update_velocities,
};
use morse_geometry::Pose;
use serde::Deserialize;

#[derive(Deserialize)]
struct Fixture {
    spec: ModelSpec,
    states: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    positions: Vec<f64>,
    velocities: Vec<f64>,
    accelerations: Vec<f64>,
    efforts: Vec<f64>,
    inverse: Vec<f64>,
    bias: Vec<f64>,
    forward: Vec<f64>,
    /// Lower triangle, row by row.
    mass: Vec<f64>,
    /// Of the last link.
    pose: Pose,
    jacobian_linear: Vec<f64>,
    jacobian_angular: Vec<f64>,
    center: [f64; 3],
    momentum: [f64; 6],
    kinetic: f64,
    potential: f64,
}

/// The largest difference of two lists, in relation to the largest value of the second.
fn error(found: impl IntoIterator<Item = f64>, expected: &[f64]) -> f64 {
    let scale = expected.iter().fold(1e-3f64, |largest, value| largest.max(value.abs()));
    let found: Vec<f64> = found.into_iter().collect();
    assert_eq!(found.len(), expected.len());
    found
        .iter()
        .zip(expected)
        .map(|(a, b)| (a - b).abs() / scale)
        .fold(0.0, |a, b| if b <= a { a } else { b })
}

fn vectors(values: impl Iterator<Item = DVec3>) -> Vec<f64> {
    values.flat_map(|value| value.to_array()).collect()
}

/// The errors of all quantities of a state.
fn errors(model: &Model, expected: &Expected) -> Vec<(&'static str, f64)> {
    let mut data = Data::new(model);
    let (q, v) = (&expected.positions, &expected.velocities);
    update_positions(model, q, &mut data);
    update_velocities(model, v, &mut data);
    update_bias(model, v, &mut data);
    update_mass_matrix(model, &mut data);
    factor_mass_matrix(model, &mut data);
    let n = model.dofs();
    let last = model.links() - 1;
    let pose = data.world_from_link(model, last);
    let aligned = if pose.rotation.dot(expected.pose.rotation) < 0.0 { -1.0 } else { 1.0 };
    let mut columns = vec![Spatial::ZERO; n];
    point_jacobian(model, &data, last, pose.translation, &mut columns);
    let mass = (0..n).flat_map(|row| (0..=row).map(move |column| (row, column)));
    let mass: Vec<f64> = mass.map(|(row, column)| data.mass(model, row, column)).collect();
    let mut inverse = vec![0.0; n];
    inverse_dynamics(model, v, Some(&expected.accelerations), &mut data, &mut inverse);
    let mut forward: Vec<f64> = expected.efforts.iter().zip(data.bias()).map(|(a, b)| a - b).collect();
    solve_mass(model, &data, &mut forward);
    let whole: f64 = model.spec().links.iter().map(|link| link.inertia.mass).sum();
    let trees: Vec<_> = (0..model.trees()).collect();
    let mut found = vec![
        ("mass matrix", error(mass, &expected.mass)),
        ("bias", error(data.bias().iter().copied(), &expected.bias)),
        ("inverse dynamics", error(inverse, &expected.inverse)),
        ("forward dynamics", error(forward, &expected.forward)),
        ("position", error(pose.translation.to_array(), &expected.pose.translation.to_array())),
        ("rotation", error((pose.rotation * aligned).to_array(), &expected.pose.rotation.to_array())),
        ("jacobian", error(vectors(columns.iter().map(|it| it.linear)), &expected.jacobian_linear)),
        ("jacobian", error(vectors(columns.iter().map(|it| it.angular)), &expected.jacobian_angular)),
        ("kinetic energy", error([kinetic_energy(model, &data, v)], &[expected.kinetic])),
        ("potential energy", error([potential_energy(model, &data, q)], &[expected.potential])),
    ];
    let mass = |tree: &usize| morse_dynamics::total_mass(model, *tree);
    let moving: f64 = trees.iter().map(mass).sum();
    let center: DVec3 =
        trees.iter().map(|tree| center_of_mass(model, &data, *tree) * mass(tree)).sum::<DVec3>() / moving;
    if whole == moving {
        found.push(("center of mass", error(center.to_array(), &expected.center)));
    }
    let mut sum = Spatial::ZERO;
    for tree in &trees {
        let part = centroidal_momentum(model, &data, *tree);
        let arm = center_of_mass(model, &data, *tree) - center;
        sum += Spatial { angular: part.angular + arm.cross(part.linear), linear: part.linear };
    }
    found.push(("momentum", error(vectors([sum.angular, sum.linear].into_iter()), &expected.momentum)));
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

#[test]
fn equations_of_motion_are_those_of_pinocchio() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pinocchio");
    let mut paths = files(&own);
    assert!(paths.len() >= 3, "{paths:?}");
    if let Some(folder) = std::env::var_os("MORSE_DYNAMICS_FIXTURES") {
        paths.extend(files(Path::new(&folder)));
    }
    let mut worst = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    for path in &paths {
        let fixture: Fixture = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let model = match Model::new(fixture.spec) {
            Ok(model) => model,
            Err(error) => {
                assert!(!path.starts_with(&own), "{}: {error}", path.display());
                println!("{}: {error}", path.display());
                continue;
            }
        };
        let mut of_file = std::collections::BTreeMap::new();
        for (what, error) in fixture.states.iter().flat_map(|expected| errors(&model, expected)) {
            for largest in [&mut worst, &mut of_file] {
                let largest = largest.entry(what).or_insert(0.0f64);
                *largest = largest.max(if error.is_finite() { error } else { f64::INFINITY });
            }
        }
        of_file.retain(|_, error| *error >= 1e-10);
        wrong
            .extend(of_file.into_iter().map(|(what, error)| format!("{}: {what} {error:e}", path.display())));
    }
    println!("{} files, largest relative errors {worst:?}", paths.len());
    assert_eq!(wrong, Vec::<String>::new());
}
