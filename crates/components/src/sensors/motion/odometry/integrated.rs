//! Odometry, level integrated: the pose relative to the start, and the velocity.

use morse_sim::prelude::*;

/// A pose in the initial frame of the sensor, and the velocity along the sensor's current axes.
#[derive(Data, Clone, Default)]
#[data(kind = Odometry)]
pub struct OdometryData {
    /// Position along X of the start. [m]
    x: f64,
    /// Position along Y of the start. [m]
    y: f64,
    /// Position along Z of the start. [m]
    z: f64,
    /// Rotation about Z since the start. [rad]
    yaw: f64,
    /// Rotation about Y since the start. [rad]
    pitch: f64,
    /// Rotation about X since the start. [rad]
    roll: f64,
    /// Velocity along X of the sensor. [m/s]
    vx: f64,
    /// Velocity along Y of the sensor. [m/s]
    vy: f64,
    /// Velocity along Z of the sensor. [m/s]
    vz: f64,
    /// Angular rate about Z of the sensor. [rad/s]
    wz: f64,
    /// Angular rate about Y of the sensor. [rad/s]
    wy: f64,
    /// Angular rate about X of the sensor. [rad/s]
    wx: f64,
}

/// How far the sensor has moved, from which position, angles and velocity follow.
#[derive(Debug, Clone, Default)]
pub struct OdometryMeasurement {
    start_from_sensor: Pose,
    before_from_now: Pose,
    rate_hz: f64,
}

impl Measurement for OdometryMeasurement {
    type Data = OdometryData;

    fn to_data(&self) -> OdometryData {
        let (position, attitude) = (self.start_from_sensor.translation, self.start_from_sensor.euler());
        let velocity = self.before_from_now.translation * self.rate_hz;
        let turned = self.before_from_now.euler();
        OdometryData {
            x: position.x,
            y: position.y,
            z: position.z,
            yaw: attitude.yaw,
            pitch: attitude.pitch,
            roll: attitude.roll,
            vx: velocity.x,
            vy: velocity.y,
            vz: velocity.z,
            wz: turned.yaw * self.rate_hz,
            wy: turned.pitch * self.rate_hz,
            wx: turned.roll * self.rate_hz,
        }
    }
}

/// Pose of the sensor relative to its initial pose, and its velocity.
///
/// `T(t) = T_start⁻¹ · T_sensor(t)`
///
/// The position and the XYZ Euler angles of `T(t)` are the pose. The velocity is the translation, and the rates are
/// the Euler angles, of `T(t - Δt)⁻¹ · T(t)`, times the frequency of the sensor: along its axes at the last sample.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.odometry.IntegratedOdometry",
    title = "Odometry, integrated",
    data = LazyData<OdometryMeasurement>
)]
pub struct IntegratedOdometry {
    start_from_world: Pose,
    /// `None` before the first sample, which has no velocity.
    world_from_sensor_before: Option<Pose>,
}

impl Sensor for IntegratedOdometry {
    fn start(
        &mut self,
        setup: &Setup<'_>,
        _data: &mut LazyData<OdometryMeasurement>,
    ) -> Result<(), SetupError> {
        self.start_from_world = setup.world.world_from(setup.node).inverse();
        Ok(())
    }

    fn settles_after(&self) -> Option<u8> {
        // The first reading at rest shows the last motion.
        Some(2)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut LazyData<OdometryMeasurement>) {
        let world_from_sensor = view.world_from_sensor();
        let before = self.world_from_sensor_before.replace(world_from_sensor).unwrap_or(world_from_sensor);
        data.measure(OdometryMeasurement {
            start_from_sensor: self.start_from_world * world_from_sensor,
            before_from_now: before.inverse() * world_from_sensor,
            rate_hz: view.rate_hz,
        });
    }
}
