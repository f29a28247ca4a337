//! Which keys of a terminal are held: it says when a key is pressed, again and again while it is held, and never when it is
//! let go.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use morse_sim::devices::{DeviceEvent, Key};

/// How long a key counts as held after the terminal has told of it. Longer than the pause between two repetitions, which is
/// 25 to 50 ms as a rule; the pause before the first of them may be longer, and is felt as one.
const HOLD: Duration = Duration::from_millis(200);

/// The keys that count as held, each with the time until which it does.
#[derive(Debug, Default)]
pub struct HeldKeys {
    until: BTreeMap<Key, Instant>,
}

impl HeldKeys {
    /// The terminal tells of a key; gives what the simulation has to know, if that is new.
    pub fn press(&mut self, key: Key, now: Instant) -> Option<DeviceEvent> {
        let is_new = self.until.insert(key, now + HOLD).is_none();
        is_new.then_some(DeviceEvent::Key { key, held: true })
    }

    /// Lets go of the keys whose time is up.
    pub fn let_go(&mut self, now: Instant) -> Vec<DeviceEvent> {
        let up: Vec<Key> =
            self.until.iter().filter(|(_, until)| **until <= now).map(|(&key, _)| key).collect();
        self.until.retain(|_, until| *until > now);
        up.into_iter().map(|key| DeviceEvent::Key { key, held: false }).collect()
    }

    /// When the next key is let go, if any is held.
    pub fn next(&self) -> Option<Instant> {
        self.until.values().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_held_as_long_as_it_repeats() {
        let mut keys = HeldKeys::default();
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        assert_eq!(keys.press(Key::Up, at(0)), Some(DeviceEvent::Key { key: Key::Up, held: true }));
        assert_eq!(keys.press(Key::Up, at(150)), None);
        assert_eq!(keys.press(Key::T, at(160)), Some(DeviceEvent::Key { key: Key::T, held: true }));
        assert_eq!(keys.let_go(at(300)), []);
        assert_eq!(keys.next(), Some(at(350)));
        assert_eq!(keys.let_go(at(350)), [DeviceEvent::Key { key: Key::Up, held: false }]);
        assert_eq!(keys.let_go(at(400)), [DeviceEvent::Key { key: Key::T, held: false }]);
        assert_eq!(keys.next(), None);
    }
}
