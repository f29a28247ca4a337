//! The registry: every component this build can run, by class path.

use std::collections::BTreeMap;

use morse_scene::description::{Description, Kind};

use crate::cell::{AnyActuator, AnyModifier, AnyRobot, AnySensor, Cell, RobotCell};
use crate::component::{Actuate, Carry, Modify, Sense};
use crate::hosted::{HostedCell, HostedClass, SharedHost};

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
    /// Somebody else makes it, and computes it.
    Hosted(&'static HostedClass),
}

/// An instance of a component class.
pub(crate) enum Made {
    Robot(Box<dyn AnyRobot>),
    Sensor(Box<dyn AnySensor>),
    Actuator(Box<dyn AnyActuator>),
    /// It is part of another component, and made with it.
    Modifier,
}

impl Maker {
    /// Makes an instance; hosted ones have the fields of a level.
    pub(crate) fn make(self, level: Option<&str>) -> Made {
        match self {
            Self::Robot(make) => Made::Robot(make()),
            Self::Sensor(make) => Made::Sensor(make()),
            Self::Actuator(make) => Made::Actuator(make()),
            Self::Modifier(_) => Made::Modifier,
            Self::Hosted(class) => {
                let cell = Box::new(HostedCell::new(class, level));
                match class.description.kind {
                    Kind::Robot => Made::Robot(cell),
                    Kind::Actuator => Made::Actuator(cell),
                    Kind::Sensor | Kind::Modifier => Made::Sensor(cell),
                }
            }
        }
    }
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
    hosted: BTreeMap<String, &'static HostedClass>,
    host: Option<SharedHost>,
}

impl Registry {
    /// Adds classes that `host` computes.
    #[must_use]
    pub fn with_hosted(
        mut self,
        classes: impl IntoIterator<Item = &'static HostedClass>,
        host: SharedHost,
    ) -> Self {
        self.hosted.extend(classes.into_iter().map(|class| (class.description.class.clone(), class)));
        self.host = Some(host);
        self
    }

    /// Who makes instances of a class; `None` when nobody can.
    #[must_use]
    pub fn maker(&self, class: &str) -> Option<Maker> {
        let hosted = || self.hosted.get(class).map(|hosted| Maker::Hosted(hosted));
        self.entries.get(class).map(|entry| entry.maker).or_else(hosted)
    }

    /// What a class says of itself.
    #[must_use]
    pub fn describe(&self, class: &str) -> Option<Description> {
        let hosted = || self.hosted.get(class).map(|hosted| hosted.description.clone());
        self.entries.get(class).map(|entry| (entry.describe)()).or_else(hosted)
    }

    /// Who computes the hosted classes.
    pub(crate) fn host(&self) -> Option<&SharedHost> {
        self.host.as_ref()
    }
}

impl FromIterator<Entry> for Registry {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let entries = entries.into_iter().map(|entry| ((entry.describe)().class, entry)).collect();
        Self { entries, ..Self::default() }
    }
}
