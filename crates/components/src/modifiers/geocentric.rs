//! Geocentric coordinates: longitude, geocentric latitude, and distance from the center of the Earth.

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::earth::geodesy::EarthFrame;
use crate::common::numeric_fields::NumericTriple;

/// Converts a point in ECEF [m] to longitude [deg], geocentric latitude [deg] and radius [m].
fn geocentric_from_ecef(point: DVec3) -> DVec3 {
    let longitude = libm::atan2(point.y, point.x);
    let latitude = libm::atan2(point.z, libm::hypot(point.x, point.y));
    DVec3::new(longitude.to_degrees(), latitude.to_degrees(), point.length())
}

/// Converts longitude [deg], geocentric latitude [deg] and radius [m] to a point in ECEF [m].
fn ecef_from_geocentric(geocentric: DVec3) -> DVec3 {
    let (sin_lon, cos_lon) = libm::sincos(geocentric.x.to_radians());
    let (sin_lat, cos_lat) = libm::sincos(geocentric.y.to_radians());
    DVec3::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat) * geocentric.z
}

/// Converts x, y, z of a sensor from world coordinates [m] to longitude [deg], geocentric latitude [deg] and distance
/// from the center of the Earth [m].
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.geocentric.CoordinatesToGeocentric",
    title = "Coordinates to geocentric",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToGeocentric {
    position: NumericTriple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesToGeocentric {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesToGeocentric", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesToGeocentric", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position
            .map(data, |point_in_world| geocentric_from_ecef(self.earth.ecef_from_world(point_in_world)));
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.position.propagate(errors, |point_in_world| {
            geocentric_from_ecef(self.earth.ecef_from_world(point_in_world))
        });
    }
}

/// Converts x, y, z of an actuator from longitude [deg], geocentric latitude [deg] and distance from the center of the
/// Earth [m] to world coordinates [m].
#[derive(Modifier, Clone, Serialize, Deserialize)]
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
    position: NumericTriple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesFromGeocentric {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesFromGeocentric", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesFromGeocentric", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |geocentric| self.earth.world_from_ecef(ecef_from_geocentric(geocentric)));
    }
}
