//! Cost of a laser scanner in addition to its rays: scans of 32 x 360 rays in indoor-1 on one thread, compared with
//! casting the same rays directly on the world in the same run. Rays are cast with point and normal of each hit, and with
//! only the distance, which is sufficient for scanners without remissions.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{FAKE, INSTALLED, Run, Scene, own_models};
use glam::DVec3;
use morse_sim::contract::data::Field;
use morse_world::{Ray, RayFilter};
use serde_json::json;

const LAYERS: i32 = 32;
const COLUMNS: i32 = 360;
/// The layers cover 40°, as in a Velodyne HDL-32E.
const SEPARATION_DEG: f64 = 40.0 / 31.0;
const RANGE_M: f64 = 100.0;

/// Positions of the scanners, with different amounts of free floor around them. [m]
const PLACES: [[f64; 3]; 6] = [
    [-12.0, -9.0, 1.5],
    [-6.0, -4.0, 1.5],
    [0.0, -2.0, 1.5],
    [4.0, 3.0, 1.5],
    [8.0, -6.0, 1.5],
    [12.0, 8.0, 1.5],
];

/// A room with a sensor on a robot without a body, after two seconds, when all objects are at rest.
fn room(folder: &Path, place: [f64; 3], level: Option<&str>) -> Run {
    let scene = Scene::new().models(folder).in_environment("indoors-1/indoor-1").robot(FAKE).at(place, 0.0);
    let scene = match level {
        None => scene.sensor("it", "clock.Clock"),
        Some(level) => scene.sensor("it", "laserscanner.LaserScanner").with("level", json!(level)).with(
            "properties",
            json!({"laser_range": RANGE_M, "scan_window": f64::from(COLUMNS - 1), "resolution": 1.0,
                "layers": LAYERS, "layer_separation": SEPARATION_DEG}),
        ),
    };
    let mut run = scene.run();
    run.seconds(2.0);
    run
}

/// The rays of a scan from a position, in the order of the scan.
fn rays(place: [f64; 3]) -> Vec<Ray> {
    let ray = |layer: i32, column: i32| {
        let up = (SEPARATION_DEG * (f64::from(LAYERS - 1) / 2.0 - f64::from(layer))).to_radians();
        let (sin, cos) = (f64::from(column) - f64::from(COLUMNS - 1) / 2.0).to_radians().sin_cos();
        Ray::new(place.into(), DVec3::new(cos, sin, up.sin()).normalize(), RANGE_M)
    };
    (0..LAYERS).flat_map(|layer| (0..COLUMNS).map(move |column| ray(layer, column))).collect()
}

/// The time of a tick.
fn tick(run: &mut Run) -> Duration {
    let threads = run.simulation.threads();
    let simulation = &mut run.simulation;
    threads.install(|| {
        let start = Instant::now();
        simulation.step();
        start.elapsed()
    })
}

/// Times of scans of a level, of their rays alone, and of the distance only, each from all positions. [µs]
fn measure(folder: &Path, level: &str, rounds: u32) -> [f64; 3] {
    let mut taken = [Duration::ZERO; 3];
    for place in PLACES {
        let (mut blind, mut scanning) = (room(folder, place, None), room(folder, place, Some(level)));
        let rays = rays(place);
        let filter = RayFilter::default();
        let (mut hits, mut distances) = (Vec::new(), Vec::new());
        // Positions alternate, to reduce the influence of other load on the machine.
        let mut fastest = [Duration::MAX; 4];
        for _ in 0..rounds {
            let world = scanning.simulation.world();
            let alone = scanning.simulation.threads().install(|| {
                let start = Instant::now();
                world.cast_rays(&rays, &filter, &mut hits);
                let half = start.elapsed();
                world.cast_rays_for_distances(&rays, &filter, &mut distances);
                [half, start.elapsed() - half]
            });
            let now = [alone[0], alone[1], tick(&mut scanning), tick(&mut blind)];
            fastest = std::array::from_fn(|nth| fastest[nth].min(now[nth]));
        }
        let data = scanning.simulation.data("robot.it").unwrap();
        let Some(Field::Floats(ranges)) = data.get(data.index_of("range_list").unwrap()) else {
            panic!("no ranges")
        };
        let same = ranges.iter().zip(&hits).all(|(&range, hit)| {
            let distance = hit.map_or(RANGE_M, |hit| f64::from(hit.distance));
            (range - distance).abs() < if level == "physical" { 0.1 } else { 1e-3 }
        });
        assert!(same && ranges.len() == hits.len(), "the scanner casts different rays");
        let [cast, cast_for_distances, scanning, blind] = fastest;
        let here = [scanning.saturating_sub(blind), cast, cast_for_distances];
        taken.iter_mut().zip(here).for_each(|(taken, here)| *taken += here);
    }
    taken.map(|taken| taken.as_secs_f64() * 1e6 / PLACES.len() as f64)
}

fn main() {
    // `cargo test` also runs benchmarks, to check that they work.
    let rounds = if std::env::args().any(|word| word == "--bench") { 200 } else { 1 };
    let own = own_models();
    let folders = [("our own models", own.as_path()), ("the models of the original", Path::new(INSTALLED))];
    for (models, folder) in folders.into_iter().filter(|(_, folder)| folder.is_dir()) {
        for level in ["raw", "rssi", "physical"] {
            let [sensor_us, rays_us, distances_us] = measure(folder, level, rounds);
            println!("measure\t{models}\t{level}\t{sensor_us:.1}\t{rays_us:.1}\t{distances_us:.1}");
        }
    }
}
