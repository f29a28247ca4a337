//! Wheels: what the class of a robot says of those it stands on, and how actuators drive them.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;
use morse_scene::document::Object;
use morse_world::{NodeId, Pose, WheelSpec, World, WorldError};

/// A part of the model of a robot.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its node in the world.
    pub node: NodeId,
    /// Where it stands in the robot.
    pub robot_from_part: Pose,
    /// From edge to edge along its own axes. [m]
    pub size: DVec3,
    /// Its mass, as the model has it. [kg]
    pub mass: f64,
    /// Friction of its material, as the model has it.
    pub friction: f64,
}

/// What a robot has to make wheels of.
#[derive(Clone, Copy)]
pub struct Garage<'a> {
    /// What the scene says of the robot.
    pub object: &'a Object,
    /// Mass of its body. [kg]
    pub mass: f64,
    pub(crate) part: &'a dyn Fn(&str) -> Option<Part>,
}

impl Garage<'_> {
    /// The part of the model that has this name in its file.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<Part> {
        (self.part)(name)
    }

    /// The name of a part that a property of the robot gives; `None` when it says that there is none.
    #[must_use]
    pub fn part_name(&self, property: &str) -> Option<&str> {
        self.object.properties.get(property)?.as_str().filter(|name| !name.is_empty() && *name != "None")
    }
}

/// The wheels of a robot.
#[derive(Debug, Clone, PartialEq)]
pub struct Undercarriage {
    /// All of them.
    pub wheels: Vec<WheelSpec>,
    /// How they are driven.
    pub drive: WheelDrive,
}

/// How the wheels of a robot are driven. Numbers of wheels are places in [`Undercarriage::wheels`].
#[derive(Debug, Clone, PartialEq)]
pub enum WheelDrive {
    /// Each side has its own speed.
    Differential(Differential),
    /// Engine, brakes and steering, as a car has them.
    Car(Car),
}

/// The two sides of a differential drive.
#[derive(Debug, Clone, PartialEq)]
pub struct Differential {
    /// Driven wheels on the left.
    pub left: Vec<usize>,
    /// Driven wheels on the right.
    pub right: Vec<usize>,
    /// Distance between the sides that turns are reckoned with. [m]
    pub track_m: f64,
    /// Radius of the wheels. [m]
    pub radius_m: f64,
    /// Torque of the motor of each wheel. [N m]
    pub torque_max: f64,
}

/// What acts on each wheel of a car.
#[derive(Debug, Clone, PartialEq)]
pub struct Car {
    /// Wheels that are steered, each with its distance to the left of the middle of the car. [m]
    pub steered: Vec<(usize, f64)>,
    /// From the axle of the wheels that are not steered to that of those that are. [m]
    pub wheelbase_m: f64,
    /// For each wheel, the force on its tread for each unit of engine force. [N]
    pub engine: Vec<f64>,
    /// For each wheel, the force of its brake for each unit of brake. [N]
    pub brake: Vec<f64>,
}

/// Speeds below these are a command to stand: wheels are held. [m/s, rad/s]
const STANDING: f64 = 1e-3;

impl Differential {
    /// Turns the wheels as a forward speed [m/s] and a turn rate [rad/s], positive to the left, need it.
    ///
    /// # Errors
    /// When a wheel cannot turn that fast.
    pub fn drive(&self, world: &mut World, robot: NodeId, v: f64, w: f64) -> Result<(), WorldError> {
        let stands = v.abs() < STANDING && w.abs() < STANDING;
        let (v, w) = if stands { (0.0, 0.0) } else { (v, w) };
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
    /// Steers to the left [rad], pushes with the engine and holds with the brakes.
    ///
    /// Each wheel is steered so that the axles of all meet in the point that the car turns about, as Ackermann's
    /// linkage does: the angle is that of a wheel in the middle.
    ///
    /// # Errors
    /// When a number is beyond what a machine can do.
    pub fn drive(
        &self,
        world: &mut World,
        robot: NodeId,
        steering: f64,
        engine: f64,
        brake: f64,
    ) -> Result<(), WorldError> {
        // The point that the car turns about stays outside of its wheels.
        let reach = self.steered.iter().map(|(_, left)| left.abs()).fold(0.0, f64::max);
        let sharpest = self.wheelbase_m / reach;
        let rise = steering.clamp(-FRAC_PI_2, FRAC_PI_2).tan().clamp(-sharpest, sharpest);
        for &(wheel, left) in &self.steered {
            let angle = (self.wheelbase_m * rise).atan2(self.wheelbase_m - left * rise);
            world.steer_wheel(robot, wheel, angle)?;
        }
        for (wheel, (engine_share, brake_share)) in self.engine.iter().zip(&self.brake).enumerate() {
            world.push_wheel(robot, wheel, engine * engine_share, brake * brake_share)?;
        }
        Ok(())
    }
}
