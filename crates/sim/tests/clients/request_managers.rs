//! Offer of the services that a scene exposes to middlewares.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::common::{MANAGER, TestScene, registry};
use morse_scene::wiring::OverlayEntry;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, ServicesSpec, StreamSpec};
use morse_sim::{Map, Models, Options, Simulation};

/// A middleware that records the services that it is offered.
#[derive(Clone, Default)]
struct Manager {
    notes: Arc<Mutex<Vec<String>>>,
    /// The component whose services it refuses.
    refuses: Option<&'static str>,
}

impl Middleware for Manager {
    fn name(&self) -> &'static str {
        "test"
    }
    fn stream_manager(&self) -> &'static str {
        "test.Streams"
    }
    fn request_manager(&self) -> Option<&'static str> {
        Some(MANAGER)
    }
    fn set_node_name(&mut self, name: &str) {
        self.notes.lock().unwrap().push(format!("node {name}"));
    }
    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn open_publisher(&mut self, _spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Err(MiddlewareError { middleware: "test", message: "it has no streams".to_owned() })
    }
    fn open_reader(&mut self, _spec: &StreamSpec<'_>, _inbox: Inbox) -> Result<(), MiddlewareError> {
        Err(MiddlewareError { middleware: "test", message: "it has no streams".to_owned() })
    }
    fn check_services(&self, _spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn open_services(&mut self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        if self.refuses == Some(spec.component) {
            return Err(MiddlewareError { middleware: "test", message: "no such name".to_owned() });
        }
        let overlay = spec.overlay.map_or("-", |overlay| overlay.class.as_str());
        let has_goto = spec.services.iter().any(|service| service.name == "goto");
        self.notes.lock().unwrap().push(format!("{} {overlay} {has_goto}", spec.component));
        Ok(())
    }
    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn finish(&mut self) {}
}

fn assemble(scene: &TestScene, manager: &Manager) -> Result<Simulation, String> {
    let middlewares = vec![Box::new(manager.clone()) as _];
    Simulation::assemble(&scene.0, &registry(), &Models::default(), middlewares, Options::default())
        .map_err(|error| error.to_string())
}

#[test]
fn exposed_component_is_offered_once_with_its_services() {
    let manager = Manager::default();
    let twice = TestScene::one_robot().exposed("robot.drive").exposed_to("robot.drive", "test.Other");
    assemble(&twice, &manager).unwrap();
    assert_eq!(*manager.notes.lock().unwrap(), ["robot.counter - false", "robot.drive - true"]);
}

#[test]
fn overlay_is_passed_on_and_exposes_its_component() {
    let manager = Manager::default();
    let mut overlaid = TestScene::one_robot().unexposed("robot.drive");
    let overlay = OverlayEntry { class: "test.Overlay".to_owned(), arguments: Map::default() };
    let overlays = BTreeMap::from([("robot.drive".to_owned(), overlay)]);
    overlaid.0.overlays.insert(MANAGER.to_owned(), overlays);
    assemble(&overlaid, &manager).unwrap();
    assert_eq!(*manager.notes.lock().unwrap(), ["robot.counter - false", "robot.drive test.Overlay true"]);
}

#[test]
fn services_refused_by_a_middleware_prevent_the_run() {
    let manager = Manager { refuses: Some("robot.drive"), ..Manager::default() };
    let Err(problem) = assemble(&TestScene::one_robot(), &manager) else { panic!("the scene must not run") };
    assert!(problem.contains("no such name"), "{problem}");
}
