//! Magnetometer: the magnetic field of the Earth where the sensor is.

use morse_sim::prelude::*;

use crate::magnetism::MagneticPlace;

/// A magnetic field.
#[derive(Data, Clone, Default)]
#[data(kind = "magnetic_field")]
pub struct MagneticFieldData {
    /// Field to north, for a sensor without attitude. [nT]
    x: f64,
    /// Field to east, for a sensor without attitude. [nT]
    y: f64,
    /// Field downwards, for a sensor without attitude. [nT]
    z: f64,
}

/// Magnetic field of the Earth by the World Magnetic Model of NOAA and the British Geological Survey.
///
/// The field to north, east and down is turned back by the attitude of the sensor as if these were the axes of the world,
/// as clients of the original expect; so x, y and z are the true directions only while the sensor has no attitude.
///
/// The scene must say where it is: `longitude`, `latitude` and `altitude` of its origin in `Environment.properties(…)`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.magnetometer.Magnetometer",
    data = MagneticFieldData,
    builder(name = "Magnetometer")
)]
pub struct Magnetometer {
    /// Date as a decimal year; that of the start of the run when absent. The model has editions of 2015, 2020 and 2025,
    /// each good for five years. [year]
    #[property(name = "date")]
    date: Option<f64>,
    place: MagneticPlace,
}

impl Sense for Magnetometer {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut MagneticFieldData) -> Result<(), SetupError> {
        self.place = MagneticPlace::of_scene("Magnetometer", setup)?;
        Ok(())
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut MagneticFieldData) {
        let DVec3 { x, y, z } = self.place.field_at(view.world_from_sensor(), self.date);
        *data = MagneticFieldData { x, y, z };
    }
}
