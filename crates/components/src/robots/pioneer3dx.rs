//! Pioneer 3-DX: a small indoor research platform on two wheels and a caster.

use morse_sim::prelude::*;

use super::rolling::RollingWheels;
use super::wheeled::{self, Track};

/// Of the wheels of its model, by which they are shown to turn when physics does not move the robot. [m]
const WHEEL_RADIUS_M: f64 = 0.098;

/// FixTurningSpeed with which the robot turns as fast as it is told. [m] The original's.
const AS_TOLD_M: Option<f64> = Some(0.52);

/// Small indoor platform with a differential drive: two driven wheels and a caster. With a FixTurningSpeed of 0.52 it
/// turns as fast as it is told, with more or less so much faster or slower.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.pioneer3dx.Pioneer3DX",
    title = "Pioneer 3-DX platform",
    builder(
        name = "Pioneer3DX",
        base = "WheeledRobot",
        model = "robots/pioneer3dx",
        properties(
            HasSuspension = false,
            Influence = 0.1,
            Friction = 0.8,
            WheelFLName = "Wheel_L",
            WheelFRName = "Wheel_R",
            WheelRLName = "None",
            WheelRRName = "None",
            CasterWheelName = "CasterWheel",
            FixTurningSpeed = 0.52
        )
    )
)]
pub struct Pioneer3Dx {
    /// Whether the wheels are sprung. They are not: a warning says so.
    #[property(name = "HasSuspension", default = true)]
    suspension: bool,
    /// Track to reckon turns with, scaled so that 0.52 stands for the distance between the wheels; so does 0. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
    shown: RollingWheels,
}

impl Carry for Pioneer3Dx {
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
