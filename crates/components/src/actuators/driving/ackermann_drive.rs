//! AckermannDrive: drives a car from a file with a forward speed and a turn rate, on the joints of its wheels and its steering.

use morse_sim::prelude::*;
use morse_world::{JointDrive, JointId};

use crate::actuators::driving::v_omega::Speed;
use crate::common::model_parts::steered_wheels::SteeredWheels;
use crate::common::model_parts::wheel_joints::WheelProperties;

/// Speed below which the wheels keep their steering angle. [m/s]
const SLOW_M_PER_S: f64 = 1e-3;

/// Drives a car of a URDF, SDF or MJCF file at a forward speed and a turn rate, until the next command. Motors turn the joints of
/// its wheels and of its steering, and the contact of the wheels with the ground moves the car.
///
/// The path of the middle of the axle that does not steer has the curvature `c = w / v`, limited by the largest steering angle. Each
/// steering joint, at `y` to the left, takes the angle `atan(c · WheelBase / (1 - c · y))`, so that all axles of the wheels meet at one
/// point (Ackermann's condition). Wheels that do not steer turn at `v (1 - c · y) / WheelRadius`, those that steer faster, by their
/// distance from that point. A car that stands cannot turn: it keeps its steering angle.
///
/// Wheels that roll freely need not be named. [WheelOdometry](sensors.wheel_odometry.WheelOdometry.md) measures the motion, with the
/// wheels that do not steer.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.ackermann_drive.AckermannDrive",
    title = "Ackermann Drive on Wheel Joints",
    data = Speed,
    drives(command),
    builder(name = "AckermannDrive"),
    services
)]
pub struct AckermannDrive {
    #[property(flatten)]
    properties: WheelProperties,
    /// Names of the joints that steer, with commas between them.
    #[property(name = "SteeringJoints", default = String::new())]
    steering: String,
    /// Distance of the axles; 0 measures it in the file. [m]
    #[property(name = "WheelBase", default = 0.0, min = 0, max = 1000)]
    wheelbase_m: f64,
    /// Largest steering angle; 0 selects the limits of the joints. [rad]
    #[property(name = "SteeringLimit", default = 0.0, min = 0, max = 1.5)]
    angle_max_rad: f64,
    /// Speed of the steering; 0 selects the velocity of the file. [rad/s]
    #[property(name = "SteeringSpeed", default = 2.0, min = 0)]
    steering_rad_per_s: f64,
    /// Maximum change of the forward speed; 0 for no limit. [m/s²]
    #[property(name = "LinearAcceleration", default = 2.0, min = 0)]
    acceleration: f64,
    wheels: SteeredWheels,
    /// Speed that the wheels have. [m/s]
    speed: f64,
    /// Curvature of the path. [1/m]
    curvature: f64,
}

impl Actuator for AckermannDrive {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Speed) -> Result<(), SetupError> {
        self.wheels = SteeredWheels::find(
            setup.world,
            setup.robot,
            &self.properties,
            &self.steering,
            self.wheelbase_m,
            self.angle_max_rad,
        )?;
        Ok(())
    }

    fn driven_joints(&self) -> Vec<JointId> {
        let steering = self.wheels.steering.iter().map(|steering| steering.joint);
        steering.chain(self.wheels.driven.iter().map(|driven| driven.wheel.joint)).collect()
    }

    fn release(&mut self, act: &mut ActContext<'_>) {
        self.speed = 0.0;
        for driven in &self.wheels.driven {
            act.world.drive_joint(driven.wheel.joint, JointDrive::Free);
        }
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Speed) {
        let step = if self.acceleration > 0.0 { self.acceleration / act.rate_hz } else { f64::INFINITY };
        self.speed += (data.v - self.speed).clamp(-step, step);
        if data.v.abs() >= SLOW_M_PER_S {
            let largest = self.wheels.curvature_max();
            self.curvature = (data.w / data.v).clamp(-largest, largest);
        }
        for steering in &self.wheels.steering {
            let speed = match self.steering_rad_per_s {
                0.0 => act.world.joint_limits(steering.joint).velocity,
                speed => speed,
            };
            let drive = JointDrive::Position {
                target: self.wheels.angle(steering, self.curvature),
                speed,
                stiffness: steering.gains.stiffness,
                damping: steering.gains.damping,
                max_effort: f64::INFINITY,
            };
            act.world.drive_joint(steering.joint, drive);
        }
        for driven in &self.wheels.driven {
            let target = self.wheels.rate(driven, self.speed, self.curvature);
            let drive = JointDrive::Velocity { target, max_effort: f64::INFINITY };
            act.world.drive_joint(driven.wheel.joint, drive);
        }
    }
}

#[services]
impl AckermannDrive {
    /// Sets the forward speed [m/s] and the turn rate [rad/s].
    #[service]
    fn set_speed(&mut self, call: &mut Call<'_, Speed>, v: f64, w: f64) {
        *call.data = Speed { v, w };
    }

    /// Sets the speed to zero. The wheels keep their steering angle.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, Speed>) {
        *call.data = Speed::default();
    }

    /// Returns the radius of the wheels [m], the distance of the axles [m] and the largest steering angle [rad].
    #[service]
    fn get_dimensions(&mut self, _call: &mut Call<'_, Speed>) -> Map {
        Map::from([
            ("wheel_radius", self.wheels.radius_m),
            ("wheel_base", self.wheels.wheelbase_m),
            ("steering_limit", self.wheels.angle_max_rad),
        ])
    }
}
