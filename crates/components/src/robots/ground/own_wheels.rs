//! Bases for wheeled robots that users define: properties name the wheels of their models.

use morse_sim::prelude::*;

use crate::common::driving::differential_drive;
use crate::common::driving::differential_drive::Track;

/// Base class for your own robots with a differential drive, which turn by different wheel speeds on both sides. The
/// properties WheelFLName, WheelFRName, WheelRLName, WheelRRName and CasterWheelName name the wheels of the model.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.core.wheeled_robot.PhysicsDifferentialRobot",
    title = "Robot with a differential drive"
)]
pub struct PhysicsDifferentialRobot {
    /// Whether the driven wheels have a suspension. Suspensions are not supported; `true` logs a warning.
    #[property(name = "HasSuspension", default = false)]
    suspension: bool,
    /// Track width that converts a turn rate to wheel speeds; 0 selects the distance between the front wheels. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
}

impl Robot for PhysicsDifferentialRobot {
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        let track = Track { fixed_m: self.fixed_track_m, reference_m: None };
        differential_drive::differential(context, self.suspension, track).map(Some)
    }
}

/// Base class for your own robots with Ackermann steering: the front wheels steer, the rear wheels drive. The properties
/// WheelFLName, WheelFRName, WheelRLName and WheelRRName name the wheels of the model.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(class = "morse.core.wheeled_robot.PhysicsAckermannRobot", title = "Robot with steered wheels")]
pub struct PhysicsAckermannRobot;

impl Robot for PhysicsAckermannRobot {
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        differential_drive::ackermann(context).map(Some)
    }
}
