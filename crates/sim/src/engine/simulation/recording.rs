//! Record of inputs from outside, and recordings that clients start and stop.

use morse_scene::value::Value;

use crate::contract::outcome::ServiceError;
use crate::engine::activity::recording::RecordingSwitch;
use crate::engine::simulation::Simulation;

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
