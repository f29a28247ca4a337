//! Magnetometer: the magnetic field of the Earth at the sensor.

use morse_sim::prelude::*;

use crate::common::earth::magnetism::MagneticPlace;

/// Magnetic field vector.
#[derive(Data, Clone, Default)]
#[data(kind = MagneticField)]
pub struct MagneticFieldData {
    /// Field along north, for a sensor that is not rotated in the world. [nT]
    x: f64,
    /// Field along east, for a sensor that is not rotated in the world. [nT]
    y: f64,
    /// Field downwards, for a sensor that is not rotated in the world. [nT]
    z: f64,
}

/// Measures the magnetic field of the Earth, computed by the World Magnetic Model of NOAA and the British Geological
/// Survey.
///
/// The north, east and down components are rotated by the inverse attitude of the sensor, as if they were along the axes
/// of the world; clients of the original expect this. So x, y and z are the true components only for a sensor that is not
/// rotated in the world.
///
/// The scene must set the position of its origin: `longitude`, `latitude` and `altitude` in
/// `Environment.properties(…)`.
///
/// The field is the negative gradient of a potential, `B = -∇V`, at the longitude `λ`, the geocentric latitude `φ` and
/// the distance `r` from the center of the Earth, with `a = 6371.2 km`, the coefficients `g` and `h` of the date, and the
/// Schmidt semi-normalized Legendre functions `P`:
///
/// `V = a · Σ_{n=1..12} (a / r)^(n+1) · Σ_{m=0..n} (g_nm · cos mλ + h_nm · sin mλ) · P_nm(sin φ)`
///
/// `(x, y, z) = Rᵀ · (B_north, B_east, B_down)`
///
/// Source of equations and coefficients: Chulliat et al., "The US/UK World Magnetic Model for 2015-2020: Technical
/// Report", NOAA (2015), section 1.2, and the later editions.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.magnetometer.Magnetometer",
    data = MagneticFieldData,
    builder(name = "Magnetometer")
)]
pub struct Magnetometer {
    /// Date of the field, as a decimal year. Without it, the date of the start of the run is used. The model has editions
    /// of 2015, 2020 and 2025, each valid for five years. [year]
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
