//! Odometry, level differential: the displacement since the last sample.

use morse_sim::prelude::*;

/// Displacement since the last sample, along the initial axes of the sensor.
#[derive(Data, Clone, Default)]
#[data(kind = Displacement)]
pub struct Displacement {
    /// Displacement along the initial X axis of the sensor, since the last sample. [m]
    dx: f64,
    /// Displacement along the initial Y axis of the sensor, since the last sample. [m]
    dy: f64,
    /// Displacement along the initial Z axis of the sensor, since the last sample. [m]
    dz: f64,
    /// Change of the rotation about Z since the last sample. [rad]
    dyaw: f64,
    /// Change of the rotation about Y since the last sample. [rad]
    dpitch: f64,
    /// Change of the rotation about X since the last sample. [rad]
    droll: f64,
}

/// Measures the displacement of the sensor since the last sample or since the start, in the initial frame of the sensor,
/// without error.
///
/// Level `differential` measures the displacement since the last sample; the sum of the displacements is the pose of
/// level `integrated`. Level `raw` measures only the distance.
///
/// `T(t)` is the pose of the sensor in its initial frame. Each field of level `differential` is the change of a position
/// or angle of `T` since the last sample, with angles in the shorter direction:
///
/// `T(t) = T_start⁻¹ · T_sensor(t)`
///
/// `dx = x(T(t)) - x(T(t - Δt))`, and so on for `dy`, `dz`, `dyaw`, `dpitch`, `droll`
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.odometry.Odometry",
    data = Displacement,
    builder(name = "Odometry"),
    level(name = "raw", class = "morse.sensors.odometry.RawOdometry", doc = "Only the distance moved."),
    level(
        name = "differential",
        class = "morse.sensors.odometry.Odometry",
        doc = "Displacement since the last sample."
    ),
    level(
        name = "integrated",
        class = "morse.sensors.odometry.IntegratedOdometry",
        doc = "Pose relative to the initial pose, and velocity.",
        default
    )
)]
pub struct Odometry {
    start_from_world: Pose,
    /// Position [m] and attitude at the last sample, in the initial frame.
    previous: (DVec3, Euler),
}

impl Sensor for Odometry {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Displacement) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut Displacement) {
        self.start_from_world = begin.world.world_from(begin.node).inverse();
    }

    fn access(&self) -> WorldAccess {
        // The first reading at rest still contains the last motion.
        WorldAccess::own_motion(2)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Displacement) {
        let start_from_sensor = self.start_from_world * view.world_from_sensor();
        let (position, attitude) = (start_from_sensor.translation, start_from_sensor.euler());
        let (position_before, attitude_before) = std::mem::replace(&mut self.previous, (position, attitude));
        let moved = position - position_before;
        *data = Displacement {
            dx: moved.x,
            dy: moved.y,
            dz: moved.z,
            dyaw: normalise_angle(attitude.yaw - attitude_before.yaw),
            dpitch: normalise_angle(attitude.pitch - attitude_before.pitch),
            droll: normalise_angle(attitude.roll - attitude_before.roll),
        };
    }
}
