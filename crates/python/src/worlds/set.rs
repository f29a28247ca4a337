//! The worlds of all threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use morse_sim::Checkpoint;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;

use super::channels::{Action, Observation};
use super::part::{self, Part, Target};
use crate::errors::SimulationError;

/// How long ticks are made without looking whether the user interrupts.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// The worlds of all threads, and what they are commanded and asked.
pub(super) struct Set {
    /// The worlds, divided among the threads.
    pub(super) parts: Vec<Part>,
    /// The worlds of each part have this pool; the last part computes on the calling thread.
    pub(super) pools: Vec<Arc<ThreadPool>>,
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

    /// Commands all worlds, each with its row.
    pub(super) fn command(&mut self, rows: &[f32], width: usize) -> PyResult<()> {
        let mut rest = rows;
        let mut jobs = Vec::new();
        for part in &mut self.parts {
            let (own, others) = rest.split_at(part.worlds.len() * width);
            rest = others;
            jobs.push((part, own, Ok(())));
        }
        let actions = &self.actions;
        part::spread(&mut jobs, &self.pools, &|(part, rows, done)| *done = part.command(actions, rows));
        jobs.into_iter().try_for_each(|(_, _, done)| done).map_err(PyValueError::new_err)
    }

    /// Writes the rows of all worlds.
    pub(super) fn observe(&mut self, out: &mut [f32], width: usize) -> PyResult<()> {
        let mut rest = out;
        let mut jobs = Vec::new();
        for part in &mut self.parts {
            let (own, others) = rest.split_at_mut(part.worlds.len() * width);
            rest = others;
            jobs.push((part, own, Ok(())));
        }
        let observations = &self.observations;
        part::spread(&mut jobs, &self.pools, &|(part, rows, done)| *done = part.observe(observations, rows));
        jobs.into_iter().try_for_each(|(_, _, done)| done).map_err(SimulationError::new_err)
    }

    /// Makes ticks in all worlds at once, and looks for signals between them.
    pub(super) fn advance(&mut self, ticks: u32) -> PyResult<()> {
        let mut left = ticks;
        while left > 0 {
            let begun = Instant::now();
            // The first tick tells how many fit between two looks for signals.
            let mut count = 1;
            while left > 0 && begun.elapsed() < SIGNAL_CHECK {
                let now = count.min(left);
                let mut jobs: Vec<&mut Part> = self.parts.iter_mut().collect();
                part::spread(&mut jobs, &self.pools, &|part| part.step(now));
                left -= now;
                let tick_s = begun.elapsed().as_secs_f64() / f64::from(ticks - left);
                count = ((SIGNAL_CHECK.as_secs_f64() / tick_s) as u32).max(1);
            }
            if left > 0 {
                Python::attach(|py| py.check_signals())?;
            }
        }
        Ok(())
    }

    /// Puts worlds back to the beginning, those of a thread after each other.
    pub(super) fn reset(&mut self, targets: &[Target<'_>]) -> PyResult<()> {
        let Self { parts, pools, start, placed, .. } = self;
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
        part::spread(&mut jobs, pools, &|(part, failure, own, first)| {
            **failure = part.reset(start, placed, own, *first).err();
        });
        match failures.into_iter().flatten().next() {
            Some(failure) => Err(SimulationError::new_err(failure)),
            None => Ok(()),
        }
    }
}
