//! Input devices: sends keys and joystick axes to the simulation as events.

#[cfg(unix)]
mod held_keys;
#[cfg(target_os = "linux")]
mod joystick;
#[cfg(unix)]
mod terminal;
#[cfg(not(unix))]
#[path = "devices/no_terminal.rs"]
mod terminal;

use std::collections::BTreeMap;
#[cfg(unix)]
use std::time::Duration;

use morse_scene::document::{Document, Object};
use morse_scene::value::Value;
use morse_sim::engine::devices::CAPTURING;
#[cfg(unix)]
use morse_sim::engine::devices::DeviceEvent;
use morse_sim::transport::request::Gateway;
#[cfg(unix)]
use morse_sim::transport::request::{Event, Refused};

pub use terminal::{Terminal, restore};

/// Boolean property of objects whose Python code reads keys.
const READS_KEYS: &str = "reads_keys";
/// Property of objects whose Python code reads a joystick: the number of the joystick.
const READS_JOYSTICK: &str = "reads_joystick";
const KEYBOARD: &str = "morse.actuators.keyboard.Keyboard";
const JOYSTICK: &str = "morse.actuators.joystick.Joystick";
const PAN_TILT_UNIT: &str = "morse.actuators.ptu.PTU";

/// Delay before another attempt if the event queue is full.
#[cfg(unix)]
const RETRY: Duration = Duration::from_millis(5);

/// Starts reading the devices that a scene uses. Keys are read until the returned value is dropped.
pub fn open(document: &Document, gateway: &Gateway) -> Option<Terminal> {
    let elsewhere = moved_elsewhere(document);
    let here = || {
        document
            .objects
            .iter()
            .zip(&elsewhere)
            .filter(|(_, elsewhere)| !**elsewhere)
            .map(|(object, _)| object)
    };
    let of_class = |class: &'static str| here().filter(move |object| object.class.as_deref() == Some(class));
    let by_code = here().filter(|object| object.properties.contains_key(READS_JOYSTICK));
    for object in of_class(JOYSTICK).chain(by_code) {
        #[cfg(target_os = "linux")]
        joystick::open(&object.name, joystick_index(object), gateway);
        #[cfg(not(target_os = "linux"))]
        tracing::warn!("joysticks are read on Linux only: {} stays still", object.name);
    }
    let manual = |object: &&Object| object.properties.get("Manual").is_some_and(Value::is_truthy);
    let reads_keys = |object: &&Object| object.properties.get(READS_KEYS).is_some_and(Value::is_truthy);
    let listeners: Vec<&str> = of_class(KEYBOARD)
        .chain(of_class(PAN_TILT_UNIT).filter(manual))
        .chain(here().filter(reads_keys))
        .map(|object| object.name.as_str())
        .collect();
    // The space bar switches cameras; a user who does not wait for keys needs no message.
    let has_cameras = here().any(|object| object.properties.contains_key(CAPTURING));
    if listeners.is_empty() && !has_cameras { None } else { Terminal::open(&listeners.join(", "), gateway) }
}

/// For each object, whether it is or belongs to a robot of another simulator, which gets no events here.
fn moved_elsewhere(document: &Document) -> Vec<bool> {
    let mut by_name = BTreeMap::new();
    let mut elsewhere = Vec::with_capacity(document.objects.len());
    // Parents precede their children.
    for object in &document.objects {
        let above = object.parent.as_deref().and_then(|parent| by_name.get(parent));
        let is_elsewhere = object.external || above.copied().unwrap_or_default();
        by_name.insert(object.name.as_str(), is_elsewhere);
        elsewhere.push(is_elsewhere);
    }
    elsewhere
}

/// The number of the joystick, 0 if invalid: the actuator itself reports invalid numbers.
#[cfg(target_os = "linux")]
fn joystick_index(object: &Object) -> u8 {
    let index = object.options.get("joystick_index").or_else(|| object.properties.get(READS_JOYSTICK));
    let index = index.and_then(Value::as_i64);
    index.and_then(|index| u8::try_from(index).ok()).unwrap_or_default()
}

/// Sends an event to the simulation, waiting while the queue is full. Returns false if the simulation has ended.
#[cfg(unix)]
fn send(gateway: &Gateway, event: DeviceEvent) -> bool {
    let mut waiting = Event::Device(event);
    loop {
        match gateway.try_send(waiting) {
            Ok(()) => return true,
            Err(Refused::Full(event)) => waiting = event,
            Err(Refused::Closed) => return false,
        }
        std::thread::sleep(RETRY);
    }
}
