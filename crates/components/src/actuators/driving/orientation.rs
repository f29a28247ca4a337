//! Orientation: rotates a robot to an attitude.

use morse_sim::prelude::*;

use crate::common::pose_data::AttitudeData;

/// Rotates the robot to an attitude in the world, at once or at a limited rate. The initial command, also after a reset
/// of the objects, is the current attitude of the actuator in the world.
///
/// With an infinite `speed`, the robot itself takes the attitude at once. With a finite `speed` the robot turns until the
/// actuator has the attitude, and each of the three angles changes in the shorter direction.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.orientation.Orientation",
    data = AttitudeData,
    drives(command),
    builder(name = "Orientation")
)]
pub struct Orientation {
    /// Maximum rate of each angle; infinite to rotate at once. [rad/s]
    #[property(default = f64::INFINITY, min = 0)]
    speed: f64,
    /// Error of an angle below which it is not corrected. [rad]
    #[property(default = 0.02, min = 0)]
    tolerance: f64,
    /// `Velocity` commands the angular velocity of the body; `Position` turns the robot.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
}

impl Actuator for Orientation {
    fn needs_moving_body(&self) -> bool {
        self.control == ControlType::Velocity && self.speed.is_finite()
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut AttitudeData) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut AttitudeData) {
        *data = begin.world.world_from(begin.node).euler().into();
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut AttitudeData) {
        let goal = Euler::from(&*data);
        if self.speed.is_infinite() {
            act.force_pose(None, Some(goal.to_quat()));
            return;
        }
        let now = act.world_from_actuator().euler();
        let rates = DVec3::new(
            self.rate(goal.roll - now.roll, act.rate_hz),
            self.rate(goal.pitch - now.pitch, act.rate_hz),
            self.rate(goal.yaw - now.yaw, act.rate_hz),
        );
        act.apply_speed(self.control, DVec3::ZERO, rates);
    }

    fn reset(&mut self, call: &mut Call<'_, AttitudeData>) {
        *call.data = call.world.world_from(call.node).euler().into();
    }
}

impl Orientation {
    /// Rate that corrects an error [rad]: full speed, or less if that corrects it in one activation. [rad/s]
    fn rate(&self, error: f64, rate_hz: f64) -> f64 {
        let error = normalise_angle(error);
        if error.abs() < self.tolerance { 0.0 } else { (error * rate_hz).clamp(-self.speed, self.speed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actuator(speed: f64) -> Orientation {
        Orientation { speed, ..Orientation::default() }
    }

    #[test]
    fn rate_keeps_the_sign_of_the_error_and_the_limit() {
        assert_eq!(actuator(0.5).rate(1.0, 60.0), 0.5);
        assert_eq!(actuator(0.5).rate(-1.0, 60.0), -0.5);
        assert!((actuator(10.0).rate(-0.03, 60.0) + 1.8).abs() < 1e-12);
        assert_eq!(actuator(0.5).rate(0.019, 60.0), 0.0);
    }

    #[test]
    fn the_shorter_direction_may_cross_half_a_turn() {
        assert_eq!(actuator(0.5).rate(-3.0 - 3.0, 60.0), 0.5);
    }
}
