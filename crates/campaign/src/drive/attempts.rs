//! The end of an attempt at a run: its result is kept, or the run is attempted again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use morse::pictures::PictureProcessor;

use super::{ConductError, Session};
use crate::plan::{Plan, RecordWhich, RunPlan, Start};
use crate::run::{Finished, Job, PreparedScene};
use crate::store::{Outcome, Record};

/// A run that is handed out, or will be.
#[derive(Debug)]
pub(super) struct Flight {
    pub(super) job: Job,
    /// How often it was begun before.
    pub(super) attempts: u32,
    /// When it must have ended.
    pub(super) deadline: Option<Instant>,
    /// Whether it took too long and was given up.
    pub(super) is_late: bool,
    /// The name of its recording.
    pub(super) recording: Option<String>,
    /// The result of a run that is done a second time to record it.
    pub(super) result: Option<Box<Record>>,
}

impl Flight {
    pub(super) fn new(job: Job) -> Self {
        Self { job, attempts: 0, deadline: None, is_late: false, recording: None, result: None }
    }
}

impl Job {
    /// The job of a run.
    ///
    /// # Errors
    /// When its parameters do not fit the plan.
    pub(super) fn of(
        plan: &Plan,
        run: &RunPlan<'_>,
        scene: &Arc<PreparedScene>,
        (python, render): (Option<&PathBuf>, PictureProcessor),
    ) -> Result<Self, String> {
        let start = plan.start.iter().map(|start: &Start| start.action(run.parameters));
        let stop =
            plan.stop.iter().map(|(name, condition)| Ok((name.clone(), condition.with(run.parameters)?)));
        Ok(Self {
            run: run.run,
            scene: Arc::clone(scene),
            seed: run.seed,
            duration_s: plan.duration_s,
            start: start.collect::<Result<_, String>>()?,
            stop: stop.collect::<Result<_, String>>()?,
            metrics: plan.metrics.clone(),
            record: None,
            checkpoints: None,
            python: python.cloned(),
            render,
        })
    }
}

impl Record {
    /// The record of a run that could not be done, without the reason.
    pub(super) fn of(run: &RunPlan<'_>) -> Self {
        Self {
            run: run.run,
            scene: run.scene.display().to_string(),
            seed: run.seed,
            parameters: run.parameters.clone(),
            outcome: Outcome::Error,
            stop: None,
            error: None,
            attempts: 0,
            ticks: None,
            simulated_s: None,
            resumed_s: None,
            load_s: None,
            wall_s: None,
            digest: None,
            recording: None,
            metrics: BTreeMap::new(),
        }
    }
}

impl Session<'_> {
    /// The record of a flight that could not be done, without the reason.
    fn record_of(&self, flight: &Flight) -> Option<Record> {
        let run = self.runs.get(flight.job.run)?;
        Some(Record { attempts: flight.attempts + 1, ..Record::of(&run) })
    }

    /// A run came to its end.
    pub(super) fn ended(&mut self, mut flight: Flight, done: Finished) -> Result<(), ConductError> {
        let Some(record) = self.record_of(&flight) else { return Ok(()) };
        let Finished::Done {
            stop,
            ticks,
            simulated_s,
            resumed_s,
            load_s,
            wall_s,
            wall_before_s,
            digest,
            metrics,
        } = done
        else {
            return Ok(());
        };
        if let Some(resumed_s) = resumed_s {
            tracing::info!("Run {} continued at {resumed_s:.2} s from its checkpoint.", record.run);
            self.progress.resumed += 1;
        }
        self.simulation_s += wall_s - wall_before_s;
        let plan = self.conductor.plan;
        let record = Record {
            outcome: if plan.succeeds(&stop) { Outcome::Success } else { Outcome::Failure },
            stop: Some(stop),
            ticks: Some(ticks),
            simulated_s: Some(simulated_s),
            resumed_s,
            load_s: Some(load_s),
            wall_s: Some(wall_s),
            digest: Some(digest),
            recording: flight.recording.clone(),
            metrics,
            ..record
        };
        let is_to_record = plan.record == RecordWhich::Failures && record.outcome == Outcome::Failure;
        if is_to_record && flight.job.record.is_none() {
            let (file, name) = self.store.recording(record.run)?;
            flight.job.record = Some(file);
            flight.recording = Some(name);
            flight.result = Some(Box::new(record));
            self.again.push_back(flight);
            return Ok(());
        }
        if let Some(first) = flight.result.filter(|first| first.digest != record.digest) {
            tracing::warn!(
                "Run {} went otherwise when it was recorded (digests {} and {}): its components in Python depend on \
                 something else than the seed. The table has the run that was recorded.",
                record.run,
                first.digest.unwrap_or_default(),
                record.digest.as_deref().unwrap_or_default()
            );
        }
        self.keep(record);
        Ok(())
    }

    /// A run cannot be done.
    pub(super) fn failed(&mut self, flight: Flight, error: String) {
        if let Some(first) = &flight.result {
            tracing::warn!("Run {} could not be recorded: {error}", first.run);
            self.keep(Record { recording: None, ..(**first).clone() });
            return;
        }
        let Some(record) = self.record_of(&flight) else { return };
        self.keep(Record { error: Some(error), recording: existing(&flight), ..record });
    }

    /// The worker of a run died.
    pub(super) fn lost(&mut self, mut flight: Flight, why: &str) -> Result<(), ConductError> {
        if flight.is_late {
            let limit_s = self.conductor.plan.timeout_s.unwrap_or_default();
            self.failed(flight, format!("it took longer than timeout_s = {limit_s} s of wall time"));
            return Ok(());
        }
        let plan = self.conductor.plan;
        if flight.attempts + 1 >= plan.attempts {
            self.failed(
                flight,
                format!("its worker died, {} of {} times: {why}", plan.attempts, plan.attempts),
            );
            return Ok(());
        }
        tracing::warn!(
            "The worker of run {} died, and another one does it from its last checkpoint, or from the beginning: {why}",
            flight.job.run
        );
        flight.attempts += 1;
        flight.deadline = None;
        // The last attempt of a run that kills its workers is recorded, as far as it comes.
        let is_last = flight.attempts + 1 == plan.attempts;
        if is_last && plan.record == RecordWhich::Failures && flight.job.record.is_none() {
            let (file, name) = self.store.recording(flight.job.run)?;
            (flight.job.record, flight.recording) = (Some(file), Some(name));
        }
        self.again.push_back(flight);
        Ok(())
    }
}

/// The name of a recording that was begun.
fn existing(flight: &Flight) -> Option<String> {
    let is_there = flight.job.record.as_ref().is_some_and(|file| file.is_file());
    flight.recording.clone().filter(|_| is_there)
}
