//! GPS, level raw: longitude, latitude, altitude, and the velocity.

use morse_sim::prelude::*;

use crate::sensors::motion::gps::fix::Receiver;

/// A position on Earth.
#[derive(Data, Clone, Default)]
#[data(kind = NavSatFix)]
pub struct RawFix {
    /// Longitude, positive east of Greenwich. [deg]
    longitude: f64,
    /// Latitude, positive north of the equator. [deg]
    latitude: f64,
    /// Height above the WGS 84 ellipsoid. [m]
    altitude: f64,
    /// Velocity to east, north and up, from the last two samples. [m/s]
    velocity: DVec3,
}

/// Position of the sensor on Earth, and its velocity.
///
/// The scene must set its position: `longitude`, `latitude` and `altitude` of its origin in
/// `Environment.properties(…)`.
///
/// The world is the tangent plane at the scene's origin on the WGS 84 ellipsoid, rotated by `angle_against_north` if
/// the environment sets it. With `E` the axes to east, north and up there, in the axes of the Earth, `N` that
/// rotation, and `P₀` the origin:
///
/// `P = P₀ + E · N · p`
///
/// Longitude, latitude and altitude are those of the point `P`, in the closed form of Vermeille, "Direct
/// transformation from geocentric coordinates to geodetic coordinates", Journal of Geodesy 76 (2002).
///
/// `velocity = N · (p(t) - p(t - Δt)) · frequency`, along east, north and up.
#[derive(Sensor, Serialize, Deserialize)]
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
