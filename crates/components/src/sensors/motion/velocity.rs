//! Velocity: linear and angular velocity of the sensor.

use morse_sim::prelude::*;

use crate::common::sensor_motion::velocity_source::{
    ComputationMode, INTERVAL_S_MIN, angular_rates, sensor_from_robot,
};

/// Linear and angular velocity.
#[derive(Data, Clone, Default)]
#[data(kind = Twist)]
pub struct VelocityData {
    /// Velocity along the axes of the sensor. [m/s]
    linear_velocity: DVec3,
    /// Angular velocity about the axes of the sensor. [rad/s]
    angular_velocity: DVec3,
    /// Velocity along the axes of the world. [m/s]
    world_linear_velocity: DVec3,
}

/// Measures linear and angular velocity, without error.
///
/// Mode `Velocity` measures the velocity of the robot's origin; the position of the sensor on the robot has no effect.
/// It is zero for a robot that an actuator displaces. Mode `Position` measures the velocity of the sensor itself.
///
/// `v` and `ω` are the linear and angular velocity in the world, and `R` is the rotation from the sensor to the world:
///
/// `linear_velocity = Rᵀ · v`
///
/// `angular_velocity = Rᵀ · ω`
///
/// `world_linear_velocity = v`
///
/// In mode `Position`, `v = (p(t) - p(t - Δt)) / Δt`, and the angular velocity follows from the rates of the Euler
/// angles, as in the Attitude sensor.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.velocity.Velocity", data = VelocityData, builder(name = "Velocity"))]
pub struct Velocity {
    /// `Velocity` reads the velocity of the robot's body, `Position` differentiates the pose of the sensor, `Automatic`
    /// uses the body if the robot has one. Read only at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    reads_body: bool,
    sensor_from_robot: DQuat,
    previous: (Time, Pose),
}

impl Sensor for Velocity {
    fn start(&mut self, setup: &Setup<'_>, data: &mut VelocityData) -> Result<(), SetupError> {
        self.reads_body = self.mode.reads_body(setup)?;
        self.sensor_from_robot = sensor_from_robot(setup);
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut VelocityData) {
        self.previous = (Time::ZERO, begin.world.world_from(begin.node));
    }

    fn access(&self) -> WorldAccess {
        // Differences of the pose depend on time.
        WorldAccess { settles_after: self.reads_body.then_some(1), ..WorldAccess::default() }
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut VelocityData) {
        if self.reads_body {
            let robot_from_world = view.world_from_robot().rotation.conjugate();
            let sensor_from_world = self.sensor_from_robot * robot_from_world;
            data.world_linear_velocity = view.robot_velocity_in_world();
            data.linear_velocity = sensor_from_world * data.world_linear_velocity;
            data.angular_velocity = sensor_from_world * view.robot_angular_velocity_in_world();
        } else {
            self.differentiate(view.now, view.world_from_sensor(), data);
        }
    }
}

impl Velocity {
    fn differentiate(&mut self, now: Time, world_from_sensor: Pose, data: &mut VelocityData) {
        let (before, world_from_sensor_before) = self.previous;
        let dt_s = now.seconds() - before.seconds();
        if dt_s < INTERVAL_S_MIN {
            return;
        }
        let moved = world_from_sensor.translation - world_from_sensor_before.translation;
        data.world_linear_velocity = moved / dt_s;
        data.linear_velocity = world_from_sensor.rotation.conjugate() * data.world_linear_velocity;
        data.angular_velocity =
            angular_rates(world_from_sensor_before.euler(), world_from_sensor.euler(), dt_s);
        self.previous = (now, world_from_sensor);
    }
}
