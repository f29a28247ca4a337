//! Geodetic coordinates: longitude, latitude and height above the ellipsoid.

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::earth::geodesy::{EarthFrame, Geodetic};
use crate::common::numeric_fields::NumericTriple;

/// Converts x, y, z of a sensor from world coordinates [m] to longitude [deg], latitude [deg] and altitude above the
/// WGS 84 ellipsoid [m].
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.geodetic.CoordinatesToGeodetic",
    title = "Coordinates to geodetic",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToGeodetic {
    position: NumericTriple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesToGeodetic {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesToGeodetic", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesToGeodetic", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |point_in_world| self.geodetic_from_world(point_in_world));
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.position.propagate(errors, |point_in_world| self.geodetic_from_world(point_in_world));
    }
}

impl CoordinatesToGeodetic {
    /// Longitude [deg], latitude [deg] and altitude [m] of a point of the world [m].
    fn geodetic_from_world(&self, point_in_world: DVec3) -> DVec3 {
        let place = Geodetic::from_ecef(self.earth.ecef_from_world(point_in_world));
        DVec3::new(place.longitude_deg, place.latitude_deg, place.altitude_m)
    }
}

/// Converts x, y, z of an actuator from longitude [deg], latitude [deg] and altitude above the WGS 84 ellipsoid [m] to
/// world coordinates [m].
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.geodetic.CoordinatesFromGeodetic",
    title = "Coordinates from geodetic",
    fits(
        "morse.actuators.destination.Destination",
        "morse.actuators.waypoint.Waypoint",
        "morse.actuators.teleport.Teleport"
    )
)]
pub struct CoordinatesFromGeodetic {
    position: NumericTriple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesFromGeodetic {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesFromGeodetic", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesFromGeodetic", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |DVec3 { x: longitude_deg, y: latitude_deg, z: altitude_m }| {
            let place = Geodetic { longitude_deg, latitude_deg, altitude_m };
            self.earth.world_from_ecef(place.to_ecef())
        });
    }
}
