//! Inertial measurement unit, level truth: the readings of an ideal instrument.

use morse_sim::prelude::*;

use crate::common::earth::magnetism::MagneticPlace;
use crate::common::sensor_motion::kinematics::Kinematics;
use crate::common::sensor_motion::velocity_source::{ComputationMode, INTERVAL_S_MIN};
use crate::sensors::motion::imu::plain::{ImuData, magnetic_place};

/// Measures angular velocity, acceleration with gravity, and magnetic field along the axes of the sensor, without error.
///
/// Unlike the default level, accelerations are computed over the actual time since the last sample, and the magnetic
/// field is along the axes of the sensor at any attitude.
///
/// `angular_velocity = ω`
///
/// `linear_acceleration = Rᵀ · ((v(t) - v(t - Δt)) / Δt - g) + ω × (ω × r) + α × r`
///
/// `magnetic_field = Rᵀ · B`, with `B` the field of the World Magnetic Model along the axes of the world
///
/// The symbols are explained at the default level (IMU). `Δt` is the simulated time between the two readings.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.imu.TrueIMU", title = "Inertial measurement unit, truth", data = ImuData)]
pub struct TrueImu {
    /// `Velocity` reads the velocity of the robot's body, `Position` differentiates the pose of the sensor, `Automatic`
    /// uses the body if the robot has one. Read only at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    ideal: IdealImu,
}

impl Sensor for TrueImu {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ImuData) -> Result<(), SetupError> {
        self.ideal = IdealImu::start(self.mode, setup)?;
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut ImuData) {
        self.ideal.begin(begin);
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut ImuData) {
        if let Some((reading, _)) = self.ideal.read(view) {
            *data = reading;
        }
    }
}

/// An ideal instrument: measures without error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct IdealImu {
    kinematics: Kinematics,
    place: Option<MagneticPlace>,
    previous: Time,
}

impl IdealImu {
    /// Starts the instrument.
    ///
    /// # Errors
    /// If the mode is `Velocity` and the robot has no body, or the scene's position on Earth is incomplete.
    pub(super) fn start(mode: ComputationMode, setup: &Setup<'_>) -> Result<Self, SetupError> {
        let kinematics = Kinematics::start(mode, setup)?;
        Ok(Self { kinematics, place: magnetic_place(setup)?, previous: Time::ZERO })
    }

    /// Starts again at a place where an episode begins.
    pub(super) fn begin(&mut self, begin: &EpisodeStart<'_>) {
        self.kinematics.begin(begin);
    }

    /// Returns the reading and the time since the previous reading [s]; `None` if no time has passed.
    pub(super) fn read(&mut self, view: &SenseContext<'_>) -> Option<(ImuData, f64)> {
        let dt_s = view.now.seconds() - self.previous.seconds();
        if dt_s < INTERVAL_S_MIN {
            return None;
        }
        self.previous = view.now;
        let motion = self.kinematics.advance(view, dt_s);
        let world_from_sensor = view.world_from_sensor();
        let reaction = world_from_sensor.rotation.conjugate() * -view.world.gravity();
        let field = self.place.as_mut().map(|place| place.field_in_sensor(world_from_sensor));
        let reading = ImuData {
            angular_velocity: motion.rates,
            linear_acceleration: motion.acceleration + reaction,
            magnetic_field: field.unwrap_or(DVec3::ZERO),
        };
        Some((reading, dt_s))
    }
}
