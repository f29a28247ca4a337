//! Wheels: how the class of a robot describes its wheels, and how actuators drive them.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;
use morse_scene::document::Object;
use morse_world::{NodeId, Pose, WheelSpec, World, WorldError};

/// A part of the model of a robot.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its name in the file.
    pub name: String,
    /// Its node in the world.
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
    /// The part of the model with this name in its file.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<Part> {
        (self.part)(name)
    }

    /// The part name in a property of the robot; `None` when the property names none.
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
    /// The drive of the wheels.
    pub drive: WheelDrive,
}

/// How the wheels of a robot are driven. Wheels are numbered by their index in [`Drivetrain::wheels`].
#[derive(Debug, Clone, PartialEq)]
pub enum WheelDrive {
    /// Each side has its own speed.
    Differential(Differential),
    /// Engine, brakes and steering of a car.
    Car(Car),
}

impl WheelDrive {
    /// The numbers of the wheels that it steers.
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
    /// Distance between the sides that is used to compute turns. [m]
    pub track_m: f64,
    /// Radius of the wheels. [m]
    pub radius_m: f64,
    /// Torque of the motor of each wheel. [N m]
    pub torque_max: f64,
    /// The steered wheels of a robot that turns by steering; `None` for one that turns by the difference of its sides.
    pub steering: Option<Steering>,
}

/// Steered wheels after Ackermann: the axles of all wheels meet in the turning centre.
#[derive(Debug, Clone, PartialEq)]
pub struct Steering {
    /// Steered wheels, each with its distance to the left of the middle of the robot. [m]
    pub wheels: Vec<(usize, f64)>,
    /// Distance between the unsteered and the steered axle. [m]
    pub wheelbase_m: f64,
    /// Largest angle of a wheel in the middle. [rad]
    pub angle_max: f64,
}

impl Steering {
    /// Steers for a forward speed [m/s] and a turn rate [rad/s]. Returns the turn rate that results, which is smaller
    /// where the wheels do not turn that far.
    fn steer(&self, world: &mut World, robot: NodeId, v: f64, w: f64) -> Result<f64, WorldError> {
        let rise_max = self.angle_max.tan();
        let wanted = if v.abs() < STANDING { 0.0 } else { w * self.wheelbase_m / v };
        let rise = wanted.clamp(-rise_max, rise_max);
        for &(wheel, left) in &self.wheels {
            let angle = (self.wheelbase_m * rise).atan2(self.wheelbase_m - left * rise);
            world.steer_wheel(robot, wheel, angle)?;
        }
        Ok(v * rise / self.wheelbase_m)
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

/// Speeds below these values are a command to stop: the wheels are held. [m/s, rad/s]
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
            let rate = (v + side * w * self.track_m / 2.0) / self.radius_m;
            for &wheel in wheels {
                world.drive_wheel(robot, wheel, rate, self.torque_max)?;
            }
        }
        Ok(())
    }
}

impl Car {
    /// Steers to the left [rad], and applies the engine force or, without it, the brakes.
    ///
    /// Ackermann steering: the axles of all wheels meet in the turning centre of the car. The steering angle is that
    /// of a wheel in the middle.
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
        // The turning centre stays outside of the wheels.
        let reach = self.steered.iter().map(|(_, left)| left.abs()).fold(0.0, f64::max);
        let sharpest = self.wheelbase_m / reach;
        let rise = steering.clamp(-FRAC_PI_2, FRAC_PI_2).tan().clamp(-sharpest, sharpest);
        for &(wheel, left) in &self.steered {
            let angle = (self.wheelbase_m * rise).atan2(self.wheelbase_m - left * rise);
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
