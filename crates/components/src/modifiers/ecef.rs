//! ECEF: Earth-centred, Earth-fixed coordinates.

use morse_sim::prelude::*;

use crate::common::earth::geodesy::EarthFrame;
use crate::common::fields::Triple;

/// Converts world x, y, z to Earth-centred, Earth-fixed coordinates in metres.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ecef.CoordinatesToECEF",
    title = "Coordinates to ECEF",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToEcef {
    position: Triple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesToEcef {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesToECEF", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesToECEF", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |point_in_world| self.earth.ecef_from_world(point_in_world));
    }
}

/// Converts Earth-centred, Earth-fixed coordinates in metres to world x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
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
    position: Triple,
    earth: EarthFrame,
}

impl Modifier for CoordinatesFromEcef {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesFromECEF", setup, data)?;
        self.earth = EarthFrame::of_scene("CoordinatesFromECEF", setup)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, |point_in_ecef| self.earth.world_from_ecef(point_in_ecef));
    }
}
