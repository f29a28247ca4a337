//! GPS, level simple: the position in the world.

use morse_sim::prelude::*;

/// Position in the world.
#[derive(Data, Clone, Default)]
#[data(kind = Position)]
pub struct Position {
    /// Position along the X axis of the world. [m]
    x: f64,
    /// Position along the Y axis of the world. [m]
    y: f64,
    /// Position along the Z axis of the world. [m]
    z: f64,
}

/// Measures the position of the sensor, without error, in the world frame or on Earth.
///
/// The levels `raw` and `extended` measure the position on Earth. They need the position of the scene's origin: set
/// `longitude`, `latitude` and `altitude` in `Environment.properties(…)`.
///
/// At level `simple`, `(x, y, z) = p`, the position of the sensor's origin in the world.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.gps.GPS",
    title = "GPS",
    data = Position,
    builder(name = "GPS"),
    level(name = "simple", class = "morse.sensors.gps.GPS", doc = "Position in the world frame.", default),
    level(
        name = "raw",
        class = "morse.sensors.gps.RawGPS",
        doc = "Longitude, latitude, altitude and velocity."
    ),
    level(
        name = "extended",
        class = "morse.sensors.gps.ExtendedGPS",
        doc = "The data of level raw, with date, time and heading."
    )
)]
pub struct Gps;

impl Sensor for Gps {
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Position) {
        let DVec3 { x, y, z } = view.world_from_sensor().translation;
        *data = Position { x, y, z };
    }
}
