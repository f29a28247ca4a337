//! What the controllers of rotorcraft share: how they lean to accelerate, and how they turn to an attitude.

use morse_sim::prelude::*;

/// Gains of the angles of an attitude.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gains {
    /// Angular acceleration for each radian of error: roll, pitch, yaw. [1/s²]
    pub(super) proportional: DVec3,
    /// Angular acceleration for each radian per second by which the error grows. [1/s]
    pub(super) derivative: DVec3,
}

impl Gains {
    /// Roll and pitch have one pair of gains, proportional and derivative; yaw has another.
    pub(super) fn new([level_p, level_d]: [f64; 2], [yaw_p, yaw_d]: [f64; 2]) -> Self {
        Self {
            proportional: DVec3::new(level_p, level_p, yaw_p),
            derivative: DVec3::new(level_d, level_d, yaw_d),
        }
    }
}

/// Turns a body to an attitude: proportional to the error of each angle and to how fast it changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct AttitudeControl {
    /// Error of roll, pitch and yaw at the last activation, if there was one. [rad]
    error: Option<DVec3>,
}

impl AttitudeControl {
    /// Angular accelerations of roll, pitch and yaw that lessen the error. [rad/s²]
    pub(super) fn accelerations(&mut self, error: DVec3, gains: &Gains, rate_hz: f64) -> DVec3 {
        let error = error.map(normalise_angle);
        // Over half a turn, an error changes its sign and not its size.
        let change = (error - self.error.replace(error).unwrap_or(error)).map(normalise_angle);
        gains.proportional * error + gains.derivative * change * rate_hz
    }
}

/// How far a rotorcraft may lean, and how it leans to accelerate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bank {
    /// Largest roll and pitch. [rad]
    pub(super) max: f64,
}

impl Bank {
    /// Roll and pitch of a craft with that heading that pull it along X and Y of the world in those shares. [rad]
    pub(super) fn towards(self, x: f64, y: f64, yaw: f64) -> [f64; 2] {
        let (sin, cos) = yaw.sin_cos();
        [sin * x - cos * y, cos * x + sin * y].map(|angle| angle.clamp(-self.max, self.max))
    }

    /// The share of the thrust along Z of the craft that carries it, no less than when it leans as far as it may.
    pub(super) fn lift(self, now: Euler) -> f64 {
        (now.roll.cos() * now.pitch.cos()).max(self.max.cos().powi(2))
    }
}

/// Pushes a craft by `thrust` [N] and turns it to roll, pitch and yaw.
pub(super) fn fly(
    act: &mut Act<'_>,
    control: &mut AttitudeControl,
    gains: &Gains,
    attitude: DVec3,
    thrust: f64,
) {
    let Euler { roll, pitch, yaw } = act.world_from_robot().euler();
    let error = attitude - DVec3::new(roll, pitch, yaw);
    let accelerations = control.accelerations(error, gains, act.rate_hz);
    let weight = weight(act);
    // Rotors that carry less turn the craft less. Where nothing weighs anything, they turn it as they do on Earth.
    let share = if weight > 0.0 { thrust / weight } else { 1.0 };
    let torque = act.world.local_inertia(act.robot.node) * accelerations * share;
    act.push(Axes::Robot, DVec3::new(0.0, 0.0, thrust), torque);
}

/// Weight of the craft. [N]
pub(super) fn weight(act: &Act<'_>) -> f64 {
    act.world.mass(act.robot.node) * act.world.gravity().length()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn a_craft_leans_where_it_is_to_go() {
        let bank = Bank { max: 0.5 };
        let near = |got: [f64; 2], expected: [f64; 2]| {
            got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-12)
        };
        // Nose down to fly ahead, left side up to fly to the right.
        assert!(near(bank.towards(0.1, 0.0, 0.0), [0.0, 0.1]));
        assert!(near(bank.towards(0.0, 0.1, 0.0), [-0.1, 0.0]));
        assert!(near(bank.towards(0.1, 0.0, FRAC_PI_2), [0.1, 0.0]));
        assert!(near(bank.towards(9.0, -9.0, 0.0), [0.5, 0.5]));
    }

    #[test]
    fn an_error_that_passes_half_a_turn_is_no_jump() {
        let gains = Gains::new([0.0, 0.0], [0.0, 1.0]);
        let mut control = AttitudeControl::default();
        assert_eq!(control.accelerations(DVec3::new(0.0, 0.0, 3.1), &gains, 10.0), DVec3::ZERO);
        let after = control.accelerations(DVec3::new(0.0, 0.0, 3.2), &gains, 10.0);
        assert!((after.z - 1.0).abs() < 1e-9, "{after}");
    }
}
