//! The bases of robots on wheels that users write: they name the wheels of their models.

use morse_sim::prelude::*;

use crate::common::driving::differential_drive;
use crate::common::driving::differential_drive::Track;

/// Base of robots of your own that turn by the difference between the speeds of their sides. Properties name the
/// wheels of the model.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.core.wheeled_robot.PhysicsDifferentialRobot",
    title = "Robot with a differential drive"
)]
pub struct PhysicsDifferentialRobot {
    /// Whether the wheels are sprung. This is not supported and logs a warning.
    #[property(name = "HasSuspension", default = false)]
    suspension: bool,
    /// Track to compute turns; 0 for the distance between the front wheels. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
}

impl Robot for PhysicsDifferentialRobot {
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        let track = Track { fixed_m: self.fixed_track_m, as_told_m: None };
        differential_drive::differential(context, self.suspension, track).map(Some)
    }
}

/// Base of robots of your own that steer with the front wheels and drive with the rear ones. Properties name the four
/// wheels of the model.
#[derive(Robot, Serialize, Deserialize)]
#[component(class = "morse.core.wheeled_robot.PhysicsAckermannRobot", title = "Robot with steered wheels")]
pub struct PhysicsAckermannRobot;

impl Robot for PhysicsAckermannRobot {
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        differential_drive::ackermann(context).map(Some)
    }
}
