//! Clock: what time it is in the simulation.

use morse_sim::prelude::*;

/// Nothing but the time stamp that every sensor has.
#[derive(Data, Clone, Default)]
#[data(kind = "clock")]
pub struct ClockData {}

/// The simulated time only.
///
/// At tick `k` of a simulation that makes `f` steps a second the time is `k / f`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.clock.Clock", data = ClockData, builder(name = "Clock"))]
pub struct Clock;

impl Sense for Clock {
    fn sense(&mut self, _view: &mut View<'_>, _data: &mut ClockData) {}
}
