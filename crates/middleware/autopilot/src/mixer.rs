//! Mixers: convert signals of an autopilot to the command of an actuator.

use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::StreamSpec;

use crate::signals::Signals;

/// Maximum number of outputs of an autopilot.
const OUTPUTS_MAX: i64 = 32;

/// Mapping of outputs, numbered from 1, to the command of an actuator.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mixer {
    /// Rotor speeds, each proportional to the signal of its output. [rad/s]
    Rotors { outputs: [usize; 4], speed_max: f64 },
    /// Steering angle of the front wheels and engine force of a car. [rad, N]
    Car { steering: usize, throttle: usize, angle_max: f64, force_max: f64 },
    /// Common angle and thrust of both motors of a boat. [rad, N]
    Boat { steering: usize, throttle: usize, angle_max: f64, thrust_max: f64 },
    /// Thrusts of the left and the right motor of a boat. [N]
    BoatSkid { left: usize, right: usize, thrust_max: f64 },
    /// Forward speed and yaw rate. [m/s, rad/s]
    Unicycle { steering: usize, throttle: usize, speed_max: f64, rate_max: f64 },
    /// Forward speed and yaw rate, mixed from the throttles of the left and the right side. [m/s, rad/s]
    Skid { left: usize, right: usize, speed_max: f64, rate_max: f64 },
}

/// Outputs of an autopilot with default parameters, used if the scene sets none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DefaultOutputs {
    pub(crate) steering: usize,
    pub(crate) throttle: usize,
}

/// Output of each rotor of an actuator in configuration x. ArduPilot and PX4 number front right, back left, front left,
/// back right from 1 to 4.
const CROSS: [usize; 4] = [3, 1, 4, 2];
/// Output of each rotor in configuration +. Both autopilots number right, left, front, back from 1 to 4.
const PLUS: [usize; 4] = [4, 1, 3, 2];

impl Mixer {
    /// Mixer options of an actuator of this kind.
    pub(crate) fn options(kind: DataKind) -> Result<&'static [&'static str], String> {
        match kind {
            DataKind::RotorSpeeds => Ok(&["outputs", "max_speed"]),
            DataKind::Steering => Ok(&["outputs", "max_angle", "max_force"]),
            DataKind::BoatThrust => Ok(&["outputs", "max_angle", "max_thrust", "skid"]),
            DataKind::UnicycleVelocity => Ok(&["outputs", "max_speed", "max_rate", "skid"]),
            _ => Err(format!(
                "an autopilot cannot command data of kind {kind}; it commands rotors (QuadrotorDynamicControl), cars \
                 (SteerForce), boats (BoatControl) and speeds (MotionVW, MotionVWDiff)"
            )),
        }
    }

    /// Checks that an actuator can have a mixer, and reports its unknown options. `others` are further valid options.
    pub(crate) fn check(spec: &StreamSpec<'_>, others: &[&str]) -> Result<(), String> {
        spec.report_unknown_options(&[Self::options(spec.kind)?, others].concat());
        Ok(())
    }

    /// Creates the mixer of an actuator. `others` are further valid options, which it ignores.
    pub(crate) fn new(
        spec: &StreamSpec<'_>,
        defaults: DefaultOutputs,
        others: &[&str],
    ) -> Result<Self, String> {
        Self::check(spec, others)?;
        let number = |name: &str, default: f64| match spec.options.get(name).map(Value::as_f64) {
            None => Ok(default),
            Some(Some(number)) if number.is_finite() && number > 0.0 => Ok(number),
            Some(_) => Err(format!("`{name}` must be a number above 0")),
        };
        let pair = outputs(spec.options, [defaults.steering, defaults.throttle]);
        let is_skid = spec.options.get("skid").is_some_and(Value::is_truthy);
        match spec.kind {
            DataKind::RotorSpeeds => {
                let is_cross = spec.properties.get("Configuration").and_then(Value::as_str) == Some("x");
                let outputs = outputs(spec.options, if is_cross { CROSS } else { PLUS })?;
                let reversed = spec.properties.get("Reversed").and_then(Value::as_bool);
                if reversed == Some(false) {
                    tracing::warn!(
                        target: crate::log::STREAMS,
                        "The rotors of {} spin as in the original, opposite to the directions that ArduPilot and PX4 \
                        expect, so yaw control turns the robot the wrong way; properties(Reversed=True) changes that.",
                        spec.component
                    );
                }
                Ok(Self::Rotors { outputs, speed_max: number("max_speed", 1100.0)? })
            }
            DataKind::Steering => {
                let ([steering, throttle], angle_max, force_max) =
                    (pair?, number("max_angle", 0.5)?, number("max_force", 1000.0)?);
                Ok(Self::Car { steering, throttle, angle_max, force_max })
            }
            DataKind::BoatThrust => {
                let ([first, second], angle_max, thrust_max) =
                    (pair?, number("max_angle", 0.5)?, number("max_thrust", 200.0)?);
                match is_skid {
                    true => Ok(Self::BoatSkid { left: first, right: second, thrust_max }),
                    false => Ok(Self::Boat { steering: first, throttle: second, angle_max, thrust_max }),
                }
            }
            _ => {
                let ([first, second], speed_max, rate_max) =
                    (pair?, number("max_speed", 1.0)?, number("max_rate", 1.0)?);
                match is_skid {
                    true => Ok(Self::Skid { left: first, right: second, speed_max, rate_max }),
                    false => Ok(Self::Unicycle { steering: first, throttle: second, speed_max, rate_max }),
                }
            }
        }
    }

    /// The command for the actuator. Right turns are positive for autopilots and negative for actuators.
    pub(crate) fn command(&self, signals: &Signals) -> Map {
        match *self {
            Self::Rotors { outputs, speed_max } => {
                let speeds = outputs.map(|output| Value::Float(signals.one_way(output) * speed_max));
                Map::from([("engines", Value::List(speeds.into()))])
            }
            Self::Car { steering, throttle, angle_max, force_max } => Map::from([
                ("steer", -signals.two_way(steering) * angle_max),
                // A negative force drives the car forward.
                ("force", -signals.two_way(throttle) * force_max),
                ("brake", 0.0),
            ]),
            Self::Boat { steering, throttle, angle_max, thrust_max } => {
                let thrust = signals.two_way(throttle) * thrust_max;
                Map::from([
                    ("left", thrust),
                    ("right", thrust),
                    ("steer", -signals.two_way(steering) * angle_max),
                ])
            }
            Self::BoatSkid { left, right, thrust_max } => Map::from([
                ("left", signals.two_way(left) * thrust_max),
                ("right", signals.two_way(right) * thrust_max),
                ("steer", 0.0),
            ]),
            Self::Unicycle { steering, throttle, speed_max, rate_max } => Map::from([
                ("v", signals.two_way(throttle) * speed_max),
                ("w", -signals.two_way(steering) * rate_max),
            ]),
            Self::Skid { left, right, speed_max, rate_max } => {
                let (left, right) = (signals.two_way(left), signals.two_way(right));
                Map::from([("v", (left + right) / 2.0 * speed_max), ("w", (right - left) / 2.0 * rate_max)])
            }
        }
    }
}

/// Reads the option `outputs`: output numbers from 1.
fn outputs<const N: usize>(options: &Map, default: [usize; N]) -> Result<[usize; N], String> {
    let Some(value) = options.get("outputs") else { return Ok(default) };
    let output = |value: &Value| {
        value.as_i64().filter(|output| (1..=OUTPUTS_MAX).contains(output)).map(|output| output as usize)
    };
    let outputs: Option<Vec<usize>> = value.as_list().and_then(|list| list.iter().map(output).collect());
    outputs
        .and_then(|outputs| outputs.try_into().ok())
        .ok_or_else(|| format!("`outputs` must be a list of {N} whole numbers from 1 to {OUTPUTS_MAX}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotors_follow_their_outputs() {
        let mixer = Mixer::Rotors { outputs: CROSS, speed_max: 1000.0 };
        let command = mixer.command(&Signals::Pulses(vec![1100, 1200, 1300, 1400]));
        let engines: Vec<f64> =
            command.get("engines").unwrap().as_list().unwrap().iter().filter_map(Value::as_f64).collect();
        // Front left is output 3, front right 1, back right 4, back left 2.
        assert_eq!(engines, [300.0, 100.0, 400.0, 200.0]);
    }

    #[test]
    fn pulse_above_neutral_steers_right_and_drives_forward() {
        let signals = Signals::Pulses(vec![1750, 0, 1750]);
        let car = Mixer::Car { steering: 1, throttle: 3, angle_max: 0.4, force_max: 100.0 };
        assert_eq!(car.command(&signals), Map::from([("steer", -0.2), ("force", -50.0), ("brake", 0.0)]));
        let boat = Mixer::Boat { steering: 1, throttle: 3, angle_max: 0.4, thrust_max: 100.0 };
        assert_eq!(boat.command(&signals), Map::from([("left", 50.0), ("right", 50.0), ("steer", -0.2)]));
        let unicycle = Mixer::Unicycle { steering: 1, throttle: 3, speed_max: 2.0, rate_max: 1.0 };
        assert_eq!(unicycle.command(&signals), Map::from([("v", 1.0), ("w", -0.5)]));
    }

    #[test]
    fn unequal_sides_turn_the_robot() {
        let skid = Mixer::Skid { left: 1, right: 3, speed_max: 2.0, rate_max: 1.0 };
        let command = skid.command(&Signals::Pulses(vec![2000, 0, 1500]));
        assert_eq!(command, Map::from([("v", 1.0), ("w", -0.5)]));
        let boat = Mixer::BoatSkid { left: 1, right: 3, thrust_max: 100.0 };
        let command = boat.command(&Signals::Pulses(vec![2000, 0, 1250]));
        assert_eq!(command, Map::from([("left", 100.0), ("right", -50.0), ("steer", 0.0)]));
    }

    #[test]
    fn invalid_outputs_are_rejected() {
        for bad in [Value::from(3), Value::List(vec![1.into()]), Value::List(vec![0.into(), 1.into()])] {
            assert!(outputs::<2>(&Map::from([("outputs", bad)]), [1, 2]).is_err());
        }
        let good = Map::from([("outputs", Value::List(vec![5.into(), 6.into()]))]);
        assert_eq!(outputs(&good, [1, 2]), Ok([5, 6]));
    }
}
