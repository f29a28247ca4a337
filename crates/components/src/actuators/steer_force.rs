//! SteerForce: drives a car by steering, engine and brake.

use morse_sim::prelude::*;

/// What the driver of a car does.
#[derive(Data, Clone, Default)]
pub struct Driver {
    /// Angle of the front wheels, positive to the left. [rad]
    steer: f64,
    /// Force of the engine, of which each wheel gets its share; negative forces drive forward. [N]
    force: f64,
    /// Impulse of the brakes in each sixtieth of a second, the step of the original's physics; each wheel gets its share. [N s]
    brake: f64,
}

/// Steers, pushes and brakes a car, until told otherwise.
///
/// A negative force drives forward, as scenes and clients expect it. The robot has to be a car, as the Hummer is, whose page
/// tells the shares of the wheels.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.steer_force.SteerForce",
    title = "Steer/Force Actuator",
    data = Driver,
    builder(name = "SteerForce"),
    fits("morse.robots.hummer.Hummer")
)]
pub struct SteerForce;

impl Actuate for SteerForce {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Driver) -> Result<(), SetupError> {
        match setup.wheels {
            Some(WheelDrive::Car(_)) => Ok(()),
            _ => Err(SetupError(format!(
                "{} steers a car, and its robot is none; put it on a Hummer",
                setup.name
            ))),
        }
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut Driver) {
        act.drive_car(data.steer, -data.force, data.brake);
    }
}
