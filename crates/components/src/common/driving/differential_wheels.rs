//! Wheel properties of the built-in robots with a differential drive.

use morse_sim::prelude::*;

use crate::common::driving::differential_drive;
use crate::common::driving::differential_drive::Track;
use crate::common::model_parts::wheel_visuals::WheelVisuals;

/// Wheel properties of a robot with a differential drive, and its visible wheels.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
pub(crate) struct DifferentialWheels {
    /// Whether the driven wheels have a suspension. Suspensions are not supported; `true` logs a warning.
    #[property(name = "HasSuspension", default = true)]
    suspension: bool,
    /// Track width that converts a turn rate to wheel speeds; 0 selects the distance between the front wheels. If the
    /// builder class of the robot sets a value, the robot turns at the commanded rate with that value, and other values
    /// scale the rate in proportion. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
    visuals: WheelVisuals,
}

impl DifferentialWheels {
    /// Finds the visible wheels and sets their radius [m].
    pub(crate) fn mount(&mut self, mount: &mut MountContext<'_>, radius_m: f64) {
        self.visuals = WheelVisuals::driven(mount, radius_m);
    }

    /// Rotates the visible wheels while physics does not rotate them.
    pub(crate) fn animate(&mut self, context: &mut PostActContext<'_>) {
        self.visuals.roll_without_physics(context);
    }

    /// Creates the simulated wheels; for `reference_m` see [`Track`].
    ///
    /// # Errors
    /// If the model lacks a named part, or a side has no wheels.
    pub(crate) fn drivetrain(
        &self,
        context: &WheelContext<'_>,
        reference_m: Option<f64>,
    ) -> Result<Drivetrain, SetupError> {
        let track = Track { fixed_m: self.fixed_track_m, reference_m };
        differential_drive::differential(context, self.suspension, track)
    }
}
