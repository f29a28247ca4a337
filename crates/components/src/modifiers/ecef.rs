//! ECEF: Earth-centered, Earth-fixed coordinates.

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::earth::geodesy::EarthFrame;
use crate::common::numeric_fields::NumericTriple;

/// Converts x, y, z of a sensor from world coordinates to Earth-centered, Earth-fixed (ECEF) coordinates. [m]
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ecef.CoordinatesToECEF",
    title = "Coordinates to ECEF",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToEcef {
    position: NumericTriple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesToEcef {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesToECEF", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesToECEF", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |point_in_world| self.earth.ecef_from_world(point_in_world));
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.position.propagate(errors, |point_in_world| self.earth.ecef_from_world(point_in_world));
    }
}

/// Converts x, y, z of an actuator from Earth-centered, Earth-fixed (ECEF) coordinates to world coordinates. [m]
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ecef.CoordinatesFromECEF",
    title = "Coordinates from ECEF",
    fits(
        "morse.actuators.destination.Destination",
        "morse.actuators.waypoint.Waypoint",
        "morse.actuators.teleport.Teleport"
    )
)]
pub struct CoordinatesFromEcef {
    position: NumericTriple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesFromEcef {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesFromECEF", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesFromECEF", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |point_in_ecef| self.earth.world_from_ecef(point_in_ecef));
    }
}
