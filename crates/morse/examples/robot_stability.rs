//! Runs robots from files alone on the ground, and prints a line of JSON for each: used by `benches/stability.py`.
//!
//! `cargo run --release -p morse --example robot_stability -- drop|hold|fixed SECONDS FILE …`
//!
//! *drop*: without motors, from 0.5 m above the place where it stands. *hold*: where it stands; a controller holds the positions
//! at which the joints start. *fixed*: the same, 3 m above the ground, for files whose root is the link `world`.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use glam::DVec3;
use morse::{
    LoadOptions, NodeId, Options, Pose, Runner, Scene, SceneBuilder, Simulation, WiringTable, catalog,
};
use morse_scene::document::{BodySettings, ModelReference};
use morse_world::World;
use serde_json::{Value, json};

/// Height of the drop. [m]
const DROP_M: f64 = 0.5;
/// Height of a robot with a fixed base. [m]
const FIXED_M: f64 = 3.0;
/// Ticks in a second.
const HZ: f64 = 60.0;
/// A body this far from its start, or this fast, has left the range. [m, m/s]
const FAR: f64 = 100.0;

/// The simulation of a robot file whose origin is at a height. [m]
fn simulation(file: &Path, height_m: f64, holds: bool) -> Result<Simulation, Box<dyn Error>> {
    let (catalog, wiring) = (catalog(), WiringTable::built_in()?);
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    let mut robot = builder.robot("robot", "FakeRobot");
    let object = robot.object();
    (object.builder, object.body) = (None, BodySettings::default());
    object.model = Some(ModelReference { file: file.display().to_string(), ..ModelReference::default() });
    robot.translate([0.0, 0.0, height_m]);
    if holds {
        robot.actuator("controller", "JointController");
    }
    builder.environment("empty");
    let options = LoadOptions { trust: morse::Trust::Trusted, ..LoadOptions::default() };
    Ok(Scene::from_document(file, builder.build()?, &options)?.simulation(&Options::default())?)
}

/// The bodies of the robot that physics moves.
fn bodies(world: &World) -> Vec<NodeId> {
    world.nodes().filter(|&node| world.is_free(node) && world.mass(node) > 0.0).collect()
}

/// Kinetic energy of bodies. [J]
fn kinetic_energy(world: &World, bodies: &[NodeId]) -> f64 {
    let energy = |&node: &NodeId| {
        let Pose { rotation, .. } = world.world_from(node);
        let [linear, angular] = world.velocities(node);
        let center = linear + angular.cross(rotation * world.center_of_mass(node));
        let spin = rotation.inverse() * angular;
        0.5 * (world.mass(node) * center.length_squared() + spin.dot(world.local_inertia(node) * spin))
    };
    bodies.iter().map(energy).sum()
}

/// Start of a robot.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    Drop,
    Hold,
    Fixed,
}

/// Runs a robot, and returns its result.
fn run(file: &Path, mode: Mode, seconds: f64) -> Result<Value, Box<dyn Error>> {
    let standing = simulation(file, if mode == Mode::Fixed { FIXED_M } else { 0.0 }, mode != Mode::Drop)?;
    let root = standing.world().find("robot").ok_or("the robot has no node")?;
    let height =
        standing.world().world_from(root).translation.z + if mode == Mode::Drop { DROP_M } else { 0.0 };
    let simulation = if mode == Mode::Drop { simulation(file, height, false)? } else { standing };
    let moving = bodies(simulation.world());
    let places: Vec<DVec3> =
        moving.iter().map(|&node| simulation.world().world_from(node).translation).collect();
    let world = simulation.world();
    let joints: Vec<_> =
        world.joints().filter(|&joint| world.joint_kind(joint) != morse_world::JointKind::Fixed).collect();
    let begin: Vec<f64> = joints.iter().map(|&joint| simulation.world().joint_position(joint)).collect();
    let mut runner = Runner::new(simulation);
    let (mut stopped, mut farthest, mut fastest) = (None, 0.0f64, 0.0f64);
    let (mut late, mut drift) = (Vec::new(), 0.0f64);
    let start = Instant::now();
    let ticks = (seconds * HZ) as u64;
    for tick in 1..=ticks {
        runner.simulation_mut().step();
        let world = runner.simulation().world();
        for event in world.events() {
            stopped.get_or_insert_with(|| format!("{} {event}", world.name(event.node())));
        }
        for (&node, place) in moving.iter().zip(&places) {
            farthest = farthest.max((world.world_from(node).translation - place).length());
            fastest = fastest.max(world.linear_velocity(node).length());
        }
        let positions = || joints.iter().map(|&joint| world.joint_position(joint));
        if tick == ticks / 2 {
            late = positions().collect();
        } else if tick > ticks / 2 {
            drift = positions().zip(&late).map(|(now, then)| (now - then).abs()).fold(drift, f64::max);
        }
    }
    let microseconds = start.elapsed().as_secs_f64() / ticks as f64 * 1e6;
    let world = runner.simulation().world();
    let bent = joints.iter().zip(&begin).map(|(&joint, begin)| (world.joint_position(joint) - begin).abs());
    let each = |value: &dyn Fn(morse_world::JointId) -> f64| -> Vec<f64> {
        joints.iter().map(|&joint| value(joint)).collect()
    };
    Ok(json!({
        "file": file.display().to_string(),
        "joints": joints.len(),
        "bodies": moving.len(),
        "event": stopped,
        "is_in_range": farthest < FAR && fastest < FAR,
        "depth_m": world.penetration(root).map_or(0.0, |found| found.depth),
        "kinetic_energy_j": kinetic_energy(world, &moving),
        "fastest_m_per_s": fastest,
        "base_m": (world.world_from(root).translation - DVec3::Z * height).to_array(),
        "upright": (world.world_from(root).rotation * DVec3::Z).z,
        "bent": bent.fold(0.0, f64::max),
        "drift": drift,
        "names": joints.iter().map(|&joint| world.joint_name(joint).trim_start_matches("robot/")).collect::<Vec<_>>(),
        "begin": begin,
        "end": each(&|joint| world.joint_position(joint)),
        "efforts": each(&|joint| world.joint_effort(joint).unwrap_or(f64::NAN)),
        "limits": joints.iter().map(|&joint| world.joint_limits(joint)).map(|it| [it.lower, it.upper]).collect::<Vec<_>>(),
        "effort_limits": each(&|joint| world.joint_limits(joint).effort),
        "microseconds_a_tick": microseconds,
    }))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [mode, seconds, files @ ..] = &words[..] else {
        return Err("expected: drop|hold|fixed SECONDS FILE …".into());
    };
    let mode = match mode.as_str() {
        "drop" => Mode::Drop,
        "hold" => Mode::Hold,
        "fixed" => Mode::Fixed,
        other => return Err(format!("`{other}` is not a mode: drop, hold or fixed").into()),
    };
    let seconds: f64 = seconds.parse()?;
    for file in files {
        let found = run(Path::new(file), mode, seconds);
        println!("{}", found.unwrap_or_else(|error| json!({ "file": file, "error": error.to_string() })));
    }
    Ok(())
}
