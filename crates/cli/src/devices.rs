//! Devices of whoever is at the machine: what keys and sticks do becomes events of the simulation.
//!
//! They are read on threads of their own, and only those that something in the scene listens to.

mod held;
#[cfg(target_os = "linux")]
mod stick;
mod terminal;

use std::time::Duration;

use morse_scene::document::{Document, Object};
use morse_scene::value::Value;
use morse_sim::devices::{CAPTURING, DeviceEvent};
use morse_sim::request::{Event, Gateway, Refused};

pub use terminal::{Terminal, restore};

const KEYBOARD: &str = "morse.actuators.keyboard.Keyboard";
const JOYSTICK: &str = "morse.actuators.joystick.Joystick";
const PAN_TILT_UNIT: &str = "morse.actuators.ptu.PTU";

/// How long to wait for room in the queue of events.
const RETRY: Duration = Duration::from_millis(5);

/// Begins to read the devices that a scene listens to. Keys are read until what is given back is dropped.
pub fn open(document: &Document, gateway: &Gateway) -> Option<Terminal> {
    let here = || document.objects.iter().filter(|object| !is_elsewhere(document, object));
    let of_class = |class: &'static str| here().filter(move |object| object.class.as_deref() == Some(class));
    for object in of_class(JOYSTICK) {
        #[cfg(target_os = "linux")]
        stick::open(&object.name, joystick_index(object), gateway);
        #[cfg(not(target_os = "linux"))]
        tracing::warn!("joysticks are read on Linux only: {} stays still", object.name);
    }
    let manual = |object: &&Object| object.properties.get("Manual").is_some_and(Value::is_truthy);
    let listeners: Vec<&str> = of_class(KEYBOARD)
        .chain(of_class(PAN_TILT_UNIT).filter(manual))
        .chain(here().filter(|object| object.properties.contains_key(CAPTURING)))
        .map(|object| object.name.as_str())
        .collect();
    if listeners.is_empty() { None } else { Terminal::open(&listeners.join(", "), gateway) }
}

/// Whether an object is, or hangs on, a robot that another simulator moves: nothing of it listens here.
fn is_elsewhere(document: &Document, object: &Object) -> bool {
    let above = |object: &&Object| document.object(object.parent.as_deref()?);
    let mut line = std::iter::successors(Some(object), above).take(document.objects.len());
    line.any(|object| object.external)
}

/// A joystick that cannot be is refused by the actuator itself.
#[cfg(target_os = "linux")]
fn joystick_index(object: &Object) -> u8 {
    let index = object.options.get("joystick_index").and_then(Value::as_i64);
    index.and_then(|index| u8::try_from(index).ok()).unwrap_or_default()
}

/// Hands an event to the simulation, as soon as it has room; false when it has ended.
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
