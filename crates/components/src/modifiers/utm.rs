//! UTM: coordinates relative to the origin of a UTM zone instead of the origin of the world.
//!
//! Offsets may be written as text: UTM coordinates have more digits than the single-precision numbers of the
//! original.

use morse_sim::prelude::*;

use crate::common::number_or_text::NumberOrText;
use crate::common::numeric_fields::NumericTriple;

/// The origin of the world in UTM coordinates.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
struct UtmOrigin {
    /// UTM easting (x) of the world's origin. [m]
    #[property(default = 0.0, environment = "UTMXOffset")]
    x_offset: NumberOrText,
    /// UTM northing (y) of the world's origin. [m]
    #[property(default = 0.0, environment = "UTMYOffset")]
    y_offset: NumberOrText,
    /// Height (z) of the world's origin. [m]
    #[property(default = 0.0, environment = "UTMZOffset")]
    z_offset: NumberOrText,
}

impl UtmOrigin {
    /// Difference between UTM coordinates and world coordinates. [m]
    fn offset(&self) -> DVec3 {
        DVec3::new(self.x_offset.0, self.y_offset.0, self.z_offset.0)
    }
}

/// Converts x, y, z of a sensor from world to UTM coordinates: adds the UTM coordinates of the world's origin. [m]
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.utm.CoordinatesToUTM",
    title = "Coordinates to UTM",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToUtm {
    #[property(flatten)]
    origin: UtmOrigin,
    position: NumericTriple,
}

impl Modifier for CoordinatesToUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesToUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        let offset = self.origin.offset();
        self.position.map(data, |point_in_world| point_in_world + offset);
    }
}

/// Converts x, y, z of an actuator from UTM to world coordinates: subtracts the UTM coordinates of the world's origin.
/// [m]
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.utm.CoordinatesFromUTM",
    title = "Coordinates from UTM",
    fits("morse.actuators.destination.Destination", "morse.actuators.waypoint.Waypoint")
)]
pub struct CoordinatesFromUtm {
    #[property(flatten)]
    origin: UtmOrigin,
    position: NumericTriple,
}

impl Modifier for CoordinatesFromUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesFromUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        let offset = self.origin.offset();
        self.position.map(data, |point_in_utm| point_in_utm - offset);
    }
}
