//! Services of the pseudo component `simulation` for input devices: clients press keys and move joysticks.

use morse_scene::value::Value;

use crate::contract::service::{Arguments, ServiceError};
use crate::engine::devices::{DeviceEvent, Key};
use crate::engine::simulation::Simulation;
use crate::engine::simulation::device_events::take_device_event;

/// Exclusive upper limit of the numbers of joysticks and of axes.
const NUMBERS: i64 = 8;

/// Presses the listed keys and releases all other keys.
pub(super) fn hold_keys(
    simulation: &mut Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let pressed = Key::from_list(&arguments.take(0)?).map_err(ServiceError::Refused)?;
    let released: Vec<Key> = simulation.state.devices.held().filter(|key| !pressed.contains(key)).collect();
    let up = released.into_iter().map(|key| DeviceEvent::Key { key, held: false });
    let down = pressed.into_iter().map(|key| DeviceEvent::Key { key, held: true });
    up.chain(down).for_each(|event| take_device_event(simulation, event));
    Ok(Value::Null)
}

/// Moves an axis of a joystick.
pub(super) fn move_joystick(
    simulation: &mut Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let number = |index, what: &str| {
        let given = arguments.take::<i64>(index)?;
        u8::try_from(given).ok().filter(|_| given < NUMBERS).ok_or_else(|| {
            let highest = NUMBERS - 1;
            ServiceError::Refused(format!("the number of {what} is 0 to {highest}, got {given}"))
        })
    };
    let (joystick, axis) = (number(0, "a joystick")?, number(1, "an axis")?);
    let position: f64 = arguments.take(2)?;
    if !(-1.0..=1.0).contains(&position) {
        return Err(ServiceError::Refused(format!("a position is -1 to 1, got {position}")));
    }
    take_device_event(simulation, DeviceEvent::Axis { joystick, axis, position });
    Ok(Value::Null)
}
