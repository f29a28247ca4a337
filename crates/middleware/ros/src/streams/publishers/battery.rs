//! State of charge of a battery.

use morse_sim::contract::data::Field;
use morse_sim::transport::stream::Sample;

use super::{Opened, Stream};
use crate::messages::sensor_msgs;
use crate::node_interface::Node;
use crate::streams::fields::{field, number};

type State = sensor_msgs::BatteryState<()>;

/// Opens the publisher of a battery. Values that the sensor does not measure are NaN, as the message defines.
pub(super) fn state<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        Some(sensor_msgs::BatteryState {
            header,
            voltage: f32::NAN,
            temperature: f32::NAN,
            current: f32::NAN,
            charge: f32::NAN,
            capacity: f32::NAN,
            design_capacity: f32::NAN,
            // From percent to a share of 1.
            percentage: (number(sample, "charge") / 100.0) as f32,
            power_supply_status: status(sample),
            power_supply_health: State::POWER_SUPPLY_HEALTH_UNKNOWN,
            power_supply_technology: State::POWER_SUPPLY_TECHNOLOGY_UNKNOWN,
            present: true,
            ..Default::default()
        })
    })
}

fn status(sample: &Sample<'_>) -> u8 {
    match field(sample, "status") {
        Some(Field::Text("Charging")) => State::POWER_SUPPLY_STATUS_CHARGING,
        Some(Field::Text("Charged")) => State::POWER_SUPPLY_STATUS_FULL,
        Some(Field::Text("Discharging")) => State::POWER_SUPPLY_STATUS_DISCHARGING,
        _ => State::POWER_SUPPLY_STATUS_UNKNOWN,
    }
}
