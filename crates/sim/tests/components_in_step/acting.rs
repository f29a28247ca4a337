//! Precedence of actuators that set a robot's pose: the one that the scene declares first wins.

use std::sync::{Arc, Mutex};

use crate::common::Frame;
use morse_scene::description::Description;
use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::external::{
    ExternalClass, Host, HostCommand, HostLost, Reply, Report, SceneAccess, WorldCommand,
};
use morse_sim::prelude::*;
use morse_sim::{Models, Options, Simulation};

/// Sets the x position of its robot in each tick.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(class = "test.Placer")]
pub struct Placer {
    /// Position. [m]
    #[property(name = "X", default = 0.0)]
    x: f64,
}

impl Actuator for Placer {
    fn act(&mut self, act: &mut ActContext<'_>, _data: &mut ()) {
        act.force_pose(Some(DVec3::X * self.x), None);
    }
}

const LEG: &str = r#"{"class": "user.Leg", "kind": "actuator", "implemented": true, "fields": []}"#;

/// External actuators that move their robot to an x position.
#[derive(Default)]
struct Legs {
    /// Robot and position of each entry.
    entries: Vec<(String, f64)>,
    /// The components that acted, one list per exchange.
    exchanges: Arc<Mutex<Vec<Vec<usize>>>>,
}

impl Host for Legs {
    fn exchange(&mut self, order: &HostCommand<'_>, scene: &mut dyn SceneAccess) -> Result<Reply, HostLost> {
        match order {
            HostCommand::Begin { components, .. } => {
                self.entries = components
                    .iter()
                    .flatten()
                    .map(|component| {
                        let robot = components[component.robot].as_ref().unwrap().name.clone();
                        let x = component.properties.get("X").and_then(Value::as_f64).unwrap_or_default();
                        (robot, x)
                    })
                    .collect();
                Ok(Reply::default())
            }
            HostCommand::Act(input) => {
                let mut acted = Vec::new();
                let mut reply = Reply::default();
                for step in input.steps.iter().filter(|step| step.acts) {
                    let (robot, x) = self.entries[step.external_id].clone();
                    let position = Some([x, 0.0, 0.0]);
                    scene.execute(WorldCommand::ForcePose { robot, position, orientation: None }).unwrap();
                    acted.push(step.external_id);
                    reply.reports.push(Report { external_id: step.external_id, ..Report::default() });
                }
                self.exchanges.lock().unwrap().push(acted);
                Ok(reply)
            }
            _ => Ok(Reply::default()),
        }
    }
}

/// Assembles robots with actuators, each in scene order: `b` is built in, `h` is external. Each actuator moves its
/// robot to the number of the actuator, counted from 1 over the scene. Returns the positions of the robots after a
/// tick, and the number of exchanges.
fn positions(robots: &[&str]) -> (Vec<f64>, usize) {
    let mut objects = Vec::new();
    let mut number = 0;
    for (nth, actuators) in robots.iter().enumerate() {
        let robot = format!("robot{nth}");
        objects.push(format!(r#"{{"name": "{robot}", "kind": "robot", "class": "test.Frame"}}"#));
        for actuator in actuators.chars() {
            number += 1;
            let class = if actuator == 'b' { "test.Placer" } else { "user.Leg" };
            objects.push(format!(
                r#"{{"name": "{robot}.a{number}", "kind": "actuator", "class": "{class}", "parent": "{robot}",
                "rate_hz": 60.0, "properties": {{"X": {number}.0}}}}"#
            ));
        }
    }
    let scene = format!(
        r#"{{"morse_scene": 1, "environment": {{"file": "empty"}}, "objects": [{}]}}"#,
        objects.join(", ")
    );
    let document = Document::from_json(&scene).unwrap();
    let host = Legs::default();
    let exchanges = Arc::clone(&host.exchanges);
    let leg = ExternalClass::keep(serde_json::from_str::<Description>(LEG).unwrap(), None);
    let registry: registry::Registry =
        [registry::robot::<Frame>(), registry::actuator::<Placer>()].into_iter().collect();
    let registry = registry.with_external([leg], Arc::new(Mutex::new(host)));
    let mut simulation =
        Simulation::assemble(&document, &registry, &Models::default(), Vec::new(), Options::default())
            .unwrap();
    simulation.step();
    let world = simulation.world();
    let x = |nth| world.world_from(world.find(&format!("robot{nth}")).unwrap()).translation.x;
    let positions = (0..robots.len()).map(x).collect();
    let exchanges = exchanges.lock().unwrap().len();
    (positions, exchanges)
}

#[test]
fn first_of_two_actuators_takes_precedence() {
    assert_eq!(positions(&["bb"]), (vec![1.0], 0));
    assert_eq!(positions(&["bbb", "b"]), (vec![1.0, 4.0], 0));
}

#[test]
fn precedence_does_not_depend_on_the_host() {
    assert_eq!(positions(&["hh"]), (vec![1.0], 1));
    assert_eq!(positions(&["hb", "bh"]), (vec![1.0, 3.0], 1));
    assert_eq!(positions(&["bh", "hb", "hh", "bb"]), (vec![1.0, 3.0, 5.0, 7.0], 1));
}

#[test]
fn alternating_actuators_of_both_kinds_keep_their_order() {
    assert_eq!(positions(&["hbh"]), (vec![1.0], 2));
    assert_eq!(positions(&["bhb"]), (vec![1.0], 1));
    assert_eq!(positions(&["bhbh", "hbhb"]), (vec![1.0, 5.0], 2));
}
