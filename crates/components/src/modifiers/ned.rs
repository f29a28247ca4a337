//! NED: conversion between the world's east-north-up axes and north-east-down axes.

use std::f64::consts::FRAC_PI_2;

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::numeric_fields::NumericTriple;

const ANGLES: [&str; 3] = ["roll", "pitch", "yaw"];

/// Converts ENU to NED and back: swaps the first two axes and negates the third.
fn swap_enu_ned(point: DVec3) -> DVec3 {
    DVec3::new(point.y, point.x, -point.z)
}

/// Converts x, y, z of a sensor from world axes (east, north, up) to north, east, down. [m]
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.CoordinatesToNED",
    title = "Coordinates to NED",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToNed {
    position: NumericTriple,
}

impl Modifier for CoordinatesToNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesToNED", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, swap_enu_ned);
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.position.propagate(errors, swap_enu_ned);
    }
}

/// Converts x, y, z of an actuator from north, east, down to world axes (east, north, up). [m]
#[derive(Modifier, Clone, Serialize, Deserialize)]
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
    position: NumericTriple,
}

impl Modifier for CoordinatesFromNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = NumericTriple::position("CoordinatesFromNED", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.map(data, swap_enu_ned);
    }
}

/// Converts roll, pitch and yaw to the north-east-down convention of the original. [rad]
fn ned_angles(DVec3 { x: roll, y: pitch, z: yaw }: DVec3) -> DVec3 {
    DVec3::new(FRAC_PI_2 - yaw, -pitch, roll)
}

/// Converts the angles of a sensor to the north-east-down convention of the original: roll' = π/2 - yaw, pitch' =
/// -pitch, yaw' = roll. [rad]
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.AnglesToNED",
    title = "Angles to NED",
    fits("morse.sensors.gyroscope.Gyroscope")
)]
pub struct AnglesToNed {
    angles: NumericTriple,
}

impl Modifier for AnglesToNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.angles = NumericTriple::find("AnglesToNED", setup, data, ANGLES)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.angles.map(data, ned_angles);
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.angles.propagate(errors, ned_angles);
    }
}

/// Converts the angles of an actuator from the north-east-down convention of the original: roll' = yaw, pitch' =
/// -pitch, yaw' = π/2 - roll. [rad]
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.ned.AnglesFromNED",
    title = "Angles from NED",
    fits("morse.actuators.orientation.Orientation")
)]
pub struct AnglesFromNed {
    angles: NumericTriple,
}

impl Modifier for AnglesFromNed {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.angles = NumericTriple::find("AnglesFromNED", setup, data, ANGLES)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.angles
            .map(data, |DVec3 { x: roll, y: pitch, z: yaw }| DVec3::new(yaw, -pitch, FRAC_PI_2 - roll));
    }
}
