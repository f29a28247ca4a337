//! Does a run with the library `morse`.

use std::time::Instant;

use morse::{Ending, Interrupt, Map, Runner, Simulation, Value};
use morse_recording::{Recorder, Settings};
use morse_scene::nearest::did_you_mean;
use morse_sim::contract::command::CommandError;
use morse_sim::contract::service::Answer;

use super::Finished;
use super::job::Job;
use super::loaded::{EPOCH_S, Loaded};
use super::reader::Reader;
use super::saved::{self, Saver};
use crate::plan::{Action, STOP_DURATION, STOP_QUIT};

/// Does a run. `begun` is when work on it began, before its scene was loaded.
///
/// # Errors
/// Why it cannot run.
pub(super) fn execute(loaded: &mut Loaded, job: &Job, begun: Instant) -> Result<Finished, String> {
    let mut ready = loaded.simulation(job)?;
    let resumed = match saved::resume(job, &mut ready) {
        Ok(resumed) => resumed,
        Err(error) => {
            tracing::warn!("Run {} begins again, because its checkpoint cannot be used: {error}", job.run);
            // The simulation may have a part of the state.
            ready = loaded.simulation(job)?;
            None
        }
    };
    let saver = Saver::of(job, &ready, resumed.as_ref());
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
    if resumed.is_none() {
        job.start.iter().try_for_each(|action| begin(simulation, action))?;
    }
    let end = Interrupt::default();
    let mut reader = Reader::new(job, simulation, end.clone(), saver)?;
    if let Some(resumed) = &resumed {
        reader.resume(resumed);
    }
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
    let wall_before_s = resumed.as_ref().map_or(0.0, |resumed| resumed.wall_s);
    let wall_s = wall_before_s + stepping.elapsed().as_secs_f64();
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
    let resumed_s = resumed.map(|resumed| resumed.time_s);
    let metrics = reader.metrics();
    Ok(Finished::Done { stop, ticks, simulated_s, resumed_s, load_s, wall_s, wall_before_s, digest, metrics })
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
