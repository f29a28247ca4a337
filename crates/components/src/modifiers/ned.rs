//! NED: conversion between north, east, down and the world's east, north, up.

use std::f64::consts::FRAC_PI_2;

use morse_sim::prelude::*;

use crate::common::fields::Triple;

const ANGLES: [&str; 3] = ["roll", "pitch", "yaw"];

/// Conversion in both directions: swaps the first two axes and negates the third.
fn other_axes(point: DVec3) -> DVec3 {
    DVec3::new(point.y, point.x, -point.z)
}

/// Converts world x, y, z to north, east, down.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.CoordinatesToNED",
    title = "Coordinates to NED",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToNed {
    position: Triple,
}

impl Modifier for CoordinatesToNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesToNED", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, other_axes);
    }
}

/// Converts north, east, down to world x, y, z.
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

impl Modifier for CoordinatesFromNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesFromNED", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, other_axes);
    }
}

/// Converts an attitude to the north-east-down convention: roll is π/2 - yaw, pitch is -pitch, yaw is roll.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.AnglesToNED",
    title = "Angles to NED",
    fits("morse.sensors.gyroscope.Gyroscope")
)]
pub struct AnglesToNed {
    angles: Triple,
}

impl Modifier for AnglesToNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.angles = Triple::find("AnglesToNED", setup, data, ANGLES)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.angles
            .map(data, |DVec3 { x: roll, y: pitch, z: yaw }| DVec3::new(FRAC_PI_2 - yaw, -pitch, roll));
    }
}

/// Converts an attitude from the north-east-down convention: roll is yaw, pitch is -pitch, yaw is π/2 - roll.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.AnglesFromNED",
    title = "Angles from NED",
    fits("morse.actuators.orientation.Orientation")
)]
pub struct AnglesFromNed {
    angles: Triple,
}

impl Modifier for AnglesFromNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.angles = Triple::find("AnglesFromNED", setup, data, ANGLES)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.angles
            .map(data, |DVec3 { x: roll, y: pitch, z: yaw }| DVec3::new(yaw, -pitch, FRAC_PI_2 - roll));
    }
}
