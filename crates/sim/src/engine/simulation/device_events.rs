//! Input events of keyboards and joysticks.

use crate::engine::devices::{CAPTURING, DeviceEvent, Key, toggle_everywhere};
use crate::engine::simulation::Simulation;

/// Handles an input event of a device. The space bar toggles capturing.
pub(crate) fn take_device_event(simulation: &mut Simulation, event: DeviceEvent) {
    if simulation.state.devices.take(event) == Some(Key::Space) {
        toggle_everywhere(&mut simulation.state.world, CAPTURING);
    }
}
