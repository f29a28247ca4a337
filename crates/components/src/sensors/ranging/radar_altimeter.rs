//! Radar altimeter: height above the ground or the body below the sensor.

use morse_sim::prelude::*;

/// Height above the body below the sensor.
#[derive(Data, Clone, Default)]
#[data(kind = Altitude)]
pub struct Height {
    /// Distance to the body straight below the sensor; infinite if there is no body in range. [m]
    z: f64,
}

/// Measures the distance from the sensor to the first body vertically below it. The attitude of the robot has no effect.
///
/// `z` is the length of the ray from the origin of the sensor along (0, 0, -1) in the world. The ray ignores the body on
/// which the sensor is mounted. `z` is infinite if there is no body within `MaxRange`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.radar_altimeter.RadarAltimeter",
    title = "Radar altimeter",
    data = Height,
    builder(name = "RadarAltimeter")
)]
pub struct RadarAltimeter {
    /// Maximum range. [m]
    #[property(name = "MaxRange", default = 30.0, min = 0.001)]
    range_m: f64,
}

impl Sensor for RadarAltimeter {
    fn check(&self) -> Result<(), SetupError> {
        if self.range_m > 0.0 {
            return Ok(());
        }
        Err(SetupError::Invalid(format!("MaxRange is {}; allowed is more than 0 m", self.range_m)))
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Physics)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Height) {
        let origin = view.world_from_sensor().translation;
        let hit = view.world.cast_ray(origin, DVec3::NEG_Z, self.range_m, Some(view.node));
        data.z = hit.map_or(f64::INFINITY, |hit| hit.distance);
    }
}
