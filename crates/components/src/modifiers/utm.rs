//! UTM: coordinates counted from the origin of a map's zone instead of that of the world.
//!
//! Offsets may be written as text: UTM coordinates have more digits than the numbers of the original held.

use morse_sim::prelude::*;

use super::fields::Triple;
use crate::number::NumberOrText;

/// Adds the UTM offset of the world origin to x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.utm.CoordinatesToUTM",
    title = "Coordinates to UTM",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToUtm {
    /// UTM x of the world origin. [m]
    #[property(default = 0.0, environment = "UTMXOffset")]
    x_offset: NumberOrText,
    /// UTM y of the world origin. [m]
    #[property(default = 0.0, environment = "UTMYOffset")]
    y_offset: NumberOrText,
    /// UTM z of the world origin. [m]
    #[property(default = 0.0, environment = "UTMZOffset")]
    z_offset: NumberOrText,
    position: Triple,
}

impl Modify for CoordinatesToUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesToUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        let offset = DVec3::new(self.x_offset.0, self.y_offset.0, self.z_offset.0);
        self.position.map(data, |point_in_world| point_in_world + offset);
    }
}

/// Subtracts the UTM offset of the world origin from x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.utm.CoordinatesFromUTM",
    title = "Coordinates from UTM",
    fits("morse.actuators.destination.Destination", "morse.actuators.waypoint.Waypoint")
)]
pub struct CoordinatesFromUtm {
    /// UTM x of the world origin. [m]
    #[property(default = 0.0, environment = "UTMXOffset")]
    x_offset: NumberOrText,
    /// UTM y of the world origin. [m]
    #[property(default = 0.0, environment = "UTMYOffset")]
    y_offset: NumberOrText,
    /// UTM z of the world origin. [m]
    #[property(default = 0.0, environment = "UTMZOffset")]
    z_offset: NumberOrText,
    position: Triple,
}

impl Modify for CoordinatesFromUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesFromUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        let offset = DVec3::new(self.x_offset.0, self.y_offset.0, self.z_offset.0);
        self.position.map(data, |point_in_utm| point_in_utm - offset);
    }
}
