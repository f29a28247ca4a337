//! Keyboard: drives a robot with keys.

use morse_sim::prelude::*;

use crate::common::driving::key_state::KeyState;
use crate::common::driving::teleop::{Teleop, TeleopControl};

/// Moves the robot while keys are held, at the terminal of the simulator or by a client with the service `hold`.
///
/// Up and Down drive forwards and backwards, Left and Right turn. T and G move up and down, U and O to the left and to
/// the right. J and L roll to the left and to the right, I and K pitch down and up. The turn rate about Z is half of
/// `Speed`, or `Speed` for `Differential`.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.keyboard.Keyboard",
    title = "Keyboard Actuator",
    drives(input),
    builder(name = "Keyboard"),
    services
)]
pub struct Keyboard {
    /// `Velocity` sets the velocity of the body, `Position` displaces the robot, `Differential` turns its wheels. Read
    /// only at the start.
    #[property(name = "ControlType", default = TeleopControl::Position)]
    control: TeleopControl,
    /// Speed while a key is held, in m/s and rad/s.
    #[property(name = "Speed", default = 1.0, min = 0)]
    speed: f64,
    /// Keys that a client holds.
    held: KeyState,
    drive: Teleop,
}

impl Actuator for Keyboard {
    fn needs_moving_body(&self) -> bool {
        self.control == TeleopControl::Velocity
    }

    fn start(&mut self, setup: &Setup<'_>, _data: &mut ()) -> Result<(), SetupError> {
        Teleop::check(setup, self.control)
    }

    fn is_under_way(&self, _data: &Self::Data) -> bool {
        self.drive.is_used()
    }

    fn act(&mut self, act: &mut ActContext<'_>, _data: &mut ()) {
        let along = |plus, minus| match self.held.axis(act.devices, plus, minus) {
            0.0 => 0.0,
            direction => direction * self.speed,
        };
        let linear = DVec3::new(along(Key::Up, Key::Down), along(Key::U, Key::O), along(Key::T, Key::G));
        let angular = DVec3::new(along(Key::L, Key::J), along(Key::I, Key::K), along(Key::Left, Key::Right));
        self.drive.drive(act, self.control, linear, angular);
    }
}

#[services]
impl Keyboard {
    /// Sets the keys that a client holds until the next call, in addition to those held at the terminal: a list of Up,
    /// Down, Left, Right, T, G, U, O, J, L, I, K. An empty list releases all keys.
    #[service]
    fn hold(&mut self, _call: &mut Call<'_, ()>, keys: Value) -> Result<(), ServiceError> {
        self.held.hold(&keys)
    }
}
