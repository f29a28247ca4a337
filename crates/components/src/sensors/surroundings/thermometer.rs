//! Thermometer: air temperature with the heat of nearby fires.

use morse_sim::prelude::*;

use crate::common::number::NumberOrText;

/// A temperature.
#[derive(Data, Clone, Default)]
#[data(kind = Temperature)]
pub struct TemperatureData {
    /// Temperature of the air. [°C]
    temperature: f64,
}

/// Temperature of the air, raised by fires.
///
/// A fire is any object with the property `FireTag` nearer than `Range`. It adds its temperature times the negative
/// exponential of the distance. Its temperature is the value of the property if that is a number, else
/// `FireTemperature`. Fires are not occluded.
///
/// `temperature = DefaultTemperature + Σ F · exp(-Alpha · d)`, over all fires at a distance `d < Range`
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.thermometer.Thermometer",
    title = "Thermometer Sensor",
    data = TemperatureData,
    builder(name = "Thermometer")
)]
pub struct Thermometer {
    /// Name of the property that makes an object a fire.
    #[property(name = "FireTag", default = "Fire")]
    fire_tag: String,
    /// Temperature without fire; may be written as text. [°C]
    #[property(name = "DefaultTemperature", default = 15.0)]
    default_temperature: NumberOrText,
    /// Temperature that a fire adds at its position, if its property is not a number. [°C]
    #[property(name = "FireTemperature", default = 200.0)]
    fire_temperature: f64,
    /// Distance beyond which fires have no effect. [m]
    #[property(name = "Range", default = UNLIMITED_M, min = 0)]
    range: f64,
    /// Decay of the heat with distance. [1/m]
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
            own.unwrap_or(self.fire_temperature) * (-self.alpha * distance).exp()
        });
        data.temperature = self.default_temperature.0 + heat.sum::<f64>();
    }
}
