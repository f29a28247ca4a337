//! Reads the metrics and stop conditions of a run in each tick.

use std::collections::BTreeMap;

use morse::{Frame, Interrupt, Observer, Simulation};

use super::accumulated::Accumulated;
use super::conductor_watch::ConductorWatch;
use super::job::Job;
use super::saved::{Resumed, Saver};
use crate::plan::{Condition, Metric, Resolved};

/// Reads metrics and stop conditions in each tick.
pub(super) struct Reader<'a> {
    metrics: Vec<(&'a str, &'a Metric, Resolved, Accumulated)>,
    conditions: Vec<(&'a str, &'a Condition, Resolved)>,
    /// The condition that holds.
    pub(super) stop: Option<String>,
    /// Ends the run.
    end: Interrupt,
    /// Saves the state, if the run can be resumed.
    saver: Option<Saver>,
    conductor: ConductorWatch,
}

impl<'a> Reader<'a> {
    /// # Errors
    /// If a metric or a condition reads something that the scene does not have.
    pub(super) fn new(
        job: &'a Job,
        simulation: &Simulation,
        end: Interrupt,
        saver: Option<Saver>,
    ) -> Result<Self, String> {
        let metrics = job.metrics.iter().map(|(name, metric)| {
            let resolved = metric.quantity.resolve(simulation);
            let resolved = resolved.map_err(|error| format!("`metrics.{name}`: {error}"))?;
            Ok((name.as_str(), metric, resolved, Accumulated::default()))
        });
        let conditions = job.stop.iter().map(|(name, condition)| {
            let resolved = condition.quantity.resolve(simulation);
            let resolved = resolved.map_err(|error| format!("`stop.{name}`: {error}"))?;
            Ok((name.as_str(), condition, resolved))
        });
        Ok(Self {
            metrics: metrics.collect::<Result<_, String>>()?,
            conditions: conditions.collect::<Result<_, String>>()?,
            stop: None,
            end,
            saver,
            conductor: ConductorWatch::default(),
        })
    }

    /// Continues with the numbers of a checkpoint.
    pub(super) fn resume(&mut self, resumed: &Resumed) {
        for (name, _, _, accumulated) in &mut self.metrics {
            *accumulated = resumed.metrics.get(*name).copied().unwrap_or_default();
        }
    }

    /// The sensors that metrics and conditions read. Without a reader, they would skip readings.
    pub(super) fn sensors(&self, simulation: &Simulation) -> Vec<String> {
        let metrics = self.metrics.iter().map(|(_, _, resolved, _)| resolved);
        let resolved = metrics.chain(self.conditions.iter().map(|(_, _, resolved)| resolved));
        let mut names: Vec<String> = resolved
            .filter_map(Resolved::component)
            .filter(|name| simulation.sensor_id(name).is_some())
            .map(str::to_owned)
            .collect();
        names.sort();
        names.dedup();
        names
    }

    pub(super) fn metrics(&self) -> BTreeMap<String, f64> {
        let numbers = self.metrics.iter().filter_map(|(name, metric, _, accumulated)| {
            let number = accumulated.result(metric.statistic).filter(|number| number.is_finite());
            Some(((*name).to_owned(), number?))
        });
        numbers.collect()
    }
}

impl Observer for &mut Reader<'_> {
    fn tick(&mut self, frame: &Frame<'_>) {
        let simulation = frame.simulation();
        for (_, metric, resolved, accumulated) in &mut self.metrics {
            if let Some(number) =
                resolved.number(simulation, metric.statistic).filter(|number| !number.is_nan())
            {
                accumulated.add(metric.statistic, number);
            }
        }
        if self.stop.is_none() {
            let holds =
                self.conditions.iter().find(|(_, condition, resolved)| condition.holds(resolved, simulation));
            if let Some((name, _, _)) = holds {
                self.stop = Some((*name).to_owned());
                self.end.request();
            }
        }
        // Without a conductor, this run may already be done by another worker, which has the same checkpoints.
        if self.conductor.is_gone() {
            self.end.request();
            return;
        }
        if self.stop.is_none()
            && let Some(saver) = &mut self.saver
        {
            let metrics = self.metrics.iter().map(|(name, _, _, accumulated)| (*name, *accumulated));
            saver.save_when_due(simulation, metrics);
        }
    }

    fn needs_activity(&self) -> bool {
        false
    }
}
