//! Joystick: drives a robot with a joystick.

use morse_sim::prelude::*;

use crate::common::driving::teleop::{Teleop, TeleopControl};

/// Joystick axes for speed and turn rate.
const FORWARD_AXIS: u8 = 1;
const TURN_AXIS: u8 = 0;

/// Maximum number of joysticks.
const JOYSTICKS: u8 = 8;

/// Moves the robot with a joystick that is connected to the machine of the simulator. The forward axis sets the speed,
/// the sideways axis the turn rate.
///
/// At full deflection, the turn rate is half of `Speed`, or `Speed` for `Differential`. Without a joystick the robot
/// does not move.
///
/// Joysticks are read on Linux only. Every input device with two axes and with buttons of a joystick or a gamepad counts,
/// numbered from 0 in the order of the system's devices. This was tested with synthetic events only, not with a
/// joystick.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.joystick.Joystick",
    title = "Joystick Actuator",
    drives(input),
    builder(
        name = "Joystick",
        arguments(name = (), index = 0),
        options(joystick_index = 0)
    )
)]
pub struct Joystick {
    /// `Velocity` sets the velocity of the body, `Position` displaces the robot, `Differential` turns its wheels. Read
    /// only at the start.
    #[property(name = "ControlType", default = TeleopControl::Velocity)]
    control: TeleopControl,
    /// Speed at full deflection, in m/s and rad/s.
    #[property(name = "Speed", default = 1.0, min = 0)]
    speed: f64,
    index: u8,
    drive: Teleop,
}

impl Actuator for Joystick {
    fn needs_moving_body(&self) -> bool {
        self.control == TeleopControl::Velocity
    }

    fn start(&mut self, setup: &Setup<'_>, _data: &mut ()) -> Result<(), SetupError> {
        if let Some(index) = setup.object.options.get("joystick_index") {
            let number = index.as_i64().and_then(|index| u8::try_from(index).ok());
            self.index = number.filter(|&index| index < JOYSTICKS).ok_or_else(|| {
                SetupError::Invalid(format!(
                    "{}: joystick_index must be a number from 0 to {}",
                    setup.name,
                    JOYSTICKS - 1
                ))
            })?;
        }
        Teleop::check(setup, self.control)
    }

    fn is_under_way(&self, _data: &Self::Data) -> bool {
        self.drive.is_used()
    }

    fn act(&mut self, act: &mut ActContext<'_>, _data: &mut ()) {
        // Joystick axes are negative forwards and to the left.
        let speed = |axis| -self.speed * act.devices.axis(self.index, axis);
        let linear = DVec3::new(speed(FORWARD_AXIS), 0.0, 0.0);
        let angular = DVec3::new(0.0, 0.0, speed(TURN_AXIS));
        self.drive.drive(act, self.control, linear, angular);
    }
}
