//! Coordinate frames of autopilots: north, east, down (NED) for the world; forward, right, down (FRD) for the body.
//!
//! Poses and velocities of the world are first turned to east, north and up (ENU), by the environment's
//! `angle_against_north`.

use std::f64::consts::FRAC_1_SQRT_2;

use glam::{DQuat, DVec3};

/// Rotation between NED and ENU, in either direction: half a turn about the axis between north and east.
const HALF_TURN_NORTH_EAST: DQuat = DQuat::from_xyzw(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0, 0.0);
/// Rotation between FRD and FLU, in either direction: half a turn about the forward axis.
const HALF_TURN_FORWARD: DQuat = DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);

/// Converts a vector from ENU to NED.
pub(crate) fn ned(enu: DVec3) -> DVec3 {
    DVec3::new(enu.y, enu.x, -enu.z)
}

/// Converts a body vector from FLU to FRD.
pub(crate) fn frd(flu: DVec3) -> DVec3 {
    DVec3::new(flu.x, -flu.y, -flu.z)
}

/// Converts an attitude from ENU/FLU to NED/FRD.
pub(crate) fn ned_from_frd(enu_from_flu: DQuat) -> DQuat {
    let rotation = HALF_TURN_NORTH_EAST * enu_from_flu * HALF_TURN_FORWARD;
    // Autopilots expect the quaternion with w >= 0.
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
    fn robot_along_the_x_axis_heads_east() {
        let east = angles(0.0, 0.0, 0.0);
        assert!((east.yaw - FRAC_PI_2).abs() < 1e-9 && east.roll.abs() < 1e-9 && east.pitch.abs() < 1e-9);
        assert!(angles(0.0, 0.0, FRAC_PI_2).yaw.abs() < 1e-9, "the Y axis is north");
    }

    #[test]
    fn nose_down_is_negative_pitch() {
        let found = angles(0.2, 0.1, 0.0);
        assert!((found.roll - 0.2).abs() < 1e-9 && (found.pitch + 0.1).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn vectors_and_attitudes_convert_alike() {
        let forward = ned_from_frd(DQuat::IDENTITY) * DVec3::X;
        assert!((forward - ned(DVec3::X)).length() < 1e-9);
        assert_eq!(frd(DVec3::Z), -DVec3::Z);
    }
}
