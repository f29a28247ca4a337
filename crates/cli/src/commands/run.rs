//! `morse run`: runs a scene from the first to the last step.

mod environment_alone;
mod hints;
mod prepare;
mod summary;

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

use morse::checkpoints::{self, ResumedRun};
use morse::{Ending, Format, Frame, LoadError, Runner, SceneFile, Simulation};
use morse_scene::nearest::nearest_name;
use morse_world::WorldEvent;

use crate::arguments::{OutputStyle, RunArguments, long_options};
use crate::failure::Failure;
use crate::output::log;
use crate::output::progress::ProgressLine;
use crate::output::report::Meter;
use crate::output::slow_run::SlowRun;
use crate::output::standard_output::print_json;
use crate::{robot_file, scene_loading, signals};
use prepare::{PreparedRun, RunSource, prepare};

/// Simulates a scene until its end.
pub fn run(arguments: &RunArguments, style: OutputStyle) -> ExitCode {
    let (words, before_end) = arguments.scene_and_arguments();
    let source = match find(&words, arguments) {
        Ok(source) => source,
        Err(failure) => return failure.report(),
    };
    warn_ineffective_options(arguments, &source.scene);
    warn_misspelled_options(words.get(1..before_end).unwrap_or_default());
    signals::watch();
    // The log must end in the format that tools wait for, even after a panic.
    let run = || run_to_end(arguments, style, source);
    let result = panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(Err(Failure::Panic));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            log_failure(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// The scene that the command line names, or that of a checkpoint.
fn find(words: &[String], arguments: &RunArguments) -> Result<RunSource, Failure> {
    if let Some(folder) = &arguments.checkpoints.resume {
        return resumed(folder, words, arguments);
    }
    if let Some((scene, document)) =
        robot_file::scene(words, &arguments.place, &arguments.robot_file, &arguments.python)?
    {
        return Ok(RunSource { scene, document: Some(document), resumed: None });
    }
    let (scene, document) = scene_loading::find_or_environment(words)?;
    let document = document.map(|alone| environment_alone::scene(&alone.environment.file)).transpose()?;
    Ok(RunSource { scene: scene.trusted(arguments.trust.trust())?, document, resumed: None })
}

/// The run of the newest checkpoint in a folder.
fn resumed(folder: &Path, words: &[String], arguments: &RunArguments) -> Result<RunSource, Failure> {
    if let Some(word) = words.first() {
        return Err(Failure::Arguments(format!(
            "--resume continues with the scene of the checkpoint: leave out {word}"
        )));
    }
    let resumed: ResumedRun = checkpoints::newest(folder)?;
    let scene = SceneFile {
        path: resumed.run.scene.clone(),
        format: Format::Document,
        environment: resumed.run.environment.clone(),
        arguments: Vec::new(),
        is_trusted: false,
        default: None,
    }
    .trusted(arguments.trust.trust())?;
    log::notice(&format!("Resuming at {:.2} s of simulated time.", resumed.time_s));
    Ok(RunSource { scene, document: Some(resumed.run.document.clone()), resumed: Some(resumed) })
}

fn run_to_end(arguments: &RunArguments, style: OutputStyle, source: RunSource) -> Result<(), Failure> {
    let prepared = prepare(arguments, style, source)?;
    simulate(arguments, prepared)
}

/// Logs how the scene is loaded, and warns about options without effect.
fn warn_ineffective_options(arguments: &RunArguments, scene: &SceneFile) {
    if let Some(root) = &scene.environment {
        log::notice(&format!("Adding {} to PYTHONPATH and MORSE_RESOURCE_PATH.", root.display()));
    }
    log::notice(&format!("Loading simulation {}.", scene.path.display()));
    if arguments.geometry.is_some() {
        log::notice("--geometry has no effect: there is no window.");
    }
    if arguments.name.is_some() && scene.format == Format::Document {
        log::notice("--name has no effect: a scene document belongs to the node that it was built for.");
    }
}

/// Warns about script arguments that look like misspelled options of this command.
fn warn_misspelled_options(words: &[String]) {
    let known = long_options();
    for word in words.iter().filter_map(|word| word.strip_prefix("--")) {
        let name = word.split_once('=').map_or(word, |(name, _)| name);
        if let Some(meant) = nearest_name(name, known.iter().map(String::as_str)) {
            log::notice(&format!(
                "--{name} is not an option of `morse run` and goes to the script; did you mean --{meant}?"
            ));
        }
    }
}

/// Logs a failure with the lines that tools look for. Failed scripts and interruption need no explanation.
fn log_failure(failure: &Failure) {
    match failure {
        Failure::Load(LoadError::Script { .. } | LoadError::Interrupted) => {}
        Failure::Panic => log::error(&format!("[ERROR][MORSE] {failure}")),
        // The run succeeded and has logged its end.
        Failure::Contract(_)
        | Failure::LeftRange { .. }
        | Failure::Digest(_)
        | Failure::Output(_)
        | Failure::Recorder(_) => {
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

fn simulate(arguments: &RunArguments, prepared: PreparedRun) -> Result<(), Failure> {
    let PreparedRun {
        mut simulation,
        pace,
        terminal,
        sounds,
        node,
        viewer,
        foxglove,
        recorder,
        is_recorded,
        checkpoints,
    } = prepared;
    let is_shared = node.is_some();
    if arguments.check_components {
        simulation.check_contracts();
    }
    let left = OnceLock::new();
    let mut runner = Runner::new(simulation)
        .measure_costs()
        .pace(pace)
        .interrupt(signals::interrupt())
        .on_log_level(log::set_level);
    if let Some(seconds) = arguments.duration {
        runner = runner.stop_after_seconds(seconds);
    }
    if arguments.check_components {
        runner = runner.stop_when(|frame| !frame.contract_violations().is_empty());
    }
    if arguments.strict {
        runner = runner.stop_when(|frame| {
            left_range(frame).is_some_and(|name| {
                let _ = left.set((name.to_owned(), frame.now().seconds()));
                true
            })
        });
    }
    // A run as fast as possible has no wanted speed.
    if !pace.fast {
        runner = runner.observe(SlowRun::watch());
    }
    if let Some(checkpoints) = checkpoints {
        runner = runner.observe(checkpoints);
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
    let violations: Vec<String> = simulation.contract_violations().iter().map(ToString::to_string).collect();
    if !violations.is_empty() {
        return Err(Failure::Contract(violations.join("\n")));
    }
    if let Some((name, time_s)) = left.into_inner() {
        return Err(Failure::LeftRange { name, time_s });
    }
    digest.map_err(|error| Failure::Digest(error.to_string()))?;
    if is_recorded {
        recording?;
    }
    if arguments.json { print_json(&report) } else { Ok(()) }
}

/// The name of the first body that physics stopped in a tick because it left the range.
fn left_range<'a>(frame: &Frame<'a>) -> Option<&'a str> {
    let event = frame.world_events().iter().find(|event| matches!(event, WorldEvent::Diverged { .. }))?;
    Some(frame.name(event.node()))
}

/// Ends a simulation. The lines are logged before the last answer is sent, so that a client that receives it finds them
/// in the log.
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
