//! The registry: all component classes that this build can run, by class path.

use std::collections::BTreeMap;

use morse_scene::description::{Description, ExtensionDescription, ExtensionKind, Kind};

use crate::contract::component::erased::{
    AnyActuator, AnyModifier, AnyRobot, AnySensor, RobotWithData, WithData,
};
use crate::contract::component::{Actuator, Modifier, Robot, Sensor};
use crate::external::component::ExternalComponent;
use crate::external::component::modifier::ExternalModifier;
use crate::external::component::native::NativeComponent;
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
    /// Refers to an external class: a host creates and computes its instances. Instances of a class that derives from
    /// a built-in class also have an instance of that class.
    External(&'static ExternalClass, Option<NativeFactory>),
}

/// Creates an instance of a built-in robot, sensor or actuator.
#[derive(Clone, Copy)]
pub enum NativeFactory {
    /// Creates a robot.
    Robot(fn() -> Box<dyn AnyRobot>),
    /// Creates a sensor.
    Sensor(fn() -> Box<dyn AnySensor>),
    /// Creates an actuator.
    Actuator(fn() -> Box<dyn AnyActuator>),
}

impl NativeFactory {
    fn make(self) -> NativeComponent {
        match self {
            Self::Robot(make) => NativeComponent::Robot(make()),
            Self::Sensor(make) => NativeComponent::Sensor(make()),
            Self::Actuator(make) => NativeComponent::Actuator(make()),
        }
    }
}

/// An instance of a component class.
pub(crate) enum MadeInstance {
    Robot(Box<dyn AnyRobot>),
    Sensor(Box<dyn AnySensor>),
    Actuator(Box<dyn AnyActuator>),
    /// A modifier is created together with the component that it modifies.
    Modifier,
}

impl Factory {
    /// Creates an instance. External components get the fields of `level`.
    pub(crate) fn make(self, level: Option<&str>) -> MadeInstance {
        match self {
            Self::Robot(make) => MadeInstance::Robot(make()),
            Self::Sensor(make) => MadeInstance::Sensor(make()),
            Self::Actuator(make) => MadeInstance::Actuator(make()),
            Self::Modifier(_) => MadeInstance::Modifier,
            Self::External(class, native) => {
                let native = native.map(NativeFactory::make);
                let component = Box::new(ExternalComponent::new(class, level, native));
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
    extensions: BTreeMap<String, ExtensionDescription>,
    host: Option<SharedHost>,
    further_hosts: BTreeMap<String, SharedHost>,
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

    /// Adds a host for the components that a scene assigns to the named process.
    #[must_use]
    pub fn with_further_host(mut self, process: &str, host: SharedHost) -> Self {
        self.further_hosts.insert(process.to_owned(), host);
        self
    }

    /// Adds extensions that the host of the external classes computes.
    #[must_use]
    pub fn with_extensions(mut self, extensions: impl IntoIterator<Item = ExtensionDescription>) -> Self {
        self.extensions.extend(extensions.into_iter().map(|extension| (extension.class.clone(), extension)));
        self
    }

    /// The built-in class that an external class derives from.
    pub(crate) fn base(&self, class: &str) -> Option<&Description> {
        self.external.get(class)?.base.as_ref()
    }

    /// The description of an extension; `None` for any other class.
    #[must_use]
    pub fn extension(&self, class: &str) -> Option<&ExtensionDescription> {
        self.extensions.get(class)
    }

    /// The factory of a class; `None` for an unknown class.
    #[must_use]
    pub fn factory(&self, class: &str) -> Option<Factory> {
        let external = || {
            let external = *self.external.get(class)?;
            Some(Factory::External(
                external,
                external.base.as_ref().and_then(|base| self.native(&base.class)),
            ))
        };
        let modifier = || {
            let extension = self.extensions.get(class)?;
            (extension.kind == ExtensionKind::Modifier)
                .then_some(Factory::Modifier(|| Box::<ExternalModifier>::default()))
        };
        self.entries.get(class).map(|entry| entry.factory).or_else(external).or_else(modifier)
    }

    fn native(&self, class: &str) -> Option<NativeFactory> {
        match self.entries.get(class)?.factory {
            Factory::Robot(make) => Some(NativeFactory::Robot(make)),
            Factory::Sensor(make) => Some(NativeFactory::Sensor(make)),
            Factory::Actuator(make) => Some(NativeFactory::Actuator(make)),
            Factory::Modifier(_) | Factory::External(..) => None,
        }
    }

    /// The description of a class.
    #[must_use]
    pub fn describe(&self, class: &str) -> Option<Description> {
        let external = || self.external.get(class).map(|external| external.description.clone());
        let modifier = || {
            let extension = self.extensions.get(class)?;
            (extension.kind == ExtensionKind::Modifier).then(|| Description {
                class: extension.class.clone(),
                kind: Kind::Modifier,
                title: String::new(),
                doc: String::new(),
                implemented: true,
                data_kind: morse_scene::data_kind::DataKind::default(),
                fields: Vec::new(),
                properties: Vec::new(),
                levels: Vec::new(),
                services: extension.services.clone(),
                builders: Vec::new(),
                parameters: Vec::new(),
                fits: Vec::new(),
                driving: morse_scene::description::Driving::None,
                both_directions: false,
            })
        };
        self.entries.get(class).map(|entry| (entry.describe)()).or_else(external).or_else(modifier)
    }

    /// The host of the external classes.
    pub(crate) fn host(&self) -> Option<&SharedHost> {
        self.host.as_ref()
    }

    /// The host of the named process.
    pub(crate) fn further_host(&self, process: &str) -> Option<&SharedHost> {
        self.further_hosts.get(process)
    }
}

impl FromIterator<Entry> for Registry {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let entries = entries.into_iter().map(|entry| ((entry.describe)().class, entry)).collect();
        Self { entries, ..Self::default() }
    }
}
