//! Tests of laser scanners at level physical (resolution, lost echoes, range limits) and at levels without errors.

use crate::common::{FAKE, Run, Scene};
use morse_sim::contract::data::Field;
use serde_json::{Value as Json, json};

/// Number of ticks, with 21 rays each: 100,000 ranges.
const TICKS: u32 = 4762;

/// A scanner 21 rays wide that faces a wall at a distance.
fn scene(level: &str, wall_m: f64, properties: Json) -> Scene {
    scene_of("laserscanner.LaserScanner", level, wall_m, properties)
}

fn scene_of(class: &str, level: &str, wall_m: f64, properties: Json) -> Scene {
    let mut all = json!({"scan_window": 20.0, "resolution": 1.0});
    all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
    Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 1.0], 0.0)
        .sensor("laser", class)
        .with("level", json!(level))
        .with("properties", all)
        .object(json!({"name": "wall", "kind": "object", "location": [wall_m + 1.0, 0.0, 0.0],
            "scale": [1.0, 50.0, 3.0], "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]},
            "body": {"physics": "STATIC"}}))
}

fn ranges(run: &Run) -> Vec<f64> {
    let data = run.simulation.data("robot.laser").unwrap();
    let Field::Floats(ranges) = data.get(data.index_of("range_list").unwrap()).unwrap() else {
        panic!("ranges are not packed")
    };
    ranges.to_vec()
}

/// The true distance along each ray.
fn truth(wall_m: f64) -> impl Iterator<Item = f64> {
    (0..21).map(move |nth| wall_m / f64::from(nth - 10).to_radians().cos())
}

/// Errors of all rays with an echo in some seconds, and the total number of rays.
fn errors(wall_m: f64, properties: Json) -> (Vec<f64>, usize) {
    let mut run = scene("physical", wall_m, properties).run();
    let mut errors = Vec::new();
    for _ in 0..TICKS {
        run.step(1);
        let back = ranges(&run).into_iter().zip(truth(wall_m)).filter(|(range, _)| *range < 30.0);
        errors.extend(back.map(|(range, truth)| range - truth));
    }
    (errors, 21 * TICKS as usize)
}

#[test]
fn ranges_are_rounded_to_range_step() {
    let mut run = scene("physical", 5.0, json!({"range_step": 0.01})).run();
    run.step(1);
    let steps: Vec<f64> = ranges(&run).iter().map(|range| range / 0.01).collect();
    assert!(steps.iter().all(|steps| (steps - steps.round()).abs() < 1e-9), "{steps:?}");
    let exact = json!({"range_step": 0, "noise_near": 0});
    let (errors, count) = errors(5.0, exact);
    assert_eq!(errors.len(), count);
    assert!(errors.iter().all(|error| error.abs() < 1e-5));
}

#[test]
fn lost_echoes_count_as_rays_without_a_hit() {
    for share in [0.0, 0.05, 0.5, 1.0] {
        let (back, count) = errors(5.0, json!({"dropout": share}));
        let lost = 1.0 - back.len() as f64 / count as f64;
        let deviation = (share * (1.0 - share) / count as f64).sqrt();
        assert!((lost - share).abs() <= 3.0 * deviation, "{lost} of {share}");
    }
}

#[test]
fn measured_ranges_beyond_laser_range_count_as_no_hit() {
    // The wall is at the maximum range, so half of the measured ranges straight ahead are larger.
    let mut run =
        scene("physical", 9.9999, json!({"laser_range": 10.0, "range_step": 0.0, "scan_window": 0.0})).run();
    let mut seen = 0;
    for _ in 0..1000 {
        run.step(1);
        let [range] = <[f64; 1]>::try_from(ranges(&run)).unwrap();
        assert!(range <= 10.0);
        seen += u32::from(range < 10.0);
    }
    assert!((440..=570).contains(&seen), "{seen}");
}

#[test]
fn points_have_the_error_of_their_ranges() {
    let mut run = scene("physical", 5.0, json!({})).run();
    run.step(1);
    let data = run.simulation.data("robot.laser").unwrap();
    let Field::Points(points) = data.get(data.index_of("point_list").unwrap()).unwrap() else {
        panic!("points are not packed")
    };
    for (point, range) in points.iter().zip(ranges(&run)) {
        let length = point.iter().map(|part| f64::from(*part).powi(2)).sum::<f64>().sqrt();
        assert!((length - range).abs() < 1e-5, "{length} {range}");
    }
}

#[test]
fn errors_depend_on_the_seed_and_not_on_the_hits_of_other_rays() {
    let first = |scene: Scene| {
        let mut run = scene.run();
        run.step(1);
        ranges(&run)
    };
    let wall = |seed| first(scene("physical", 5.0, json!({})).seed(seed));
    assert_eq!(wall(1), wall(1));
    assert_ne!(wall(1), wall(2));
    // The same scene with a pole in front of the first rays.
    let pole = json!({"name": "pole", "kind": "object", "location": [3.0, -0.5, 1.0], "scale": [0.1, 0.1, 1.0],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "body": {"physics": "STATIC"}});
    let (without, with) = (wall(1), first(scene("physical", 5.0, json!({})).object(pole).seed(1)));
    assert_ne!(without[..5], with[..5]);
    assert_eq!(without[8..], with[8..]);
}

#[test]
fn rotating_scanner_rotates_at_every_level_and_has_errors_only_at_level_physical() {
    for (level, noise_m) in [("raw", 0.0), ("truth", 0.0), ("physical", 0.006)] {
        let mut run = scene_of("laserscanner.LaserScannerRotationZ", level, 5.0, json!({})).run();
        let mut squares = Vec::new();
        for tick in 0..200 {
            // The rotation of the scanner does not move the robot, so the distance of the wall is unchanged.
            run.step(1);
            let turned = 0.01745 * f64::from(tick);
            let ahead = (0..21).map(|nth| 5.0 / (turned + f64::from(nth - 10).to_radians()).cos());
            let seen =
                ranges(&run).into_iter().zip(ahead).filter(|&(range, ahead)| 0.0 < ahead && range < 20.0);
            squares
                .extend(seen.filter(|&(_, ahead)| ahead < 9.5).map(|(range, ahead)| (range - ahead).powi(2)));
        }
        let count = squares.len() as f64;
        assert!(count > 500.0, "{level}: {count}");
        // Rounding to a step of a millimeter adds a twelfth of its square.
        let variance = if noise_m > 0.0 { noise_m * noise_m + 1e-6 / 12.0 } else { 0.0 };
        let found = squares.iter().sum::<f64>() / count;
        assert!((found - variance).abs() <= 3.0 * variance * (2.0 / count).sqrt() + 1e-9, "{level}: {found}");
    }
}

#[test]
fn levels_raw_and_truth_have_no_error() {
    for level in ["raw", "rssi", "range", "truth"] {
        let mut run = scene(level, 5.0, json!({})).run();
        run.step(1);
        let exact =
            ranges(&run).into_iter().zip(truth(5.0)).all(|(range, truth)| (range - truth).abs() < 1e-5);
        assert!(exact, "{level}");
    }
}

#[test]
fn invalid_error_properties_are_refused_by_name() {
    for (properties, message) in [
        (json!({"noise_near": -0.001}), "noise_near must be from 0 to …, got -0.001"),
        (json!({"noise_far": {"$float": "inf"}}), "noise_far is inf"),
        (json!({"range_step": -1}), "range_step must be from 0 to …, got -1"),
        (json!({"dropout": 1.5}), "dropout must be from 0 to 1, got 1.5"),
        (json!({"dropout": "often"}), "dropout must be a number"),
        (json!({"resolution": 0}), "resolution must be from 0.0001 to 360, got 0"),
    ] {
        let refusal = scene("physical", 5.0, properties).refusal();
        assert!(refusal.contains("robot.laser") && refusal.contains(message), "{refusal}");
    }
}
