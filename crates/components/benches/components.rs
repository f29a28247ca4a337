//! Cost per tick of each component that casts no rays: the time of a scene of many robots with one component each, minus
//! the time of the same scene without the components.
//!
//! The benchmark covers all sensors of the catalog, at each of their levels, whose data are numbers, texts and
//! dictionaries.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use morse_scene::description::{Description, Kind};
use morse_scene::document::Document;
use morse_sim::{Options, Simulation};
use serde_json::{Map, Value, json};

/// Number of ticks of a mean. It is larger than the period of any sensor that does not act in every tick.
const TICKS: u32 = 60;

/// Data types of components that cast no rays.
const PLAIN: [&str; 10] =
    ["float", "int", "bool", "string", "vec3", "vec4", "quaternion", "euler", "matrix3", "dict"];

/// Sensors that need a carrier. The carrier is a robot, or an actuator on the robot, given by its builder class and
/// optionally by an object of its model.
const CARRIED: [(&str, Carrier); 3] = [
    ("armature_pose.ArmaturePose", ("KukaLWR", Some("kuka_armature"))),
    ("human_posture.HumanPosture", ("Human", None)),
    ("ptu_posture.PTUPosture", ("PTU", None)),
];

type Carrier = (&'static str, Option<&'static str>);

/// A component to measure, with its settings in a scene.
struct Case {
    name: String,
    kind: &'static str,
    class: String,
    level: Option<String>,
    modifier: Option<&'static str>,
}

impl Case {
    fn new(kind: Kind, class: &str) -> Case {
        let name = class.rsplit('.').next().unwrap_or_default().to_owned();
        Case { name, kind: kind.name(), class: class.to_owned(), level: None, modifier: None }
    }

    fn at_level(self, level: &str) -> Case {
        Case { name: format!("{} {level}", self.name), level: Some(level.to_owned()), ..self }
    }

    /// Carrier that the component needs.
    fn carrier(&self) -> Option<Carrier> {
        let class = self.class.strip_prefix("morse.sensors.")?;
        CARRIED.iter().find(|(carried, _)| *carried == class).map(|(_, carrier)| *carrier)
    }

    fn altered(self, modifier: &'static str) -> Case {
        let short = modifier.rsplit('.').next().unwrap_or_default();
        Case { name: format!("{} + {short}", self.name), modifier: Some(modifier), ..self }
    }
}

/// All sensors that run and cast no rays, at each level that is a separate class.
fn sensors() -> Vec<Case> {
    let catalog = morse_components::catalog();
    let sensors =
        || catalog.components.iter().filter(|class| class.kind == Kind::Sensor && class.implemented);
    let is_plain = |class: &&Description| class.fields.iter().all(|field| PLAIN.contains(&&*field.type_name));
    let plain: BTreeSet<&str> = sensors().filter(is_plain).map(|class| class.class.as_str()).collect();
    let mut cases = Vec::new();
    let mut done = BTreeSet::new();
    for sensor in sensors() {
        for level in &sensor.levels {
            let runs = level.class.as_deref().unwrap_or(&sensor.class);
            if plain.contains(runs) && done.insert(runs) {
                cases.push(Case::new(Kind::Sensor, &sensor.class).at_level(&level.name));
            }
        }
    }
    for sensor in sensors().filter(|sensor| plain.contains(sensor.class.as_str())) {
        if done.insert(&sensor.class) {
            cases.push(Case::new(Kind::Sensor, &sensor.class));
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// Modifiers and actuators of each kind.
fn modifiers_and_actuators() -> Vec<Case> {
    let modifiers = [
        "pose_noise.PoseNoiseModifier",
        "ned.CoordinatesToNED",
        "ecef.CoordinatesToECEF",
        "geodetic.CoordinatesToGeodetic",
    ];
    let actuators = [
        "v_omega.MotionVW",
        "xy_omega.MotionXYW",
        "waypoint.Waypoint",
        "destination.Destination",
        "teleport.Teleport",
        "orientation.Orientation",
    ];
    let modified = |modifier| Case::new(Kind::Sensor, "morse.sensors.pose.Pose").altered(modifier);
    let driving = |class| Case::new(Kind::Actuator, &format!("morse.actuators.{class}"));
    modifiers.into_iter().map(modified).chain(actuators.into_iter().map(driving)).collect()
}

/// A scene of robots, each with a clock and the component. The robots have no body, unless the component needs a carrier
/// with a body.
fn scene(count: u32, carrier: Option<Carrier>, case: Option<&Case>) -> Simulation {
    let catalog = morse_components::catalog();
    let carrier = carrier.map(|(builder, object)| (catalog.by_builder(builder).unwrap(), object));
    let mut objects = Vec::new();
    let mut modifiers = Map::new();
    for nth in 0..count {
        let (robot, name) = (format!("robot{nth}"), format!("robot{nth}.it"));
        let place = json!([f64::from(nth % 32) * 3.0, f64::from(nth / 32) * 3.0, 0.0]);
        let mut parent = robot.clone();
        let mut body = json!({"name": robot, "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot",
            "location": place});
        let mut unit = None;
        if let Some(((carrier, builder), object)) = carrier {
            let model = json!({"file": builder.model.clone().unwrap(), "object": object});
            if carrier.kind == Kind::Robot {
                body["class"] = json!(carrier.class);
                body["model"] = model;
            } else {
                parent = format!("{robot}.unit");
                unit =
                    Some(json!({"name": parent, "kind": "actuator", "class": carrier.class, "parent": robot,
                    "rate_hz": 60.0, "model": model, "options": builder.options}));
            }
        }
        objects.push(body);
        objects.extend(unit);
        objects.push(
            json!({"name": format!("{robot}.clock"), "kind": "sensor", "parent": robot, "rate_hz": 60.0,
            "class": "morse.sensors.clock.Clock"}),
        );
        let Some(case) = case else { continue };
        // The sensors that a compound sensor or an aggregator needs.
        let joins = case.class.ends_with("CompoundSensor");
        let properties = if joins { json!({"sensors": format!("{robot}.clock")}) } else { json!({}) };
        objects.push(
            json!({"name": name, "kind": case.kind, "class": case.class, "parent": parent, "rate_hz": 60.0,
            "level": case.level, "properties": properties}),
        );
        if let Some(modifier) = case.modifier {
            modifiers.insert(name, json!([[format!("morse.modifiers.{modifier}"), "OUT", {}]]));
        }
    }
    let place = json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0});
    let document = json!({"morse_scene": 1, "environment": {"file": "empty", "properties": place},
        "objects": objects, "component_modifier": Value::Object(modifiers)});
    let document = Document::from_json(&document.to_string()).unwrap();
    let registry = morse_components::registry();
    let models = common::models(&document, &common::own_models());
    Simulation::assemble(&document, &registry, &models, Vec::new(), Options::default()).unwrap()
}

/// The time of a tick: the minimum of several means.
fn tick(simulation: &mut Simulation, rounds: u32) -> Duration {
    let threads = simulation.threads();
    threads.install(|| {
        let mean = |_| {
            let start = Instant::now();
            (0..TICKS).for_each(|_| simulation.step());
            start.elapsed() / TICKS
        };
        (0..rounds).map(mean).min().unwrap_or_default()
    })
}

fn main() {
    // `cargo test` also runs benchmarks, to check that they work.
    let (count, rounds) = if std::env::args().any(|word| word == "--bench") { (1000, 20) } else { (2, 1) };
    let mut plain = scene(count, None, None);
    for case in sensors().into_iter().chain(modifiers_and_actuators()) {
        let carrier = case.carrier();
        // Carriers are more expensive than sensors, so there are fewer of them.
        let count = if carrier.is_some() { count.div_ceil(10) } else { count };
        let mut with = scene(count, carrier, Some(&case));
        let mut carrying = carrier.map(|_| scene(count, carrier, None));
        let without = carrying.as_mut().unwrap_or(&mut plain);
        // Scenes alternate, to reduce the influence of changing processor clocks.
        let (baseline, taken) = (tick(without, rounds), tick(&mut with, rounds));
        let cost_ns = (taken.as_nanos() as f64 - baseline.as_nanos() as f64) / f64::from(count);
        println!("measure\t{}\t{cost_ns:.0}", case.name);
    }
}
