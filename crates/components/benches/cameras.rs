//! Processor time of a picture of a camera on a driving ATRV, one thread: colors and depths of 640 x 480 pixels, and depths
//! alone, in five environments with our own models and with those of the original. Then how much faster two threads are.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{ATRV, INSTALLED, Run, Scene, own_models};
use glam::DVec3;
use morse_render::{Picture, Sky, Style, View, Visibility, render_into};
use morse_world::{NodeId, Pose, RayKind, World};

const ENVIRONMENTS: [&str; 5] =
    ["indoors-1/indoor-1", "indoors-1/boxes", "outdoors", "tum_kitchen/tum_kitchen", "land-1/trees"];
const SIZE: [u32; 2] = [640, 480];
/// Full horizontal field of view: 32 mm of sensor behind a lens of 25 mm, as of a new camera. [rad]
const WIDTH_ANGLE: f64 = 1.138_5;
/// Clip range of a new camera. [m]
const NEAR_FAR_M: [f64; 2] = [0.1, 100.0];
/// Where the camera is on the robot. [m]
const CAMERA: DVec3 = DVec3::new(0.2, 0.0, 0.9);
/// Pictures of a drive, and ticks between them.
const PICTURES: u32 = 12;
const TICKS: u32 = 15;

/// Processor time of this thread so far. [ms]
fn processor_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    stat.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-6
}

/// An ATRV that drives in a circle, simulated by a number of threads.
fn drive(folder: &Path, environment: &str, threads: usize) -> Run {
    let scene = Scene::new().models(folder).in_environment(environment).robot(ATRV).threads(threads);
    let mut run = scene.actuator("motion", "v_omega.MotionVW").run();
    run.command("motion", &[("v", 1.0), ("w", 0.4)]);
    run
}

/// The mean processor time of pictures with colors and of pictures without, over some rounds. [ms]
fn measure(folder: &Path, environment: &str, visibility: Visibility, rounds: u32) -> [f64; 2] {
    let mut run = drive(folder, environment, 1);
    let robot = run.simulation.world().find("robot").unwrap();
    let mut picture = Picture::default();
    let mut sums = [0.0; 2];
    for _ in 0..PICTURES {
        run.step(TICKS);
        let world = run.simulation.world();
        let (view, style) = (view_from(world, robot), style(world, visibility));
        let depths = Style { colors: false, ..style };
        world.bounds(robot, RayKind::Visual);
        for (sum, style) in sums.iter_mut().zip([style, depths]) {
            let threads = run.simulation.threads();
            let mut draw = || threads.install(|| render_into(world, &view, &style, &mut picture)).unwrap();
            draw();
            // The system updates the time every few milliseconds only, so that the least of single pictures is too low.
            let start = processor_ms();
            for _ in 0..rounds {
                draw();
            }
            *sum += (processor_ms() - start) / f64::from(rounds);
        }
    }
    sums.map(|sum| sum / f64::from(PICTURES))
}

/// The view of a camera on a robot.
fn view_from(world: &World, robot: NodeId) -> View {
    let pose = world.world_from(robot) * Pose::from_translation(CAMERA);
    let [near_m, far_m] = NEAR_FAR_M;
    View { near_m, far_m, ..View::perspective(pose, SIZE, WIDTH_ANGLE) }
}

fn style(world: &World, visibility: Visibility) -> Style<'_> {
    let gray = [143.0 / 255.0; 3];
    Style {
        soft: world.illumination().is_none(),
        sky: Sky::Backdrop { bottom: gray, top: gray },
        visibility,
        nodes: false,
        ..Style::default()
    }
}

/// The time of pictures by one thread as a multiple of that by two threads.
fn speedup(folder: &Path, environment: &str, rounds: u32) -> f64 {
    let runs = [1, 2].map(|threads| drive(folder, environment, threads));
    let mut picture = Picture::default();
    let mut times = [Duration::ZERO; 2];
    for _ in 0..rounds {
        for (run, time) in runs.iter().zip(&mut times) {
            let world = run.simulation.world();
            let robot = world.find("robot").unwrap();
            let (view, style) = (view_from(world, robot), style(world, Visibility::Raster));
            let mut draw = || {
                run.simulation.threads().install(|| render_into(world, &view, &style, &mut picture)).unwrap();
            };
            // Wakes the threads.
            draw();
            let start = Instant::now();
            (0..PICTURES).for_each(|_| draw());
            *time += start.elapsed();
        }
    }
    times[0].as_secs_f64() / times[1].as_secs_f64()
}

fn main() {
    // `cargo test` also runs benchmarks, to check that they work.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = if arguments.iter().any(|word| word == "--bench") { 10 } else { 1 };
    let wanted: Vec<&String> = arguments.iter().filter(|word| !word.starts_with("--")).collect();
    let own = own_models();
    let folders = [("our own models", own.as_path()), ("the models of the original", Path::new(INSTALLED))];
    for (models, folder) in folders.into_iter().filter(|(_, folder)| folder.is_dir()) {
        for environment in ENVIRONMENTS {
            for (how, visibility) in [("raster", Visibility::Raster), ("rays", Visibility::Rays)] {
                let name = format!("{environment}, {models}\t{how}");
                if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
                    continue;
                }
                let [color_ms, depth_ms] = measure(folder, environment, visibility, rounds);
                println!("measure\t{name}\t{color_ms:.2}\t{depth_ms:.2}");
            }
            if wanted.is_empty() || wanted.iter().any(|word| "threads".contains(word.as_str())) {
                let ratio = speedup(folder, environment, 3 * rounds);
                println!("measure\t{environment}, {models}\ttwo threads\t{ratio:.2} x one");
            }
        }
    }
}
