//! Battery: charge that decreases over time and increases in charging zones.

use morse_sim::prelude::*;

/// Charge and status of a battery.
#[derive(Data, Clone)]
#[data(kind = Battery)]
pub struct BatteryData {
    /// Remaining charge. [%]
    charge: f64,
    /// `Charging`, `Charged` or `Discharging`.
    status: String,
}

impl Default for BatteryData {
    fn default() -> Self {
        Self { charge: FULL, status: "Charged".to_owned() }
    }
}

/// Charge of a full battery. [%]
const FULL: f64 = 100.0;

/// Type of the zones in which batteries charge.
const CHARGING_ZONE: &str = "Charging";

/// Measures the charge of the robot's battery. The charge decreases over time at a constant rate; the activity of the
/// robot has no effect.
///
/// While the sensor is in a zone of type `Charging`, the charge increases at the same rate.
///
/// `charge(t) = charge(t - Δt) - DischargingRate · Δt`, with `+` in a charging zone, limited to 0 to 100 %.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.battery.Battery",
    title = "Battery Sensor",
    data = BatteryData,
    builder(name = "Battery", properties(DischargingRate = 0.05))
)]
pub struct Battery {
    /// Rate at which the charge decreases, or increases in a charging zone. [%/s]
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
