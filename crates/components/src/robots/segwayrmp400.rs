//! Segway RMP 400: a four-wheeled outdoor platform, steered by slipping.

use morse_sim::prelude::*;

use super::rolling::RollingWheels;
use super::wheeled::{self, Track};

/// Of the wheels of its model, by which they are shown to turn when physics does not move the robot. [m]
const WHEEL_RADIUS_M: f64 = 0.25;

/// FixTurningSpeed with which the robot turns as fast as it is told. [m] The original's.
const AS_TOLD_M: Option<f64> = Some(1.16);

/// Four-wheeled outdoor platform with a differential drive.
///
/// Its wheels are fixed, so that it slips around its turns. FixTurningSpeed makes up for that: with 1.16 it turns as fast
/// as it is told, with more or less so much faster or slower.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.segwayrmp400.SegwayRMP400",
    title = "Segway RMP 400 platform",
    builder(
        name = "SegwayRMP400",
        base = "WheeledRobot",
        model = "robots/segwayrmp400",
        properties(
            HasSuspension = false,
            Influence = 0.1,
            Friction = 0.8,
            FixTurningSpeed = 1.16,
            WheelFLName = "wheel1",
            WheelFRName = "wheel2",
            WheelRLName = "wheel3",
            WheelRRName = "wheel4"
        )
    )
)]
pub struct SegwayRmp400 {
    /// Whether the wheels are sprung. They are not: a warning says so.
    #[property(name = "HasSuspension", default = true)]
    suspension: bool,
    /// Track to reckon turns with, scaled so that 1.16 makes up for the slip; 0 for the distance between the front wheels. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
    shown: RollingWheels,
}

impl Carry for SegwayRmp400 {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.shown = RollingWheels::driven(mount, WHEEL_RADIUS_M);
        Ok(())
    }

    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>) {
        self.shown.roll_without_physics(on_the_move);
    }

    fn wheels(&self, garage: &Garage<'_>) -> Result<Option<Undercarriage>, SetupError> {
        wheeled::warn_of_suspension(garage, self.suspension);
        wheeled::differential(garage, Track { fixed_m: self.fixed_track_m, as_told_m: AS_TOLD_M }).map(Some)
    }
}
