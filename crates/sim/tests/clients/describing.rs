//! `simulation describe_component`: description of a component and of its connections.

use crate::common::{TestScene, registry, simulation};
use morse_scene::description::InstanceDescription;
use morse_scene::wiring::Direction;
use morse_sim::contract::service::Answer;
use morse_sim::description::{DataKind, Kind};
use morse_sim::prelude::*;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, Sample, StreamSpec};
use morse_sim::{Models, Options, Simulation};

/// A middleware that sends nothing and numbers its streams.
struct Numbering {
    name: &'static str,
    manager: &'static str,
    opened: Vec<String>,
}

struct Nothing;

impl Publisher for Nothing {
    fn publish(&mut self, _sample: &Sample<'_>) {}
}

impl Middleware for Numbering {
    fn name(&self) -> &'static str {
        self.name
    }
    fn stream_manager(&self) -> &'static str {
        self.manager
    }
    fn request_manager(&self) -> Option<&'static str> {
        None
    }
    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        self.opened.push(spec.component.to_owned());
        Ok(Box::new(Nothing))
    }
    fn open_reader(&mut self, spec: &StreamSpec<'_>, _inbox: Inbox) -> Result<(), MiddlewareError> {
        self.opened.push(spec.component.to_owned());
        Ok(())
    }
    fn endpoints(&self, component: &str) -> Vec<Map> {
        let own = self.opened.iter().enumerate().filter(|(_, opened)| *opened == component);
        own.map(|(number, _)| [("number", i64::try_from(number).unwrap())].into()).collect()
    }
    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn finish(&mut self) {}
}

/// Streams of two middlewares, interleaved.
fn with_streams() -> Simulation {
    let scene = TestScene::one_robot()
        .stream("robot.counter", "test.B", "b.Stream", Direction::Out)
        .stream("robot.counter", "test.A", "a.First", Direction::Out)
        .stream("robot.counter", "test.A", "a.Second", Direction::Out)
        .stream("robot.drive", "test.A", "a.Reader", Direction::In);
    let middleware =
        |name, manager| -> Box<dyn Middleware> { Box::new(Numbering { name, manager, opened: Vec::new() }) };
    let middlewares = vec![middleware("a", "test.A"), middleware("b", "test.B")];
    Simulation::assemble(&scene.0, &registry(), &Models::default(), middlewares, Options::default()).unwrap()
}

fn described(simulation: &mut Simulation, component: &str) -> InstanceDescription {
    let answer = simulation.call("simulation", "describe_component", &[component.into()]);
    let Some(Answer::Success(value)) = answer else { panic!("{answer:?}") };
    serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap()
}

#[test]
fn stream_has_middleware_direction_class_and_endpoint() {
    let mut simulation = with_streams();
    let summary = |component: &InstanceDescription| -> Vec<String> {
        let streams = component.streams.iter();
        streams
            .map(|stream| {
                let number = stream.endpoint.get("number").and_then(Value::as_i64).unwrap();
                format!("{} {} {} {number}", stream.middleware, stream.direction, stream.class)
            })
            .collect()
    };
    let counter = described(&mut simulation, "robot.counter");
    assert_eq!(summary(&counter), ["b OUT b.Stream 0", "a OUT a.First 0", "a OUT a.Second 1"]);
    assert_eq!(summary(&described(&mut simulation, "robot.drive")), ["a IN a.Reader 2"]);
}

#[test]
fn component_has_rate_fields_and_services() {
    let mut simulation = simulation(&TestScene::one_robot());
    let counter = described(&mut simulation, "robot.counter");
    assert_eq!((counter.kind, counter.class.as_str()), (Some(Kind::Sensor), "test.Counter"));
    assert_eq!((counter.rate_hz, counter.active, counter.data_kind), (Some(60.0), true, DataKind::Record));
    let fields: Vec<&str> = counter.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(fields[0], "count");
    assert!(counter.fields.iter().all(|field| !field.doc.is_empty()), "{fields:?}");
    let services: Vec<&str> = counter.services.iter().map(|service| service.name.as_str()).collect();
    assert!(services.is_sorted() && services.contains(&"after") && services.contains(&"get_local_data"));
    assert_eq!(counter.service_interfaces, ["test.Manager"]);
    let drive = described(&mut simulation, "robot.drive");
    assert_eq!(drive.kind, Some(Kind::Actuator));
    assert!(!drive.services.iter().any(|service| service.name == "get_local_data"));
    simulation.call("simulation", "deactivate", &["robot.drive".into()]);
    assert!(!described(&mut simulation, "robot.drive").active);
}

#[test]
fn pseudo_components_have_only_services_and_unknown_names_are_refused() {
    let mut simulation = simulation(&TestScene::one_robot());
    let time = described(&mut simulation, "time");
    assert_eq!((time.kind, time.rate_hz, time.data_kind), (None, None, DataKind::Empty));
    assert!(time.services.iter().any(|service| service.name == "sleep" && service.arguments.len() == 1));
    let answer = simulation.call("simulation", "describe_component", &["robot.countr".into()]);
    let Some(Answer::Failed(error)) = answer else { panic!("{answer:?}") };
    assert_eq!(error.to_string(), "there is no component `robot.countr`; did you mean `robot.counter`?");
}
