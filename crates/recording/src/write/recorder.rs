//! The observer that records a run.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse::{Frame, Observer, Scene, Simulation};
use morse_sim::engine::activity::recording::RecordingSwitch;

use super::encoder::{self, Copier};
use super::file::{FileThread, RecorderError};
use super::queue::{Queue, Waited};
use crate::format::RunInfo;

/// How a run is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Number of ticks between recorded digests of the state.
    pub digest_every: u64,
    /// Whether a GPU draws the pictures of the run.
    pub has_varying_pictures: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { digest_every: 1, has_varying_pictures: false }
    }
}

/// Records a run while it is switched on: readings, commands, service calls and answers, events, poses and digests.
///
/// Clones share the recorder: one clone is the observer, the other clones switch it on and off.
///
/// A recording loses nothing: when the thread that encodes and writes cannot follow and 64 MiB wait for it, the run waits. When the disk fails,
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
    copier: Copier,
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
            has_known_digests: true,
            has_varying_pictures: settings.has_varying_pictures,
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
        let Some(Active { queue, file, .. }) = active else { return Ok(None) };
        let waited = queue.waited();
        if waited.ticks > 0 {
            let seconds = waited.time.as_secs_f64();
            tracing::info!("The run waited {} times for its recording, {seconds:.1} s in all", waited.ticks);
        }
        file.finish().map(Some)
    }

    /// How often and how long the run waited for the recording in progress.
    #[must_use]
    pub fn waited(&self) -> Waited {
        self.lock().active.as_ref().map(|active| active.queue.waited()).unwrap_or_default()
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
        let failure = |error: std::io::Error| RecorderError { path: path.to_owned(), error: error.into() };
        let (copier, encoder) = encoder::pair(true).map_err(|error| failure(std::io::Error::other(error)))?;
        let queue = Queue::default();
        let file = FileThread::start(path, &info, &self.scene, &queue, encoder, from_start)?;
        self.active = Some(Active { queue, file, copier });
        Ok(())
    }
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
        let queue = active.queue.clone();
        let mut copy = queue.spare();
        if is_end {
            // Readings and poses were recorded with the tick.
            Copier::copy_activity(frame, &mut copy);
        } else {
            let with_state = frame.tick().is_multiple_of(digest_every.max(1));
            active.copier.copy(frame, with_state, &mut copy);
        }
        drop(state);
        queue.send(copy);
    }
}

/// The name of a file that a client may record to: one of the working directory, so that clients write nowhere else.
fn file_of_client(name: &str) -> Result<&Path, String> {
    let path = Path::new(name);
    let is_plain = path.file_name().is_some_and(|file| file == path.as_os_str()) && !name.starts_with('.');
    if !is_plain || !name.ends_with(".mcap") || name.contains(['\\', ':', '\0']) {
        return Err(format!(
            "{name:?} is not the name of a recording: give a file name without folders that ends in .mcap"
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
