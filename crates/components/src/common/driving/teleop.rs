//! Teleoperation: moves a robot by keyboard or joystick.

use morse_sim::prelude::*;

/// Way in which a teleoperated speed is applied to the robot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TeleopControl {
    /// The velocity of the body is set. Contacts and other forces change it.
    #[default]
    Velocity,
    /// The robot is displaced at each activation. Obstacles do not stop it.
    Position,
    /// The wheels of a differential drive turn.
    Differential,
}

morse_sim::choice!(TeleopControl { Velocity, Position, Differential });

/// Moves the robot by user input. Without input, other actuators control the robot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Teleop {
    /// Whether the last speeds were zero and have been applied.
    stopped: bool,
}

impl Teleop {
    /// Checks that the robot has the parts that `control` needs.
    ///
    /// # Errors
    /// If the robot has no wheels for `Differential`.
    pub(crate) fn check(setup: &Setup<'_>, control: TeleopControl) -> Result<(), SetupError> {
        match (control, setup.wheels) {
            (TeleopControl::Differential, Some(WheelDrive::Differential(_)))
            | (TeleopControl::Velocity | TeleopControl::Position, _) => Ok(()),
            _ => Err(SetupError::Missing(format!(
                "{} drives the wheels of a differential drive, but its robot has no such wheels; put it on a SegwayRMP400, \
                 Pioneer3DX or PatrolBot, or choose another ControlType",
                setup.name
            ))),
        }
    }

    /// Whether the last input moved the robot.
    pub(crate) fn is_used(self) -> bool {
        !self.stopped
    }

    /// Moves the robot along and about its axes [m/s, rad/s]. Zero speeds are applied once, and then not again until the
    /// next input. The turn rate about Z is halved, except for `Differential`.
    pub(crate) fn drive(
        &mut self,
        act: &mut ActContext<'_>,
        control: TeleopControl,
        linear: DVec3,
        angular: DVec3,
    ) {
        let stops = linear == DVec3::ZERO && angular == DVec3::ZERO;
        if std::mem::replace(&mut self.stopped, stops) && stops {
            return;
        }
        let halved = DVec3::new(angular.x, angular.y, angular.z / 2.0);
        match control {
            TeleopControl::Velocity => act.apply_speed(ControlType::Velocity, linear, halved),
            TeleopControl::Position => act.apply_speed(ControlType::Position, linear, halved),
            TeleopControl::Differential => act.set_wheel_speeds(linear.x, angular.z),
        }
    }
}
