//! GPS, level extended: the data of level raw with date, time and heading.

use morse_sim::prelude::*;

use crate::common::earth::calendar;
use crate::common::earth::geodesy::{north_angle, world_angle_from_north};
use crate::sensors::motion::gps::fix::Receiver;

/// A position on Earth with date, time and heading.
#[derive(Data, Clone)]
#[data(kind = NavSatFix)]
pub struct ExtendedFix {
    /// Longitude, positive east of Greenwich. [deg]
    longitude: f64,
    /// Latitude, positive north of the equator. [deg]
    latitude: f64,
    /// Height above the WGS 84 ellipsoid. [m]
    altitude: f64,
    /// Velocity to east, north and up, from the last two samples. [m/s]
    velocity: DVec3,
    /// Date in UTC: two digits each for day, month and year.
    date: String,
    /// Time of day in UTC: two digits each for hours, minutes and seconds.
    time: String,
    /// Direction of the sensor's X axis, clockwise from north; infinite while the sensor does not move over ground. [deg]
    heading: f64,
}

impl Default for ExtendedFix {
    fn default() -> Self {
        let nothing_yet = || "0".to_owned();
        Self {
            longitude: 0.0,
            latitude: 0.0,
            altitude: 0.0,
            velocity: DVec3::ZERO,
            date: nothing_yet(),
            time: nothing_yet(),
            heading: 0.0,
        }
    }
}

/// Minimum speed to east and to north at which a receiver has a heading. [m/s]
const SPEED_MIN: f64 = 1e-6;

/// Position of the sensor on Earth with its velocity, date, time and heading.
///
/// The scene must set its position: `longitude`, `latitude` and `altitude` of its origin in
/// `Environment.properties(…)`. Date and time are those of the simulation; a scene with relative time begins with the
/// year 1970.
///
/// Position and velocity are those of level `raw`. The heading is the compass bearing of the sensor's X axis, from 0
/// to 360 degrees:
///
/// `heading = π/2 - (yaw - β)` with `β = angle_against_north - π/2`, or 0 where the scene gives none
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.gps.ExtendedGPS", title = "GPS, extended", data = ExtendedFix)]
pub struct ExtendedGps {
    receiver: Receiver,
    angle_from_north: f64,
}

impl Sensor for ExtendedGps {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ExtendedFix) -> Result<(), SetupError> {
        self.receiver = Receiver::start("GPS at level extended", setup)?;
        self.angle_from_north = world_angle_from_north(setup)?;
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut ExtendedFix) {
        let fix = self.receiver.fix(view);
        let utc = calendar::utc(view.client_time_s);
        let yaw = view.world_from_sensor().euler().yaw;
        let moves = fix.velocity.truncate().abs().max_element() >= SPEED_MIN;
        let heading =
            if moves { north_angle(yaw, self.angle_from_north).to_degrees() } else { f64::INFINITY };
        *data = ExtendedFix {
            longitude: fix.position.longitude_deg,
            latitude: fix.position.latitude_deg,
            altitude: fix.position.altitude_m,
            velocity: fix.velocity,
            date: format!("{:02}{:02}{:02}", utc.day(), u8::from(utc.month()), utc.year().rem_euclid(100)),
            time: format!("{:02}{:02}{:02}", utc.hour(), utc.minute(), utc.second()),
            heading,
        };
    }
}
