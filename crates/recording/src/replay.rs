//! Makes a recorded run again from its scene, seed and inputs, and finds the first tick that differs.

mod recorded;

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use morse::{
    Document, Format, LoadError, LoadOptions, Options, Scene, SceneError, SceneFile, SceneSource, Simulation,
};
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use crate::format::{DigestMessage, RunInfo};
use crate::read::ReadError;
use crate::write::digest;
pub use recorded::Recorded;

/// A recording that cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is no recording of a whole run.
    #[error("{} cannot be checked: {problem}", path.display())]
    NotCheckable {
        /// The file.
        path: PathBuf,
        /// Why.
        problem: String,
    },
    /// Its scene cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Its scene cannot run here.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The state cannot be hashed.
    #[error("no digest: {0}")]
    Digest(String),
}

/// Where two runs differ first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Number of the first tick whose state differs.
    pub tick: u64,
    /// Whether the world differs: poses, velocities, what physics knows.
    pub world: bool,
    /// Full names of the components whose states differ.
    pub components: Vec<String>,
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Ticks that were made again.
    pub ticks: u64,
    /// Digests that were compared.
    pub digests: u64,
    /// Inputs that were handled again.
    pub inputs: u64,
    /// Where the runs differ first, if they do.
    pub difference: Option<Difference>,
}

/// Wants every reading, as the stream of the recorded run did that wrote to a file.
struct FileStream;

impl Publisher for FileStream {
    fn publish(&mut self, _: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        Audience::Always
    }
}

/// Simulates a recorded run again, and compares the digests of its states. It stops at the first difference.
///
/// The scene gets what it was allowed: options say whether it may run Python and name files anywhere.
///
/// # Errors
/// When the run cannot be made again.
pub fn check(recorded: Recorded, options: &LoadOptions) -> Result<Checked, CheckError> {
    let mut simulation = simulation(&recorded.info, &recorded.document, options)?;
    let mut inputs = recorded.inputs.into_iter().peekable();
    let mut digests = recorded.digests.into_iter().peekable();
    let mut checked = Checked { ticks: 0, digests: 0, inputs: 0, difference: None };
    while digests.peek().is_some() {
        let tick = simulation.clock().tick();
        while let Some((_, input)) = inputs.next_if(|(time, _)| time.tick <= tick) {
            simulation.replay(input);
            checked.inputs += 1;
        }
        let mut of_step = Vec::new();
        while let Some((_, input)) = inputs.next_if(|(time, _)| time.tick == tick + 1 && time.in_step) {
            of_step.push(input);
        }
        checked.inputs += of_step.len() as u64;
        simulation.replay_step(of_step);
        checked.ticks += 1;
        while let Some(expected) = digests.next_if(|digest| digest.tick <= tick + 1) {
            let found = digest(&simulation).map_err(|error| CheckError::Digest(error.to_string()))?;
            checked.digests += 1;
            if found != expected {
                checked.difference = Some(difference(&simulation, &expected, &found)?);
                return Ok(checked);
            }
        }
        if options.interrupt.is_requested() {
            return Err(LoadError::Interrupted.into());
        }
    }
    Ok(checked)
}

/// The simulation of a recorded run as it was before its first tick, with no client.
///
/// # Errors
/// When its scene cannot be loaded, or cannot run here.
pub fn simulation(
    info: &RunInfo,
    document: &Document,
    options: &LoadOptions,
) -> Result<Simulation, CheckError> {
    let file = SceneFile {
        path: info.scene.clone(),
        format: Format::Document,
        environment: info.environment.clone(),
        arguments: Vec::new(),
        is_trusted: options.trust == morse::Trust::Trusted,
        default: None,
    };
    let source = SceneSource { document: document.clone(), python_path: info.python_path.clone() };
    let scene = Scene::of(file, source, options)?;
    let run = Options { seed: info.seed, epoch_s: info.epoch_s, ..Options::default() };
    let mut simulation = scene.simulation(&run)?;
    for (sensor, streams) in &scene.document().component_datastream {
        for _ in streams.iter().filter(|stream| stream.manager == morse_text::STREAM_MANAGER) {
            simulation.listen(sensor, Box::new(FileStream));
        }
    }
    Ok(simulation)
}

fn difference(
    simulation: &Simulation,
    expected: &DigestMessage,
    found: &DigestMessage,
) -> Result<Difference, CheckError> {
    let digests = simulation.digests().map_err(|error| CheckError::Digest(error.to_string()))?;
    let parts = |digest: &DigestMessage| BASE64.decode(&digest.components).unwrap_or_default();
    let (expected_parts, found_parts) = (parts(expected), parts(found));
    let mut of_recording = expected_parts.chunks(2);
    let components = digests.components.iter().zip(found_parts.chunks(2));
    let components = components
        .filter(|(_, found)| of_recording.next() != Some(*found))
        .map(|((name, _), _)| name.clone())
        .collect();
    Ok(Difference { tick: expected.tick, world: expected.world != found.world, components })
}
