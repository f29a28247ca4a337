//! Code shared by the controllers of rotorcraft: tilt for acceleration, and attitude control.

use morse_sim::prelude::*;

/// Gains of an attitude controller.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gains {
    /// Angular acceleration per radian of error: roll, pitch, yaw. [1/s²]
    pub(crate) proportional: DVec3,
    /// Angular acceleration per rate of change of the error. [1/s]
    pub(crate) derivative: DVec3,
}

impl Gains {
    /// Proportional and derivative gains, one pair for roll and pitch, one for yaw.
    pub(crate) fn new([level_p, level_d]: [f64; 2], [yaw_p, yaw_d]: [f64; 2]) -> Self {
        Self {
            proportional: DVec3::new(level_p, level_p, yaw_p),
            derivative: DVec3::new(level_d, level_d, yaw_d),
        }
    }
}

/// A proportional-derivative attitude controller.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct AttitudeControl {
    /// Error of roll, pitch and yaw at the last activation, if any. [rad]
    error: Option<DVec3>,
}

impl AttitudeControl {
    /// Angular accelerations of roll, pitch and yaw that reduce the error. [rad/s²]
    pub(crate) fn accelerations(&mut self, error: DVec3, gains: &Gains, rate_hz: f64) -> DVec3 {
        let error = error.map(normalise_angle);
        // At half a turn, the error changes its sign; the difference is wrapped.
        let change = (error - self.error.replace(error).unwrap_or(error)).map(normalise_angle);
        gains.proportional * error + gains.derivative * change * rate_hz
    }
}

/// Limits of the tilt of a rotorcraft, and the tilt for an acceleration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TiltLimits {
    /// Largest roll and pitch. [rad]
    pub(crate) max: f64,
}

impl TiltLimits {
    /// Roll and pitch, for a heading, that accelerate along X and Y of the world with these shares. [rad]
    pub(crate) fn towards(self, x: f64, y: f64, yaw: f64) -> [f64; 2] {
        let (sin, cos) = yaw.sin_cos();
        [sin * x - cos * y, cos * x + sin * y].map(|angle| angle.clamp(-self.max, self.max))
    }

    /// The vertical share of the thrust along Z of the craft, at least that of the largest tilt.
    pub(crate) fn lift(self, now: Euler) -> f64 {
        (now.roll.cos() * now.pitch.cos()).max(self.max.cos().powi(2))
    }
}

/// The properties of an actuator that tilts a craft towards where it is to go.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct TiltControl {
    /// Proportional gain of yaw. [1/s²]
    #[property(name = "YawPgain", default = 12.0)]
    yaw_p: f64,
    /// Derivative gain of yaw. [1/s]
    #[property(name = "YawDgain", default = 6.0)]
    yaw_d: f64,
    /// Proportional gain of roll and pitch. [1/s²]
    #[property(name = "RollPitchPgain", default = 9.7)]
    level_p: f64,
    /// Derivative gain of roll and pitch. [1/s]
    #[property(name = "RollPitchDgain", default = 2.0)]
    level_d: f64,
    /// Largest roll and pitch. [rad]
    #[property(name = "MaxBankAngle", default = 30.0_f64.to_radians(), min = 0, max = 1.5)]
    bank_max: f64,
}

impl TiltControl {
    /// The properties when the scene sets none, with this derivative gain of yaw. [1/s]
    pub(crate) fn with_yaw_d(yaw_d: f64) -> Self {
        Self { yaw_d, ..Self::default() }
    }

    /// Tilts the craft towards `tilt`, in axes of the world [rad], and turns it to a heading [rad], with this force
    /// upwards beyond its weight. [N]
    pub(crate) fn fly(
        &self,
        act: &mut ActContext<'_>,
        control: &mut AttitudeControl,
        tilt: DVec3,
        heading: f64,
        climb: f64,
    ) {
        let now = act.world_from_robot().euler();
        let limits = TiltLimits { max: self.bank_max };
        let [roll, pitch] = limits.towards(tilt.x, tilt.y, now.yaw);
        let thrust = (weight(act) / limits.lift(now) + climb).max(0.0);
        let gains = Gains::new([self.level_p, self.level_d], [self.yaw_p, self.yaw_d]);
        fly(act, control, &gains, DVec3::new(roll, pitch, heading), thrust);
    }
}

/// Applies `thrust` [N] and controls roll, pitch and yaw.
pub(crate) fn fly(
    act: &mut ActContext<'_>,
    control: &mut AttitudeControl,
    gains: &Gains,
    attitude: DVec3,
    thrust: f64,
) {
    let Euler { roll, pitch, yaw } = act.world_from_robot().euler();
    let error = attitude - DVec3::new(roll, pitch, yaw);
    let accelerations = control.accelerations(error, gains, act.rate_hz);
    let weight = weight(act);
    // Rotors with less thrust give less torque. Without gravity, the torque is that on Earth.
    let share = if weight > 0.0 { thrust / weight } else { 1.0 };
    let torque = act.world.local_inertia(act.robot.node) * accelerations * share;
    act.push(Axes::Robot, DVec3::new(0.0, 0.0, thrust), torque);
}

/// Weight of the craft. [N]
pub(crate) fn weight(act: &ActContext<'_>) -> f64 {
    act.world.mass(act.robot.node) * act.world.gravity().length()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn a_craft_leans_where_it_is_to_go() {
        let bank = TiltLimits { max: 0.5 };
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
