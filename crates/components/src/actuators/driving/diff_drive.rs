//! DiffDrive: drives a robot from a file with a forward speed and a turn rate, on the joints of its wheels.

use morse_sim::prelude::*;
use morse_world::{JointDrive, JointId};

use crate::actuators::driving::v_omega::Speed;
use crate::common::model_parts::wheel_joints::{WheelJoints, WheelProperties};

/// Drives a robot of a URDF, SDF or MJCF file at a forward speed and a turn rate, until the next command: motors turn the joints of
/// its wheels, and the contact of the wheels with the ground moves the robot.
///
/// `ω_left = (v - w · WheelSeparation / 2) / WheelRadius`, and `ω_right` with the other sign. Robots with several wheels on a side
/// slip when they turn: a larger `WheelSeparation` compensates for it. The speeds change at most by the accelerations of the
/// properties, and motors exert at most the effort of the file. [WheelOdometry](sensors.wheel_odometry.WheelOdometry.md) measures the
/// motion of the wheels.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.diff_drive.DiffDrive",
    title = "Differential Drive on Wheel Joints",
    data = Speed,
    drives(command),
    builder(name = "DiffDrive"),
    services
)]
pub struct DiffDrive {
    #[property(flatten)]
    properties: WheelProperties,
    /// Maximum change of the forward speed; 0 for no limit. [m/s²]
    #[property(name = "LinearAcceleration", default = 2.0, min = 0)]
    linear_acceleration: f64,
    /// Maximum change of the turn rate; 0 for no limit. [rad/s²]
    #[property(name = "AngularAcceleration", default = 6.0, min = 0)]
    angular_acceleration: f64,
    wheels: WheelJoints,
    /// The speed that the wheels have.
    speed: [f64; 2],
}

impl Actuator for DiffDrive {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Speed) -> Result<(), SetupError> {
        self.wheels = WheelJoints::find(setup.world, setup.robot, &self.properties)?;
        Ok(())
    }

    fn driven_joints(&self) -> Vec<JointId> {
        self.wheels.left.iter().chain(&self.wheels.right).map(|wheel| wheel.joint).collect()
    }

    fn release(&mut self, act: &mut ActContext<'_>) {
        self.speed = [0.0; 2];
        for wheel in self.wheels.left.iter().chain(&self.wheels.right) {
            act.world.drive_joint(wheel.joint, JointDrive::Free);
        }
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Speed) {
        let limits = [self.linear_acceleration, self.angular_acceleration];
        for ((speed, wanted), limit) in self.speed.iter_mut().zip([data.v, data.w]).zip(limits) {
            let step = if limit > 0.0 { limit / act.rate_hz } else { f64::INFINITY };
            *speed += (wanted - *speed).clamp(-step, step);
        }
        let [left, right] = self.wheels.rates(self.speed[0], self.speed[1]);
        for (wheels, rate) in [(&self.wheels.left, left), (&self.wheels.right, right)] {
            for wheel in wheels {
                let target = wheel.forward * rate;
                act.world
                    .drive_joint(wheel.joint, JointDrive::Velocity { target, max_effort: f64::INFINITY });
            }
        }
    }
}

#[services]
impl DiffDrive {
    /// Sets the forward speed [m/s] and the turn rate [rad/s].
    #[service]
    fn set_speed(&mut self, call: &mut Call<'_, Speed>, v: f64, w: f64) {
        *call.data = Speed { v, w };
    }

    /// Sets speed and turn rate to zero.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, Speed>) {
        *call.data = Speed::default();
    }

    /// Returns the radius of the wheels and the distance between the left and the right wheels. [m]
    #[service]
    fn get_dimensions(&mut self, _call: &mut Call<'_, Speed>) -> Map {
        Map::from([("wheel_radius", self.wheels.radius_m), ("wheel_separation", self.wheels.separation_m)])
    }
}
