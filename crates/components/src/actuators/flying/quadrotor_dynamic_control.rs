//! QuadrotorDynamicControl: controls a quadrotor by the speeds of its rotors.

use std::f64::consts::FRAC_1_SQRT_2;

use morse_sim::prelude::*;

/// Commanded rotor speeds.
#[derive(Data, Clone, Default)]
#[data(kind = RotorSpeeds)]
pub struct Engines {
    /// Speed of each of the four rotors. [rad/s]
    engines: [f64; 4],
}

/// Arrangement of the rotors of a quadrotor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Configuration {
    #[default]
    Plus,
    Cross,
}

impl PropertyType for Configuration {
    const TYPE_NAME: &'static str = "string";
    const EXPECTED: &'static str = "one of + x";
    const CHOICES: &'static [&'static str] = &["+", "x"];
    fn to_value(&self) -> Value {
        Value::from(match self {
            Self::Plus => "+",
            Self::Cross => "x",
        })
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str()? {
            "+" => Some(Self::Plus),
            "x" => Some(Self::Cross),
            _ => None,
        }
    }
}

/// Converts the speeds of four rotors into thrust along Z and torques on the robot.
///
/// Thrust and drag of a rotor are proportional to the square of its speed. In the `+` configuration the rotors 1 to 4
/// are at the back, right, front and left: a higher speed of the first lowers the nose. In the `x` configuration they
/// are at the front left, front right, back right and back left. The first and third rotor yaw the robot to the right,
/// the second and fourth to the left. With `Reversed` the yaw directions are swapped.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.quadrotor_dynamic_control.QuadrotorDynamicControl",
    title = "Quadrotor dynamic controller",
    data = Engines,
    drives(thrust),
    builder(name = "QuadrotorDynamicControl")
)]
pub struct QuadrotorDynamicControl {
    /// Thrust per squared rotor speed. [N/(rad/s)²]
    #[property(name = "ThrustFactor", default = 9.169e-6, min = 0)]
    thrust_factor: f64,
    /// Drag torque per squared rotor speed. [N·m/(rad/s)²]
    #[property(name = "DragFactor", default = 2.4e-7, min = 0)]
    drag_factor: f64,
    /// Distance of the rotors from the center of the robot. [m]
    #[property(name = "Lever", default = 0.18, min = 0)]
    lever: f64,
    /// Arrangement of the rotors: on the axes of the robot (`+`) or between them (`x`).
    #[property(name = "Configuration", default = Configuration::Plus)]
    configuration: Configuration,
    /// Whether each rotor turns in the opposite direction, as on the quadrotors of ArduPilot and PX4.
    #[property(name = "Reversed", default = false)]
    is_reversed: bool,
}

impl QuadrotorDynamicControl {
    /// Force and torque on the robot, along its own axes. [N, N m]
    fn force_and_torque(&self, engines: [f64; 4]) -> (DVec3, DVec3) {
        let [s1, s2, s3, s4] = engines.map(|speed| speed * speed);
        let per_square = self.thrust_factor * self.lever;
        let (x, y) = match self.configuration {
            Configuration::Plus => (s4 - s2, s1 - s3),
            Configuration::Cross => {
                ((s1 - s2 - s3 + s4) * FRAC_1_SQRT_2, (-s1 - s2 + s3 + s4) * FRAC_1_SQRT_2)
            }
        };
        let turn = if self.is_reversed { s1 - s2 + s3 - s4 } else { -s1 + s2 - s3 + s4 };
        let torque = DVec3::new(per_square * x, per_square * y, self.drag_factor * turn);
        (DVec3::new(0.0, 0.0, self.thrust_factor * (s1 + s2 + s3 + s4)), torque)
    }
}

impl Actuator for QuadrotorDynamicControl {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Engines) {
        let (force, torque) = self.force_and_torque(data.engines);
        act.push(Axes::Robot, force, torque);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Torque when three rotors give one newton each at a lever of one meter, and `rotor` is stopped.
    fn torque_without(rotor: usize, configuration: Configuration) -> DVec3 {
        let control = QuadrotorDynamicControl {
            thrust_factor: 1.0,
            drag_factor: 0.1,
            lever: 1.0,
            configuration,
            is_reversed: false,
        };
        let mut engines = [1.0; 4];
        engines[rotor] = 0.0;
        let (force, torque) = control.force_and_torque(engines);
        assert_eq!(force, DVec3::new(0.0, 0.0, 3.0));
        torque
    }

    #[test]
    fn stopped_rotor_tilts_the_robot_about_one_axis() {
        let plus = |rotor| torque_without(rotor, Configuration::Plus);
        assert_eq!(plus(0), DVec3::new(0.0, -1.0, 0.1));
        assert_eq!(plus(1), DVec3::new(1.0, 0.0, -0.1));
        assert_eq!(plus(2), DVec3::new(0.0, 1.0, 0.1));
        assert_eq!(plus(3), DVec3::new(-1.0, 0.0, -0.1));
    }

    #[test]
    fn rotor_between_the_axes_tilts_the_robot_about_both() {
        let cross = |rotor| torque_without(rotor, Configuration::Cross) / FRAC_1_SQRT_2;
        assert_eq!(cross(0).truncate().to_array(), [-1.0, 1.0]);
        assert_eq!(cross(1).truncate().to_array(), [1.0, 1.0]);
        assert_eq!(cross(2).truncate().to_array(), [1.0, -1.0]);
        assert_eq!(cross(3).truncate().to_array(), [-1.0, -1.0]);
    }

    #[test]
    fn reversed_rotors_yaw_the_robot_in_the_opposite_direction() {
        let torque = |is_reversed| {
            let control = QuadrotorDynamicControl { drag_factor: 0.1, is_reversed, ..Default::default() };
            control.force_and_torque([1.0, 0.0, 0.0, 0.0]).1
        };
        assert_eq!(torque(true), torque(false) * DVec3::new(1.0, 1.0, -1.0));
    }

    #[test]
    fn rotor_thrusts_upwards_in_both_directions_of_rotation() {
        let control = QuadrotorDynamicControl::default();
        assert_eq!(control.force_and_torque([-500.0; 4]), control.force_and_torque([500.0; 4]));
    }
}
