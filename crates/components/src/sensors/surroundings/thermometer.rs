//! Thermometer: air temperature, which nearby fires increase.

use morse_sim::prelude::*;

use crate::common::number_or_text::NumberOrText;

/// Air temperature.
#[derive(Data, Clone, Default)]
#[data(kind = Temperature)]
pub struct TemperatureData {
    /// Temperature of the air at the sensor. [°C]
    temperature: f64,
}

/// Measures the temperature of the air, which fires increase.
///
/// A fire is an object with the property that `FireTag` names, nearer than `Range`. The temperature `F` that it adds at
/// its own position is the value of that property if it is a number, else `FireTemperature`. The heat decreases
/// exponentially with the distance `d`. Occlusion has no effect.
///
/// `temperature = DefaultTemperature + Σ F · exp(-Alpha · d)`, over all fires with `d < Range`
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.thermometer.Thermometer",
    title = "Thermometer Sensor",
    data = TemperatureData,
    builder(name = "Thermometer")
)]
pub struct Thermometer {
    /// Name of the property that marks an object as a fire.
    #[property(name = "FireTag", default = "Fire")]
    fire_tag: String,
    /// Temperature without fires; may be a number as text. [°C]
    #[property(name = "DefaultTemperature", default = 15.0)]
    default_temperature: NumberOrText,
    /// Temperature that a fire adds at its own position, if its property is not a number. [°C]
    #[property(name = "FireTemperature", default = 200.0)]
    fire_temperature: f64,
    /// Distance from which on fires have no effect. [m]
    #[property(name = "Range", default = UNLIMITED_M, min = 0)]
    range: f64,
    /// Rate of decay of the heat with distance. [1/m]
    #[property(name = "Alpha", default = 0.2)]
    alpha: f64,
}

/// Default range: the largest 64-bit integer, as in the original. [m]
const UNLIMITED_M: f64 = i64::MAX as f64;

impl Sensor for Thermometer {
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut TemperatureData) {
        let position = view.world_from_sensor().translation;
        let heat = view.world.tagged(&self.fire_tag).iter().map(|&fire| {
            let distance = view.world.world_from(fire).translation.distance(position);
            if distance >= self.range {
                return 0.0;
            }
            let own = view.world.property(fire, &self.fire_tag).and_then(|value| value.as_f64());
            own.unwrap_or(self.fire_temperature) * libm::exp(-self.alpha * distance)
        });
        data.temperature = self.default_temperature.0 + heat.sum::<f64>();
    }
}
