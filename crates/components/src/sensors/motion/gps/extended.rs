//! GPS, level extended: position on Earth, velocity, date, time and heading.

use morse_sim::contract::data::ClockText;
use morse_sim::prelude::*;

use crate::common::earth::calendar;
use crate::common::earth::geodesy::{north_angle, world_angle_from_north};
use crate::sensors::motion::gps::fix::Receiver;

/// Position on Earth with velocity, date, time and heading.
#[derive(Data, Clone)]
#[data(kind = NavSatFix)]
pub struct ExtendedFix {
    /// Longitude, positive east of Greenwich. [deg]
    longitude: f64,
    /// Latitude, positive north of the equator. [deg]
    latitude: f64,
    /// Height above the WGS 84 ellipsoid. [m]
    altitude: f64,
    /// Velocity along east, north and up, from the last two samples. [m/s]
    velocity: DVec3,
    /// Date in UTC, as DDMMYY.
    date: ClockText,
    /// Time of day in UTC, as HHMMSS.
    time: ClockText,
    /// Direction of the sensor's X axis, clockwise from north; infinite while the sensor does not move horizontally.
    /// [deg]
    heading: f64,
}

impl Default for ExtendedFix {
    fn default() -> Self {
        let initial_text = || ClockText("0".to_owned());
        Self {
            longitude: 0.0,
            latitude: 0.0,
            altitude: 0.0,
            velocity: DVec3::ZERO,
            date: initial_text(),
            time: initial_text(),
            heading: 0.0,
        }
    }
}

/// Minimum speed to east or to north at which a receiver has a heading. [m/s]
const SPEED_MIN: f64 = 1e-6;

/// Measures the position of the sensor on Earth, its velocity and its heading, and gives date and time. Without error.
///
/// The scene must set the position of its origin: `longitude`, `latitude` and `altitude` in
/// `Environment.properties(…)`. Date and time are those of the timestamps of the run. If these begin with 0, date and time
/// begin with those of `Environment.set_start_time(…)`, or else with 2025-01-01 00:00 UTC.
///
/// Position and velocity are computed as at level `raw`. The heading is the compass bearing of the sensor's X axis, from
/// 0 to 360 degrees:
///
/// `heading = π/2 - (yaw - β)` with `β = angle_against_north - π/2`, or `β = 0` if the scene does not set that angle
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.gps.ExtendedGPS", title = "GPS, extended", data = ExtendedFix)]
pub struct ExtendedGps {
    receiver: Receiver,
    angle_from_north: f64,
    /// Date of the start. [s since 1970]
    started_at_s: f64,
}

impl Sensor for ExtendedGps {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ExtendedFix) -> Result<(), SetupError> {
        self.receiver = Receiver::start("GPS at level extended", setup)?;
        self.angle_from_north = world_angle_from_north(setup)?;
        self.started_at_s = setup.started_at_s;
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut ExtendedFix) {
        let fix = self.receiver.fix(view);
        let since_start_s = view.now.seconds();
        // Timestamps that begin with 0 show no date.
        let has_date = view.client_time_s - since_start_s >= 1.0;
        let utc_s = if has_date { view.client_time_s } else { self.started_at_s + since_start_s };
        let utc = calendar::utc(utc_s);
        let yaw = view.world_from_sensor().euler().yaw;
        let moves = fix.velocity.truncate().abs().max_element() >= SPEED_MIN;
        let heading =
            if moves { north_angle(yaw, self.angle_from_north).to_degrees() } else { f64::INFINITY };
        *data = ExtendedFix {
            longitude: fix.position.longitude_deg,
            latitude: fix.position.latitude_deg,
            altitude: fix.position.altitude_m,
            velocity: fix.velocity,
            date: ClockText(format!(
                "{:02}{:02}{:02}",
                utc.day(),
                u8::from(utc.month()),
                utc.year().rem_euclid(100)
            )),
            time: ClockText(format!("{:02}{:02}{:02}", utc.hour(), utc.minute(), utc.second())),
            heading,
        };
    }
}
