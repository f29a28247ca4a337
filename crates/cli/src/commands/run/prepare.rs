//! From a scene file to a simulation that serves clients.

use std::time::{SystemTime, UNIX_EPOCH};

use morse_scene::document::Strategy;
use morse_scene::{Diagnostic, Document};
use morse_sim::control::LogLevel;
use morse_sim::{Options, Simulation, step_rate_hz};

use super::summary;
use crate::arguments::{Look, RunArguments};
use crate::commands::{judge, show_findings};
use crate::devices::{self, Terminal};
use crate::failure::Failure;
use crate::hosting::{HostOptions, Hosting};
use crate::nodes::Node;
use crate::pacing::Pace;
use crate::python::Interpreter;
use crate::scene_file::SceneFile;
use crate::scene_source::{self, ScriptOptions};
use crate::sounds::Sounds;
use crate::{log, middlewares, models};

/// A simulation before its first step, with clients served.
pub struct Ready {
    /// The simulation.
    pub simulation: Simulation,
    /// Who computes what the user wrote: as long as the run lasts.
    pub _hosting: Hosting,
    /// How it relates to wall time.
    pub pace: Pace,
    /// The terminal, if its keys are read: as long as the run lasts.
    pub terminal: Option<Terminal>,
    /// What is heard of it.
    pub sounds: Sounds,
    /// Its place among the simulators of a shared scene.
    pub node: Option<Node>,
}

/// Loads, checks and assembles a scene and begins to serve clients. No port is opened before everything else is found good.
pub fn prepare(arguments: &RunArguments, look: Look, mut scene: SceneFile) -> Result<Ready, Failure> {
    log::section("PRE-INITIALIZATION");
    scene.arguments.extend(markers(look).iter().map(|&word| word.to_owned()));
    let options = ScriptOptions {
        interpreter: Interpreter::choose(arguments.python.python.as_deref()),
        node: arguments.name.as_deref(),
        keep_stdout: arguments.json,
    };
    let mut told_pid = false;
    let loaded = scene_source::load(&scene, &options, &mut |version| {
        tracing::info!("Python Version: {version}");
        told_pid = tell_pid();
    })?;
    if !told_pid {
        tell_pid();
    }
    for (logger, level) in &loaded.document.environment.log_levels {
        if let Some(level) = LogLevel::parse(level) {
            log::set_level(logger, level);
        }
    }
    let host = HostOptions {
        interpreter: &options.interpreter,
        keep_stdout: arguments.json,
        limit_s: arguments.component_timeout,
    };
    let hosting = Hosting::of(&loaded, &scene, &host);
    let document = loaded.document;
    let mut found = scene_source::check(&document, &hosting)?;
    if found.iter().any(Diagnostic::is_error) {
        let models = models::load(&document, &models::library(Some(&scene)));
        found.extend(scene_source::obstacles(&document, &hosting, &models, &found));
    }
    show_findings(&scene, &found);
    judge(&scene, &found)?;
    tell_mode(&document);

    let models = models::load(&document, &models::library(Some(&scene)));
    let options = Options {
        seed: arguments.seed,
        threads: usize::from(arguments.threads),
        epoch_s: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()),
    };
    // Streams open with the scene, before services start, but their lines have their place after those of services.
    let (assembled, stream_lines) = log::kept_back(|| {
        let middlewares = middlewares::all(arguments);
        Simulation::assemble(&document, &hosting.registry, &models, middlewares, options)
    });
    let mut simulation = match assembled {
        Ok(simulation) => simulation,
        Err(obstacles) => {
            log::text(&stream_lines);
            show_findings(&scene, &obstacles.0);
            return Err(Failure::Scene { path: scene.path, errors: obstacles.0.len() });
        }
    };
    if !arguments.bind.is_loopback() {
        tracing::warn!(
            "Clients on other computers can connect to {} and command the robots.",
            arguments.bind
        );
    }
    log::section("SUPERVISION SERVICES INITIALIZATION");
    simulation.start().map_err(|error| Failure::Serving(error.to_string()))?;
    log::end_section("SUPERVISION SERVICES INITIALIZED");
    log::section("SCENE INITIALIZATION");
    let node = Node::join(&document, &mut simulation);
    log::text(&stream_lines);
    summary::tell(&document, &simulation);
    log::end_section("SCENE INITIALIZED");
    let terminal = devices::open(&document, simulation.gateway());
    let sounds = Sounds::open(&document, look.noaudio);
    Ok(Ready {
        simulation,
        _hosting: hosting,
        pace: Pace::of(&document, arguments.fast),
        terminal,
        sounds,
        node,
    })
}

/// Words that scripts of the original find at the end of `sys.argv`.
fn markers(look: Look) -> &'static [&'static str] {
    match (look.color, look.reverse_color) {
        (_, true) => &["with-colors", "with-reverse-colors"],
        (true, false) => &["with-colors"],
        (false, false) => &[],
    }
}

/// Tools take the number from the first line of the log that says PID.
fn tell_pid() -> bool {
    tracing::info!("PID: {}", std::process::id());
    true
}

fn tell_mode(document: &Document) {
    match document.environment.time.strategy {
        Strategy::BestEffort => tracing::info!("Morse configured in Best Effort Mode"),
        Strategy::FixedStep => {
            let rate_hz = step_rate_hz(document);
            let step_s = 1.0 / rate_hz;
            tracing::info!(
                "Morse configured in Fixed Simulation Step Mode with time step of {step_s:.6} sec ( 1.0 / {rate_hz:3})"
            );
        }
    }
}
