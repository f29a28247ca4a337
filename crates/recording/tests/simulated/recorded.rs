//! A twin that the runner runs and records; the recording is simulated again.

use std::path::Path;
use std::sync::{Arc, Mutex};

use morse::{Answer, Frame, Runner, Scene as Loaded};
use morse_recording::{Recorded, Recorder, Settings, check};

use super::own_components::OwnComponents;
use super::plan::Plan;
use super::twin::{self, Twin};

/// Digests of the ticks and answers of a recorded run.
pub struct RecordedRun {
    pub digests: Vec<u64>,
    pub answers: Vec<(u64, Answer)>,
}

/// Runs and records a plan, simulates the recording again, and returns the digests of the run.
///
/// # Errors
/// If the recording is not complete, or its run differs when it is simulated again.
pub fn run(plan: &Plan, loaded: &Loaded) -> Result<RecordedRun, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let is_full = plan.disk_is_full && Path::new("/dev/full").exists();
    let path = if is_full { Path::new("/dev/full").to_owned() } else { folder.path().join("run.mcap") };
    let run = twin::run_of(loaded, plan.seed, Twin { threads: 2, ..Twin::ALONE })?;
    let (clients, mut simulation) = (run.clients, run.simulation);
    let recorder =
        Recorder::new(loaded, vec![OwnComponents::python_path()], plan.seed, 0.0, Settings::default());
    let recorder = recorder.map_err(|error| error.to_string())?;
    let started = recorder.start(&path, &mut simulation);
    if !is_full {
        started.map_err(|error| error.to_string())?;
    }
    let gateway = simulation.gateway().clone();
    twin::send(plan, 0, &clients, &gateway, true);
    let digests = Arc::new(Mutex::new(Vec::new()));
    let (found, of_plan, shared) = (Arc::clone(&digests), plan.clone(), clients.clone());
    let observer = move |frame: &Frame<'_>| {
        found.lock().unwrap().push(frame.simulation().digest().unwrap());
        twin::send(&of_plan, frame.tick(), &shared, &gateway, true);
    };
    let mut runner = Runner::new(simulation).observe(recorder.clone()).observe(observer);
    runner = runner.stop_after_ticks(plan.ticks);
    runner.run();
    runner.into_simulation().send_answers();
    let stopped = recorder.stop();
    match (is_full, stopped) {
        // The recording ends with an error, and the run does not.
        (true, Ok(Some(_))) => return Err("a recording to a full disk is reported as complete".to_owned()),
        (true, _) => {}
        (false, stopped) => {
            stopped.map_err(|error| error.to_string())?;
            checked(&path, plan)?;
        }
    }
    let digests = digests.lock().unwrap().clone();
    Ok(RecordedRun { digests, answers: clients.answers() })
}

fn checked(path: &Path, plan: &Plan) -> Result<(), String> {
    let recorded = Recorded::load(path).map_err(|error| error.to_string())?;
    let again = check(recorded, &twin::options(&plan.scene)).map_err(|error| error.to_string())?;
    match again.difference {
        Some(difference) => Err(format!("simulated again, the recording differs: {difference:?}")),
        None if again.ticks != plan.ticks => Err(format!("the recording has {} ticks", again.ticks)),
        None => Ok(()),
    }
}
