//! Orientation: rotates a robot to an attitude.

use morse_sim::prelude::*;

use crate::common::data::AttitudeData;

/// Rotates the robot to an attitude in the world, at once or at a limited rate. The initial command is the attitude
/// of the actuator in the world; a reset of the objects restores it.
///
/// Without a limit, the robot itself takes the attitude. With a limited rate the actuator takes it, and each of the
/// three angles changes in the shorter direction.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.orientation.Orientation",
    data = AttitudeData,
    drives_continuously,
    builder(name = "Orientation")
)]
pub struct Orientation {
    /// Turn rate; infinite to rotate at once. [rad/s]
    #[property(default = f64::INFINITY, min = 0)]
    speed: f64,
    /// Angle at which the goal counts as reached. [rad]
    #[property(default = 0.02, min = 0)]
    tolerance: f64,
    /// Velocity commands the body's rates, Position turns the robot.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
}

impl Actuator for Orientation {
    fn start(&mut self, setup: &Setup<'_>, data: &mut AttitudeData) -> Result<(), SetupError> {
        *data = setup.world.world_from(setup.node).euler().into();
        Ok(())
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
    /// The rate that corrects the remaining angle: full speed, or less when one activation is enough. [rad/s]
    fn rate(&self, gap: f64, rate_hz: f64) -> f64 {
        let gap = normalise_angle(gap);
        if gap.abs() < self.tolerance { 0.0 } else { (gap * rate_hz).clamp(-self.speed, self.speed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actuator(speed: f64) -> Orientation {
        Orientation { speed, ..Orientation::default() }
    }

    #[test]
    fn the_rate_keeps_the_sign_of_the_gap_and_the_limit() {
        assert_eq!(actuator(0.5).rate(1.0, 60.0), 0.5);
        assert_eq!(actuator(0.5).rate(-1.0, 60.0), -0.5);
        assert!((actuator(10.0).rate(-0.03, 60.0) + 1.8).abs() < 1e-12);
        assert_eq!(actuator(0.5).rate(0.019, 60.0), 0.0);
    }

    #[test]
    fn the_short_way_leads_over_half_a_turn() {
        assert_eq!(actuator(0.5).rate(-3.0 - 3.0, 60.0), 0.5);
    }
}
