//! Pictures of a GPU in scenes: five environments with our own models and with those of the original, digests, recordings.
//!
//! Without a GPU or a software renderer such as lavapipe, the tests print that and pass.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

#[path = "../../../render_gpu/tests/agreement/comparison.rs"]
#[allow(dead_code, reason = "the tests of the crate use all of it")]
mod comparison;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use glam::DVec3;
use morse::pictures::PictureProcessor;
use morse::{LoadOptions, Options, Pose, Scene, SceneBuilder, Simulation, WiringTable};
use morse_render::{Picture, Renderer, Sky, Style, View, render_into};

use crate::comparison::{Difference, device, draw};

const ENVIRONMENTS: [&str; 5] =
    ["indoors-1/indoor-1", "indoors-1/boxes", "outdoors", "tum_kitchen/tum_kitchen", "land-1/trees"];
/// Variable with the folder of models; the child processes of the tests have it.
const RESOURCES: &str = "MORSE_RESOURCE_PATH";
/// Largest mean difference of a color away from edges. [1/255]
const MEAN_MAX: f64 = 1.0;
/// Largest share of pixels that show different nodes: edges, and surfaces in the same plane.
const EDGES_MAX: f64 = 0.01;

/// A robot with a camera in an environment.
fn simulation(environment: &str) -> Simulation {
    let (catalog, wiring) = (morse::catalog(), WiringTable::built_in().unwrap());
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    let mut robot = builder.robot("robot", "ATRV");
    // With motion blur, the camera reads in every tick, and its readings are in digests.
    let mut camera = robot.sensor("camera", "VideoCamera");
    camera
        .level("physical")
        .property("cam_width", 64)
        .property("cam_height", 48)
        .property("motion_samples", 2);
    builder.environment(environment);
    let document = builder.build().unwrap();
    let scene = Scene::from_document("a robot", document, &LoadOptions::default()).unwrap();
    scene.simulation(&Options::default()).unwrap()
}

/// Compares pictures around the robot in all environments, with the style of cameras and with shadows.
fn compare_environments(models: &str) {
    let Some(device) = device() else { return };
    for environment in ENVIRONMENTS {
        let mut simulation = simulation(environment);
        simulation.step();
        let world = simulation.world();
        let robot = world.world_from(world.find("robot").unwrap());
        let gray = [143.0 / 255.0; 3];
        let sky = Sky::Backdrop { bottom: gray, top: gray };
        let plain = Style { soft: world.illumination().is_none(), sky, ..Style::default() };
        let views = [0.0_f64, 1.6, 3.3].map(|angle| {
            let turn = Pose::from_rotation(glam::DQuat::from_rotation_z(angle));
            let pose = robot * Pose::from_translation(DVec3::new(0.2, 0.0, 0.9)) * turn;
            View { near_m: 0.1, far_m: 100.0, ..View::perspective(pose, [160, 120], 1.14) }
        });
        for (what, style) in [("cameras", plain), ("shadows", Style { shadows: true, ..plain })] {
            let (mut seconds, mut worst, mut shown) = ([0.0; 2], [0.0_f64; 2], 0.0_f64);
            let mut expected = Picture::default();
            // The first pictures build trees and upload data.
            for (number, view) in views.iter().chain(&views).enumerate() {
                if number == views.len() {
                    seconds = [0.0; 2];
                }
                let start = Instant::now();
                render_into(world, view, &style, &mut expected).unwrap();
                let cpu = start.elapsed().as_secs_f64();
                let start = Instant::now();
                let seen = draw(&*device, world, view, None, &style).unwrap();
                let gpu = start.elapsed().as_secs_f64();
                let difference = Difference::of(&seen, &expected);
                assert!(
                    difference.mean <= MEAN_MAX && difference.edges <= EDGES_MAX,
                    "{environment}: {difference:?}"
                );
                worst = [worst[0].max(difference.mean), worst[1].max(difference.edges)];
                seconds = [seconds[0] + cpu, seconds[1] + gpu];
                shown =
                    shown.max(expected.nodes.iter().flatten().count() as f64 / expected.nodes.len() as f64);
            }
            assert!(shown > 0.2, "{environment}: the pictures are almost empty: {shown}");
            let ratio = seconds[1] / seconds[0];
            eprintln!(
                "{environment}, {models}, {what}: surfaces in {:.0} % of a picture, mean difference {:.4}, edges {:.2} %, time of the device {ratio:.1} x",
                100.0 * shown,
                worst[0],
                100.0 * worst[1]
            );
        }
    }
}

#[test]
fn pictures_of_environments_with_the_found_models_agree() {
    compare_environments(&std::env::var(RESOURCES).unwrap_or_else(|_| "found models".to_owned()));
}

#[test]
fn pictures_of_environments_with_our_own_models_agree() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "pictures_of_environments_with_the_found_models_agree", "--nocapture"])
        .env(RESOURCES, own)
        .output()
        .unwrap();
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn digests_do_not_contain_pictures_of_a_gpu() {
    if device().is_none() {
        return;
    }
    let run = |processor: PictureProcessor| {
        let mut simulation = simulation("empty");
        processor.attach(&mut simulation).unwrap();
        let is_drawn = Renderer::of(simulation.world()).is_some_and(|it| it.device_name().is_some());
        assert_eq!(is_drawn, processor == PictureProcessor::Gpu);
        simulation.keep_all_reading(true);
        (0..10).for_each(|_| simulation.step());
        simulation
    };
    let [cpu, gpu] = [PictureProcessor::Cpu, PictureProcessor::Gpu].map(run);
    assert_eq!(cpu.digests().unwrap().world, gpu.digests().unwrap().world);
    assert_ne!(cpu.digest().unwrap(), gpu.digest().unwrap());
    // An object in place of the device: the CPU draws, and the digest is that of the run with the device.
    let mut replayed = simulation("empty");
    replayed.set_renderer(Some(std::sync::Arc::new(())));
    replayed.keep_all_reading(true);
    (0..10).for_each(|_| replayed.step());
    assert_eq!(replayed.digest().unwrap(), gpu.digest().unwrap());
    assert_eq!(replayed.digests().unwrap(), gpu.digests().unwrap());
}
