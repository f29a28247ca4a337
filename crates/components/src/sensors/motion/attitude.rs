//! Attitude: orientation and angular velocity of the sensor.

use morse_sim::prelude::*;

use crate::common::earth::geodesy::{north_angle, world_angle_from_north};
use crate::common::sensor_motion::velocity_source::{ComputationMode, angular_rates, sensor_from_robot};

/// Attitude and angular velocity of a sensor.
#[derive(Data, Clone, Default)]
#[data(kind = AttitudeRate)]
pub struct AttitudeRateData {
    /// Attitude in the world, as XYZ Euler angles. [rad]
    rotation: Euler,
    /// Angular velocity about the axes of the sensor. [rad/s]
    angular_velocity: DVec3,
}

/// Measures the attitude and the angular velocity of the sensor, without error.
///
/// `yaw` is measured from the X axis of the world. With `UseAngleAgainstNorth` it is measured from north, as defined by
/// the environment's `angle_against_north`.
///
/// The angle with `UseAngleAgainstNorth` is the negative compass bearing of the sensor's X axis, so that it increases
/// to the left. Without `angle_against_north` the Y axis of the world points north:
///
/// `yaw' = -(π/2 - (yaw - β))` with `β = angle_against_north - π/2`
///
/// In mode `Velocity`, the angular velocity is that of the body along the axes of the sensor, `ω = Rᵀ · ω_world`. In mode
/// `Position`, it follows from the mean rates of roll `φ`, pitch `θ` and yaw `ψ` over the period of the sensor (Diebel,
/// "Representing attitude", 2006, equation 74):
///
/// `ω_x = φ̇ - sin θ · ψ̇`
///
/// `ω_y = cos φ · θ̇ + sin φ · cos θ · ψ̇`
///
/// `ω_z = -sin φ · θ̇ + cos φ · cos θ · ψ̇`
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.attitude.Attitude",
    title = "Attitude sensor",
    data = AttitudeRateData,
    builder(name = "Attitude")
)]
pub struct Attitude {
    /// Whether yaw is measured from north instead of from the X axis of the world.
    #[property(name = "UseAngleAgainstNorth", default = false)]
    use_angle_against_north: bool,
    /// `Velocity` reads the angular velocity of the robot's body, `Position` differentiates the attitude of the sensor,
    /// `Automatic` uses the body if the robot has one. Read only at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    reads_body: bool,
    sensor_from_robot: DQuat,
    previous: Euler,
    angle_from_north: f64,
}

impl Sensor for Attitude {
    fn start(&mut self, setup: &Setup<'_>, data: &mut AttitudeRateData) -> Result<(), SetupError> {
        self.reads_body = self.mode.reads_body(setup)?;
        self.sensor_from_robot = sensor_from_robot(setup);
        self.angle_from_north = world_angle_from_north(setup)?;
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut AttitudeRateData) {
        self.previous = begin.world.world_from(begin.node).euler();
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::own_motion(2)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut AttitudeRateData) {
        let euler = view.world_from_sensor().euler();
        data.angular_velocity = if self.reads_body {
            let robot_from_world = view.world_from_robot().rotation.conjugate();
            self.sensor_from_robot * robot_from_world * view.robot_angular_velocity_in_world()
        } else {
            angular_rates(self.previous, euler, 1.0 / view.rate_hz)
        };
        self.previous = euler;
        data.rotation = euler;
        if self.use_angle_against_north {
            data.rotation.yaw = normalise_angle(-north_angle(euler.yaw, self.angle_from_north));
        }
    }
}
