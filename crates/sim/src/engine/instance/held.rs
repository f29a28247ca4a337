//! The reading of a sensor that a host with a lag works on. Others see the data before it meanwhile, and the sensor reads no
//! further ones.

use morse_scene::value::Map;

use crate::contract::data::Data;
use crate::engine::instance::reading::Reading;
use crate::engine::time::Time;
use crate::external::component::extended::ExtendedData;

/// The reading that a host works on, if there is one.
#[derive(Default)]
pub(crate) struct HeldReading {
    /// Whether the host of the sensor has a lag.
    pub(crate) lags: bool,
    /// When and what the sensor read.
    held: Option<Box<(Time, Reading)>>,
    /// The time of the reading before.
    before: Time,
    /// The data of the reading before, where the sensor itself has those of the one that is held.
    shown: Option<Box<ExtendedData>>,
    /// Whether the sensor was due while a reading was held.
    missed: bool,
}

impl HeldReading {
    pub(crate) const fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The data that others see instead of those of the sensor.
    pub(crate) fn shown(&self) -> Option<&dyn Data> {
        self.shown.as_deref().map(|shown| shown as &dyn Data)
    }

    /// Whether a sensor reads that is due, or was due while it could not read.
    pub(crate) fn admits(&mut self, is_due: bool) -> bool {
        if self.is_held() {
            self.missed |= is_due;
            return false;
        }
        is_due | std::mem::take(&mut self.missed)
    }

    /// Has a sensor that cannot read now read as soon as it can.
    pub(crate) fn miss(&mut self) {
        self.missed = true;
    }

    /// Keeps what others see, before a sensor whose host lags reads.
    pub(crate) fn keep_shown(&mut self, timestamp: Time, data: &dyn Data) {
        self.before = timestamp;
        self.shown = Some(Box::new(ExtendedData::of(data, &Map::new())));
    }

    /// Holds a reading. Returns the time of the reading before.
    pub(crate) fn hold(&mut self, timestamp: Time, reading: Reading) -> Time {
        self.held = Some(Box::new((timestamp, reading)));
        self.before
    }

    /// The reading that was held.
    pub(crate) fn take(&mut self) -> Option<(Time, Reading)> {
        self.shown = None;
        self.held.take().map(|held| *held)
    }
}
