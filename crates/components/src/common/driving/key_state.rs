//! Keys that a client holds on an actuator.

use std::collections::BTreeSet;

use morse_sim::prelude::*;

/// Keys that a client holds on an actuator, in addition to those held at the terminal of the simulator.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeyState(BTreeSet<Key>);

impl KeyState {
    /// Sets the held keys from a list of names, and releases all other keys.
    ///
    /// # Errors
    /// If the value is not a list of key names. The held keys then stay unchanged.
    pub(crate) fn hold(&mut self, keys: &Value) -> Result<(), ServiceError> {
        self.0 = Key::from_list(keys).map_err(ServiceError::Refused)?.into_iter().collect();
        Ok(())
    }

    /// Returns 1 while only the first key is held, -1 while only the second key is held, else 0. A key is held by a
    /// client or at the terminal.
    pub(crate) fn axis(&self, devices: &Devices, plus: Key, minus: Key) -> f64 {
        let is_held = |key| devices.is_held(key) || self.0.contains(&key);
        match (is_held(plus), is_held(minus)) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => 0.0,
        }
    }
}
