//! Checkpoints: the state of a run in a folder, from which the run resumes after a crash.

mod file;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use morse_sim::Simulation;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::runner::{Background, Frame, Observer};
pub use file::{CheckpointError, CheckpointRun, ResumedRun};

/// Number of checkpoints that are kept: the newest, and the one before it in case that the newest is damaged.
const KEPT: usize = 2;
/// Checkpoints that wait for the disk. If it is slower than their period, some are left out.
const WAITING_MAX: usize = 1;

/// The state of a run at a tick.
struct SavedState {
    tick: u64,
    time_s: f64,
    state: Vec<u8>,
}

/// Takes a state of the run if a checkpoint is due.
type Capture = Box<dyn FnMut(&Frame<'_>) -> Option<SavedState> + Send>;

/// Writes the checkpoints of a run: takes the state once per period of wall time and at the end of the run, and writes it on
/// a thread of its own.
pub struct CheckpointWriter {
    writer: Background<Capture, SavedState>,
    is_due: Arc<AtomicBool>,
}

impl CheckpointWriter {
    /// Begins to write checkpoints of a run into a folder. The newest two are kept.
    ///
    /// A checkpoint is a file that appears complete or not at all. Connections, running services and commands that no actuator
    /// has taken yet are not part of it.
    ///
    /// # Errors
    /// [`CheckpointError`] if the state of the simulation cannot be saved, because components written in Python keep their own,
    /// or if the folder cannot be written to.
    pub fn start(
        folder: &Path,
        period: Duration,
        run: CheckpointRun,
        simulation: &Simulation,
    ) -> Result<Self, CheckpointError> {
        simulation.save().map_err(|error| CheckpointError::NotSaved(error.to_string()))?;
        let cannot_write =
            |error| CheckpointError::File { action: "write to", path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(cannot_write)?;
        file::check_writable(folder).map_err(cannot_write)?;
        let target = folder.to_owned();
        let mut is_failure_reported = false;
        let write = move |SavedState { tick, time_s, state }: SavedState| match save(
            &target, &run, tick, time_s, &state,
        ) {
            Ok(()) => is_failure_reported = false,
            Err(error) if !std::mem::replace(&mut is_failure_reported, true) => {
                tracing::warn!(
                    "No checkpoint at {time_s:.2} s: cannot write to {}: {error}",
                    target.display()
                );
            }
            Err(_) => {}
        };
        let is_due = Arc::default();
        let capture = save_when_due(period, Arc::clone(&is_due), simulation);
        let writer = Background::new(WAITING_MAX, capture, write).map_err(cannot_write)?;
        Ok(Self { writer, is_due })
    }
}

impl Observer for CheckpointWriter {
    fn tick(&mut self, frame: &Frame<'_>) {
        self.writer.tick(frame);
    }

    fn end(&mut self, frame: &Frame<'_>) {
        self.is_due.store(true, Ordering::Relaxed);
        self.writer.tick(frame);
    }

    fn needs_activity(&self) -> bool {
        false
    }
}

/// Saves the state once per period of wall time, and when `is_due` was set.
fn save_when_due(period: Duration, is_due: Arc<AtomicBool>, simulation: &Simulation) -> Capture {
    let mut next = Instant::now() + period;
    // A state fits only a scene with the same objects, and a resumed run has those of the scene document.
    let revision = simulation.world().revision();
    let mut is_change_reported = false;
    Box::new(move |frame| {
        if Instant::now() < next && !is_due.swap(false, Ordering::Relaxed) {
            return None;
        }
        next = Instant::now() + period;
        let simulation = frame.simulation();
        let time_s = simulation.clock().now().seconds();
        if simulation.world().revision() != revision {
            if !std::mem::replace(&mut is_change_reported, true) {
                tracing::warn!(
                    "No checkpoints from {time_s:.2} s on: objects were added or removed, and a resumed run has only \
                     those of the scene."
                );
            }
            return None;
        }
        match simulation.save() {
            Ok(state) => Some(SavedState { tick: simulation.clock().tick(), time_s, state }),
            Err(error) => {
                tracing::warn!("No checkpoint at {time_s:.2} s: {error}");
                None
            }
        }
    })
}

/// Writes a checkpoint into a folder, and removes all but the newest two. The file appears complete or not at all.
///
/// `run` describes the run for [`newest`]. `tick` and `time_s` are those of the state. [s]
///
/// # Errors
/// If the folder cannot be written to. Earlier checkpoints are unchanged then.
pub fn save(
    folder: &Path,
    run: &impl Serialize,
    tick: u64,
    time_s: f64,
    state: &[u8],
) -> std::io::Result<()> {
    file::write(folder, run, tick, time_s, state).and_then(|_| remove_old(folder))
}

/// The newest run that a folder of checkpoints holds. Damaged checkpoints are skipped with a warning.
///
/// # Errors
/// [`CheckpointError`] if the folder holds no checkpoint that this version can read.
pub fn newest<R: DeserializeOwned>(folder: &Path) -> Result<ResumedRun<R>, CheckpointError> {
    let files = files(folder).map_err(|error| CheckpointError::File {
        action: "read",
        path: folder.to_owned(),
        error,
    })?;
    let mut first_error = None;
    for path in files.into_iter().rev() {
        match file::read(&path) {
            Ok(run) => return Ok(run),
            Err(error) => {
                tracing::warn!("{error}");
                first_error.get_or_insert(error);
            }
        }
    }
    Err(first_error.unwrap_or_else(|| CheckpointError::None(folder.to_owned())))
}

/// Whether a folder holds checkpoints.
#[must_use]
pub fn exist(folder: &Path) -> bool {
    files(folder).is_ok_and(|files| !files.is_empty())
}

/// The files of the checkpoints of a folder, the oldest first.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if file::is_checkpoint(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn remove_old(folder: &Path) -> std::io::Result<()> {
    let files = files(folder)?;
    let old = files.len().saturating_sub(KEPT);
    files.iter().take(old).try_for_each(fs::remove_file)
}
