//! NED: north, east, down, the axes of aviation, against the world's east, north, up.

use std::f64::consts::FRAC_PI_2;

use morse_sim::prelude::*;

use super::fields::Triple;

const ANGLES: [&str; 3] = ["roll", "pitch", "yaw"];

/// Between the two conventions the first two axes change places and the third one its sign, both ways alike.
fn other_axes(point: DVec3) -> DVec3 {
    DVec3::new(point.y, point.x, -point.z)
}

/// World x, y, z to north, east, down.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.CoordinatesToNED",
    title = "Coordinates to NED",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToNed {
    position: Triple,
}

impl Modify for CoordinatesToNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesToNED", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        self.position.map(data, other_axes);
    }
}

/// North, east, down to world x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.CoordinatesFromNED",
    title = "Coordinates from NED",
    fits(
        "morse.actuators.destination.Destination",
        "morse.actuators.waypoint.Waypoint",
        "morse.actuators.teleport.Teleport"
    )
)]
pub struct CoordinatesFromNed {
    position: Triple,
}

impl Modify for CoordinatesFromNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesFromNED", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        self.position.map(data, other_axes);
    }
}

/// Attitude to the north-east-down convention: roll is π/2 - yaw, pitch is -pitch, yaw is roll.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.AnglesToNED",
    title = "Angles to NED",
    fits("morse.sensors.gyroscope.Gyroscope")
)]
pub struct AnglesToNed {
    angles: Triple,
}

impl Modify for AnglesToNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.angles = Triple::find("AnglesToNED", setup, data, ANGLES)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        self.angles
            .map(data, |DVec3 { x: roll, y: pitch, z: yaw }| DVec3::new(FRAC_PI_2 - yaw, -pitch, roll));
    }
}

/// Attitude from the north-east-down convention: roll is yaw, pitch is -pitch, yaw is π/2 - roll.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.AnglesFromNED",
    title = "Angles from NED",
    fits("morse.actuators.orientation.Orientation")
)]
pub struct AnglesFromNed {
    angles: Triple,
}

impl Modify for AnglesFromNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.angles = Triple::find("AnglesFromNED", setup, data, ANGLES)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        self.angles
            .map(data, |DVec3 { x: roll, y: pitch, z: yaw }| DVec3::new(yaw, -pitch, FRAC_PI_2 - roll));
    }
}
