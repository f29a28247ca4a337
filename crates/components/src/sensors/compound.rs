//! Compound sensor: combines the readings of several sensors in one message.

use morse_sim::contract::data::StampedDict;
use morse_sim::prelude::*;

/// Readings of several sensors, by the full name of the sensor.
#[derive(Data, Clone, Default)]
#[data(kind = Compound)]
pub struct CompoundData {
    /// The newest reading of each sensor, with its own `timestamp`.
    #[data(open)]
    readings: StampedDict,
}

/// Combines the data of several sensors in one message. For each sensor it has an entry with the full name of the sensor,
/// its newest reading and the `timestamp` of that reading. The sensors themselves need neither streams nor services.
///
/// A Kinect is a compound sensor of a VideoCamera `rgb` and a depth camera `depth`. A stream that is added to the Kinect
/// is added to both cameras.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.compound.CompoundSensor",
    title = "Compound Sensor",
    data = CompoundData,
    builder(name = "CompoundSensor", arguments(sensors, name = ())),
    builder(name = "Kinect", base = "CompoundSensor", arguments(name = "Kinect"))
)]
pub struct CompoundSensor {
    /// Comma-separated full names of the sensors to combine. The builder sets this property. Read only at the start.
    #[property(name = "sensors")]
    sensors: String,
}

impl Sensor for CompoundSensor {
    fn inputs(&self) -> Vec<String> {
        let names = self.sensors.split(',').map(str::trim);
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut CompoundData) {
        // Sensors may have been removed from the scene.
        if data.readings.0.len() > view.inputs.len() {
            data.readings.0 = Map::default();
        }
        for reading in view.inputs {
            let mut entry = Map::from([("timestamp", reading.timestamp_s)]);
            for (name, value) in reading.data.to_map() {
                entry.insert(name, value);
            }
            data.readings.0.insert(reading.name, Value::Map(entry));
        }
    }
}
