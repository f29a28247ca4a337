//! The observer that records a run.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use morse::{Frame, Observer, Scene, Simulation};
use morse_ros::Header2;
use morse_ros::messages::tf2_msgs::TFMessage;
use morse_sim::engine::activity::recording::RecordingSwitch;

use super::file::{FileThread, RecorderError};
use super::inputs::{self, Inputs};
use super::node::RecordingNode;
use super::poses::Poses;
use super::queue::Queue;
use super::sensors::Sensors;
use crate::format::{DIGESTS, DigestMessage, JsonSchema, RunInfo, TRANSFORMS};

/// How a run is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// A digest of the state is recorded each time so many ticks were made.
    pub digest_every: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { digest_every: 1 }
    }
}

/// Records a run while it is switched on: readings, commands, service calls and answers, events, poses and digests.
///
/// Clones are the same recorder: one is the observer, others switch it.
///
/// A recording loses nothing: when the disk cannot follow and 64 MiB wait for it, the run waits. When the disk fails,
/// the recording ends with an error in the log, and the run goes on.
#[derive(Clone)]
pub struct Recorder(Arc<Mutex<State>>);

struct State {
    scene: String,
    info: RunInfo,
    settings: Settings,
    active: Option<Active>,
}

/// A recording in progress.
struct Active {
    queue: Queue,
    file: FileThread,
    node: Arc<RecordingNode>,
    channels: Option<Channels>,
}

/// What is opened with the first tick.
struct Channels {
    transforms: usize,
    digests: usize,
    inputs: Inputs,
    sensors: Sensors,
    poses: Poses,
}

impl Recorder {
    /// A recorder of a simulation of this scene with this seed and epoch, which records nothing yet. [s]
    ///
    /// # Errors
    /// When the scene cannot be written as a document.
    pub fn new(
        scene: &Scene,
        python_path: Vec<PathBuf>,
        seed: u64,
        epoch_s: f64,
        settings: Settings,
    ) -> Result<Self, serde_json::Error> {
        let info = RunInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            epoch_s,
            rate_hz: morse_sim::step_rate_hz(scene.document()),
            start_tick: 0,
            has_all_inputs: false,
            scene: std::path::absolute(&scene.file().path).unwrap_or_else(|_| scene.file().path.clone()),
            environment: scene.file().environment.clone(),
            python_path,
        };
        let scene = serde_json::to_string(scene.document())?;
        let state = State { scene, info, settings, active: None };
        Ok(Self(Arc::new(Mutex::new(state))))
    }

    /// Begins to record a simulation from its start. It must not have handled anything yet. An existing file is
    /// overwritten.
    ///
    /// # Errors
    /// When the file cannot be made, or a recording is in progress.
    pub fn start(&self, path: &Path, simulation: &mut Simulation) -> Result<(), RecorderError> {
        self.lock().start(path, simulation.clock().tick(), true)?;
        simulation.keep_all_reading(true);
        Ok(())
    }

    /// Begins to record a simulation that has been used before: such a recording cannot be checked. An existing file is
    /// overwritten.
    ///
    /// # Errors
    /// When the file cannot be made, or a recording is in progress.
    pub fn start_later(&self, path: &Path, simulation: &mut Simulation) -> Result<(), RecorderError> {
        self.lock().start(path, simulation.clock().tick(), false)?;
        simulation.keep_all_reading(true);
        Ok(())
    }

    /// Ends the recording, and waits until all is written. Returns its file; `None` when there is no recording.
    ///
    /// # Errors
    /// When the file could not be written to its end.
    pub fn stop(&self) -> Result<Option<PathBuf>, RecorderError> {
        // The lock is not held while the disk is waited for.
        let active = self.lock().active.take();
        active.map(|active| active.file.finish()).transpose()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn start(&mut self, path: &Path, tick: u64, from_start: bool) -> Result<(), RecorderError> {
        if let Some(active) = &self.active {
            let error = std::io::Error::other(format!("{} is being recorded", active.file.path().display()));
            return Err(RecorderError { path: path.to_owned(), error: error.into() });
        }
        let info = RunInfo { start_tick: tick, has_all_inputs: from_start, ..self.info.clone() };
        let queue = Queue::default();
        let file = FileThread::start(path, &info, &self.scene, &queue, from_start)?;
        let node = Arc::new(RecordingNode::new(queue.clone()));
        self.active = Some(Active { queue, file, node, channels: None });
        Ok(())
    }
}

impl Channels {
    fn open(queue: &Queue, node: &Arc<RecordingNode>) -> Result<Self, morse_ros::NodeError> {
        Ok(Self {
            transforms: node.channel::<TFMessage<Header2>>(TRANSFORMS)?,
            digests: queue.with(|builder| inputs::open(builder, DIGESTS, JsonSchema::digest())),
            inputs: queue.with(Inputs::open),
            sensors: Sensors::new(queue, Arc::clone(node)),
            poses: Poses::default(),
        })
    }
}

impl Active {
    fn record(&mut self, frame: &Frame<'_>, digest_every: u64, is_end: bool) {
        let channels = match &mut self.channels {
            Some(channels) => channels,
            empty => match Channels::open(&self.queue, &self.node) {
                Ok(channels) => empty.insert(channels),
                Err(error) => return tracing::error!("Nothing is recorded: {error}"),
            },
        };
        let time_ns = frame.now().0;
        self.queue.with(|builder| {
            builder.time_ns = time_ns;
            channels.inputs.record(builder, frame.activity());
        });
        // What has a reading, and where things are, was recorded with the tick.
        if !is_end {
            channels.sensors.record(time_ns, frame.simulation());
            self.queue.with(|builder| {
                channels.poses.record(builder, channels.transforms, frame.simulation().world());
            });
            if frame.tick().is_multiple_of(digest_every.max(1)) {
                match digest(frame.simulation()) {
                    Ok(digest) => self.queue.with(|builder| inputs::add(builder, channels.digests, &digest)),
                    Err(error) => tracing::error!("No digest is recorded: {error}"),
                }
            }
        }
    }
}

/// The digests of a state.
pub(crate) fn digest(simulation: &Simulation) -> Result<DigestMessage, morse_sim::engine::state::StateError> {
    let digests = simulation.digests()?;
    let mut low = Vec::with_capacity(2 * digests.components.len());
    for (_, digest) in &digests.components {
        low.extend((*digest as u16).to_le_bytes());
    }
    Ok(DigestMessage {
        tick: simulation.clock().tick(),
        total: format!("{:016x}", digests.total),
        world: format!("{:016x}", digests.world),
        components: BASE64.encode(low),
    })
}

impl Observer for Recorder {
    fn tick(&mut self, frame: &Frame<'_>) {
        self.record(frame, false);
    }

    fn end(&mut self, frame: &Frame<'_>) {
        self.record(frame, true);
    }

    fn needs_activity(&self) -> bool {
        self.lock().active.is_some()
    }
}

impl Recorder {
    fn record(&self, frame: &Frame<'_>, is_end: bool) {
        let mut state = self.lock();
        let digest_every = state.settings.digest_every;
        let Some(active) = &mut state.active else { return };
        if active.queue.has_failed() {
            return;
        }
        active.record(frame, digest_every, is_end);
        let queue = active.queue.clone();
        drop(state);
        queue.complete_tick();
    }
}

/// The name of a file that a client may record to: one of the working directory, so that clients write nowhere else.
fn file_of_client(name: &str) -> Result<&Path, String> {
    let path = Path::new(name);
    let is_plain = path.file_name().is_some_and(|file| file == path.as_os_str()) && !name.starts_with('.');
    if !is_plain || !name.ends_with(".mcap") || name.contains(['\\', ':', '\0']) {
        return Err(format!(
            "{name:?} is no name of a recording: give a file name without folders that ends in .mcap"
        ));
    }
    Ok(path)
}

impl RecordingSwitch for Recorder {
    fn start(&mut self, file: &str, tick: u64) -> Result<String, String> {
        let path = file_of_client(file)?;
        let started = self.lock().start(path, tick, false);
        started.map_err(|error| error.to_string())?;
        Ok(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string())
    }

    fn stop(&mut self) -> Result<String, String> {
        match Recorder::stop(self) {
            Ok(Some(path)) => Ok(std::path::absolute(&path).unwrap_or(path).display().to_string()),
            Ok(None) => Err("nothing is being recorded".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_record_to_plain_files_only() {
        assert!(file_of_client("run.mcap").is_ok());
        for bad in [
            "",
            "run",
            "/tmp/run.mcap",
            "../run.mcap",
            "a/b.mcap",
            ".mcap",
            ".hidden.mcap",
            "a\\b.mcap",
            "c:x.mcap",
        ] {
            assert!(file_of_client(bad).is_err(), "{bad:?}");
        }
    }
}
