//! Tracks the held keys of a terminal, which reports presses and repetitions, but no releases.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use morse_sim::engine::devices::{DeviceEvent, Key};

/// How long a key counts as held after the terminal has reported it. Longer than the interval between two
/// repetitions, usually 25 to 50 ms. The delay before the first repetition may be longer and then appears as a short
/// release.
const HOLD: Duration = Duration::from_millis(200);

/// The held keys, each with its expiry time.
#[derive(Debug, Default)]
pub struct HeldKeys {
    until: BTreeMap<Key, Instant>,
}

impl HeldKeys {
    /// Records a reported key; returns an event if the key was not held before.
    pub fn press(&mut self, key: Key, now: Instant) -> Option<DeviceEvent> {
        let is_new = self.until.insert(key, now + HOLD).is_none();
        is_new.then_some(DeviceEvent::Key { key, held: true })
    }

    /// Releases the expired keys.
    pub fn release_expired(&mut self, now: Instant) -> Vec<DeviceEvent> {
        let up: Vec<Key> =
            self.until.iter().filter(|(_, until)| **until <= now).map(|(&key, _)| key).collect();
        self.until.retain(|_, until| *until > now);
        up.into_iter().map(|key| DeviceEvent::Key { key, held: false }).collect()
    }

    /// When the next key expires, if any is held.
    pub fn next(&self) -> Option<Instant> {
        self.until.values().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_held_while_it_repeats() {
        let mut keys = HeldKeys::default();
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        assert_eq!(keys.press(Key::Up, at(0)), Some(DeviceEvent::Key { key: Key::Up, held: true }));
        assert_eq!(keys.press(Key::Up, at(150)), None);
        assert_eq!(keys.press(Key::T, at(160)), Some(DeviceEvent::Key { key: Key::T, held: true }));
        assert_eq!(keys.release_expired(at(300)), []);
        assert_eq!(keys.next(), Some(at(350)));
        assert_eq!(keys.release_expired(at(350)), [DeviceEvent::Key { key: Key::Up, held: false }]);
        assert_eq!(keys.release_expired(at(400)), [DeviceEvent::Key { key: Key::T, held: false }]);
        assert_eq!(keys.next(), None);
    }
}
