//! Input devices: pressed keys and joystick axes.

use std::collections::{BTreeMap, BTreeSet};

use morse_scene::python_repr::repr;
use morse_scene::value::Value;
use morse_world::{NodeId, PropertyValue, World};
use serde::{Deserialize, Serialize};

use crate::contract::property::PropertyType;

/// A key that components can read.
#[allow(missing_docs, reason = "the names are those on a keyboard")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Key {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Insert,
    T,
    G,
    U,
    O,
    J,
    L,
    I,
    K,
    Space,
    A,
    B,
    C,
    D,
    E,
    F,
    H,
    M,
    N,
    P,
    Q,
    R,
    S,
    V,
    W,
    X,
    Y,
    Z,
    Enter,
}

crate::choice!(Key {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Insert,
    T,
    G,
    U,
    O,
    J,
    L,
    I,
    K,
    Space,
    A,
    B,
    C,
    D,
    E,
    F,
    H,
    M,
    N,
    P,
    Q,
    R,
    S,
    V,
    W,
    X,
    Y,
    Z,
    Enter
});

impl Key {
    /// Parses a list of key names.
    ///
    /// # Errors
    /// When the value is not a list of key names.
    pub fn from_list(value: &Value) -> Result<Vec<Key>, String> {
        let names = value.as_list().ok_or("keys must be a list of names of keys")?;
        let key = |name: &Value| {
            Key::from_value(name)
                .ok_or_else(|| format!("{} is not a key; keys are {}", repr(name), Key::CHOICES.join(", ")))
        };
        names.iter().map(key).collect()
    }
}

/// Property that the space bar toggles. Cameras capture images while it is true.
pub const CAPTURING: &str = "capturing";

/// Toggles a boolean property on all nodes that have it.
pub(crate) fn toggle_everywhere(world: &mut World, property: &str) {
    let value_of = |node: NodeId| Some((node, world.property(node, property)?.is_truthy()));
    for (node, is_on) in world.nodes().filter_map(value_of).collect::<Vec<_>>() {
        world.set_property(node, property, PropertyValue::Bool(!is_on));
    }
}

/// An input event of a device.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum DeviceEvent {
    /// A key was pressed or released.
    Key {
        /// The key.
        key: Key,
        /// Whether it is pressed.
        held: bool,
    },
    /// A joystick axis moved.
    Axis {
        /// Number of the joystick.
        joystick: u8,
        /// Number of the axis: 0 is left to right, 1 is forward to back.
        axis: u8,
        /// New position: -1 to 1, 0 in the middle.
        position: f64,
    },
}

/// Current state of the devices. Part of the state of the simulation; changes only by events from outside.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Devices {
    keys: BTreeSet<Key>,
    axes: BTreeMap<(u8, u8), f64>,
}

impl Devices {
    /// Applies an event. Returns the key if it was newly pressed. A position of NaN becomes 0.
    pub fn take(&mut self, event: DeviceEvent) -> Option<Key> {
        match event {
            DeviceEvent::Key { key, held: true } => {
                return self.keys.insert(key).then_some(key);
            }
            DeviceEvent::Key { key, held: false } => {
                self.keys.remove(&key);
            }
            DeviceEvent::Axis { joystick, axis, position } => {
                let position = if position.is_nan() { 0.0 } else { position.clamp(-1.0, 1.0) };
                self.axes.insert((joystick, axis), position);
            }
        }
        None
    }

    /// Whether a key is pressed.
    #[must_use]
    pub fn is_held(&self, key: Key) -> bool {
        self.keys.contains(&key)
    }

    /// The pressed keys.
    pub fn held(&self) -> impl Iterator<Item = Key> + '_ {
        self.keys.iter().copied()
    }

    /// The joystick axes that have moved: joystick, axis and position from -1 to 1.
    pub fn axes(&self) -> impl Iterator<Item = (u8, u8, f64)> + '_ {
        self.axes.iter().map(|(&(joystick, axis), &position)| (joystick, axis, position))
    }

    /// Position of a joystick axis from -1 to 1; 0 for an axis that has not moved or does not exist.
    #[must_use]
    pub fn axis(&self, joystick: u8, axis: u8) -> f64 {
        self.axes.get(&(joystick, axis)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_held_until_released() {
        let mut devices = Devices::default();
        let up = |held| DeviceEvent::Key { key: Key::Up, held };
        assert_eq!(devices.take(up(true)), Some(Key::Up));
        assert!(devices.is_held(Key::Up) && !devices.is_held(Key::Down));
        assert_eq!(devices.take(up(true)), None, "it was already held");
        assert_eq!(devices.take(up(false)), None);
        assert!(!devices.is_held(Key::Up));
        assert_eq!(devices.take(up(true)), Some(Key::Up));
    }

    #[test]
    fn axis_position_is_clamped() {
        let mut devices = Devices::default();
        assert_eq!(devices.axis(0, 1), 0.0);
        for (given, kept) in [(0.5, 0.5), (7.0, 1.0), (f64::NEG_INFINITY, -1.0), (f64::NAN, 0.0)] {
            devices.take(DeviceEvent::Axis { joystick: 0, axis: 1, position: given });
            assert_eq!(devices.axis(0, 1), kept);
        }
    }
}
