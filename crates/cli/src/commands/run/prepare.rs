//! Prepares the simulation of a scene file for clients.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use morse::checkpoints::{CheckpointRun, CheckpointWriter, ResumedRun};
use morse::middlewares::Serving;
use morse::multinode::Node;
use morse::{
    LoadOptions, Options, Pace, Scene, SceneFile, SceneSource, Simulation, checkpoints, middlewares,
};
use morse_foxglove::FoxgloveServer;
use morse_recording::Recorder;
use morse_scene::Document;
use morse_scene::document::{AsMorse, Strategy};
use morse_sim::engine::control::LogLevel;
use morse_sim::step_rate_hz;
use morse_viewer::{Settings, Viewer};
use tracing::Level;

use super::{hints, summary};
use crate::arguments::{OutputStyle, RunArguments};
use crate::browser;
use crate::devices::{self, Terminal};
use crate::failure::Failure;
use crate::huge_pages;
use crate::output::findings::{require_no_errors, show_findings};
use crate::output::log;
use crate::scene_loading;
use crate::sounds::Sounds;

/// Source of a run.
pub struct RunSource {
    /// The scene file.
    pub scene: SceneFile,
    /// Its document, if it is not read from the file.
    pub document: Option<Document>,
    /// The checkpoint from which the run resumes.
    pub resumed: Option<ResumedRun>,
}

/// A simulation before its first step, with clients connected.
pub struct PreparedRun {
    /// The simulation before its first step.
    pub simulation: Simulation,
    /// The pace of its steps in wall time.
    pub pace: Pace,
    /// The terminal, if its keys are read; kept until the end of the run.
    pub terminal: Option<Terminal>,
    /// The player of its sounds.
    pub sounds: Sounds,
    /// Its node, if several simulators share the scene.
    pub node: Option<Node>,
    /// The recorder, which starts now or on request of a client.
    pub recorder: Recorder,
    /// Whether the user or the scene requests a recording from the start.
    pub is_recorded: bool,
    /// Writes the checkpoints, if they are wanted.
    pub checkpoints: Option<CheckpointWriter>,
    /// The server of the page.
    pub viewer: Option<Viewer>,
    /// The server for Foxglove.
    pub foxglove: Option<FoxgloveServer>,
}

/// Loads a scene, unless its document is given, validates and assembles it, and starts to serve clients. Ports are opened only after everything else has
/// succeeded.
pub fn prepare(
    arguments: &RunArguments,
    style: OutputStyle,
    RunSource { mut scene, document, resumed }: RunSource,
) -> Result<PreparedRun, Failure> {
    log::section("PRE-INITIALIZATION");
    scene.arguments.extend(color_markers(style).iter().map(|&word| word.to_owned()));
    let options = LoadOptions {
        node: arguments.name.clone(),
        keep_stdout: arguments.json,
        component_timeout_s: arguments.component_timeout,
        component_memory_mib: arguments.component_memory,
        parameters: arguments.parameters.parameters(),
        ..scene_loading::load_options(&arguments.python)
    };
    huge_pages::enable_for_file(&scene.path);
    let mut is_pid_logged = false;
    let mut source = match document {
        Some(document) => SceneSource { document, python_path: Vec::new() },
        None => SceneSource::read(&scene, &options, &mut |version| {
            tracing::info!("Python Version: {version}");
            log_pid();
            is_pid_logged = true;
        })?,
    };
    if !is_pid_logged {
        log_pid();
    }
    for (logger, level) in &source.document.environment.log_levels {
        if let Some(level) = LogLevel::parse(level) {
            log::set_level(logger, level);
        }
    }
    if arguments.as_morse_1_4 {
        source.document.environment.as_morse = Some(AsMorse::V1_4);
    }
    let limits = arguments.limits.limits()?;
    let has_token = limits.token.is_some();
    let environment = &mut source.document.environment;
    environment.spawned_max =
        [environment.spawned_max, arguments.limits.spawned_max].into_iter().flatten().min();
    arguments.trust.limit_scene(&mut source.document)?;
    let mut found = Vec::new();
    if arguments.skip_missing_middlewares {
        found = source.leave_out_missing()?;
    }
    let python_path = source.python_path.clone();
    let scene = Scene::of(scene, source, &options)?;
    found.extend_from_slice(scene.diagnostics());
    if !scene.can_run() {
        found.extend(scene.obstacles());
    }
    show_findings(scene.file(), &found);
    require_no_errors(scene.file(), &found)?;
    let document = scene.document();
    log_time_strategy(document);
    huge_pages::enable_for_scene(document);

    scene.models();
    let options = Options {
        seed: resumed.as_ref().map_or(arguments.seed, |resumed| resumed.run.seed),
        threads: usize::from(arguments.threads),
        epoch_s: resumed.as_ref().map_or_else(now_s, |resumed| resumed.run.epoch_s),
        request_timing: arguments.request_timing,
    };
    // Streams open with the scene, before services start, but are logged after the services.
    let (middlewares, service_port) = middlewares::all(Serving {
        bind: arguments.bind,
        service_port: arguments.port,
        stream_port: arguments.stream_port,
        fast: arguments.fast,
        limits,
    });
    let (assembled, stream_lines) = log::buffered(|| scene.serving_simulation(middlewares, &options));
    let mut simulation = match assembled {
        Ok(simulation) => simulation,
        Err(error) => {
            log::text(&stream_lines);
            show_findings(scene.file(), &error.diagnostics);
            return Err(Failure::Scene { path: error.path, errors: error.diagnostics.len() });
        }
    };
    if let Some(resumed) = &resumed {
        simulation.restore(&resumed.state).map_err(|error| Failure::Resume(error.to_string()))?;
    }
    let attached = arguments.pictures.render.attach(&mut simulation);
    attached.map_err(|error| Failure::Picture(error.to_string()))?;
    let checkpoints = checkpoints_of(arguments, &scene, &options, &simulation)?;
    let recorder = Recorder::new(
        &scene,
        python_path,
        options.seed,
        options.epoch_s,
        morse_recording::Settings {
            has_varying_pictures: simulation.world().has_extension(),
            ..morse_recording::Settings::default()
        },
    )
    .map_err(|error| Failure::Output(error.into()))?;
    simulation.allow_recording(Box::new(recorder.clone()));
    let of_scene = document.environment.recording.as_deref().map(Path::new);
    let recording = arguments.record.as_deref().or(of_scene);
    if let Some(file) = recording {
        recorder.start(file, &mut simulation)?;
        tracing::info!("Recording to {}.", file.display());
    }
    if !arguments.bind.is_loopback() && has_token {
        tracing::warn!(
            "Clients on other computers that give the token can connect to {} and command the robots. The connection is not \
             encrypted.",
            arguments.bind
        );
    } else if !arguments.bind.is_loopback() {
        tracing::warn!(
            "Clients on other computers can connect to {} and command the robots. With --token-file, only clients that give \
             a secret can.",
            arguments.bind
        );
    }
    log::section("SUPERVISION SERVICES INITIALIZATION");
    simulation.start().map_err(|error| Failure::Serving(error.to_string()))?;
    log::end_section("SUPERVISION SERVICES INITIALIZED");
    log::section("SCENE INITIALIZATION");
    if document.environment.multinode.is_some() {
        log::section("MULTINODE INITIALIZATION");
    }
    let node = Node::join(document, &mut simulation);
    log::text(&stream_lines);
    summary::log_summary(document, &simulation, arguments.verbose);
    log::end_section("SCENE INITIALIZED");
    log::lose_lines();
    let terminal = devices::open(document, simulation.gateway());
    let sounds = Sounds::open(document, scene.file(), style.noaudio);
    hints::log_hints(scene.file(), arguments.bind, service_port.get().copied());
    let foxglove =
        arguments.foxglove.then(|| serve_foxglove(arguments, &scene, &mut simulation)).transpose()?;
    // The address of the page is the last line of the start, where it is found.
    let shows_page = arguments.view || arguments.page.open;
    let viewer = shows_page.then(|| view(arguments, &scene, &simulation)).transpose()?;
    Ok(PreparedRun {
        simulation,
        pace: Pace::of(document, arguments.fast),
        terminal,
        sounds,
        node,
        viewer,
        foxglove,
        recorder,
        is_recorded: recording.is_some(),
        checkpoints,
    })
}

/// Begins to write the checkpoints that the user wants.
fn checkpoints_of(
    arguments: &RunArguments,
    scene: &Scene,
    options: &Options,
    simulation: &Simulation,
) -> Result<Option<CheckpointWriter>, Failure> {
    let Some(folder) = arguments.checkpoints.folder() else { return Ok(None) };
    if arguments.checkpoints.resume.is_none() && checkpoints::exist(folder) {
        return Err(Failure::Arguments(format!(
            "{} holds the checkpoints of another run: resume it by --resume, or name another folder",
            folder.display()
        )));
    }
    let file = scene.file();
    let run = CheckpointRun {
        seed: options.seed,
        epoch_s: options.epoch_s,
        // A run may be resumed from another working directory.
        scene: std::path::absolute(&file.path).unwrap_or_else(|_| file.path.clone()),
        environment: file.environment.clone(),
        document: scene.document().clone(),
    };
    let period = Duration::from_secs_f64(arguments.checkpoints.every);
    Ok(Some(CheckpointWriter::start(folder, period, run, simulation)?))
}

/// Time since 1970. [s]
fn now_s() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// Serves Foxglove. As in a recording, all sensors read.
fn serve_foxglove(
    arguments: &RunArguments,
    scene: &Scene,
    simulation: &mut Simulation,
) -> Result<FoxgloveServer, Failure> {
    let (address, port) = (arguments.foxglove_address, arguments.foxglove_port);
    let server = FoxgloveServer::start(address, port, &format!("MORSE {}", name_of(scene)))?;
    simulation.keep_all_reading(true);
    tracing::info!("For Foxglove: open connection, Foxglove WebSocket, ws://{}", server.address());
    if !address.is_loopback() {
        tracing::warn!("Clients on other computers can read everything at {}.", server.address());
    }
    Ok(server)
}

fn name_of(scene: &Scene) -> Cow<'_, str> {
    scene.file().path.file_stem().map_or_else(|| "scene".into(), |name| name.to_string_lossy())
}

/// Serves the page, which also shows the log from here on.
fn view(arguments: &RunArguments, scene: &Scene, simulation: &Simulation) -> Result<Viewer, Failure> {
    let settings = Settings { address: arguments.page.view_address, port: arguments.page.view_port };
    let viewer = Viewer::start(settings, &name_of(scene), scene.document(), simulation)
        .map_err(|error| Failure::Serving(error.to_string()))?;
    hints::log_viewer(&viewer, arguments.page.view_port);
    if arguments.page.open {
        browser::open_as_asked(&viewer.url());
    }
    let page = viewer.log();
    log::forward(move |level, text| {
        let level = match level {
            Level::ERROR => "error",
            Level::WARN => "warning",
            Level::INFO => "info",
            _ => "debug",
        };
        page.line(level, text);
    });
    Ok(viewer)
}

/// Arguments that the original appends to `sys.argv` of scripts.
fn color_markers(style: OutputStyle) -> &'static [&'static str] {
    match (style.color, style.reverse_color) {
        (_, true) => &["with-colors", "with-reverse-colors"],
        (true, false) => &["with-colors"],
        (false, false) => &[],
    }
}

/// Logs the process id. Tools read it from the first line of the log that contains PID.
fn log_pid() {
    tracing::info!("PID: {}", std::process::id());
}

fn log_time_strategy(document: &Document) {
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
