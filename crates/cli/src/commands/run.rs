//! `morse run`: runs a scene from the first to the last step.

mod hints;
mod prepare;
mod summary;

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use morse::{Ending, Format, LoadError, Runner, SceneFile, Simulation};
use morse_scene::nearest::nearest_name;

use super::{print_json, told};
use crate::arguments::{OutputStyle, RunArguments, long_options};
use crate::failure::Failure;
use crate::output::log;
use crate::output::progress::ProgressLine;
use crate::output::report::Meter;
use crate::{scene_words, signals};
use prepare::{PreparedRun, prepare};

/// Simulates a scene until its end.
pub fn run(arguments: &RunArguments, look: OutputStyle) -> ExitCode {
    let (words, before_end) = arguments.scene_words();
    let scene = scene_words::find(&words);
    let scene = match scene.and_then(|scene| Ok(scene.trusted(arguments.trust.trust())?)) {
        Ok(scene) => scene,
        Err(failure) => return told(&failure),
    };
    tell_about_options(arguments, &scene);
    tell_about_slips(words.get(1..before_end).unwrap_or_default());
    signals::watch();
    // A panic must still end the log in the format that tools wait for.
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

fn run_to_end(arguments: &RunArguments, look: OutputStyle, scene: SceneFile) -> Result<(), Failure> {
    let ready = prepare(arguments, look, scene)?;
    simulate(arguments, ready)
}

/// Warns of options that are probably not intended.
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
}

/// Warns of script arguments that look like misspelled options of this command.
fn tell_about_slips(words: &[String]) {
    let known = long_options();
    for word in words.iter().filter_map(|word| word.strip_prefix("--")) {
        let name = word.split_once('=').map_or(word, |(name, _)| name);
        if let Some(meant) = nearest_name(name, known.iter().map(String::as_str)) {
            log::notice(&format!(
                "--{name} is no option of `morse run` and goes to the script; did you mean --{meant}?"
            ));
        }
    }
}

/// Prints the lines that tools look for. Failed scripts and interruption by the user need no explanation.
fn tell(failure: &Failure) {
    match failure {
        Failure::Load(LoadError::Script { .. } | LoadError::Interrupted) => {}
        Failure::Panic => log::error(&format!("[ERROR][MORSE] {failure}")),
        // The run succeeded, and its end is in the log.
        Failure::Digest(_) | Failure::Output(_) | Failure::Recorder(_) => {
            return log::error(&failure.to_string());
        }
        _ => {
            log::error(&format!("INITIALIZATION ERROR: {failure}"));
            log::error("INITIALIZATION FAILED!");
            log::error("Exiting now.");
        }
    }
    log::end_section("EXITING SIMULATION");
}

fn simulate(arguments: &RunArguments, ready: PreparedRun) -> Result<(), Failure> {
    let PreparedRun { simulation, pace, terminal, sounds, node, viewer, foxglove, recorder, is_recorded } =
        ready;
    let is_shared = node.is_some();
    let mut runner =
        Runner::new(simulation).pace(pace).interrupt(signals::interrupt()).on_log_level(log::set_level);
    if let Some(seconds) = arguments.duration {
        runner = runner.stop_after_seconds(seconds);
    }
    if let Some(node) = node {
        runner = runner.observe(node);
    }
    if let Some(viewer) = viewer {
        runner = runner.observe(viewer);
    }
    if let Some(foxglove) = foxglove {
        runner = runner.observe(foxglove);
    }
    let meter = Meter::start();
    runner =
        runner.observe(sounds).observe(ProgressLine::start(arguments.duration)).observe(recorder.clone());
    let ending = runner.run();
    let mut simulation = runner.into_simulation();
    drop(terminal);
    let recording = recorder.stop();
    if let Ok(Some(file)) = &recording {
        tracing::info!("Recorded to {}.", file.display());
    }

    let digest = arguments.digest.then(|| simulation.digest()).transpose();
    let clock = simulation.clock();
    let report = meter.report(clock.tick(), clock.now().seconds(), digest.as_ref().ok().copied().flatten());
    tracing::info!("{}", report.summary());
    if let Some(digest) = &report.digest {
        tracing::info!("Digest of the whole state: {digest}");
    }
    end(&mut simulation, ending, is_shared);
    digest.map_err(|error| Failure::Digest(error.to_string()))?;
    if is_recorded {
        recording?;
    }
    if arguments.json { print_json(&report) } else { Ok(()) }
}

/// The lines are logged before the last answer, so that a client that reads it finds them in the log.
fn end(simulation: &mut Simulation, ending: Ending, is_shared: bool) {
    if ending != Ending::Terminated {
        log::section("COMPONENTS FINALIZATION");
        log::end_section("CLOSING REQUEST MANAGERS...");
        log::end_section("CLOSING DATASTREAMS...");
        log::end_section("CLOSING OVERLAYS...");
        if is_shared {
            log::end_section("CLOSING MULTINODE...");
        }
    }
    log::end_section("EXITING SIMULATION");
    if ending != Ending::Terminated {
        simulation.finish();
    }
}
