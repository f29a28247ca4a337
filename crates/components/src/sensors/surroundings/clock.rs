//! Clock: the simulated time.

use morse_sim::prelude::*;

/// Only the `timestamp` that every sensor has.
#[derive(Data, Clone, Default)]
#[data(kind = Clock)]
pub struct ClockData {}

/// Gives the simulated time, in the `timestamp` that every sensor has.
///
/// At tick `k` of a simulation with `f` ticks per second, the time is `k / f`. [s]
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.clock.Clock", data = ClockData, builder(name = "Clock"))]
pub struct Clock;

impl Sensor for Clock {
    fn sense(&mut self, _view: &mut SenseContext<'_>, _data: &mut ClockData) {}
}
