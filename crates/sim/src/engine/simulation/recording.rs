//! Record of inputs from outside, and recordings that clients start and stop.

use morse_scene::value::Value;

use crate::contract::outcome::ServiceError;
use crate::engine::activity::recording::RecordingSwitch;
use crate::engine::activity::{Activity, ActivityRecorder};
use crate::engine::simulation::Simulation;

impl Simulation {
    /// Turns the record of inputs from outside on or off. While it is on, the driver must take it after each tick with
    /// [`Simulation::take_activity`], because it grows until then. It is not part of the state.
    pub fn record_activity(&mut self, on: bool) {
        match (on, &self.engine.recorder) {
            (true, None) => {
                let mut recorder = ActivityRecorder::default();
                recorder.advance(self.state.clock.tick(), false);
                self.engine.recorder = Some(recorder);
            }
            (false, Some(_)) => self.engine.recorder = None,
            _ => {}
        }
    }

    /// The inputs and answers since the last call; empty while the record is off.
    pub fn take_activity(&mut self) -> Activity {
        self.engine.recorder.as_mut().map(ActivityRecorder::take).unwrap_or_default()
    }

    /// Lets clients record with `simulation start_recording` and `simulation stop_recording`.
    pub fn allow_recording(&mut self, switch: Box<dyn RecordingSwitch>) {
        self.engine.recording = Some(switch);
    }
}

pub(crate) fn start_recording(simulation: &mut Simulation, file: &str) -> Result<Value, ServiceError> {
    let tick = simulation.state.clock.tick();
    let path = recording_switch(simulation)?.start(file, tick).map_err(ServiceError::Refused)?;
    simulation.keep_all_reading(true);
    Ok(Value::Text(path))
}

pub(crate) fn stop_recording(simulation: &mut Simulation) -> Result<Value, ServiceError> {
    let path = recording_switch(simulation)?.stop().map_err(ServiceError::Refused)?;
    simulation.keep_all_reading(false);
    Ok(Value::Text(path))
}

fn recording_switch(simulation: &mut Simulation) -> Result<&mut Box<dyn RecordingSwitch>, ServiceError> {
    let refused = || ServiceError::Refused("this simulator cannot record".to_owned());
    simulation.engine.recording.as_mut().ok_or_else(refused)
}
