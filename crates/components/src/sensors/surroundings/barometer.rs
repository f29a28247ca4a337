//! Barometer: air pressure at the height of the sensor.

use morse_sim::prelude::*;

/// An air pressure.
#[derive(Data, Clone, Default)]
#[data(kind = Pressure)]
pub struct PressureData {
    /// Pressure of the air. [Pa]
    pressure: f64,
}

/// Decrease of the temperature with height in the troposphere. [K/m]
const LAPSE_RATE: f64 = 0.0065;
/// Temperature where the sensor starts. [K]
const TEMPERATURE_K: f64 = 288.15;
/// Molar mass of dry air. [kg/mol]
const MOLAR_MASS: f64 = 0.028_964_4;
/// Molar gas constant, as the U.S. Standard Atmosphere of 1976 rounds it for use with kelvins and moles. [J/(mol K)]
const GAS_CONSTANT: f64 = 8.314_47;
/// Gravity of the Earth, whatever that of the scene is. [m/s²]
const GRAVITY: f64 = 9.81;

/// Air pressure, which decreases with the height above the initial position of the sensor.
///
/// The air is that of the International Standard Atmosphere below 11 km: 15 °C at the start, 6.5 °C less per
/// kilometre.
///
/// `pressure = ReferencePressure · (1 - L · h / T₀) ^ (g · M / (R₀ · L))`
///
/// This is equation 12 of ISO 2533 for a layer with a constant lapse rate: `h` is the height above the start, `L =
/// 0.0065 K/m`, `T₀ = 288.15 K`, `g = 9.81 m/s²`, `M = 0.0289644 kg/mol`, `R₀ = 8.31447 J/(mol K)`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.barometer.Barometer", data = PressureData, builder(name = "Barometer"))]
pub struct Barometer {
    /// Pressure where the sensor starts. [Pa]
    #[property(name = "ReferencePressure", default = 101_325.0)]
    reference_pressure: f64,
    /// Height at the start. [m]
    height_at_start: f64,
}

impl Sensor for Barometer {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut PressureData) -> Result<(), SetupError> {
        self.height_at_start = setup.world.world_from(setup.node).translation.z;
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut PressureData) {
        let risen = view.world_from_sensor().translation.z - self.height_at_start;
        data.pressure = self.reference_pressure * pressure_ratio(risen);
    }
}

/// Ratio of the pressure at a height to that at the reference: ISO 2533, equation 12, for a layer with a constant
/// lapse rate. The pressure is zero where such a layer would be colder than absolute zero, 44 km up.
fn pressure_ratio(risen: f64) -> f64 {
    let temperature_ratio = (1.0 - LAPSE_RATE * risen / TEMPERATURE_K).max(0.0);
    temperature_ratio.powf(GRAVITY * MOLAR_MASS / (GAS_CONSTANT * LAPSE_RATE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressure_falls_as_in_the_standard_atmosphere() {
        assert_eq!(pressure_ratio(0.0), 1.0);
        // Tables of ISO 2533, which use a gravity of 9.80665 m/s².
        for (height, pressure) in [(100.0, 100_129.0), (1000.0, 89_874.6), (5000.0, 54_048.0)] {
            let found = 101_325.0 * pressure_ratio(height);
            assert!((found / pressure - 1.0).abs() < 1e-3, "{found} Pa at {height} m");
        }
    }

    #[test]
    fn high_above_there_is_no_air() {
        assert_eq!(pressure_ratio(50_000.0), 0.0);
    }
}
