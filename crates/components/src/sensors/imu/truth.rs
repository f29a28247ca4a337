//! Inertial measurement unit, level truth: what an instrument without error measures.

use morse_sim::prelude::*;

use super::plain::{ImuData, magnetic_place};
use crate::magnetism::MagneticPlace;
use crate::sensors::computation::{ComputationMode, INTERVAL_S_MIN};
use crate::sensors::kinematics::Kinematics;

/// Angular rates, acceleration with gravity, and magnetic field, without error, all along the axes of the sensor.
///
/// Against the default level, accelerations are those over the time that has really passed since the last sample, and the
/// magnetic field is along the axes of the sensor whatever its attitude.
///
/// `angular_velocity = ω`
///
/// `linear_acceleration = Rᵀ · ((v(t) - v(t - Δt)) / Δt - g) + ω × (ω × r) + α × r`
///
/// `magnetic_field = Rᵀ · B`, with `B` the field of the World Magnetic Model along the axes of the world
///
/// Symbols are those of the default level; `Δt` is the simulated time between the two readings.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.imu.TrueIMU", title = "Inertial measurement unit, truth", data = ImuData)]
pub struct TrueImu {
    /// Velocity reads the body's velocity, Position differentiates the pose, Automatic takes the body if there is one.
    /// Taken at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    ideal: IdealImu,
}

impl Sense for TrueImu {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ImuData) -> Result<(), SetupError> {
        self.ideal = IdealImu::start(self.mode, setup)?;
        Ok(())
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut ImuData) {
        if let Some((reading, _)) = self.ideal.read(view) {
            *data = reading;
        }
    }
}

/// An instrument without error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct IdealImu {
    kinematics: Kinematics,
    place: Option<MagneticPlace>,
    previous: Time,
}

impl IdealImu {
    /// An instrument in this scene.
    ///
    /// # Errors
    /// When the scene asks for the velocity of a body and there is none, or says half of where it is.
    pub(super) fn start(mode: ComputationMode, setup: &Setup<'_>) -> Result<Self, SetupError> {
        let kinematics = Kinematics::start(mode, setup)?;
        Ok(Self { kinematics, place: magnetic_place(setup)?, previous: Time::ZERO })
    }

    /// The reading, and the time since the one before [s]; none when no time has passed.
    pub(super) fn read(&mut self, view: &View<'_>) -> Option<(ImuData, f64)> {
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
