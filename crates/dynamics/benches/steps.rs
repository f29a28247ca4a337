//! Processor time of steps of mechanisms, one thread: `cargo bench -p morse-dynamics -- FILE…`.
//!
//! benches/mechanisms.py writes the files from URDF files, and measures MuJoCo with the same models. Without files, those of the
//! tests are measured. A mechanism starts again after two seconds. With `--scene`, the options are those of robots in a scene, with `--file`
//! those of robots on a ground of their own file.
#![allow(missing_docs, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use cpu_time::ProcessTime;
use glam::DVec3;
use morse_dynamics::{Contact, Data, Input, Model, ModelSpec, Options, State, Workspace, step};
use serde::Deserialize;

/// Simulated time after which a mechanism starts again. [s]
const SPAN: f64 = 2.0;
/// Processor time of a measurement.
const ENOUGH: Duration = Duration::from_millis(600);

#[derive(Deserialize)]
struct File {
    spec: ModelSpec,
    step: f64,
    commands: Vec<f64>,
    /// Largest change of a command at random, ten steps long.
    #[serde(default)]
    reach: f64,
    /// Positions at the start; those of the model if there are none.
    #[serde(default)]
    positions: Vec<f64>,
    /// Spheres that touch the ground z = 0.
    shapes: Vec<Shape>,
}

#[derive(Deserialize)]
struct Shape {
    link: String,
    radius: f64,
    center: DVec3,
    friction: [f64; 5],
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mujoco");
    let mut files: Vec<PathBuf> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).map(PathBuf::from).collect();
    let mode = std::env::args().find(|argument| matches!(argument.as_str(), "--scene" | "--file"));
    if files.is_empty() {
        files =
            ["arm", "arm_with_servos", "quadruped"].map(|name| folder.join(format!("{name}.json"))).to_vec();
    }
    for path in files {
        let file: File = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let model = Model::new(file.spec).unwrap();
        let shapes: Vec<_> =
            file.shapes.iter().map(|shape| (model.link(&shape.link).unwrap(), shape)).collect();
        let mut find = |data: &Data, contacts: &mut Vec<Contact>| {
            for (link, shape) in &shapes {
                let center = data.world_from_link(&model, *link).transform_point(shape.center);
                let distance = center.z - shape.radius;
                if distance < 0.0 {
                    let point = center - DVec3::Z * (shape.radius + 0.5 * distance);
                    let contact = Contact::with_world(*link, point, DVec3::Z, distance, shape.friction[0]);
                    let impedance_ratio = if mode.as_deref() == Some("--scene") { 1000.0 } else { 1.0 };
                    contacts.push(Contact { impedance_ratio, ..contact });
                }
            }
        };
        let plain = Options { step: file.step, ..Options::default() };
        let options = match mode.as_deref() {
            Some("--scene") => {
                Options { rigid_limits: true, centered_bias: true, sliding_passes: 3, ..plain }
            }
            Some("--file") => Options { rigid_limits: true, centered_bias: true, ..plain },
            _ => plain,
        };
        let mut input = Input::new(&model);
        input.commands.copy_from_slice(&file.commands);
        let mut workspace = Workspace::new(&model);
        let (mut steps, mut iterations, mut rows) = (0usize, 0, 0);
        let start = ProcessTime::now();
        while start.elapsed() < ENOUGH {
            let mut state = State::new(&model);
            if !file.positions.is_empty() {
                state.positions.copy_from_slice(&file.positions);
            }
            let mut random = 1u64;
            for number in 0..(SPAN / file.step) as usize {
                if number % 10 == 0 && file.reach > 0.0 {
                    for (command, mean) in input.commands.iter_mut().zip(&file.commands) {
                        // Knuth, The Art of Computer Programming 2, section 3.3.4.
                        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        *command = mean + file.reach * ((random >> 11) as f64 / (1u64 << 52) as f64 - 1.0);
                    }
                }
                let report = step(&model, &options, &mut state, &input, &mut find, &mut workspace).unwrap();
                steps += 1;
                iterations += report.iterations;
                rows += report.rows;
            }
        }
        let cost = start.elapsed().as_secs_f64() * 1e6 / steps as f64;
        let name = path.file_stem().unwrap().to_string_lossy();
        let mean = |sum: usize| sum as f64 / steps as f64;
        println!(
            "{name}: {cost:.2} µs a step, {} degrees of freedom, {:.1} rows, {:.2} iterations",
            model.dofs(),
            mean(rows),
            mean(iterations)
        );
    }
}
