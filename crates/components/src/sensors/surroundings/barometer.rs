//! Barometer: air pressure at the height of the sensor.

use morse_sim::prelude::*;

/// Air pressure.
#[derive(Data, Clone, Default)]
#[data(kind = Pressure)]
pub struct PressureData {
    /// Pressure of the air at the sensor. [Pa]
    pressure: f64,
}

/// Decrease of the temperature with height in the troposphere. [K/m]
const LAPSE_RATE: f64 = 0.0065;
/// Temperature at the initial height of the sensor. [K]
const TEMPERATURE_K: f64 = 288.15;
/// Molar mass of dry air. [kg/mol]
const MOLAR_MASS: f64 = 0.028_964_4;
/// Molar gas constant, with the rounding of the U.S. Standard Atmosphere of 1976. [J/(mol K)]
const GAS_CONSTANT: f64 = 8.314_47;
/// Gravity of the Earth; the gravity of the scene has no effect. [m/s²]
const GRAVITY: f64 = 9.81;

/// Measures the air pressure, which decreases with the height above the initial position of the sensor, without error.
///
/// The air is that of the International Standard Atmosphere below 11 km: 15 °C at the initial height, and 6.5 °C less per
/// kilometer.
///
/// `pressure = ReferencePressure · (1 - L · h / T₀) ^ (g · M / (R₀ · L))`
///
/// This is equation 12 of ISO 2533 for a layer with a constant lapse rate. `h` is the height above the initial position,
/// `L = 0.0065 K/m`, `T₀ = 288.15 K`, `g = 9.81 m/s²`, `M = 0.0289644 kg/mol`, `R₀ = 8.31447 J/(mol K)`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.barometer.Barometer", data = PressureData, builder(name = "Barometer"))]
pub struct Barometer {
    /// Pressure at the initial height of the sensor. [Pa]
    #[property(name = "ReferencePressure", default = 101_325.0)]
    reference_pressure: f64,
    /// Height of the sensor in the world at the start. [m]
    height_at_start: f64,
}

impl Sensor for Barometer {
    fn start(&mut self, setup: &Setup<'_>, data: &mut PressureData) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut PressureData) {
        self.height_at_start = begin.world.world_from(begin.node).translation.z;
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut PressureData) {
        let height = view.world_from_sensor().translation.z - self.height_at_start;
        data.pressure = self.reference_pressure * pressure_ratio(height);
    }
}

/// Ratio of the pressure at a height above the reference [m] to the reference pressure: ISO 2533, equation 12, for a
/// layer with a constant lapse rate. It is zero above 44 km, where the temperature of such a layer would be below
/// absolute zero.
fn pressure_ratio(height: f64) -> f64 {
    let temperature_ratio = (1.0 - LAPSE_RATE * height / TEMPERATURE_K).max(0.0);
    libm::pow(temperature_ratio, GRAVITY * MOLAR_MASS / (GAS_CONSTANT * LAPSE_RATE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressure_decreases_as_in_the_standard_atmosphere() {
        assert_eq!(pressure_ratio(0.0), 1.0);
        // Tables of ISO 2533, which use a gravity of 9.80665 m/s².
        for (height, pressure) in [(100.0, 100_129.0), (1000.0, 89_874.6), (5000.0, 54_048.0)] {
            let found = 101_325.0 * pressure_ratio(height);
            assert!((found / pressure - 1.0).abs() < 1e-3, "{found} Pa at {height} m");
        }
    }

    #[test]
    fn pressure_is_zero_far_above_the_atmosphere() {
        assert_eq!(pressure_ratio(50_000.0), 0.0);
    }
}
