//! Motion of a sensor between samples, for accelerometers and inertial measurement units.

use morse_sim::prelude::*;

use crate::common::sensor_motion::velocity_source::{ComputationMode, angular_rates, sensor_from_robot};

/// Computes the motion of a sensor from the velocity of the robot's body or from its own pose.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kinematics {
    reads_body: bool,
    sensor_from_robot: DQuat,
    /// Vector from the robot's origin to the sensor, along the axes of the sensor. [m]
    lever_in_sensor: DVec3,
    last: Sample,
}

/// State of the sensor at a sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct Sample {
    world_from_sensor: Pose,
    velocity_in_world: DVec3,
    rates_in_sensor: DVec3,
}

/// Motion since the last sample. Vectors are along the axes of the sensor unless stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Motion {
    /// Distance moved. [m]
    pub(crate) distance: f64,
    /// Velocity of the robot's origin, or of the sensor if computed from its pose. [m/s]
    pub(crate) velocity: DVec3,
    /// Acceleration of the sensor without gravity. [m/s²]
    pub(crate) acceleration: DVec3,
    /// Angular velocity. [rad/s]
    pub(crate) rates: DVec3,
    /// Angular acceleration. [rad/s²]
    pub(crate) angular_acceleration: DVec3,
}

impl Kinematics {
    /// Starts at the current state of the sensor.
    ///
    /// # Errors
    /// If the mode is `Velocity` and the robot has no body.
    pub(crate) fn start(mode: ComputationMode, setup: &Setup<'_>) -> Result<Self, SetupError> {
        let world_from_sensor = setup.world.world_from(setup.node);
        let lever_in_world = world_from_sensor.translation - setup.world.world_from(setup.robot).translation;
        Ok(Self {
            reads_body: mode.reads_body(setup)?,
            sensor_from_robot: sensor_from_robot(setup),
            lever_in_sensor: world_from_sensor.rotation.conjugate() * lever_in_world,
            last: Sample { world_from_sensor, ..Sample::default() },
        })
    }

    /// Starts again at a place where an episode begins.
    pub(crate) fn begin(&mut self, begin: &EpisodeStart<'_>) {
        let world_from_sensor = begin.world.world_from(begin.node);
        self.last = Sample { world_from_sensor, ..Sample::default() };
    }

    /// Returns the motion since the last sample, `dt_s` seconds ago.
    pub(crate) fn advance(&mut self, view: &SenseContext<'_>, dt_s: f64) -> Motion {
        let world_from_sensor = view.world_from_sensor();
        let sensor_from_world = world_from_sensor.rotation.conjugate();
        let last = self.last;
        let moved = world_from_sensor.translation - last.world_from_sensor.translation;
        let (velocity_in_world, rates) = if self.reads_body {
            let sensor_from_world = self.sensor_from_robot * view.world_from_robot().rotation.conjugate();
            (view.robot_velocity_in_world(), sensor_from_world * view.robot_angular_velocity_in_world())
        } else {
            let (then, now) = (last.world_from_sensor.euler(), world_from_sensor.euler());
            (moved / dt_s, angular_rates(then, now, dt_s))
        };
        self.last = Sample { world_from_sensor, velocity_in_world, rates_in_sensor: rates };

        let angular_acceleration = (rates - last.rates_in_sensor) / dt_s;
        let mut acceleration = sensor_from_world * (velocity_in_world - last.velocity_in_world) / dt_s;
        if self.reads_body {
            // The velocity is that of the robot's origin; the lever arm of the sensor adds centripetal and tangential
            // acceleration.
            acceleration += rates.cross(rates.cross(self.lever_in_sensor))
                + angular_acceleration.cross(self.lever_in_sensor);
        }
        Motion {
            distance: moved.length(),
            velocity: sensor_from_world * velocity_in_world,
            acceleration,
            rates,
            angular_acceleration,
        }
    }
}
