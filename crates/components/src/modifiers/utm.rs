//! UTM: coordinates relative to the origin of a UTM zone instead of that of the world.
//!
//! Offsets may be written as text: UTM coordinates have more digits than the single-precision numbers of the
//! original.

use morse_sim::prelude::*;

use crate::common::fields::Triple;
use crate::common::number::NumberOrText;

/// The origin of the world in UTM coordinates.
#[derive(PropertyGroup, Serialize, Deserialize)]
struct UtmOrigin {
    /// UTM x of the world origin. [m]
    #[property(default = 0.0, environment = "UTMXOffset")]
    x_offset: NumberOrText,
    /// UTM y of the world origin. [m]
    #[property(default = 0.0, environment = "UTMYOffset")]
    y_offset: NumberOrText,
    /// UTM z of the world origin. [m]
    #[property(default = 0.0, environment = "UTMZOffset")]
    z_offset: NumberOrText,
}

impl UtmOrigin {
    /// What UTM coordinates have more than those of the world. [m]
    fn offset(&self) -> DVec3 {
        DVec3::new(self.x_offset.0, self.y_offset.0, self.z_offset.0)
    }
}

/// Adds the UTM offset of the world origin to x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.utm.CoordinatesToUTM",
    title = "Coordinates to UTM",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToUtm {
    #[property(flatten)]
    origin: UtmOrigin,
    position: Triple,
}

impl Modifier for CoordinatesToUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesToUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        let offset = self.origin.offset();
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
    #[property(flatten)]
    origin: UtmOrigin,
    position: Triple,
}

impl Modifier for CoordinatesFromUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesFromUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        let offset = self.origin.offset();
        self.position.map(data, |point_in_utm| point_in_utm - offset);
    }
}
