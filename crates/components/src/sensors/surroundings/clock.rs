//! Clock: simulated time.

use morse_sim::prelude::*;

/// Only the time stamp that every sensor has.
#[derive(Data, Clone, Default)]
#[data(kind = Clock)]
pub struct ClockData {}

/// The simulated time only.
///
/// At tick `k` of a simulation with `f` steps per second the time is `k / f`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.clock.Clock", data = ClockData, builder(name = "Clock"))]
pub struct Clock;

impl Sensor for Clock {
    fn sense(&mut self, _view: &mut SenseContext<'_>, _data: &mut ClockData) {}
}
