//! Pioneer 3-DX: a small indoor research platform on two wheels and a caster.

use morse_sim::prelude::*;

use crate::common::driving::differential_wheels::DifferentialWheels;

/// Radius of the visual wheels, which rotate while physics does not move the robot. [m]
const WHEEL_RADIUS_M: f64 = 0.098;

/// Value of `FixTurningSpeed` at which the robot turns at the commanded rate, as in the original. [m]
const REFERENCE_TRACK_M: Option<f64> = Some(0.52);

/// Small indoor platform with a differential drive: two driven wheels and a caster. With the default `FixTurningSpeed`
/// of 0.52 the robot turns at the commanded rate; other values scale the rate in proportion.
#[derive(Robot, Clone, Serialize, Deserialize)]
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
    #[property(flatten)]
    wheels: DifferentialWheels,
}

impl Robot for Pioneer3Dx {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.wheels.mount(mount, WHEEL_RADIUS_M);
        Ok(())
    }

    fn animate(&mut self, context: &mut PostActContext<'_>) {
        self.wheels.animate(context);
    }

    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        self.wheels.drivetrain(context, REFERENCE_TRACK_M).map(Some)
    }
}
