//! Readings of sensors: the result in a tick, and a reading on which a lagging host works. Meanwhile clients and other
//! components see the data of the previous reading, and the sensor does not read.

use morse_scene::value::Map;
use morse_world::Pose;

use crate::contract::data::Data;
use crate::engine::time::Time;
use crate::external::component::extended::ExtendedData;

/// Result of a sensor in a tick.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Reading {
    /// The sensor was not due.
    None,
    /// The sensor read and withheld the reading, or it was due and skipped.
    Withheld,
    /// The sensor read, with these poses of its robot and of itself.
    Fresh { world_from_robot: Pose, world_from_sensor: Pose },
}

/// The reading on which a host works, if any.
#[derive(Clone, Default)]
pub(crate) struct HeldReading {
    /// Whether the host of the sensor has a lag.
    pub(crate) lags: bool,
    /// Time and result of the reading.
    held: Option<Box<(Time, Reading)>>,
    /// Time of the previous reading.
    before: Time,
    /// Data of the previous reading, while the sensor itself has those of the held reading.
    shown: Option<Box<ExtendedData>>,
    /// Whether the sensor was due while a reading was held.
    missed: bool,
}

impl HeldReading {
    pub(crate) const fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The data that clients and other components see instead of those of the sensor.
    pub(crate) fn shown(&self) -> Option<&dyn Data> {
        self.shown.as_deref().map(|shown| shown as &dyn Data)
    }

    /// Whether the sensor reads now. A sensor that was due while it could not read reads as soon as it can.
    pub(crate) fn admits(&mut self, is_due: bool) -> bool {
        if self.is_held() {
            self.missed |= is_due;
            return false;
        }
        is_due | std::mem::take(&mut self.missed)
    }

    /// Records that the sensor was due while it could not read.
    pub(crate) fn miss(&mut self) {
        self.missed = true;
    }

    /// Keeps the visible data before a sensor of a lagging host reads.
    pub(crate) fn keep_shown(&mut self, timestamp: Time, data: &dyn Data) {
        self.before = timestamp;
        self.shown = Some(Box::new(ExtendedData::of(data, &Map::new())));
    }

    /// Holds a reading. Returns the time of the previous reading.
    pub(crate) fn hold(&mut self, timestamp: Time, reading: Reading) -> Time {
        self.held = Some(Box::new((timestamp, reading)));
        self.before
    }

    /// Releases the held reading.
    pub(crate) fn take(&mut self) -> Option<(Time, Reading)> {
        self.shown = None;
        self.held.take().map(|held| *held)
    }
}
