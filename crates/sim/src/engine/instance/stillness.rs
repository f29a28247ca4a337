//! Sensors of robots at rest: a sensor that has read an unchanged world often enough does not read again.

/// What a sensor has read of an unchanged world.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stillness {
    /// What [`morse_world::World::motion_count`] was at the last reading, for the sensor and its robot.
    motion: Option<u64>,
    /// Number of readings since the motion changed.
    readings: u8,
    /// Whether a further reading would give the same.
    is_settled: bool,
    /// What [`morse_world::World::motions`] was when this was last found to hold.
    held_at: Option<u64>,
}

impl Stillness {
    /// Whether a reading now would give the same as the last one. `motions` is that of the world; `motion` is asked for
    /// only if something has moved since this was last found to hold.
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

    /// Notes a reading. `settles_after` is asked for only if the world has not changed since the reading before.
    pub(crate) fn note(&mut self, motion: u64, settles_after: impl FnOnce() -> Option<u8>) {
        if self.motion == Some(motion) {
            self.readings = self.readings.saturating_add(1);
            self.is_settled = settles_after().is_some_and(|count| self.readings >= count);
        } else {
            *self = Self { motion: Some(motion), readings: 1, ..Self::default() };
        }
    }

    /// The next reading is to be computed: something else than the world has changed.
    pub(crate) fn end(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_settles_after_so_many_readings_of_an_unchanged_world() {
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
    fn a_sensor_that_never_settles_always_reads() {
        let mut stillness = Stillness::default();
        (0..300).for_each(|_| stillness.note(0, || None));
        assert!(!stillness.holds(0, || 0));
    }
}
