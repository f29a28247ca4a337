//! Inertial measurement unit, default level: rates, accelerations and magnetic field as in the original.

use morse_sim::prelude::*;

use crate::common::earth::geodesy::says_where_it_is;
use crate::common::earth::magnetism::MagneticPlace;
use crate::common::motion::kinematics::Kinematics;
use crate::common::motion::velocity_source::ComputationMode;

/// Readings of an inertial measurement unit.
#[derive(Data, Clone, Default)]
#[data(kind = Imu)]
pub struct ImuData {
    /// Angular rates about the axes of the sensor. [rad/s]
    pub(super) angular_velocity: DVec3,
    /// Acceleration along the axes of the sensor, with the reaction to gravity: upwards at rest. [m/s²]
    pub(super) linear_acceleration: DVec3,
    /// Magnetic field of the Earth: as a Magnetometer gives it, or at other levels along the axes of the sensor. [nT]
    pub(super) magnetic_field: DVec3,
}

/// Angular rates, acceleration with gravity, and magnetic field, computed as in the original, without error.
///
/// In mode Velocity, the acceleration is that of the sensor, including the terms of rotation at its position on the
/// robot.
///
/// The magnetic field needs `longitude`, `latitude` and `altitude` of the scene's origin in
/// `Environment.properties(…)`; in a scene without them it is zero.
///
/// With `v` the velocity of the robot's origin in the world, and along the axes of the sensor its rates `ω`, its
/// angular acceleration `α` and its position `r` on the robot:
///
/// `angular_velocity = ω`
///
/// `linear_acceleration = Rᵀ · ((v(t) - v(t - Δt)) · frequency - g) + ω × (ω × r) + α × r`
///
/// `g` is the gravity of the scene, (0, 0, -9.81) m/s² by default, so that a sensor at rest reads upwards. In mode
/// Position, `v` is the velocity of the sensor itself, there are no terms with `r`, and the rates follow from those
/// of the Euler angles, as in the Attitude sensor.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.imu.IMU",
    title = "Inertial measurement unit",
    data = ImuData,
    builder(name = "IMU"),
    level(
        name = "truth",
        class = "morse.sensors.imu.TrueIMU",
        doc = "Without error, all along the axes of the sensor."
    ),
    level(
        name = "physical",
        class = "morse.sensors.imu.PhysicalIMU",
        doc = "With the errors of a real device, an ICM-20948 unless the scene says otherwise."
    )
)]
pub struct Imu {
    /// Velocity reads the body's velocity, Position differentiates the pose, Automatic uses the body if there is one.
    /// Read at the start.
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

/// The position of the scene on Earth, if it sets one, which must then be complete.
pub(super) fn magnetic_place(setup: &Setup<'_>) -> Result<Option<MagneticPlace>, SetupError> {
    if says_where_it_is(setup) {
        return MagneticPlace::of_scene("IMU", setup).map(Some);
    }
    tracing::warn!(
        "{} has no magnetic field: the scene does not say where on Earth it is; \
         Environment.properties(longitude=…, latitude=…, altitude=…) does, in degrees and metres",
        setup.name
    );
    Ok(None)
}
