//! Does a run with the library `morse`.

use std::collections::BTreeMap;
use std::time::Instant;

use morse::{Ending, Frame, Interrupt, Map, Observer, Runner, Simulation, Value};
use morse_recording::{Recorder, Settings};
use morse_scene::nearest::did_you_mean;
use morse_sim::contract::command::CommandError;
use morse_sim::contract::service::Answer;

use super::Finished;
use super::job::Job;
use super::loaded::{EPOCH_S, Loaded};
use crate::plan::{Action, Condition, Metric, Resolved, STOP_DURATION, STOP_QUIT, Statistic};

/// Does a run. `begun` is when work on it began, before its scene was loaded.
///
/// # Errors
/// Why it cannot run.
pub(super) fn execute(loaded: &mut Loaded, job: &Job, begun: Instant) -> Result<Finished, String> {
    let mut ready = loaded.simulation(job.seed, job.record.is_some())?;
    let simulation = &mut ready.simulation;
    let recorder = job.record.as_ref().map(|file| {
        let python_path = job.scene.python_path.clone();
        let recorder = Recorder::new(&loaded.scene, python_path, job.seed, EPOCH_S, Settings::default());
        let recorder = recorder.map_err(|error| error.to_string())?;
        recorder.start(file, simulation).map_err(|error| error.to_string())?;
        // Also what is commanded before the first tick.
        simulation.record_activity(true);
        Ok::<_, String>(recorder)
    });
    let recorder = recorder.transpose()?;
    for action in &job.start {
        begin(simulation, action)?;
    }
    let end = Interrupt::default();
    let mut reader = Reader::new(job, simulation, end.clone())?;
    let mut sensors = reader.sensors(simulation);
    sensors.retain(|sensor| !ready.sensors.contains(sensor));
    let mut runner = Runner::new(ready.simulation).interrupt(end).stop_after_seconds(job.duration_s);
    for sensor in sensors {
        runner = runner.keep_reading(&sensor).map_err(|error| error.to_string())?;
        ready.sensors.push(sensor);
    }
    if let Some(recorder) = &recorder {
        runner = runner.observe(recorder.clone());
    }
    let mut runner = runner.observe(&mut reader);
    let load_s = begun.elapsed().as_secs_f64();
    let stepping = Instant::now();
    let ending = runner.run();
    let wall_s = stepping.elapsed().as_secs_f64();
    ready.simulation = runner.into_simulation();
    if let Some(recorder) = &recorder {
        recorder.stop().map_err(|error| error.to_string())?;
    }
    let stop = match ending {
        Ending::Stopped => STOP_DURATION.to_owned(),
        Ending::Interrupted => reader.stop.take().unwrap_or_else(|| STOP_DURATION.to_owned()),
        Ending::Quit | Ending::Terminated => STOP_QUIT.to_owned(),
    };
    let clock = ready.simulation.clock();
    let (ticks, simulated_s) = (clock.tick(), clock.now().seconds());
    let digest = ready.simulation.digest().map_err(|error| format!("no digest: {error}"))?;
    loaded.keep(ready);
    let digest = format!("{digest:016x}");
    Ok(Finished::Done { stop, ticks, simulated_s, load_s, wall_s, digest, metrics: reader.metrics() })
}

/// Does what a run begins with.
fn begin(simulation: &mut Simulation, action: &Action) -> Result<(), String> {
    let value = |value: &serde_json::Value| {
        serde_json::from_value::<Value>(value.clone()).map_err(|error| format!("`start`: {error}"))
    };
    match action {
        Action::Command { component, fields } => {
            let fields = fields.iter().map(|(name, field)| Ok((name.clone(), value(field)?)));
            let fields: Map = fields.collect::<Result<_, String>>()?;
            simulation.command(component, &fields).map_err(|error| match error {
                CommandError::Unknown(_) => {
                    format!("`start`: {}", unknown(simulation, "actuator", component))
                }
                error => format!("`start`: {component}: {error}"),
            })
        }
        Action::Call { component, service, arguments } => {
            let arguments = arguments.iter().map(value).collect::<Result<Vec<_>, String>>()?;
            match simulation.call(component, service, &arguments) {
                // An asynchronous service ends in a later tick.
                None | Some(Answer::Success(_)) => Ok(()),
                Some(Answer::Failed(error)) => Err(format!("`start`: {component}.{service}: {error}")),
                Some(Answer::Preempted(_)) => Err(format!("`start`: {component}.{service} was preempted")),
            }
        }
    }
}

fn unknown(simulation: &Simulation, what: &str, name: &str) -> String {
    let meant = did_you_mean(name, simulation.component_ids().map(|(name, _)| name));
    format!("there is no {what} {name:?}{}", meant.map(|meant| format!("; {meant}")).unwrap_or_default())
}

/// Reads metrics and stop conditions in each tick.
struct Reader<'a> {
    metrics: Vec<(&'a str, &'a Metric, Resolved, Accumulated)>,
    conditions: Vec<(&'a str, &'a Condition, Resolved)>,
    /// The condition that holds.
    stop: Option<String>,
    /// Ends the run.
    end: Interrupt,
}

/// The numbers of the ticks so far.
#[derive(Debug, Default)]
struct Accumulated {
    number: Option<f64>,
    count: u64,
}

impl Accumulated {
    fn add(&mut self, statistic: Statistic, number: f64) {
        self.count += 1;
        self.number = match (self.number, statistic) {
            (Some(first), Statistic::First) => Some(first),
            (Some(least), Statistic::Min) => Some(least.min(number)),
            (Some(greatest), Statistic::Max) => Some(greatest.max(number)),
            // A sum until the end.
            (Some(sum), Statistic::Mean) => Some(sum + number),
            _ => Some(number),
        };
    }

    fn result(&self, statistic: Statistic) -> Option<f64> {
        let is_mean = statistic == Statistic::Mean;
        self.number.map(|number| if is_mean { number / self.count as f64 } else { number })
    }
}

impl<'a> Reader<'a> {
    fn new(job: &'a Job, simulation: &Simulation, end: Interrupt) -> Result<Self, String> {
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
        })
    }

    /// The sensors that metrics and conditions read. Without a reader, they would skip readings.
    fn sensors(&self, simulation: &Simulation) -> Vec<String> {
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

    fn metrics(&self) -> BTreeMap<String, f64> {
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
    }

    fn needs_activity(&self) -> bool {
        false
    }
}
