//! Magnetometer: the magnetic field of the Earth at the sensor.

use morse_sim::prelude::*;

use crate::common::earth::magnetism::MagneticPlace;

/// A magnetic field vector.
#[derive(Data, Clone, Default)]
#[data(kind = MagneticField)]
pub struct MagneticFieldData {
    /// Field to north, for a sensor without rotation. [nT]
    x: f64,
    /// Field to east, for a sensor without rotation. [nT]
    y: f64,
    /// Field downwards, for a sensor without rotation. [nT]
    z: f64,
}

/// Magnetic field of the Earth by the World Magnetic Model of NOAA and the British Geological Survey.
///
/// The field to north, east and down is rotated by the inverse attitude of the sensor as if these were the axes of
/// the world, as clients of the original expect. Therefore x, y and z are the true directions only for a sensor
/// without rotation.
///
/// The scene must set its position: `longitude`, `latitude` and `altitude` of its origin in
/// `Environment.properties(…)`.
///
/// The field is the gradient of a potential, `B = -∇V`, at the longitude `λ`, the geocentric latitude `φ` and the
/// distance `r` from the centre of the Earth, with `a = 6371.2 km`, the coefficients `g` and `h` of the day, and the
/// Schmidt semi-normalised Legendre functions `P`:
///
/// `V = a · Σ_{n=1..12} (a / r)^(n+1) · Σ_{m=0..n} (g_nm · cos mλ + h_nm · sin mλ) · P_nm(sin φ)`
///
/// `(x, y, z) = Rᵀ · (B_north, B_east, B_down)`
///
/// Equations and coefficients are those of Chulliat et al., "The US/UK World Magnetic Model for 2015-2020: Technical
/// Report", NOAA (2015), section 1.2, and of the later editions.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.magnetometer.Magnetometer",
    data = MagneticFieldData,
    builder(name = "Magnetometer")
)]
pub struct Magnetometer {
    /// Date as a decimal year; the date of the start of the run when absent. The model has editions of 2015, 2020 and
    /// 2025, each valid for five years. [year]
    #[property(name = "date")]
    date: Option<f64>,
    place: MagneticPlace,
}

impl Sensor for Magnetometer {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut MagneticFieldData) -> Result<(), SetupError> {
        self.place = MagneticPlace::of_scene("Magnetometer", setup)?;
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut MagneticFieldData) {
        let DVec3 { x, y, z } = self.place.field_at(view.world_from_sensor(), self.date);
        *data = MagneticFieldData { x, y, z };
    }
}
