//! Feet: lengths as aviation gives them.

use morse_sim::prelude::*;

use crate::common::fields::{Number, lacking};

/// International feet in a metre.
const FEET_PER_METRE: f64 = 3.280_839_9;

const AXES: [&str; 3] = ["x", "y", "z"];

fn lengths(modifier: &str, setup: &Setup<'_>, data: &dyn Data) -> Result<Vec<Number>, ModifyError> {
    let found: Vec<Number> = AXES.iter().filter_map(|axis| Number::find(data, axis)).collect();
    if found.is_empty() { Err(lacking(modifier, setup, data, "x, y or z")) } else { Ok(found) }
}

fn scale(lengths: &[Number], data: &mut dyn Data, factor: f64) {
    for length in lengths {
        let scaled = length.get(data) * factor;
        length.set(data, scaled);
    }
}

/// Converts x, y, z from metres to feet, for those fields that the sensor has.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.feet.MeterToFeet",
    title = "Metres to feet",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct MeterToFeet {
    lengths: Vec<Number>,
}

impl Modifier for MeterToFeet {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.lengths = lengths("MeterToFeet", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        scale(&self.lengths, data, FEET_PER_METRE);
    }
}

/// Converts x, y, z from feet to metres, for those fields that the actuator has.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.feet.FeetToMeter",
    title = "Feet to metres",
    fits(
        "morse.actuators.destination.Destination",
        "morse.actuators.waypoint.Waypoint",
        "morse.actuators.teleport.Teleport"
    )
)]
pub struct FeetToMeter {
    lengths: Vec<Number>,
}

impl Modifier for FeetToMeter {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.lengths = lengths("FeetToMeter", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        scale(&self.lengths, data, 1.0 / FEET_PER_METRE);
    }
}
