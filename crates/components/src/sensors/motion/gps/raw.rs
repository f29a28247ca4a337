//! GPS, level raw: position on Earth and velocity.

use morse_sim::prelude::*;

use crate::sensors::motion::gps::fix::Receiver;

/// Position on Earth, and velocity.
#[derive(Data, Clone, Default)]
#[data(kind = NavSatFix)]
pub struct RawFix {
    /// Longitude, positive east of Greenwich. [deg]
    longitude: f64,
    /// Latitude, positive north of the equator. [deg]
    latitude: f64,
    /// Height above the WGS 84 ellipsoid. [m]
    altitude: f64,
    /// Velocity along east, north and up, from the last two samples. [m/s]
    velocity: DVec3,
}

/// Measures the position of the sensor on Earth, and its velocity, without error.
///
/// The scene must set the position of its origin: `longitude`, `latitude` and `altitude` in
/// `Environment.properties(…)`.
///
/// The world frame lies in the tangent plane of the WGS 84 ellipsoid at the scene's origin, rotated by
/// `angle_against_north` if the environment sets it. With the origin `P₀` in Earth-centered, Earth-fixed coordinates, the
/// rotation `E` from east, north and up at the origin to these coordinates, the rotation `N` from the world to east,
/// north and up, and the position `p` of the sensor in the world:
///
/// `P = P₀ + E · N · p`
///
/// Longitude, latitude and altitude of the point `P` are computed in closed form (Vermeille, "Direct transformation from
/// geocentric coordinates to geodetic coordinates", Journal of Geodesy 76, 2002).
///
/// `velocity = N · (p(t) - p(t - Δt)) · frequency`, along east, north and up.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.gps.RawGPS", title = "GPS, raw", data = RawFix)]
pub struct RawGps {
    receiver: Receiver,
}

impl Sensor for RawGps {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut RawFix) -> Result<(), SetupError> {
        self.receiver = Receiver::start("GPS at level raw", setup)?;
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut RawFix) {
        let fix = self.receiver.fix(view);
        *data = RawFix {
            longitude: fix.position.longitude_deg,
            latitude: fix.position.latitude_deg,
            altitude: fix.position.altitude_m,
            velocity: fix.velocity,
        };
    }
}
