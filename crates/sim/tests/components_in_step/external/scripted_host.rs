//! A host in this process with scripted behavior, and a scene with two of its components.

use std::sync::{Arc, Mutex};

use crate::common::registry;
use morse_scene::description::Description;
use morse_scene::document::Document;
use morse_scene::value::Map;
use morse_sim::external::{
    Completed, ExternalClass, Host, HostCommand, HostLost, Outcome, Query, Reply, Report, SceneAccess,
    Status, WorldCommand,
};
use morse_sim::{AssembleError, Models, Options, Simulation, Value};

pub(super) const SENSOR: &str = r#"{"class": "user.Eye", "kind": "sensor", "implemented": true,
    "fields": [{"name": "timestamp", "type": "float", "default": 0.0}, {"name": "x", "type": "float", "default": -1.0},
               {"name": "seen", "type": "str", "default": "nothing"}]}"#;
pub(super) const ACTUATOR: &str = r#"{"class": "user.Leg", "kind": "actuator", "implemented": true,
    "fields": [{"name": "v", "type": "float", "default": 0.5}],
    "services": [{"name": "walk", "kind": "async", "interruptible": true, "arguments": [{"name": "ticks"}]},
                 {"name": "count", "kind": "sync"}]}"#;

const SCENE: &str = r#"{
    "morse_scene": 1,
    "environment": {"file": "empty"},
    "objects": [
        {"name": "robot", "kind": "robot", "class": "test.Frame"},
        {"name": "robot.counter", "kind": "sensor", "class": "test.Counter", "parent": "robot", "rate_hz": 60.0},
        {"name": "robot.eye", "kind": "sensor", "class": "user.Eye", "parent": "robot", "rate_hz": 30.0},
        {"name": "robot.leg", "kind": "actuator", "class": "user.Leg", "parent": "robot", "rate_hz": 60.0}
    ],
    "component_service": {"robot.leg": ["test.Manager"], "robot.eye": ["test.Manager"]}
}"#;

/// Numbers of the components in the host: 0 is the robot, which only carries them; then the sensor and the actuator.
pub(super) const EYE: usize = 1;
pub(super) const LEG: usize = 2;

/// A host in this process.
#[derive(Default)]
pub(super) struct ScriptedHost {
    /// The components that acted, in order.
    pub(super) acted: Vec<usize>,
    /// Command of the actuator.
    pub(super) v: f64,
    /// Ticks until the running service ends.
    pub(super) left: Option<i64>,
    /// Step of the sensor at which it fails.
    pub(super) fails_at: Option<usize>,
    /// Whether the host is lost.
    pub(super) dies: bool,
    /// Whether the sensor lifts its robot while it reads.
    pub(super) lifts: bool,
    /// Whether the sensor refuses to start.
    pub(super) refuses: bool,
}

impl ScriptedHost {
    fn eye(&mut self, scene: &mut dyn SceneAccess) -> Report {
        if self.lifts {
            let by = [0.0, 0.0, 1.0];
            scene.execute(WorldCommand::Move { node: "robot".to_owned(), by, local: false }).unwrap();
        }
        let pose = scene.answer(&Query::Pose { node: "robot".to_owned(), local: false }).unwrap();
        let pose = pose.as_list().unwrap().to_vec();
        let steps = self.acted.iter().filter(|&&external_id| external_id == EYE).count();
        let error = self.fails_at.filter(|&at| at == steps).map(|_| "it broke".to_owned());
        let extra_fields = Map::from([("z", pose[2].clone())]);
        let data = vec![pose[0].clone(), Value::from("wall")];
        Report { external_id: EYE, data, extra_fields, error, ..Report::default() }
    }

    fn leg(&mut self, scene: &mut dyn SceneAccess, reply: &mut Reply) {
        let by = [self.v, 0.0, 0.0];
        scene.execute(WorldCommand::Move { node: "robot".to_owned(), by, local: false }).unwrap();
        self.left = self.left.map(|left| left - 1);
        if self.left == Some(0) {
            self.left = None;
            reply.completed.push(Completed {
                external_id: LEG,
                overlay: None,
                status: Status::Success,
                value: Value::from("there"),
            });
        }
    }

    fn leg_report(&self) -> Report {
        Report { external_id: LEG, data: vec![Value::Float(self.v)], ..Report::default() }
    }
}

impl Host for ScriptedHost {
    fn exchange(
        &mut self,
        command: &HostCommand<'_>,
        scene: &mut dyn SceneAccess,
    ) -> Result<Reply, HostLost> {
        if self.dies {
            return Err(HostLost::Protocol("it has died".to_owned()));
        }
        let mut reply = Reply::default();
        match command {
            HostCommand::Begin { components, .. } => {
                let names: Vec<&str> =
                    components.iter().flatten().map(|component| component.name.as_str()).collect();
                assert_eq!(names, ["robot", "robot.eye", "robot.leg"]);
                let classes: Vec<_> =
                    components.iter().flatten().map(|known| (known.class.as_str(), known.built_in)).collect();
                assert_eq!(classes, [("test.Frame", true), ("user.Eye", false), ("user.Leg", false)]);
                self.v = 0.5;
                reply.reports.push(self.leg_report());
                if self.refuses {
                    let error = Some("no such wall".to_owned());
                    reply.reports.push(Report { external_id: EYE, error, ..Report::default() });
                }
            }
            HostCommand::Act(input) => {
                for step in input.steps.iter().filter(|step| step.acts) {
                    self.acted.push(step.external_id);
                    if step.external_id == EYE {
                        let report = self.eye(scene);
                        reply.reports.push(report);
                    } else {
                        if let Some(command) = &step.data {
                            self.v = command.values[0].as_f64().unwrap();
                        }
                        self.leg(scene, &mut reply);
                        reply.reports.push(self.leg_report());
                    }
                }
            }
            HostCommand::Serve { service: "walk", arguments, .. } => {
                let Value::Int(ticks) = arguments[0] else { panic!("{arguments:?}") };
                reply.outcome = Some(match ticks {
                    0 => Outcome::Refused("no way".to_owned()),
                    _ => Outcome::Started,
                });
                self.left = Some(ticks).filter(|&ticks| ticks > 0);
            }
            HostCommand::Serve { .. } => {
                reply.outcome = Some(Outcome::Done(Value::Int(self.acted.len() as i64)))
            }
            HostCommand::Interrupt { external_id, .. } => {
                self.left = None;
                let value = Value::from("gave way");
                reply.completed.push(Completed {
                    external_id: *external_id,
                    overlay: None,
                    status: Status::Preempted,
                    value,
                });
            }
            HostCommand::Manage(_)
            | HostCommand::Function { .. }
            | HostCommand::Ended { .. }
            | HostCommand::End => {}
        }
        Ok(reply)
    }
}

pub(super) type Shared = Arc<Mutex<ScriptedHost>>;

pub(super) fn assembled(scripted: ScriptedHost) -> (Result<Simulation, AssembleError>, Shared) {
    let host = Arc::new(Mutex::new(scripted));
    let class = |json: &str| ExternalClass::keep(serde_json::from_str::<Description>(json).unwrap(), None);
    let registry = registry().with_external([class(SENSOR), class(ACTUATOR)], host.clone());
    let document = Document::from_json(SCENE).unwrap();
    let simulation =
        Simulation::assemble(&document, &registry, &Models::default(), Vec::new(), Options::default());
    (simulation, host)
}

pub(super) fn with(scripted: ScriptedHost) -> (Simulation, Shared) {
    let (simulation, host) = assembled(scripted);
    (simulation.unwrap(), host)
}
