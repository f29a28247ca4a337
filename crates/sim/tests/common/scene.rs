//! A builder of small scenes. The test classes have no builder classes for `morse_scene::builder`.

use morse_scene::document::{Document, Object, ObjectKind};
use morse_scene::wiring::{Direction, StreamEntry};
use morse_sim::Map;

use super::MANAGER;

/// A scene under construction. Names define the parents: `robot.counter` is on `robot`.
#[derive(Clone, Default)]
pub struct TestScene(pub Document);

impl TestScene {
    /// One robot with a counter at 60 Hz and a drive, both exposed to the request manager of the tests.
    pub fn one_robot() -> Self {
        Self::default()
            .robot("robot")
            .sensor("robot.counter", "test.Counter")
            .actuator("robot.drive", "test.Drive")
            .exposed("robot.counter")
            .exposed("robot.drive")
            .exposed("simulation")
    }

    /// Adds a robot that is only a frame.
    pub fn robot(self, name: &str) -> Self {
        self.object(name, ObjectKind::Robot, "test.Frame")
    }

    /// Adds a sensor that reads at 60 Hz.
    pub fn sensor(self, name: &str, class: &str) -> Self {
        self.object(name, ObjectKind::Sensor, class).change(name, |sensor| sensor.rate_hz = Some(60.0))
    }

    /// Adds an actuator that acts at 60 Hz.
    pub fn actuator(self, name: &str, class: &str) -> Self {
        self.object(name, ObjectKind::Actuator, class).change(name, |actuator| actuator.rate_hz = Some(60.0))
    }

    fn object(mut self, name: &str, kind: ObjectKind, class: &str) -> Self {
        let parent = name.rsplit_once('.').map(|(parent, _)| parent.to_owned());
        self.0.objects.push(Object { class: Some(class.to_owned()), parent, ..Object::new(name, kind) });
        self
    }

    /// Exposes the services of a component to the request manager of the tests.
    pub fn exposed(self, component: &str) -> Self {
        self.exposed_to(component, MANAGER)
    }

    /// Exposes the services of a component to a request manager.
    pub fn exposed_to(mut self, component: &str, manager: &str) -> Self {
        self.0.component_service.entry(component.to_owned()).or_default().push(manager.to_owned());
        self
    }

    /// Removes the services of a component from all request managers.
    pub fn unexposed(mut self, component: &str) -> Self {
        self.0.component_service.remove(component).unwrap();
        self
    }

    /// Adds a stream of a component, without options.
    pub fn stream(mut self, component: &str, manager: &str, class: &str, direction: Direction) -> Self {
        let (manager, class) = (manager.to_owned(), class.to_owned());
        let entry = StreamEntry { manager, class, direction, options: Map::default() };
        self.0.component_datastream.entry(component.to_owned()).or_default().push(entry);
        self
    }

    /// Changes an object.
    pub fn change(mut self, name: &str, change: impl FnOnce(&mut Object)) -> Self {
        change(self.0.objects.iter_mut().find(|object| object.name == name).unwrap());
        self
    }
}
