//! Sensors of robots at rest: a sensor that has read an unchanged world often enough does not read again.

/// Readings of an unchanged world by one sensor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stillness {
    /// Sum of [`morse_world::World::motion_count`] of the sensor and its robot at the last reading.
    motion: Option<u64>,
    /// Number of readings since the motion changed.
    readings: u8,
    /// Whether a further reading would have the same result.
    is_settled: bool,
    /// Value of [`morse_world::World::motions`] when this was last found to be the case.
    held_at: Option<u64>,
}

impl Stillness {
    /// Whether a reading now would have the same result as the last one. `motions` is the count of all motions in the
    /// world. `motion` is called only if something has moved since the last call that returned true.
    pub(crate) fn holds(&mut self, motions: u64, motion: impl FnOnce() -> u64) -> bool {
        if !self.is_settled {
            return false;
        }
        if self.held_at != Some(motions) {
            if self.motion != Some(motion()) {
                return false;
            }
            self.held_at = Some(motions);
        }
        true
    }

    /// Records a reading. `settles_after` is called only if the world has not changed since the last reading.
    pub(crate) fn note(&mut self, motion: u64, settles_after: impl FnOnce() -> Option<u8>) {
        if self.motion == Some(motion) {
            self.readings = self.readings.saturating_add(1);
            self.is_settled = settles_after().is_some_and(|count| self.readings >= count);
        } else {
            *self = Self { motion: Some(motion), readings: 1, ..Self::default() };
        }
    }

    /// Invalidates the last reading, because something other than the world has changed.
    pub(crate) fn end(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensor_settles_after_readings_of_an_unchanged_world() {
        let mut stillness = Stillness::default();
        let mut readings = 0;
        while !stillness.holds(9, || 5) {
            stillness.note(5, || Some(3));
            readings += 1;
        }
        assert_eq!(readings, 3);
        assert!(stillness.holds(9, || unreachable!("nothing has moved in the world")));
        assert!(stillness.holds(10, || 5), "something else has moved");
        assert!(!stillness.holds(11, || 6));
        stillness.note(6, || Some(3));
        assert!(!stillness.holds(11, || 6) && !stillness.holds(11, || 5));
    }

    #[test]
    fn sensor_that_never_settles_always_reads() {
        let mut stillness = Stillness::default();
        (0..300).for_each(|_| stillness.note(0, || None));
        assert!(!stillness.holds(0, || 0));
    }
}
