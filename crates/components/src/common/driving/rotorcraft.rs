//! Code shared by the controllers of rotorcraft: tilt for acceleration, and attitude control.

use std::collections::BTreeSet;

use morse_sim::prelude::*;
use morse_world::NodeId;

/// Maximum thrust of the rotors, in weights of the craft.
const THRUST_MAX: f64 = 5.0;
/// Maximum angular acceleration by the rotors. [rad/s²]
const ACCELERATION_MAX: f64 = 300.0;
/// Rate of roll, pitch or yaw beyond which the rotors do not accelerate it further. The controller sees angles once per
/// activation, so it cannot control a craft that tumbles faster, and would only add energy. [rad/s]
const RATE_MAX: f64 = 30.0;

/// Gains of an attitude controller.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gains {
    /// Angular acceleration per angle error, for roll, pitch and yaw. [1/s²]
    pub(crate) proportional: DVec3,
    /// Angular acceleration per rate of change of the error, for roll, pitch and yaw. [1/s]
    pub(crate) derivative: DVec3,
}

impl Gains {
    /// Creates gains from a pair (proportional, derivative) for roll and pitch, and a pair for yaw.
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
    /// Error of roll, pitch and yaw at the last activation; `None` before the first one. [rad]
    error: Option<DVec3>,
}

impl AttitudeControl {
    /// Angular accelerations of roll, pitch and yaw that reduce the error. [rad/s²]
    pub(crate) fn accelerations(&mut self, error: DVec3, gains: &Gains, rate_hz: f64) -> DVec3 {
        let error = error.map(normalise_angle);
        // The error jumps from π to -π, so its difference is wrapped.
        let change = (error - self.error.replace(error).unwrap_or(error)).map(normalise_angle);
        gains.proportional * error + gains.derivative * change * rate_hz
    }
}

/// Limits of the tilt of a rotorcraft, and the tilt for an acceleration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TiltLimits {
    /// Maximum roll and pitch. [rad]
    pub(crate) max: f64,
}

impl TiltLimits {
    /// Roll and pitch that tilt the craft by `x` and `y` along the axes of the world, at a heading. [rad]
    pub(crate) fn roll_and_pitch(self, x: f64, y: f64, yaw: f64) -> [f64; 2] {
        let (sin, cos) = libm::sincos(yaw);
        [sin * x - cos * y, cos * x + sin * y].map(|angle| angle.clamp(-self.max, self.max))
    }

    /// Vertical fraction of the thrust along the Z axis of the craft. The lower limit is that of maximum roll and pitch.
    pub(crate) fn vertical_fraction(self, now: Euler) -> f64 {
        (libm::cos(now.roll) * libm::cos(now.pitch)).max(libm::cos(self.max).powi(2))
    }
}

/// Properties of an actuator that accelerates a craft by tilting it.
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
    /// Maximum roll and pitch. [rad]
    #[property(name = "MaxBankAngle", default = 30.0_f64.to_radians(), min = 0, max = 1.5)]
    bank_max: f64,
}

impl TiltControl {
    /// Default properties with a derivative gain of yaw [1/s].
    pub(crate) fn with_yaw_d(yaw_d: f64) -> Self {
        Self { yaw_d, ..Self::default() }
    }

    /// Tilts the craft by `tilt`, along the axes of the world [rad], and turns it to a heading [rad]. `climb` is the
    /// upward force in addition to its weight [N].
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
        let [roll, pitch] = limits.roll_and_pitch(tilt.x, tilt.y, now.yaw);
        let thrust = (weight(act) / limits.vertical_fraction(now) + climb).max(0.0);
        let gains = Gains::new([self.level_p, self.level_d], [self.yaw_p, self.yaw_d]);
        fly(act, control, &gains, DVec3::new(roll, pitch, heading), thrust);
    }
}

/// Applies `thrust` [N] along the Z axis, and a torque that controls roll, pitch and yaw [rad].
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
    // The torque of rotors is proportional to their thrust. Without gravity, full torque is available.
    let (thrust, torque_fraction) = match weight > 0.0 {
        true => (thrust.min(THRUST_MAX * weight), thrust.min(THRUST_MAX * weight) / weight),
        false => (thrust, 1.0),
    };
    let rates = act.world_from_robot().rotation.inverse() * act.world.angular_velocity(act.robot.node);
    let torque = act.world.local_inertia(act.robot.node) * limited(accelerations * torque_fraction, rates);
    act.push(Axes::Robot, DVec3::new(0.0, 0.0, thrust), torque);
}

/// The angular accelerations [rad/s²] that rotors can give a craft that rolls, pitches and yaws at `rates` [rad/s].
fn limited(accelerations: DVec3, rates: DVec3) -> DVec3 {
    let limit = |acceleration: f64, rate: f64| {
        let speeds_up = rate.abs() > RATE_MAX && acceleration * rate > 0.0;
        if speeds_up { 0.0 } else { acceleration.clamp(-ACCELERATION_MAX, ACCELERATION_MAX) }
    };
    DVec3::new(
        limit(accelerations.x, rates.x),
        limit(accelerations.y, rates.y),
        limit(accelerations.z, rates.z),
    )
}

/// Weight of the robot, with the links that its joints carry. [N]
pub(crate) fn weight(act: &ActContext<'_>) -> f64 {
    let (world, robot) = (&*act.world, act.robot.node);
    // Most scenes have no joints, and this is computed in every tick.
    if world.joints().len() == 0 {
        return world.mass(robot) * world.gravity().length();
    }
    let carried: BTreeSet<NodeId> = world
        .joints_below(robot)
        .into_iter()
        .flat_map(|joint| world.subtree(world.joint_child(joint)))
        .collect();
    let mass = world.mass(robot) + carried.into_iter().map(|node| world.mass(node)).sum::<f64>();
    mass * world.gravity().length()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn craft_tilts_in_the_direction_of_acceleration() {
        let bank = TiltLimits { max: 0.5 };
        let near = |got: [f64; 2], expected: [f64; 2]| {
            got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-12)
        };
        // Nose down to fly ahead, left side up to fly to the right.
        assert!(near(bank.roll_and_pitch(0.1, 0.0, 0.0), [0.0, 0.1]));
        assert!(near(bank.roll_and_pitch(0.0, 0.1, 0.0), [-0.1, 0.0]));
        assert!(near(bank.roll_and_pitch(0.1, 0.0, FRAC_PI_2), [0.1, 0.0]));
        assert!(near(bank.roll_and_pitch(9.0, -9.0, 0.0), [0.5, 0.5]));
    }

    #[test]
    fn rotors_do_not_speed_up_a_craft_that_tumbles() {
        let accelerations = DVec3::new(1e9, 50.0, -50.0);
        assert_eq!(limited(accelerations, DVec3::ZERO), DVec3::new(ACCELERATION_MAX, 50.0, -50.0));
        let tumbles = DVec3::new(-40.0, 40.0, 40.0);
        assert_eq!(limited(accelerations, tumbles), DVec3::new(ACCELERATION_MAX, 0.0, -50.0));
    }

    #[test]
    fn error_that_passes_half_a_turn_does_not_jump() {
        let gains = Gains::new([0.0, 0.0], [0.0, 1.0]);
        let mut control = AttitudeControl::default();
        assert_eq!(control.accelerations(DVec3::new(0.0, 0.0, 3.1), &gains, 10.0), DVec3::ZERO);
        let after = control.accelerations(DVec3::new(0.0, 0.0, 3.2), &gains, 10.0);
        assert!((after.z - 1.0).abs() < 1e-9, "{after}");
    }
}
