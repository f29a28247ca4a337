//! Axes of autopilots: north, east, down for the world, and forward, right, down for the body.
//!
//! The world's X axis counts as east and its Y axis as north.

use std::f64::consts::FRAC_1_SQRT_2;

use glam::{DQuat, DVec3};

/// Turns north, east, down into east, north, up, and back: half a turn about the axis between north and east.
const HALF_TURN_NORTH_EAST: DQuat = DQuat::from_xyzw(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0, 0.0);
/// Turns forward, right, down into forward, left, up, and back: half a turn about the axis ahead.
const HALF_TURN_AHEAD: DQuat = DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);

/// A vector of the world along north, east, down.
pub(crate) fn ned(enu: DVec3) -> DVec3 {
    DVec3::new(enu.y, enu.x, -enu.z)
}

/// A vector of the body along forward, right, down.
pub(crate) fn frd(flu: DVec3) -> DVec3 {
    DVec3::new(flu.x, -flu.y, -flu.z)
}

/// An attitude between these axes.
pub(crate) fn ned_from_frd(enu_from_flu: DQuat) -> DQuat {
    let rotation = HALF_TURN_NORTH_EAST * enu_from_flu * HALF_TURN_AHEAD;
    // Of the two quaternions of a rotation, the one that autopilots expect.
    if rotation.w < 0.0 { -rotation } else { rotation }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use morse_world::Euler;

    use super::*;

    fn angles(roll: f64, pitch: f64, yaw: f64) -> Euler {
        Euler::from_quat(ned_from_frd(Euler { roll, pitch, yaw }.to_quat()))
    }

    #[test]
    fn a_robot_along_the_x_axis_heads_east() {
        let east = angles(0.0, 0.0, 0.0);
        assert!((east.yaw - FRAC_PI_2).abs() < 1e-9 && east.roll.abs() < 1e-9 && east.pitch.abs() < 1e-9);
        assert!(angles(0.0, 0.0, FRAC_PI_2).yaw.abs() < 1e-9, "and along the Y axis north");
    }

    #[test]
    fn a_nose_that_is_down_has_a_negative_pitch() {
        let found = angles(0.2, 0.1, 0.0);
        assert!((found.roll - 0.2).abs() < 1e-9 && (found.pitch + 0.1).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn vectors_turn_as_attitudes_do() {
        let forward = ned_from_frd(DQuat::IDENTITY) * DVec3::X;
        assert!((forward - ned(DVec3::X)).length() < 1e-9);
        assert_eq!(frd(DVec3::Z), -DVec3::Z);
    }
}
