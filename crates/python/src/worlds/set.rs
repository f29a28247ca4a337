//! The worlds of all threads.

use std::time::{Duration, Instant};

use morse_sim::Checkpoint;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use super::channels::{Action, Observation};
use super::part::{Part, Target};
use crate::errors::SimulationError;
use crate::threads::{Helper, spread};

/// Approximate time between checks for signals.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// The worlds of all threads, with their actions and observations.
pub(super) struct Set {
    /// The worlds, divided among the threads.
    pub(super) parts: Vec<Part>,
    /// The threads of all parts except the last one, which computes on the calling thread.
    pub(super) helpers: Vec<Helper>,
    /// Number of ticks between checks for signals; 1 until the duration of a tick is known.
    pub(super) ticks_between_signals: u32,
    pub(super) start: Checkpoint,
    pub(super) actions: Vec<Action>,
    pub(super) observations: Vec<Observation>,
    pub(super) placed: Vec<String>,
}

impl Set {
    /// A world by its number.
    pub(super) fn world(&self, world: usize) -> PyResult<&morse::Simulation> {
        let mut all = self.parts.iter().flat_map(|part| &part.worlds);
        all.nth(world).ok_or_else(|| PyKeyError::new_err(format!("there is no world {world}")))
    }

    /// Commands each world with its row of `commands`, makes ticks in all worlds in parallel, and writes the rows of
    /// observations. Checks for signals between ticks. After an error, the worlds may differ in their time.
    pub(super) fn step(&mut self, commands: &[f32], ticks: u32, out: &mut [f32]) -> PyResult<()> {
        let Self { parts, helpers, actions, observations, .. } = self;
        let (actions, observations) = (&*actions, &*observations);
        let count: usize = parts.iter().map(|part| part.worlds.len()).sum();
        let widths = [commands.len() / count, out.len() / count];
        let mut left = ticks;
        loop {
            let begun = Instant::now();
            let now = self.ticks_between_signals.min(left);
            let (is_first, is_last) = (left == ticks, left == now);
            let mut rows = (commands, &mut *out);
            let jobs = parts.iter_mut().map(|part| {
                let worlds = part.worlds.len();
                let (command, commands) = rows.0.split_at(worlds * widths[0]);
                let (observed, out) = std::mem::take(&mut rows.1).split_at_mut(worlds * widths[1]);
                rows = (commands, out);
                (part, command, observed, Ok(()))
            });
            let mut jobs: Vec<_> = jobs.collect();
            spread(&mut jobs, helpers, &|(part, command, observed, done)| {
                let commanded = if is_first { part.command(actions, command) } else { Ok(()) };
                *done = commanded.map_err(PyValueError::new_err).and_then(|()| {
                    part.step(now);
                    let seen = if is_last { part.observe(observations, observed) } else { Ok(()) };
                    seen.map_err(SimulationError::new_err)
                });
            });
            jobs.into_iter().try_for_each(|(_, _, _, done)| done)?;
            left -= now;
            let tick_s = begun.elapsed().as_secs_f64() / f64::from(now.max(1));
            self.ticks_between_signals = ((SIGNAL_CHECK.as_secs_f64() / tick_s) as u32).max(1);
            if left == 0 {
                return Ok(());
            }
            Python::attach(|py| py.check_signals())?;
        }
    }

    /// Writes the rows of observations of all worlds.
    pub(super) fn observe(&mut self, out: &mut [f32], width: usize) -> PyResult<()> {
        let mut rest = out;
        let mut jobs = Vec::new();
        for part in &mut self.parts {
            let (own, others) = rest.split_at_mut(part.worlds.len() * width);
            rest = others;
            jobs.push((part, own, Ok(())));
        }
        let observations = &self.observations;
        spread(&mut jobs, &self.helpers, &|(part, rows, done)| *done = part.observe(observations, rows));
        jobs.into_iter().try_for_each(|(_, _, done)| done).map_err(SimulationError::new_err)
    }

    /// Resets worlds, in parallel on all threads.
    pub(super) fn reset(&mut self, targets: &[Target<'_>]) -> PyResult<()> {
        let Self { parts, helpers, start, placed, .. } = self;
        let mut failures: Vec<Option<String>> = vec![None; parts.len()];
        let mut jobs = Vec::new();
        let mut first = 0;
        for (part, failure) in parts.iter_mut().zip(&mut failures) {
            let end = first + part.worlds.len();
            let own: Vec<&Target<'_>> =
                targets.iter().filter(|target| (first..end).contains(&target.world)).collect();
            jobs.push((part, failure, own, first));
            first = end;
        }
        spread(&mut jobs, helpers, &|(part, failure, own, first)| {
            **failure = part.reset(start, placed, own, *first).err();
        });
        match failures.into_iter().flatten().next() {
            Some(failure) => Err(SimulationError::new_err(failure)),
            None => Ok(()),
        }
    }
}
