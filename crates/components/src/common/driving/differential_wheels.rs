//! The wheels of the robots with a differential drive that come with MORSE.

use morse_sim::prelude::*;

use crate::common::driving::differential_drive;
use crate::common::driving::differential_drive::Track;
use crate::common::parts::wheel_visuals::WheelVisuals;

/// The properties of a robot with a differential drive, and its visible wheels.
#[derive(PropertyGroup, Serialize, Deserialize)]
pub(crate) struct DifferentialWheels {
    /// Whether the driven wheels are sprung. This is not supported and logs a warning.
    #[property(name = "HasSuspension", default = true)]
    suspension: bool,
    /// Track to compute turns; 0 for the distance between the front wheels. A robot whose builder class has a value of
    /// its own turns at the commanded rate with that; other values scale the rate in proportion. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
    shown: WheelVisuals,
}

impl DifferentialWheels {
    /// Finds the visible wheels, of this radius [m].
    pub(crate) fn mount(&mut self, mount: &mut MountContext<'_>, radius_m: f64) {
        self.shown = WheelVisuals::driven(mount, radius_m);
    }

    /// Rolls the visible wheels where physics does not.
    pub(crate) fn animate(&mut self, context: &mut PostActContext<'_>) {
        self.shown.roll_without_physics(context);
    }

    /// The wheels that physics moves; `as_told_m` as in [`Track`].
    ///
    /// # Errors
    /// When the model lacks a named part, or a side has no wheels.
    pub(crate) fn drivetrain(
        &self,
        context: &WheelContext<'_>,
        as_told_m: Option<f64>,
    ) -> Result<Drivetrain, SetupError> {
        let track = Track { fixed_m: self.fixed_track_m, as_told_m };
        differential_drive::differential(context, self.suspension, track)
    }
}
