//! Rasterized pictures of all environments agree with pictures by rays.

use glam::DVec3;
use morse_render::{Picture, Style, View, Visibility, render};
use morse_world::Pose;

use super::common::{ATRV, Scene, own_models};

const SIZE: [u32; 2] = [160, 120];

/// Names of the environments of the project.
fn environments() -> Vec<String> {
    let folder = own_models().join("environments");
    let mut open = vec![folder.clone()];
    let mut found = Vec::new();
    while let Some(place) = open.pop() {
        for entry in std::fs::read_dir(place).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "glb") {
                let name = path.strip_prefix(&folder).unwrap().with_extension("");
                found.push(name.to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Whether a neighbor of a pixel shows a different node, or a depth that differs by 2 %.
fn is_edge(picture: &Picture, column: u32, row: u32) -> bool {
    let here = picture.index(column, row);
    let columns = column.saturating_sub(1)..=(column + 1).min(picture.width - 1);
    let rows = row.saturating_sub(1)..=(row + 1).min(picture.height - 1);
    let mut neighbors = rows.flat_map(|row| columns.clone().map(move |column| picture.index(column, row)));
    neighbors.any(|other| {
        let (a, b) = (picture.depth[here], picture.depth[other]);
        picture.nodes[here] != picture.nodes[other] || (a - b).abs() > 0.02 * a.min(b)
    })
}

#[test]
fn rasterized_pictures_of_all_environments_equal_those_by_rays() {
    let environments = environments();
    assert!(environments.len() > 10, "{environments:?}");
    for environment in &environments {
        let mut run = Scene::new().in_environment(environment).robot(ATRV).run();
        run.step(5);
        let world = run.simulation.world();
        let robot = world.find("robot").unwrap();
        for (place, target) in [
            (DVec3::new(0.2, 0.0, 0.9), DVec3::new(5.0, 0.0, 0.9)),
            (DVec3::new(-4.0, 3.0, 3.0), DVec3::ZERO),
            (DVec3::new(0.2, 0.1, 0.4), DVec3::new(-3.0, -8.0, 1.0)),
        ] {
            let pose: Pose = world.world_from(robot) * View::looking_at(place, target);
            let view = View { near_m: 0.1, far_m: 100.0, ..View::perspective(pose, SIZE, 1.14) };
            let [raster, rays] = [Visibility::Raster, Visibility::Rays]
                .map(|visibility| render(world, &view, &Style { visibility, ..Style::default() }).unwrap());
            let pixels = (0..SIZE[1]).flat_map(|row| (0..SIZE[0]).map(move |column| (column, row)));
            for (column, row) in pixels.filter(|&(column, row)| !is_edge(&rays, column, row)) {
                let at = rays.index(column, row);
                let what = format!("{environment}, camera at {place}, column {column}, row {row}");
                assert_eq!(raster.nodes[at], rays.nodes[at], "{what}");
                let (a, b) = (raster.depth[at], rays.depth[at]);
                assert!(a == b || (a - b).abs() <= 1e-4 * b, "{what}: depth {a} and {b}");
                let near = raster.rgba[at].iter().zip(&rays.rgba[at]).all(|(a, b)| a.abs_diff(*b) <= 1);
                assert!(near, "{what}: color {:?} and {:?}", raster.rgba[at], rays.rgba[at]);
            }
        }
    }
}
