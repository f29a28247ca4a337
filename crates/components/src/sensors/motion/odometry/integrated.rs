//! Odometry, level integrated: pose relative to the initial pose, and velocity.

use morse_sim::prelude::*;

/// Pose in the initial frame of the sensor, and velocity along the sensor's axes at the last sample.
#[derive(Data, Clone, Default)]
#[data(kind = Odometry)]
pub struct OdometryData {
    /// Position along the initial X axis of the sensor. [m]
    x: f64,
    /// Position along the initial Y axis of the sensor. [m]
    y: f64,
    /// Position along the initial Z axis of the sensor. [m]
    z: f64,
    /// Rotation about Z since the start. [rad]
    yaw: f64,
    /// Rotation about Y since the start. [rad]
    pitch: f64,
    /// Rotation about X since the start. [rad]
    roll: f64,
    /// Velocity along the X axis of the sensor. [m/s]
    vx: f64,
    /// Velocity along the Y axis of the sensor. [m/s]
    vy: f64,
    /// Velocity along the Z axis of the sensor. [m/s]
    vz: f64,
    /// Angular velocity about the Z axis of the sensor. [rad/s]
    wz: f64,
    /// Angular velocity about the Y axis of the sensor. [rad/s]
    wy: f64,
    /// Angular velocity about the X axis of the sensor. [rad/s]
    wx: f64,
}

impl OdometryData {
    /// A motion in the plane: position and yaw [m, rad], speeds forward and to the left [m/s] and turn rate [rad/s].
    pub(crate) fn in_plane([x, y, yaw]: [f64; 3], [vx, vy, wz]: [f64; 3]) -> Self {
        Self { x, y, yaw, vx, vy, wz, ..Self::default() }
    }
}

/// Motion of the sensor. The fields of the reading are computed from it on first access.
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
        let rotation = self.before_from_now.euler();
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
            wz: rotation.yaw * self.rate_hz,
            wy: rotation.pitch * self.rate_hz,
            wx: rotation.roll * self.rate_hz,
        }
    }
}

/// Measures the pose of the sensor relative to its initial pose, and its velocity, without error.
///
/// `T(t) = T_start⁻¹ · T_sensor(t)`
///
/// The pose is the position and the XYZ Euler angles of `T(t)`. With the displacement `D = T(t - Δt)⁻¹ · T(t)` since the
/// last sample, the velocity is the translation of `D` times the frequency of the sensor, and the angular velocity is
/// the Euler angles of `D` times the frequency. Both are along the axes of the sensor at the last sample.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.odometry.IntegratedOdometry",
    title = "Odometry, integrated",
    data = LazyData<OdometryMeasurement>
)]
pub struct IntegratedOdometry {
    start_from_world: Pose,
    /// Pose at the last sample; `None` before the first sample, whose velocity is zero.
    world_from_sensor_before: Option<Pose>,
}

impl Sensor for IntegratedOdometry {
    fn start(
        &mut self,
        setup: &Setup<'_>,
        data: &mut LazyData<OdometryMeasurement>,
    ) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut LazyData<OdometryMeasurement>) {
        self.start_from_world = begin.world.world_from(begin.node).inverse();
    }

    fn access(&self) -> WorldAccess {
        // The first reading at rest still contains the last motion.
        WorldAccess::own_motion(2)
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
