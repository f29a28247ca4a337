//! Direction of north in the world, which the environment of a scene sets.

use std::f64::consts::FRAC_PI_2;

use glam::DQuat;
use morse_scene::value::Map;

use crate::contract::component::SetupError;

/// Angle from north to the Y axis of the world, clockwise seen from above: `angle_against_north - 90°` if the environment
/// sets that property. Without it the X axis points east and the Y axis north, and the angle is zero. [rad]
///
/// # Errors
/// If the property is not a finite number.
pub fn world_angle_from_north(environment: &Map) -> Result<f64, SetupError> {
    Ok(given_angle(environment)?.unwrap_or(0.0))
}

fn given_angle(environment: &Map) -> Result<Option<f64>, SetupError> {
    let angle_deg = environment_number(environment, "angle_against_north")?;
    Ok(angle_deg.map(|angle_deg| angle_deg.to_radians() - FRAC_PI_2))
}

/// Rotation from the axes of the world to east, north and up; `None` if the environment does not set the direction of
/// north, so that the X axis points east.
///
/// # Errors
/// If the property is not a finite number.
pub fn given_enu_from_world(environment: &Map) -> Result<Option<DQuat>, SetupError> {
    Ok(given_angle(environment)?.map(enu_from_world))
}

/// Rotation from the axes of the world to east, north and up, for an angle of [`world_angle_from_north`].
#[must_use]
pub fn enu_from_world(world_angle: f64) -> DQuat {
    DQuat::from_rotation_z(-world_angle)
}

/// Reads a numeric property of the environment, rounded to single precision; `None` if it is not set. Scenes of the
/// original stored it in single precision, and clients compare against coordinates rounded in this way.
///
/// # Errors
/// If the property is not a finite number.
pub fn environment_number(environment: &Map, name: &str) -> Result<Option<f64>, SetupError> {
    let Some(value) = environment.get(name) else { return Ok(None) };
    let number = value.as_f64().map(|number| f64::from(number as f32)).filter(|number| number.is_finite());
    match number {
        Some(number) => Ok(Some(number)),
        None => {
            Err(SetupError::Invalid(format!("the environment's property {name} must be a finite number")))
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn x_axis_points_north_at_an_angle_of_zero_and_east_without_angle() {
        let east_north_up =
            |environment| enu_from_world(world_angle_from_north(&environment).unwrap()) * DVec3::X;
        let with = |angle: f64| Map::from([("angle_against_north", angle)]);
        assert!(east_north_up(with(0.0)).distance(DVec3::Y) < 1e-12);
        assert!(east_north_up(with(90.0)).distance(DVec3::X) < 1e-12);
        assert_eq!(east_north_up(Map::new()), DVec3::X);
    }

    #[test]
    fn angle_that_is_not_a_number_is_refused() {
        let environment = Map::from([("angle_against_north", "north")]);
        assert!(world_angle_from_north(&environment).is_err());
    }
}
