//! `morse run`: from a scene to its last step.

mod prepare;
mod summary;

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::CommandFactory;
use morse_sim::Simulation;

use super::{print_json, told};
use crate::arguments::{Arguments, Look, RunArguments};
use crate::failure::Failure;
use crate::pacing::{self, Ending};
use crate::progress::ProgressLine;
use crate::report::Meter;
use crate::scene_file::{Environments, Format, SceneFile};
use crate::{log, signals};
use prepare::{Ready, prepare};

/// Simulates a scene until its end.
pub fn run(arguments: &RunArguments, look: Look) -> ExitCode {
    let scene = match SceneFile::find(&arguments.words, &Environments::of_user()) {
        Ok(scene) => scene,
        Err(failure) => return told(&failure),
    };
    tell_about_options(arguments, &scene);
    signals::watch();
    // A mistake in this program must still end the log in the way that tools wait for.
    let run = || run_to_end(arguments, look, scene);
    let result = panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(Err(Failure::Panic));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run_to_end(arguments: &RunArguments, look: Look, scene: SceneFile) -> Result<(), Failure> {
    let ready = prepare(arguments, look, scene)?;
    simulate(arguments, ready)
}

/// Says what the user may not have meant.
fn tell_about_options(arguments: &RunArguments, scene: &SceneFile) {
    if let Some(root) = &scene.environment {
        log::notice(&format!("Adding {} to PYTHONPATH and MORSE_RESOURCE_PATH.", root.display()));
    }
    log::notice(&format!("Loading simulation {}.", scene.path.display()));
    if arguments.geometry.is_some() {
        log::notice("--geometry has no effect: there is no window.");
    }
    if arguments.name.is_some() && scene.format == Format::Document {
        log::notice("--name has no effect: a scene document is for the node that it was built for.");
    }
    let command = Arguments::command();
    let options = command.find_subcommand("run").into_iter().flat_map(|run| run.get_opts());
    let names: Vec<String> = options.filter_map(|option| Some(format!("--{}", option.get_long()?))).collect();
    for word in scene.arguments.iter().filter(|word| names.contains(word)) {
        log::notice(&format!(
            "{word} stands after the scene and goes to the script; options of morse stand before it."
        ));
    }
}

/// Prints the lines that tools look for. A script that failed, and a user who interrupted, need no explanation.
fn tell(failure: &Failure) {
    match failure {
        Failure::Script { .. } | Failure::Interrupted => {}
        Failure::Panic => log::error(&format!("[ERROR][MORSE] {failure}")),
        // The run itself was good, and its end is in the log.
        Failure::Digest(_) | Failure::Output(_) => return log::error(&failure.to_string()),
        _ => {
            log::error(&format!("INITIALIZATION ERROR: {failure}"));
            log::error("INITIALIZATION FAILED!");
            log::error("Exiting now.");
        }
    }
    log::end_section("EXITING SIMULATION");
}

fn simulate(arguments: &RunArguments, ready: Ready) -> Result<(), Failure> {
    let Ready { mut simulation, _hosting, pace, terminal, mut sounds, mut node } = ready;
    let rate_hz = simulation.clock().rate_hz();
    let ticks_max = arguments.duration.map(|seconds| (seconds * rate_hz).round() as u64);
    let meter = Meter::start();
    let mut progress = ProgressLine::start(arguments.duration);
    let ending = pacing::drive(&mut simulation, pace, ticks_max, |simulation| {
        if let Some(node) = &mut node {
            node.exchange(simulation);
        }
        sounds.follow(simulation);
        progress.update(simulation.clock());
    });
    progress.finish();
    drop((terminal, sounds));

    let digest = arguments.digest.then(|| simulation.digest()).transpose();
    let clock = simulation.clock();
    let report = meter.report(clock.tick(), clock.now().seconds(), digest.as_ref().ok().copied().flatten());
    tracing::info!("{}", report.summary());
    if let Some(digest) = &report.digest {
        tracing::info!("Digest of the whole state: {digest}");
    }
    end(&mut simulation, ending, node.is_some());
    digest.map_err(|error| Failure::Digest(error.to_string()))?;
    if arguments.json { print_json(&report) } else { Ok(()) }
}

/// The lines come before the last answer: who reads that answer finds them in the log.
fn end(simulation: &mut Simulation, ending: Ending, is_shared: bool) {
    if ending == Ending::InOrder {
        log::section("COMPONENTS FINALIZATION");
        log::end_section("CLOSING REQUEST MANAGERS...");
        log::end_section("CLOSING DATASTREAMS...");
        log::end_section("CLOSING OVERLAYS...");
        if is_shared {
            log::end_section("CLOSING MULTINODE...");
        }
    }
    log::end_section("EXITING SIMULATION");
    if ending == Ending::InOrder {
        simulation.finish();
    }
}
