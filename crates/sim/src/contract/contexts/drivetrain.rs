//! Wheels: description of the wheels by the class of a robot, and control of the wheels by actuators.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;
use morse_scene::document::Object;
use morse_world::{NodeId, Pose, WheelSpec, World, WorldError};

/// A part of the model of a robot.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Name of the part in the file.
    pub name: String,
    /// Node of the part in the world.
    pub node: NodeId,
    /// Pose in the frame of the robot.
    pub robot_from_part: Pose,
    /// Extent along its own axes. [m]
    pub size: DVec3,
    /// Mass from the model. [kg]
    pub mass: f64,
    /// Friction coefficient of its material, from the model.
    pub friction: f64,
}

/// Context in which a robot creates its wheels.
#[derive(Clone, Copy)]
pub struct WheelContext<'a> {
    /// The robot's object in the scene.
    pub object: &'a Object,
    /// Mass of its body. [kg]
    pub mass: f64,
    pub(crate) part: &'a dyn Fn(&str) -> Option<Part>,
}

impl WheelContext<'_> {
    /// The part with this name in the model file.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<Part> {
        (self.part)(name)
    }

    /// The part name that a property of the robot contains; `None` when the property is empty.
    #[must_use]
    pub fn part_name(&self, property: &str) -> Option<&str> {
        self.object.properties.get(property)?.as_str().filter(|name| !name.is_empty() && *name != "None")
    }
}

/// The wheels of a robot and their drive.
#[derive(Debug, Clone, PartialEq)]
pub struct Drivetrain {
    /// All wheels.
    pub wheels: Vec<WheelSpec>,
    /// Drive of the wheels.
    pub drive: WheelDrive,
}

/// Drive of the wheels of a robot. Wheels are numbered by their index in [`Drivetrain::wheels`].
#[derive(Debug, Clone, PartialEq)]
pub enum WheelDrive {
    /// Each side has its own speed.
    Differential(Differential),
    /// Engine, brakes and steering of a car.
    Car(Car),
}

impl WheelDrive {
    /// Numbers of the steered wheels.
    pub(crate) fn steered(&self) -> impl Iterator<Item = usize> {
        let steered = match self {
            Self::Differential(Differential { steering, .. }) => {
                steering.as_ref().map_or(&[][..], |steering| &steering.wheels)
            }
            Self::Car(car) => &car.steered,
        };
        steered.iter().map(|&(wheel, _)| wheel)
    }
}

/// The two sides of a differential drive.
#[derive(Debug, Clone, PartialEq)]
pub struct Differential {
    /// Driven wheels on the left.
    pub left: Vec<usize>,
    /// Driven wheels on the right.
    pub right: Vec<usize>,
    /// Distance between the sides for the computation of turns. [m]
    pub track_m: f64,
    /// Maximum motor torque of each wheel. [N m]
    pub torque_max: f64,
    /// Steered wheels; `None` for a robot that turns by the speed difference of its sides.
    pub steering: Option<Steering>,
}

/// Ackermann steering: the axles of all wheels meet in the turning center.
#[derive(Debug, Clone, PartialEq)]
pub struct Steering {
    /// Steered wheels, each with its distance to the left of the middle of the robot. [m]
    pub wheels: Vec<(usize, f64)>,
    /// Distance between the unsteered and the steered axle. [m]
    pub wheelbase_m: f64,
    /// Largest steering angle of a wheel in the middle. [rad]
    pub angle_max: f64,
}

impl Steering {
    /// Steers for a forward speed [m/s] and a turn rate [rad/s]. Returns the resulting turn rate, which is smaller
    /// where the steering angle is limited.
    fn steer(&self, world: &mut World, robot: NodeId, v: f64, w: f64) -> Result<f64, WorldError> {
        let slope_max = libm::tan(self.angle_max);
        let slope = if v.abs() < STANDING { 0.0 } else { w * self.wheelbase_m / v };
        let slope = slope.clamp(-slope_max, slope_max);
        for &(wheel, left) in &self.wheels {
            let angle = libm::atan2(self.wheelbase_m * slope, self.wheelbase_m - left * slope);
            world.steer_wheel(robot, wheel, angle)?;
        }
        Ok(v * slope / self.wheelbase_m)
    }
}

/// Parameters of a car.
#[derive(Debug, Clone, PartialEq)]
pub struct Car {
    /// Steered wheels, each with its distance to the left of the middle of the car. [m]
    pub steered: Vec<(usize, f64)>,
    /// Distance between the unsteered and the steered axle. [m]
    pub wheelbase_m: f64,
    /// For each wheel, the traction force per unit of engine force. [N]
    pub engine: Vec<f64>,
    /// For each wheel, the brake impulse in each physics sub-step per unit of brake. [N s]
    pub brake: Vec<f64>,
}

/// Speeds below this value are a command to stop: the wheels are held. [m/s, rad/s]
const STANDING: f64 = 1e-3;

impl Differential {
    /// Sets the wheel speeds for a forward speed [m/s] and a turn rate [rad/s], positive to the left.
    ///
    /// # Errors
    /// When a wheel cannot turn that fast.
    pub fn drive(&self, world: &mut World, robot: NodeId, v: f64, w: f64) -> Result<(), WorldError> {
        let stands = v.abs() < STANDING && w.abs() < STANDING;
        let (v, mut w) = if stands { (0.0, 0.0) } else { (v, w) };
        if let Some(steering) = &self.steering {
            w = steering.steer(world, robot, v, w)?;
        }
        for (wheels, side) in [(&self.left, -1.0), (&self.right, 1.0)] {
            let speed = v + side * w * self.track_m / 2.0;
            for &wheel in wheels {
                world.roll_wheel(robot, wheel, speed, self.torque_max)?;
            }
        }
        Ok(())
    }
}

impl Car {
    /// Steers to the left by `steering` [rad], and applies the engine force or, if that is zero, the brakes.
    ///
    /// Ackermann steering: the axles of all wheels meet in the turning center of the car. `steering` is the angle of a
    /// virtual wheel in the middle.
    ///
    /// # Errors
    /// When a value is out of range.
    pub fn drive(
        &self,
        world: &mut World,
        robot: NodeId,
        steering: f64,
        engine: f64,
        brake: f64,
    ) -> Result<(), WorldError> {
        // The turning center stays outside of the wheels.
        let reach = self.steered.iter().map(|(_, left)| left.abs()).fold(0.0, f64::max);
        let slope_max = self.wheelbase_m / reach;
        let slope = libm::tan(steering.clamp(-FRAC_PI_2, FRAC_PI_2)).clamp(-slope_max, slope_max);
        for &(wheel, left) in &self.steered {
            let angle = libm::atan2(self.wheelbase_m * slope, self.wheelbase_m - left * slope);
            world.steer_wheel(robot, wheel, angle)?;
        }
        let settings = world.settings();
        let steps_per_s = f64::from(settings.sub_steps.max(1)) / settings.tick_s;
        let brake = if engine == 0.0 { brake * steps_per_s } else { 0.0 };
        for (wheel, (engine_share, brake_share)) in self.engine.iter().zip(&self.brake).enumerate() {
            world.push_wheel(robot, wheel, engine * engine_share, brake * brake_share)?;
        }
        Ok(())
    }
}
