//! Inertial measurement unit, default level: angular velocity, acceleration and magnetic field as in the original.

use morse_sim::prelude::*;

use crate::common::earth::geodesy::has_origin_property;
use crate::common::earth::magnetism::MagneticPlace;
use crate::common::sensor_motion::kinematics::Kinematics;
use crate::common::sensor_motion::velocity_source::ComputationMode;

/// Readings of an inertial measurement unit.
#[derive(Data, Clone, Default)]
#[data(kind = Imu)]
pub struct ImuData {
    /// Angular velocity about the axes of the sensor. [rad/s]
    pub(super) angular_velocity: DVec3,
    /// Acceleration along the axes of the sensor, with the reaction to gravity: at rest, 9.81 m/s² upwards. [m/s²]
    pub(super) linear_acceleration: DVec3,
    /// Magnetic field of the Earth. At the levels `truth` and `physical` it is along the axes of the sensor; at the
    /// default level it is computed as in the Magnetometer. [nT]
    pub(super) magnetic_field: DVec3,
}

/// Measures angular velocity, acceleration with gravity, and magnetic field, computed as in the original, without error.
///
/// In mode `Velocity`, the acceleration is that of the sensor, with the centripetal and tangential terms at its position
/// on the robot.
///
/// The magnetic field needs `longitude`, `latitude` and `altitude` of the scene's origin in
/// `Environment.properties(…)`. In a scene without them it is zero.
///
/// `v` is the velocity of the robot's origin in the world. The angular velocity `ω`, the angular acceleration `α`, and
/// the position `r` of the sensor on the robot are along the axes of the sensor. `R` is the rotation from the sensor to
/// the world:
///
/// `angular_velocity = ω`
///
/// `linear_acceleration = Rᵀ · ((v(t) - v(t - Δt)) · frequency - g) + ω × (ω × r) + α × r`
///
/// `g` is the gravity of the scene, (0, 0, -9.81) m/s² by default, so that a sensor at rest measures an upward
/// acceleration. In mode `Position`, `v` is the velocity of the sensor itself, there are no terms with `r`, and the
/// angular velocity follows from the rates of the Euler angles, as in the Attitude sensor.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.imu.IMU",
    title = "Inertial measurement unit",
    data = ImuData,
    builder(name = "IMU"),
    level(
        name = "truth",
        class = "morse.sensors.imu.TrueIMU",
        doc = "Without error. All data are along the axes of the sensor."
    ),
    level(
        name = "physical",
        class = "morse.sensors.imu.PhysicalIMU",
        doc = "With the errors of a real device; the default values are those of an ICM-20948."
    )
)]
pub struct Imu {
    /// `Velocity` reads the velocity of the robot's body, `Position` differentiates the pose of the sensor, `Automatic`
    /// uses the body if the robot has one. Read only at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    kinematics: Kinematics,
    place: Option<MagneticPlace>,
}

impl Sensor for Imu {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ImuData) -> Result<(), SetupError> {
        self.kinematics = Kinematics::start(self.mode, setup)?;
        self.place = magnetic_place(setup)?;
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut ImuData) {
        self.kinematics.begin(begin);
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut ImuData) {
        let motion = self.kinematics.advance(view, 1.0 / view.rate_hz);
        let world_from_sensor = view.world_from_sensor();
        let reaction = world_from_sensor.rotation.conjugate() * -view.world.gravity();
        *data = ImuData {
            angular_velocity: motion.rates,
            linear_acceleration: motion.acceleration + reaction,
            magnetic_field: self
                .place
                .as_mut()
                .map_or(DVec3::ZERO, |place| place.field_at(world_from_sensor, None)),
        };
    }
}

/// Reads the position of the scene on Earth. Without it, logs a warning and returns `None`; an incomplete position is
/// an error.
pub(super) fn magnetic_place(setup: &Setup<'_>) -> Result<Option<MagneticPlace>, SetupError> {
    if has_origin_property(setup) {
        return MagneticPlace::of_scene("IMU", setup).map(Some);
    }
    tracing::warn!(
        "{} measures no magnetic field, because the scene has no position on Earth; set it with \
         Environment.properties(longitude=…, latitude=…, altitude=…), in degrees and meters",
        setup.name
    );
    Ok(None)
}
