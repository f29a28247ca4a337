//! Battery: a charge that decreases with time and increases in charging zones.

use morse_sim::prelude::*;

/// State of a battery.
#[derive(Data, Clone)]
#[data(kind = Battery)]
pub struct BatteryData {
    /// Remaining charge. [%]
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

/// Type of the zones in which a battery charges.
const CHARGING_ZONE: &str = "Charging";

/// Charge of the robot's battery. It decreases with time at a constant rate, independent of the robot's activity.
///
/// While the sensor is in a zone of type `Charging`, the charge increases at the same rate.
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
    /// Charge lost, or gained in a charging zone, per second. [%/s]
    #[property(name = "DischargingRate", default = 0.05)]
    rate: f64,
    previous: Time,
}

impl Sensor for Battery {
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut BatteryData) {
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
