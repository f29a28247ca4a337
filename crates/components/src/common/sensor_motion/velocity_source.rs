//! Source of a sensor's velocities: the robot's body, or differences of poses of the sensor.

use morse_sim::prelude::*;

/// Minimum time between two poses whose difference gives a velocity. [s]
pub(crate) const INTERVAL_S_MIN: f64 = 1e-6;

/// Source of the velocity that a sensor measures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComputationMode {
    /// `Velocity` if the robot has a body, else `Position`.
    #[default]
    Automatic,
    /// The velocity of the robot's body.
    Velocity,
    /// Differences between poses of the sensor.
    Position,
}

morse_sim::choice!(ComputationMode { Automatic, Velocity, Position });

impl ComputationMode {
    /// Whether the sensor reads the velocity of the robot's body.
    ///
    /// # Errors
    /// If the mode is `Velocity` and the robot has no body.
    pub(crate) fn reads_body(self, setup: &Setup<'_>) -> Result<bool, SetupError> {
        let has_body = setup.world.has_body(setup.robot);
        match self {
            Self::Automatic => Ok(has_body),
            Self::Position => Ok(false),
            Self::Velocity if has_body => Ok(true),
            Self::Velocity => Err(SetupError::Missing(format!(
                "{} has ComputationMode Velocity, but the robot {} has no body whose velocity could be read; \
                 use Position or Automatic",
                setup.name,
                setup.world.name(setup.robot)
            ))),
        }
    }
}

/// Rotation from the robot's axes to the sensor's axes.
pub(crate) fn sensor_from_robot(setup: &Setup<'_>) -> DQuat {
    setup.world.world_from(setup.node).rotation.conjugate() * setup.world.world_from(setup.robot).rotation
}

/// Angular velocity about the axes of a body whose XYZ Euler angles changed from `previous` to `now` in `dt_s`. [rad/s]
///
/// Source of the relation between Euler rates and body rates: Diebel, "Representing attitude" (2006), eq. 74. Differences
/// of angles are wrapped to ±π, so that passing ±π gives no spike.
pub(crate) fn angular_rates(previous: Euler, now: Euler, dt_s: f64) -> DVec3 {
    let rate = |from: f64, to: f64| normalise_angle(to - from) / dt_s;
    let roll_rate = rate(previous.roll, now.roll);
    let pitch_rate = rate(previous.pitch, now.pitch);
    let yaw_rate = rate(previous.yaw, now.yaw);
    let (sin_roll, cos_roll) = libm::sincos(now.roll);
    let (sin_pitch, cos_pitch) = libm::sincos(now.pitch);
    DVec3::new(
        roll_rate - sin_pitch * yaw_rate,
        cos_roll * pitch_rate + sin_roll * cos_pitch * yaw_rate,
        -sin_roll * pitch_rate + cos_roll * cos_pitch * yaw_rate,
    )
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    fn rates_of_rotation(axis_in_body: DVec3, start: Euler) -> DVec3 {
        let dt_s = 1e-6;
        let turned = start.to_quat() * DQuat::from_scaled_axis(axis_in_body * dt_s);
        angular_rates(start, Euler::from_quat(turned), dt_s)
    }

    #[test]
    fn rates_are_about_the_axes_of_the_body() {
        let start = Euler { roll: 0.4, pitch: -0.3, yaw: 1.2 };
        for axis in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.2, -0.5, 1.0)] {
            assert!((rates_of_rotation(axis, start) - axis).length() < 1e-4);
        }
    }

    #[test]
    fn passing_half_a_turn_gives_no_spike() {
        let at = |yaw| Euler { yaw, ..Euler::default() };
        let rates = angular_rates(at(PI - 0.01), at(-PI + 0.01), 0.1);
        assert!((rates - DVec3::new(0.0, 0.0, 0.2)).length() < 1e-9);
    }
}
