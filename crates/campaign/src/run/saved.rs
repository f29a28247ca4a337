//! Checkpoints of a run: state and metrics, from which the run continues when its worker died or the campaign was interrupted.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use morse::Simulation;
use morse::checkpoints::{self, CheckpointError, ResumedRun};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::accumulated::Accumulated;
use super::job::Job;
use super::loaded::Ready;

/// The description in a checkpoint of a run.
#[derive(Debug, Serialize, Deserialize)]
struct SavedRun {
    /// Hash of everything that decides the course of the run.
    job: u64,
    /// Metrics until then: the bits of the number, because JSON has no infinity, and the count.
    metrics: BTreeMap<String, (Option<u64>, u64)>,
    /// Wall time of the ticks until then. [s]
    wall_s: f64,
}

/// The point from which a run continues.
#[derive(Debug, PartialEq)]
pub(super) struct Resumed {
    /// Simulated time. [s]
    pub(super) time_s: f64,
    /// Wall time of the ticks until then. [s]
    pub(super) wall_s: f64,
    /// Numbers of the ticks until then, by metric.
    pub(super) metrics: BTreeMap<String, Accumulated>,
}

/// Saves the state of a run once per period of wall time.
pub(super) struct Saver {
    folder: PathBuf,
    run: u64,
    job: u64,
    period: Duration,
    next: Instant,
    begun: Instant,
    /// Wall time before this attempt. [s]
    wall_before_s: f64,
    /// Revision of the world of the scene: a state fits only a scene with the same objects.
    revision: u64,
    is_failure_reported: bool,
}

impl Saver {
    /// The saver of a run. `None` if the run has no checkpoints: it is recorded, which begins with the run, or its scene has
    /// components in Python, which keep their own state.
    pub(super) fn of(job: &Job, ready: &Ready, resumed: Option<&Resumed>) -> Option<Self> {
        let place = job.checkpoints.as_ref().filter(|_| ready.can_be_saved())?;
        // Longer than the clock reaches: the run never saves.
        let period = Duration::try_from_secs_f64(place.period_s).ok()?;
        let begun = Instant::now();
        Some(Self {
            folder: place.folder.clone(),
            run: job.run,
            job: hash(job),
            period,
            next: begun.checked_add(period)?,
            begun,
            wall_before_s: resumed.map_or(0.0, |resumed| resumed.wall_s),
            revision: ready.simulation.world().revision(),
            is_failure_reported: false,
        })
    }

    /// Saves the state if it is due. A full disk is reported once; the run continues.
    pub(super) fn save_when_due<'a>(
        &mut self,
        simulation: &Simulation,
        metrics: impl Iterator<Item = (&'a str, Accumulated)>,
    ) {
        if Instant::now() < self.next {
            return;
        }
        let result = self.save(simulation, metrics);
        // Counted from the end of the work, so that a slow disk does not take all of the time.
        self.next = Instant::now() + self.period;
        if let Err(error) = result
            && !std::mem::replace(&mut self.is_failure_reported, true)
        {
            tracing::warn!("Run {} has no checkpoint: {error}", self.run);
        }
    }

    fn save<'a>(
        &self,
        simulation: &Simulation,
        metrics: impl Iterator<Item = (&'a str, Accumulated)>,
    ) -> Result<(), String> {
        if simulation.world().revision() != self.revision {
            return Err("objects were added or removed".to_owned());
        }
        let state = simulation.save().map_err(|error| error.to_string())?;
        let metrics = metrics.map(|(name, Accumulated { number, count })| {
            (name.to_owned(), (number.map(f64::to_bits), count))
        });
        let run = SavedRun {
            job: self.job,
            metrics: metrics.collect(),
            wall_s: self.wall_before_s + self.begun.elapsed().as_secs_f64(),
        };
        let clock = simulation.clock();
        fs::create_dir_all(&self.folder)
            .and_then(|()| checkpoints::save(&self.folder, &run, clock.tick(), clock.now().seconds(), &state))
            .map_err(|error| format!("cannot write to {}: {error}", self.folder.display()))
    }
}

/// Brings a simulation to the newest checkpoint of a run. `None` if the run has none.
///
/// # Errors
/// If the newest checkpoint cannot be used. The simulation may then have a part of its state.
pub(super) fn resume(job: &Job, ready: &mut Ready) -> Result<Option<Resumed>, String> {
    let Some(place) = job.checkpoints.as_ref().filter(|_| ready.can_be_saved()) else { return Ok(None) };
    if !checkpoints::exist(&place.folder) {
        return Ok(None);
    }
    let ResumedRun { run, time_s, state } =
        checkpoints::newest::<SavedRun>(&place.folder).map_err(|error: CheckpointError| error.to_string())?;
    if run.job != hash(job) {
        return Err("it belongs to another run".to_owned());
    }
    ready.simulation.restore(&state).map_err(|error| error.to_string())?;
    let metrics = run
        .metrics
        .into_iter()
        .map(|(name, (bits, count))| (name, Accumulated { number: bits.map(f64::from_bits), count }));
    Ok(Some(Resumed { time_s, wall_s: run.wall_s, metrics: metrics.collect() }))
}

/// Hash of everything that decides the course of a run.
fn hash(job: &Job) -> u64 {
    let parts =
        (&job.scene.document, job.seed, job.duration_s.to_bits(), &job.start, &job.stop, &job.metrics);
    xxh3_64(&serde_json::to_vec(&parts).unwrap_or_default())
}
