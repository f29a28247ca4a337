//! Battery: a charge that time takes and charging zones give back.

use morse_sim::prelude::*;

/// State of a battery.
#[derive(Data, Clone)]
#[data(kind = "battery")]
pub struct BatteryData {
    /// Charge that is left. [%]
    charge: f64,
    /// Charging, Charged or Discharging.
    status: String,
}

impl Default for BatteryData {
    fn default() -> Self {
        Self { charge: FULL, status: "Charged".to_owned() }
    }
}

/// Charge of a full battery. [%]
const FULL: f64 = 100.0;

/// Type of the zones in which a battery is charged.
const CHARGING_ZONE: &str = "Charging";

/// Charge of the robot's battery, which falls with time alone: what the robot does makes no difference.
///
/// While the sensor is in a zone of type `Charging`, the charge rises, as fast as it falls elsewhere.
///
/// `charge(t) = charge(t - Δt) - DischargingRate · Δt`, in a charging zone `+`, and never below 0 or above 100 %.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.battery.Battery",
    title = "Battery Sensor",
    data = BatteryData,
    builder(name = "Battery", properties(DischargingRate = 0.05))
)]
pub struct Battery {
    /// Charge lost, or gained in a charging zone, in each second. [%/s]
    #[property(name = "DischargingRate", default = 0.05)]
    rate: f64,
    previous: Time,
}

impl Sense for Battery {
    fn sense(&mut self, view: &mut View<'_>, data: &mut BatteryData) {
        let changed = self.rate * (view.now.seconds() - self.previous.seconds());
        self.previous = view.now;
        let position = view.world_from_sensor().translation;
        let is_charging = view.world.zones_at(position, CHARGING_ZONE).next().is_some();
        let charge = if is_charging { data.charge + changed } else { data.charge - changed };
        data.charge = charge.clamp(0.0, FULL);
        let status = match (is_charging, data.charge >= FULL) {
            (true, true) => "Charged",
            (true, false) => "Charging",
            (false, _) => "Discharging",
        };
        if data.status != status {
            data.status = status.to_owned();
        }
    }
}
