//! Keys that clients hold on an actuator.

use std::collections::BTreeSet;

use morse_sim::prelude::*;

/// The keys that a client holds on an actuator, besides those held at the machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeyState(BTreeSet<Key>);

impl KeyState {
    /// Sets the held keys from a list of names; all others are released.
    ///
    /// # Errors
    /// When the value is not such a list. The held keys then stay unchanged.
    pub(crate) fn hold(&mut self, keys: &Value) -> Result<(), ServiceError> {
        self.0 = Key::from_list(keys).map_err(ServiceError::Refused)?.into_iter().collect();
        Ok(())
    }

    /// 1 while only the first key is held, by a client or at the machine, -1 while only the second one is, else 0.
    pub(crate) fn between(&self, devices: &Devices, plus: Key, minus: Key) -> f64 {
        let is_held = |key| devices.is_held(key) || self.0.contains(&key);
        match (is_held(plus), is_held(minus)) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => 0.0,
        }
    }
}
