//! The registry: every component class that this build can run, by class path.

use std::collections::BTreeMap;

use morse_scene::description::{Description, Kind};

use crate::contract::component::{Actuator, Modifier, Robot, Sensor};
use crate::contract::erased::{AnyActuator, AnyModifier, AnyRobot, AnySensor, RobotWithData, WithData};
use crate::external::component::ExternalComponent;
use crate::external::{ExternalClass, SharedHost};

/// Creates an instance of a component class.
#[derive(Clone, Copy)]
pub enum Factory {
    /// Creates a robot.
    Robot(fn() -> Box<dyn AnyRobot>),
    /// Creates a sensor.
    Sensor(fn() -> Box<dyn AnySensor>),
    /// Creates an actuator.
    Actuator(fn() -> Box<dyn AnyActuator>),
    /// Creates a modifier.
    Modifier(fn() -> Box<dyn AnyModifier>),
    /// An external class: a host creates and computes its instances.
    External(&'static ExternalClass),
}

/// An instance of a component class.
pub(crate) enum MadeInstance {
    Robot(Box<dyn AnyRobot>),
    Sensor(Box<dyn AnySensor>),
    Actuator(Box<dyn AnyActuator>),
    /// A modifier, which is created together with its component.
    Modifier,
}

impl Factory {
    /// Creates an instance; external ones have the fields of a level.
    pub(crate) fn make(self, level: Option<&str>) -> MadeInstance {
        match self {
            Self::Robot(make) => MadeInstance::Robot(make()),
            Self::Sensor(make) => MadeInstance::Sensor(make()),
            Self::Actuator(make) => MadeInstance::Actuator(make()),
            Self::Modifier(_) => MadeInstance::Modifier,
            Self::External(class) => {
                let component = Box::new(ExternalComponent::new(class, level));
                match class.description.kind {
                    Kind::Robot => MadeInstance::Robot(component),
                    Kind::Actuator => MadeInstance::Actuator(component),
                    Kind::Sensor | Kind::Modifier => MadeInstance::Sensor(component),
                }
            }
        }
    }
}

/// One class: its description and its factory.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Returns the description.
    pub describe: fn() -> Description,
    /// The factory.
    pub factory: Factory,
}

/// The entry of a robot.
#[must_use]
pub const fn robot<C: Robot>() -> Entry {
    Entry { describe: C::describe, factory: Factory::Robot(|| Box::new(RobotWithData::<C>::default())) }
}

/// The entry of a sensor.
#[must_use]
pub const fn sensor<C: Sensor>() -> Entry {
    Entry { describe: C::describe, factory: Factory::Sensor(|| Box::new(WithData::<C>::default())) }
}

/// The entry of an actuator.
#[must_use]
pub const fn actuator<C: Actuator>() -> Entry {
    Entry { describe: C::describe, factory: Factory::Actuator(|| Box::new(WithData::<C>::default())) }
}

/// The entry of a modifier.
#[must_use]
pub const fn modifier<C: Modifier>() -> Entry {
    Entry { describe: C::describe, factory: Factory::Modifier(|| Box::new(WithData::<C>::default())) }
}

/// All classes by class path.
#[derive(Clone, Default)]
pub struct Registry {
    entries: BTreeMap<String, Entry>,
    external: BTreeMap<String, &'static ExternalClass>,
    host: Option<SharedHost>,
}

impl Registry {
    /// Adds classes that `host` computes.
    #[must_use]
    pub fn with_external(
        mut self,
        classes: impl IntoIterator<Item = &'static ExternalClass>,
        host: SharedHost,
    ) -> Self {
        self.external.extend(classes.into_iter().map(|class| (class.description.class.clone(), class)));
        self.host = Some(host);
        self
    }

    /// The factory of a class; `None` for an unknown class.
    #[must_use]
    pub fn factory(&self, class: &str) -> Option<Factory> {
        let external = || self.external.get(class).map(|external| Factory::External(external));
        self.entries.get(class).map(|entry| entry.factory).or_else(external)
    }

    /// The description of a class.
    #[must_use]
    pub fn describe(&self, class: &str) -> Option<Description> {
        let external = || self.external.get(class).map(|external| external.description.clone());
        self.entries.get(class).map(|entry| (entry.describe)()).or_else(external)
    }

    /// The host of the external classes.
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
