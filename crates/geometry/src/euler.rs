//! XYZ Euler angles and their conversion from and to quaternions.

use std::f64::consts::{PI, TAU};

use glam::{DMat3, DQuat};
use serde::{Deserialize, Serialize};

/// If the sums of absolute values of both angle sets differ by less than this, both sums are computed and compared. [rad]
const CLOSE_SUMS_RAD: f64 = 1e-6;

/// XYZ Euler angles [rad]: `R = Rz(yaw) · Ry(pitch) · Rx(roll)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Euler {
    /// Rotation about x, applied first. [rad]
    pub roll: f64,
    /// Rotation about y. [rad]
    pub pitch: f64,
    /// Rotation about z, applied last. [rad]
    pub yaw: f64,
}

impl Euler {
    /// Converts the angles to a unit quaternion.
    pub fn to_quat(self) -> DQuat {
        DQuat::from_rotation_z(self.yaw)
            * DQuat::from_rotation_y(self.pitch)
            * DQuat::from_rotation_x(self.roll)
    }

    /// Converts a rotation to Euler angles by Blender's rule.
    ///
    /// A rotation has two sets of XYZ angles. The set with the smaller sum of absolute values is returned, so `pitch`
    /// may lie outside ±π/2 if `roll` and `yaw` are smaller in that set. In gimbal lock (x axis straight up or down),
    /// `yaw` is 0. The threshold for gimbal lock depends on the precision of 32-bit floats, as in the original MORSE.
    pub fn from_quat(rotation: DQuat) -> Euler {
        let m = DMat3::from_quat(rotation);
        // Element of row r, column c of the matrix that acts on column vectors.
        let at = |r: usize, c: usize| m.col(c)[r];
        // Subtracted from zero instead of negated, so that an upright rotation has pitch 0.0 and not -0.0.
        let sin_pitch = 0.0 - at(2, 0);

        let cos_pitch = (at(0, 0) * at(0, 0) + at(1, 0) * at(1, 0)).sqrt();
        if cos_pitch <= 16.0 * f64::from(f32::EPSILON) {
            return Euler {
                roll: libm::atan2(-at(1, 2), at(1, 1)),
                pitch: libm::atan2(sin_pitch, cos_pitch),
                yaw: 0.0,
            };
        }
        let near = Euler {
            roll: libm::atan2(at(2, 1), at(2, 2)),
            pitch: libm::atan2(sin_pitch, cos_pitch),
            yaw: libm::atan2(at(1, 0), at(0, 0)),
        };
        // Each angle of the second set differs by a half turn, so the two sums add up to 3 π.
        if near.absolute_sum() < 1.5 * PI - CLOSE_SUMS_RAD {
            return near;
        }
        let far = Euler {
            roll: libm::atan2(-at(2, 1), -at(2, 2)),
            pitch: libm::atan2(sin_pitch, -cos_pitch),
            yaw: libm::atan2(-at(1, 0), -at(0, 0)),
        };
        if near.absolute_sum() > far.absolute_sum() { far } else { near }
    }

    fn absolute_sum(self) -> f64 {
        self.roll.abs() + self.pitch.abs() + self.yaw.abs()
    }
}

/// Wraps an angle [rad] to [-π, π).
pub fn normalise_angle(angle: f64) -> f64 {
    if (-PI..PI).contains(&angle) {
        return angle;
    }
    // rem_euclid may round up to the modulus itself for tiny negative arguments.
    let wrapped = (angle + PI).rem_euclid(TAU);
    if wrapped >= TAU { -PI } else { wrapped - PI }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    fn angles(roll: f64, pitch: f64, yaw: f64) -> Euler {
        Euler { roll, pitch, yaw }
    }

    fn assert_reads_back(given: Euler) {
        let read = Euler::from_quat(given.to_quat());
        for (a, b) in [(read.roll, given.roll), (read.pitch, given.pitch), (read.yaw, given.yaw)] {
            assert!((a - b).abs() < 1e-6, "{given:?} was read as {read:?}");
        }
    }

    #[test]
    fn pitch_alone_reads_back_over_the_whole_circle() {
        for step in -31..=31 {
            assert_reads_back(angles(0.0, f64::from(step) / 10.0, 0.0));
        }
    }

    #[test]
    fn small_attitudes_read_back() {
        assert_reads_back(angles(0.1, -0.2, 0.3));
        assert_reads_back(angles(-1.0, 1.2, -0.4));
        assert_reads_back(angles(0.0, 0.0, 3.1));
    }

    #[test]
    fn angle_set_with_smaller_sum_is_returned() {
        // (π, 0.2, π) is the same rotation as (0, π - 0.2, 0).
        let read = Euler::from_quat(angles(PI, 0.2, PI).to_quat());
        assert!((read.pitch - (PI - 0.2)).abs() < 1e-9, "{read:?}");
        assert!(read.roll.abs() < 1e-9 && read.yaw.abs() < 1e-9, "{read:?}");
    }

    #[test]
    fn straight_up_has_no_yaw() {
        let read = Euler::from_quat(angles(0.4, FRAC_PI_2, 0.0).to_quat());
        assert_eq!(read.yaw, 0.0);
        assert!((read.roll - 0.4).abs() < 1e-6 && (read.pitch - FRAC_PI_2).abs() < 1e-6);
    }

    #[test]
    fn angles_wrap_to_the_half_open_circle() {
        assert_eq!(normalise_angle(PI), -PI);
        assert_eq!(normalise_angle(-PI), -PI);
        assert!((normalise_angle(3.0 * PI / 2.0) + FRAC_PI_2).abs() < 1e-12);
        assert!((normalise_angle(-7.0 * PI / 2.0) - FRAC_PI_2).abs() < 1e-12);
        let almost = normalise_angle(-PI - 1e-300);
        assert!((-PI..PI).contains(&almost));
    }
}
