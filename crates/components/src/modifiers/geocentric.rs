//! Geocentric coordinates: longitude, geocentric latitude, and distance from the centre of the Earth.

use morse_sim::prelude::*;

use crate::common::earth::geodesy::EarthFrame;
use crate::common::fields::Triple;

/// Longitude [deg], geocentric latitude [deg] and radius [m] of a point in ECEF.
fn geocentric_from_ecef(point: DVec3) -> DVec3 {
    let longitude = point.y.atan2(point.x);
    let latitude = point.z.atan2(point.x.hypot(point.y));
    DVec3::new(longitude.to_degrees(), latitude.to_degrees(), point.length())
}

/// The point in ECEF. [m]
fn ecef_from_geocentric(geocentric: DVec3) -> DVec3 {
    let (sin_lon, cos_lon) = geocentric.x.to_radians().sin_cos();
    let (sin_lat, cos_lat) = geocentric.y.to_radians().sin_cos();
    DVec3::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat) * geocentric.z
}

/// Converts world x, y, z to longitude and geocentric latitude in degrees and radius in metres.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.geocentric.CoordinatesToGeocentric",
    title = "Coordinates to geocentric",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToGeocentric {
    position: Triple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesToGeocentric {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesToGeocentric", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesToGeocentric", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position
            .map(data, |point_in_world| geocentric_from_ecef(self.earth.ecef_from_world(point_in_world)));
    }
}

/// Converts longitude and geocentric latitude in degrees and radius in metres to world x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.geocentric.CoordinatesFromGeocentric",
    title = "Coordinates from geocentric",
    fits(
        "morse.actuators.destination.Destination",
        "morse.actuators.waypoint.Waypoint",
        "morse.actuators.teleport.Teleport"
    )
)]
pub struct CoordinatesFromGeocentric {
    position: Triple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesFromGeocentric {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesFromGeocentric", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesFromGeocentric", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |geocentric| self.earth.world_from_ecef(ecef_from_geocentric(geocentric)));
    }
}
