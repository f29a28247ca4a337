//! Radar altimeter: the height above whatever is below.

use morse_sim::prelude::*;

/// A height.
#[derive(Data, Clone, Default)]
#[data(kind = "altitude")]
pub struct Height {
    /// Distance to what is straight below, infinite when that is out of range. [m]
    z: f64,
}

/// Distance from the sensor to the first body straight below it in the world, whatever the attitude of the robot.
///
/// `z` is the length of the ray from the origin of the sensor along (0, 0, -1) of the world; it passes the body that
/// the sensor is mounted on, and is infinite beyond `MaxRange`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.radar_altimeter.RadarAltimeter",
    title = "Radar altimeter",
    data = Height,
    builder(name = "RadarAltimeter")
)]
pub struct RadarAltimeter {
    /// How far it measures. [m]
    #[property(name = "MaxRange", default = 30.0, min = 0.001)]
    range_m: f64,
}

impl Sense for RadarAltimeter {
    fn check(&self) -> Result<(), SetupError> {
        if self.range_m > 0.0 {
            return Ok(());
        }
        Err(SetupError(format!("MaxRange is {}; allowed is more than 0 m", self.range_m)))
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Height) {
        let origin = view.world_from_sensor().translation;
        let hit = view.world.cast_ray(origin, DVec3::NEG_Z, self.range_m, Some(view.node));
        data.z = hit.map_or(f64::INFINITY, |hit| hit.distance);
    }
}
