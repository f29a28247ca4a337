//! GPS, level simple: the position in the world.

use morse_sim::prelude::*;

/// A position in the world.
#[derive(Data, Clone, Default)]
#[data(kind = Position)]
pub struct Position {
    /// Position along X. [m]
    x: f64,
    /// Position along Y. [m]
    y: f64,
    /// Position along Z. [m]
    z: f64,
}

/// Position of the sensor, without error: in the world frame, or on Earth.
///
/// Levels `raw` and `extended` give the position on Earth and need the position of the scene: set `longitude`,
/// `latitude` and `altitude` of its origin in `Environment.properties(…)`.
///
/// `(x, y, z) = p`: the origin of the sensor along the axes of the world.
#[derive(Sensor, Serialize, Deserialize)]
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
        doc = "As raw, with date, time and heading."
    )
)]
pub struct Gps;

impl Sensor for Gps {
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Position) {
        let DVec3 { x, y, z } = view.world_from_sensor().translation;
        *data = Position { x, y, z };
    }
}
