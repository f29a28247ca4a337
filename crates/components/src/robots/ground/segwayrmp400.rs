//! Segway RMP 400: a four-wheeled outdoor platform with skid steering.

use morse_sim::prelude::*;

use crate::common::driving::differential_wheels::DifferentialWheels;

/// Radius of the visual wheels, which rotate while physics does not move the robot. [m]
const WHEEL_RADIUS_M: f64 = 0.25;

/// Value of `FixTurningSpeed` at which the robot turns at the commanded rate, as in the original. [m]
const REFERENCE_TRACK_M: Option<f64> = Some(1.16);

/// Four-wheeled outdoor platform with a differential drive.
///
/// The wheels do not steer, so they slip in turns. `FixTurningSpeed` compensates for the slip: with the default of 1.16
/// the robot turns at the commanded rate; other values scale the rate in proportion.
#[derive(Robot, Clone, Serialize, Deserialize)]
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
    #[property(flatten)]
    wheels: DifferentialWheels,
}

impl Robot for SegwayRmp400 {
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
