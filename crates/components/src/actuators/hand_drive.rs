//! How keyboards and joysticks move a robot.

use morse_sim::prelude::*;

/// How the speed that somebody asks for is given to the robot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum HandControl {
    /// The body's velocity is set; physics has the last word.
    #[default]
    Velocity,
    /// The robot is displaced at each activation, whatever is in its way.
    Position,
    /// The wheels of a differential drive turn.
    Differential,
}

morse_sim::choice!(HandControl { Velocity, Position, Differential });

/// What moves the robot by hand; it lets go of a robot that nobody drives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct HandDrive {
    /// The last speeds were zero, and the robot has been told.
    stopped: bool,
}

impl HandDrive {
    /// Checks that the robot can be driven like that.
    ///
    /// # Errors
    /// When wheels shall turn that it has not.
    pub(super) fn check(setup: &Setup<'_>, control: HandControl) -> Result<(), SetupError> {
        match (control, setup.wheels) {
            (HandControl::Differential, Some(WheelDrive::Differential(_)))
            | (HandControl::Velocity | HandControl::Position, _) => Ok(()),
            _ => Err(SetupError(format!(
                "{} drives the wheels of a differential drive, and its robot has none; put it on a SegwayRMP400, \
                 Pioneer3DX or PatrolBot, or choose another ControlType",
                setup.name
            ))),
        }
    }

    /// Moves the robot along and about its axes [m/s, rad/s]. Zero speeds are applied once, then nothing until there are
    /// others. The turn rate about Z is halved, but not for wheels.
    pub(super) fn drive(&mut self, act: &mut Act<'_>, control: HandControl, linear: DVec3, angular: DVec3) {
        let stops = linear == DVec3::ZERO && angular == DVec3::ZERO;
        if std::mem::replace(&mut self.stopped, stops) && stops {
            return;
        }
        let halved = DVec3::new(angular.x, angular.y, angular.z / 2.0);
        match control {
            HandControl::Velocity => act.apply_speed(ControlType::Velocity, linear, halved),
            HandControl::Position => act.apply_speed(ControlType::Position, linear, halved),
            HandControl::Differential => act.set_wheel_speeds(linear.x, angular.z),
        }
    }
}
