//! Feet: the unit of length in aviation.

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::numeric_fields::{NumericField, missing_fields};

/// International feet in a meter.
const FEET_PER_METER: f64 = 3.280_839_9;

const AXES: [&str; 3] = ["x", "y", "z"];

fn lengths(modifier: &str, setup: &Setup<'_>, data: &dyn Data) -> Result<Vec<NumericField>, ModifyError> {
    let found: Vec<NumericField> = AXES.iter().filter_map(|axis| NumericField::find(data, axis)).collect();
    if found.is_empty() { Err(missing_fields(modifier, setup, data, "x, y or z")) } else { Ok(found) }
}

fn scale(lengths: &[NumericField], data: &mut dyn Data, factor: f64) {
    for length in lengths {
        let scaled = length.get(data) * factor;
        length.set(data, scaled);
    }
}

/// Converts those of the fields x, y, z that the sensor has from meters to feet.
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.feet.MeterToFeet",
    title = "Meters to feet",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct MeterToFeet {
    lengths: Vec<NumericField>,
}

impl Modifier for MeterToFeet {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.lengths = lengths("MeterToFeet", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        scale(&self.lengths, data, FEET_PER_METER);
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        for length in &self.lengths {
            errors.scale(length.number(errors), FEET_PER_METER);
        }
    }
}

/// Converts those of the fields x, y, z that the actuator has from feet to meters.
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.feet.FeetToMeter",
    title = "Feet to meters",
    fits(
        "morse.actuators.destination.Destination",
        "morse.actuators.waypoint.Waypoint",
        "morse.actuators.teleport.Teleport"
    )
)]
pub struct FeetToMeter {
    lengths: Vec<NumericField>,
}

impl Modifier for FeetToMeter {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.lengths = lengths("FeetToMeter", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        scale(&self.lengths, data, 1.0 / FEET_PER_METER);
    }
}
