//! Recordings that clients begin and end. The engine knows no files: a driver that can record says so.

use morse_scene::value::Value;

use crate::contract::outcome::ServiceError;
use crate::engine::simulation::Simulation;

/// Begins and ends recordings for clients.
pub trait RecordingSwitch: Send {
    /// Begins to record to a file that a client names, after tick number `tick`. Returns where the file is.
    ///
    /// # Errors
    /// Says why not.
    fn start(&mut self, file: &str, tick: u64) -> Result<String, String>;

    /// Ends the recording, and returns where the file is.
    ///
    /// # Errors
    /// When nothing is being recorded, or the file could not be written to its end.
    fn stop(&mut self) -> Result<String, String>;
}

impl Simulation {
    /// Lets clients record, with `simulation start_recording` and `simulation stop_recording`.
    pub fn allow_recording(&mut self, switch: Box<dyn RecordingSwitch>) {
        self.recording = Some(switch);
    }

    pub(crate) fn start_recording(&mut self, file: &str) -> Result<Value, ServiceError> {
        let tick = self.clock.tick();
        let path = self.recording_switch()?.start(file, tick).map_err(ServiceError::Refused)?;
        self.keep_all_reading(true);
        Ok(Value::Text(path))
    }

    pub(crate) fn stop_recording(&mut self) -> Result<Value, ServiceError> {
        let path = self.recording_switch()?.stop().map_err(ServiceError::Refused)?;
        self.keep_all_reading(false);
        Ok(Value::Text(path))
    }

    fn recording_switch(&mut self) -> Result<&mut Box<dyn RecordingSwitch>, ServiceError> {
        let refused = || ServiceError::Refused("this simulator cannot record".to_owned());
        self.recording.as_mut().ok_or_else(refused)
    }
}
