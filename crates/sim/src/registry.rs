//! The registry: every component this build can run, by class path.

use std::collections::BTreeMap;

use morse_scene::description::Description;

use crate::cell::{AnyActuator, AnyModifier, AnyRobot, AnySensor, Cell, RobotCell};
use crate::component::{Actuate, Carry, Modify, Sense};

/// Makes an instance of a component class.
#[derive(Clone, Copy)]
pub enum Maker {
    /// Makes a robot.
    Robot(fn() -> Box<dyn AnyRobot>),
    /// Makes a sensor.
    Sensor(fn() -> Box<dyn AnySensor>),
    /// Makes an actuator.
    Actuator(fn() -> Box<dyn AnyActuator>),
    /// Makes a modifier.
    Modifier(fn() -> Box<dyn AnyModifier>),
}

/// One class: how it describes itself and how an instance is made.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The description.
    pub describe: fn() -> Description,
    /// The maker.
    pub maker: Maker,
}

/// The entry of a robot.
#[must_use]
pub const fn robot<C: Carry>() -> Entry {
    Entry { describe: C::describe, maker: Maker::Robot(|| Box::new(RobotCell::<C>::default())) }
}

/// The entry of a sensor.
#[must_use]
pub const fn sensor<C: Sense>() -> Entry {
    Entry { describe: C::describe, maker: Maker::Sensor(|| Box::new(Cell::<C>::default())) }
}

/// The entry of an actuator.
#[must_use]
pub const fn actuator<C: Actuate>() -> Entry {
    Entry { describe: C::describe, maker: Maker::Actuator(|| Box::new(Cell::<C>::default())) }
}

/// The entry of a modifier.
#[must_use]
pub const fn modifier<C: Modify>() -> Entry {
    Entry { describe: C::describe, maker: Maker::Modifier(|| Box::new(Cell::<C>::default())) }
}

/// All classes by class path.
#[derive(Clone, Default)]
pub struct Registry {
    entries: BTreeMap<String, Entry>,
}

impl Registry {
    /// The entry of a class; `None` when this build cannot run it.
    #[must_use]
    pub fn entry(&self, class: &str) -> Option<Entry> {
        self.entries.get(class).copied()
    }
}

impl FromIterator<Entry> for Registry {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        Self { entries: entries.into_iter().map(|entry| ((entry.describe)().class, entry)).collect() }
    }
}
