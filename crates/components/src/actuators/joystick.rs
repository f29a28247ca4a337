//! Joystick: drives a robot by a stick.

use morse_sim::prelude::*;

use super::hand_drive::{HandControl, HandDrive};

/// Where a stick stands for speed, and for turning.
const FORWARD_AXIS: u8 = 1;
const TURN_AXIS: u8 = 0;

/// How many joysticks there may be.
const JOYSTICKS: u8 = 8;

/// Moves the robot by a joystick at the machine on which the simulator runs: forwards and backwards as far as the stick is
/// pushed, and turns it as far as it is pushed to the left and right.
///
/// The turn rate is half of `Speed`, but not for wheels. Without a joystick the robot stays.
///
/// Joysticks are read on Linux only: input devices with two axes and with buttons of a joystick or a gamepad, counted from 0 as
/// the system numbers its devices. This was tried with made-up events only, not with a joystick.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.joystick.Joystick",
    title = "Joystick Actuator",
    builder(
        name = "Joystick",
        arguments(name = (), index = 0),
        options(joystick_index = 0)
    )
)]
pub struct Joystick {
    /// Velocity commands the body's velocity, Position displaces the robot, Differential turns its wheels. Taken at the
    /// start.
    #[property(name = "ControlType", default = HandControl::Velocity)]
    control: HandControl,
    /// Speed with the stick pushed all the way, in m/s and rad/s.
    #[property(name = "Speed", default = 1.0, min = 0)]
    speed: f64,
    index: u8,
    drive: HandDrive,
}

impl Actuate for Joystick {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ()) -> Result<(), SetupError> {
        if let Some(index) = setup.object.options.get("joystick_index") {
            let number = index.as_i64().and_then(|index| u8::try_from(index).ok());
            self.index = number.filter(|&index| index < JOYSTICKS).ok_or_else(|| {
                SetupError(format!("{} reads a joystick of a number from 0 to {}", setup.name, JOYSTICKS - 1))
            })?;
        }
        HandDrive::check(setup, self.control)
    }

    fn act(&mut self, act: &mut Act<'_>, _data: &mut ()) {
        // Sticks read negative when they are pushed forwards or to the left.
        let speed = |axis| -self.speed * act.devices.axis(self.index, axis);
        let linear = DVec3::new(speed(FORWARD_AXIS), 0.0, 0.0);
        let angular = DVec3::new(0.0, 0.0, speed(TURN_AXIS));
        self.drive.drive(act, self.control, linear, angular);
    }
}
