//! Makes a recorded run again from its scene, seed and inputs, and finds the first tick that differs.

mod recorded;

use std::iter::Peekable;
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use morse::{
    Document, Format, LoadError, LoadOptions, Options, Scene, SceneError, SceneFile, SceneSource, Simulation,
};
use morse_sim::engine::activity::InputTime;
use morse_sim::engine::activity::replaying::Input;
use morse_sim::transport::request::RequestId;
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use crate::format::{DigestMessage, RunInfo};
use crate::read::ReadError;
use crate::write::digest_message;
pub use recorded::Recorded;

/// A recording that cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is not a recording of a whole run.
    #[error("{} cannot be checked: {problem}", path.display())]
    NotCheckable {
        /// The file.
        path: PathBuf,
        /// The reason.
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

/// Identifiers of requests from here on are those of calls that are made again by components in Python.
const OWN_IDS: RequestId = RequestId(1 << 48);

/// A recorded run that is made again.
pub struct Replay {
    simulation: Simulation,
    document: Document,
    inputs: Peekable<vec::IntoIter<(InputTime, Input)>>,
    inputs_made: u64,
}

impl Replay {
    /// The run before its first tick.
    ///
    /// The scene gets what it was allowed: options say whether it may run Python and name files anywhere.
    ///
    /// # Errors
    /// When its scene cannot run here.
    pub fn new(
        info: &RunInfo,
        document: Document,
        inputs: Vec<(InputTime, Input)>,
        options: &LoadOptions,
    ) -> Result<Self, CheckError> {
        let simulation = simulation(info, &document, options)?;
        simulation.gateway().reserve_ids(OWN_IDS);
        Ok(Self { simulation, document, inputs: inputs.into_iter().peekable(), inputs_made: 0 })
    }

    /// Makes the next tick, with the inputs that the run handled before and in it.
    pub fn step(&mut self) {
        let tick = self.simulation.clock().tick();
        while let Some((_, input)) = self.inputs.next_if(|(time, _)| time.tick <= tick) {
            self.simulation.replay(input);
            self.inputs_made += 1;
        }
        let mut of_step = Vec::new();
        while let Some((_, input)) = self.inputs.next_if(|(time, _)| time.tick == tick + 1 && time.in_step) {
            of_step.push(input);
        }
        self.inputs_made += of_step.len() as u64;
        self.simulation.replay_step(of_step);
    }

    /// The simulation.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The scene and the simulation, for queries. Changes of the simulation make the run differ from the recorded one.
    pub fn parts(&mut self) -> (&Document, &mut Simulation) {
        (&self.document, &mut self.simulation)
    }
}

/// Simulates a recorded run again, and compares the digests of its states. It stops at the first difference.
///
/// The scene gets what it was allowed: options say whether it may run Python and name files anywhere.
///
/// # Errors
/// When the run cannot be made again.
pub fn check(recorded: Recorded, options: &LoadOptions) -> Result<Checked, CheckError> {
    let Recorded { info, document, inputs, digests, .. } = recorded;
    let mut replay = Replay::new(&info, document, inputs, options)?;
    let mut digests = digests.into_iter().peekable();
    let mut checked = Checked { ticks: 0, digests: 0, inputs: 0, difference: None };
    while digests.peek().is_some() {
        replay.step();
        checked.ticks += 1;
        checked.inputs = replay.inputs_made;
        let simulation = replay.simulation();
        let tick = simulation.clock().tick();
        while let Some(expected) = digests.next_if(|digest| digest.tick <= tick) {
            let found = simulation.digests().map_err(|error| CheckError::Digest(error.to_string()))?;
            let found = digest_message(tick, &found);
            checked.digests += 1;
            if found != expected {
                checked.difference = Some(difference(simulation, &expected, &found));
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
    // It is not recorded again.
    let mut document = document.clone();
    document.environment.recording = None;
    let source = SceneSource { document, python_path: info.python_path.clone() };
    let scene = Scene::of(file, source, options)?;
    let run = Options { seed: info.seed, epoch_s: info.epoch_s, ..Options::default() };
    let mut simulation = scene.simulation(&run)?;
    if info.has_varying_pictures {
        // Not a device: the CPU draws, but digests leave out the pictures as those of the recording do.
        simulation.set_renderer(Some(Arc::new(())));
    }
    for (sensor, streams) in &scene.document().component_datastream {
        for _ in streams.iter().filter(|stream| stream.manager == morse_text::STREAM_MANAGER) {
            simulation.listen(sensor, Box::new(FileStream));
        }
    }
    Ok(simulation)
}

fn difference(simulation: &Simulation, expected: &DigestMessage, found: &DigestMessage) -> Difference {
    let parts = |digest: &DigestMessage| BASE64.decode(&digest.components).unwrap_or_default();
    let (expected_parts, found_parts) = (parts(expected), parts(found));
    let mut of_recording = expected_parts.chunks(2);
    let components = simulation.digest_names().zip(found_parts.chunks(2));
    let components = components
        .filter(|(_, found)| of_recording.next() != Some(*found))
        .map(|(name, _)| name.to_owned())
        .collect();
    Difference { tick: expected.tick, world: expected.world != found.world, components }
}
