//! SteerForce: drives a car with steering, engine and brake.

use morse_sim::prelude::*;

/// Steering angle, engine force and brake impulse of a car.
#[derive(Data, Clone, Default)]
#[data(kind = Steering)]
pub struct Driver {
    /// Angle of the front wheels, positive to the left. [rad]
    steer: f64,
    /// Engine force, divided among the wheels; negative values drive forward. [N]
    force: f64,
    /// Brake impulse in each physics step, divided among the wheels. A tick has two physics steps by default. The
    /// brake is ignored while there is an engine force. [N s]
    brake: f64,
}

/// Steers, accelerates and brakes a car, until the next command.
///
/// A negative force drives forward, as scenes and clients expect. The robot must be a car like the Hummer. The page of
/// the Hummer lists each wheel's share of force and brake.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.steer_force.SteerForce",
    title = "Steer/Force Actuator",
    data = Driver,
    drives(command),
    builder(name = "SteerForce"),
    fits("morse.robots.hummer.Hummer")
)]
pub struct SteerForce;

impl Actuator for SteerForce {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Driver) -> Result<(), SetupError> {
        match setup.wheels {
            Some(WheelDrive::Car(_)) => Ok(()),
            _ => Err(SetupError::Missing(format!(
                "{} steers a car, but its robot is not a car; put it on a Hummer",
                setup.name
            ))),
        }
    }

    fn release(&mut self, act: &mut ActContext<'_>) {
        act.release_wheels();
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Driver) {
        act.drive_car(data.steer, -data.force, data.brake);
    }
}
