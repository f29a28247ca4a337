//! Compound sensor: the readings of several sensors in one message.

use morse_sim::data::Dict;
use morse_sim::prelude::*;

/// Readings by the full name of their sensor.
#[derive(Data, Clone, Default)]
#[data(kind = "compound")]
pub struct JoinedData {
    /// What each sensor read last, with its own time stamp.
    #[data(open)]
    readings: Dict,
}

/// Joins the data of several sensors: one entry per sensor under its full name, with the newest reading and its own
/// `timestamp`. The sensors need neither streams nor services of their own.
///
/// A Kinect is a compound sensor of a VideoCamera `rgb` and a depth camera `depth` beside each other; a stream that is added to
/// it is added to both.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.compound.CompoundSensor",
    title = "Compound Sensor",
    data = JoinedData,
    builder(name = "CompoundSensor", arguments(sensors, name = ())),
    builder(name = "Kinect", base = "CompoundSensor", arguments(name = "Kinect"))
)]
pub struct CompoundSensor {
    /// Full names of the sensors to join, with commas between them. The builder writes them. Taken at the start.
    #[property(name = "sensors")]
    sensors: String,
}

impl Sense for CompoundSensor {
    fn sources(&self) -> Vec<String> {
        let names = self.sensors.split(',').map(str::trim);
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut JoinedData) {
        for reading in view.joined {
            let mut entry = Map::from([("timestamp", reading.timestamp_s)]);
            for (name, value) in reading.data.to_map() {
                entry.insert(name, value);
            }
            data.readings.0.insert(reading.name, Value::Map(entry));
        }
    }
}
