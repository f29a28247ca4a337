//! Whole scenes from one seed: random robots of the catalog with random components, and random events. Twins with other threads,
//! another wall clock, readers, or a restored state compute the same digests.
//!
//! `MORSE_SEEDS=1..1000` selects the seeds. A failure prints the seed, and the least objects and events that still fail.

use std::ops::Range;

use glam::DVec3;
use morse_scene::description::{BuilderDescription, Description, Kind};
use morse_scene::document::Document;
use morse_scene::value::{Map, Value};
use morse_sim::{EntityState, Options, Simulation};
use morse_world::{POSITION_MAX_M, Pose};
use serde_json::{Value as Json, json};

use crate::common::{models, own_models};

/// Seeds of a usual test run.
const SEEDS: Range<u64> = 1..5;
/// Length of a run. [ticks]
const TICKS: u64 = 60;
/// Numbers of events.
const NUMBERS: [f64; 12] =
    [0.0, 1.0, -1.0, 0.3, 5.0, 1e-9, 100.0, -1e4, 1e9, f64::MAX, f64::NAN, f64::NEG_INFINITY];

/// Deterministic random numbers.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB) >> 17
    }

    fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count.max(1)
    }

    fn one<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    fn number(&mut self) -> f64 {
        *self.one(&NUMBERS)
    }
}

/// Something that happens before a tick.
#[derive(Clone, Debug)]
enum Event {
    Command { actuator: String, command: Map },
    Place { object: String, state: EntityState },
    Call { component: String, service: String, arguments: Vec<Value> },
}

/// A scene and its events, each with its tick.
#[derive(Clone, Debug)]
struct Plan {
    objects: Vec<Json>,
    events: Vec<(u64, Event)>,
    /// Tick after which a twin is restored.
    saved_at: u64,
}

/// Differences between twins.
#[derive(Clone, Copy, Debug)]
struct Twin {
    threads: usize,
    clock_s: f64,
    has_readers: bool,
}

fn document(objects: &[Json]) -> Document {
    let place = json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0});
    let document = json!({"morse_scene": 1, "objects": objects,
        "environment": {"file": "empty", "properties": place}});
    Document::from_json(&document.to_string()).unwrap()
}

fn assembled(objects: &[Json], seed: u64, twin: Twin) -> Result<Simulation, String> {
    let document = document(objects);
    let options = Options { seed, threads: twin.threads, epoch_s: twin.clock_s, ..Options::default() };
    let models = models(&document, &own_models());
    let registry = morse_components::registry();
    let simulation = Simulation::assemble(&document, &registry, &models, Vec::new(), options);
    simulation.map_err(|error| error.to_string())
}

/// An object as a builder class creates it.
fn built(name: &str, parent: Option<&str>, class: &Description, builder: &BuilderDescription) -> Json {
    let map = |map: &Map| serde_json::to_value(map).unwrap();
    json!({"name": name, "parent": parent, "kind": class.kind.name(), "class": class.class,
        "builder": builder.name, "rate_hz": builder.rate_hz,
        "model": builder.model.as_ref().map(|file| json!({"file": file})),
        "properties": map(&builder.properties), "body": map(&builder.body), "options": map(&builder.options)})
}

/// Robots and components that can run together.
fn objects(chance: &mut Chance) -> Vec<Json> {
    let catalog = morse_components::catalog();
    let of_kind = |robots: bool| {
        let classes = catalog.components.iter().filter(|class| class.implemented);
        classes
            .filter(|class| (class.kind == Kind::Robot) == robots && class.kind != Kind::Modifier)
            .filter_map(|class| Some((class, class.builders.first()?)))
            .collect::<Vec<_>>()
    };
    let (robots, components) = (of_kind(true), of_kind(false));
    let twin = Twin { threads: 1, clock_s: 0.0, has_readers: false };
    let mut objects = Vec::new();
    let add = |objects: &mut Vec<Json>, object: Json| {
        objects.push(object);
        if assembled(objects, 1, twin).is_err() {
            objects.pop();
        }
    };
    for number in 0..1 + chance.below(3) {
        let (class, builder) = chance.one(&robots);
        let robot = format!("robot{number}");
        let mut object = built(&robot, None, class, builder);
        object["location"] = json!([chance.below(8) as f64, chance.below(8) as f64, 0.2]);
        add(&mut objects, object);
        for part in 0..chance.below(5) {
            let (class, builder) = chance.one(&components);
            add(&mut objects, built(&format!("{robot}.part{part}"), Some(&robot), class, builder));
        }
    }
    objects
}

fn argument(type_name: &str, chance: &mut Chance) -> Value {
    match type_name {
        "float" => Value::Float(chance.number()),
        "int" => Value::Int(chance.below(100) as i64 - 50),
        "bool" => Value::Bool(chance.below(2) == 0),
        "vec3" => Value::List((0..3).map(|_| Value::Float(chance.number())).collect()),
        "vec4" => Value::List((0..4).map(|_| Value::Float(chance.number())).collect()),
        _ => Value::Text("stop".to_owned()),
    }
}

fn events(objects: &[Json], chance: &mut Chance) -> Vec<(u64, Event)> {
    let catalog = morse_components::catalog();
    let mut events = Vec::new();
    if objects.is_empty() {
        return events;
    }
    for tick in 0..TICKS {
        if chance.below(3) != 0 {
            continue;
        }
        let object = chance.one(objects);
        let name = object["name"].as_str().unwrap().to_owned();
        let class = catalog.by_class(object["class"].as_str().unwrap()).unwrap();
        let event = if class.kind == Kind::Robot {
            let vector = |chance: &mut Chance| DVec3::new(chance.number(), chance.number(), chance.number());
            let world_from_entity = Pose::from_translation(vector(chance));
            let (linear_velocity, angular_velocity) = (vector(chance), vector(chance));
            let state = EntityState { world_from_entity, linear_velocity, angular_velocity };
            Event::Place { object: name, state }
        } else if class.kind == Kind::Actuator && chance.below(3) != 0 {
            let fields = class.fields.iter();
            let command =
                fields.map(|field| (field.name.clone(), argument(&field.type_name, chance))).collect();
            Event::Command { actuator: name, command }
        } else {
            let services = class.services.iter().map(|service| service.name.clone());
            let all: Vec<String> = services.chain(["get_properties".to_owned()]).collect();
            let service = chance.one(&all).clone();
            let types = ["float", "int", "vec3", "bool"];
            let argument = |chance: &mut Chance| {
                let type_name: &str = types[chance.below(types.len())];
                argument(type_name, chance)
            };
            let arguments = (0..chance.below(4)).map(|_| argument(chance)).collect();
            Event::Call { component: name, service, arguments }
        };
        events.push((tick, event));
    }
    events
}

fn plan(seed: u64) -> Plan {
    let mut chance = Chance(seed);
    let objects = objects(&mut chance);
    let events = events(&objects, &mut chance);
    Plan { objects, events, saved_at: 1 + chance.below(TICKS as usize - 1) as u64 }
}

/// Applies the events of a tick, then makes it. A refused event changes nothing.
fn step(simulation: &mut Simulation, plan: &Plan, tick: u64) {
    for (_, event) in plan.events.iter().filter(|(of, _)| *of == tick) {
        match event {
            Event::Command { actuator, command } => drop(simulation.command(actuator, command)),
            Event::Place { object, state } => drop(simulation.set_entity_state(object, state)),
            Event::Call { component, service, arguments } => {
                drop(simulation.call(component, service, arguments));
            }
        }
    }
    simulation.step();
    simulation.send_answers();
}

/// The digest of a state, if the state is valid.
fn checked(simulation: &Simulation) -> Result<u64, String> {
    let world = simulation.world();
    for node in world.nodes() {
        let pose = world.world_from(node);
        // A part is a chain of objects away from its root.
        if !pose.is_finite() || pose.translation.abs().max_element() > 100.0 * POSITION_MAX_M {
            return Err(format!("{} is at {pose:?}", world.name(node)));
        }
    }
    simulation.digest().map_err(|error| error.to_string())
}

/// Runs the twins of a plan. Returns the first difference.
fn compare(plan: &Plan, seed: u64) -> Result<(), String> {
    let twins = [
        Twin { threads: 1, clock_s: 0.0, has_readers: false },
        Twin { threads: 3, clock_s: 1.7e9, has_readers: true },
    ];
    let mut runs = Vec::new();
    for twin in twins {
        let mut simulation = assembled(&plan.objects, seed, twin)?;
        simulation.keep_all_reading(twin.has_readers);
        runs.push(simulation);
    }
    for tick in 0..TICKS {
        let mut digests = Vec::new();
        for simulation in &mut runs {
            step(simulation, plan, tick);
            digests.push(checked(simulation)?);
        }
        if digests.iter().any(|digest| *digest != digests[0]) {
            let parts: Vec<_> = runs.iter().map(|run| run.digests().unwrap()).collect();
            let differing: Vec<&str> = runs[0]
                .digest_names()
                .zip(parts[0].components.iter().zip(&parts[1].components))
                .filter_map(|(name, (one, other))| (one != other).then_some(name))
                .collect();
            return Err(format!("tick {tick}: the twins {:?} differ in {differing:?}", &twins[1..]));
        }
        // Services that run are not part of a saved state.
        let calls = plan.events.iter().any(|(_, event)| matches!(event, Event::Call { .. }));
        if tick == plan.saved_at && !calls {
            let saved = runs[0].save().map_err(|error| error.to_string())?;
            let mut restored = assembled(&plan.objects, seed, twins[0])?;
            restored.restore(&saved).map_err(|error| error.to_string())?;
            runs[0] = restored;
        }
    }
    Ok(())
}

/// Removes objects and events as long as the plan fails.
fn least(mut plan: Plan, seed: u64) -> Plan {
    loop {
        let mut smaller: Vec<Plan> = Vec::new();
        for index in (0..plan.objects.len()).rev() {
            let name = plan.objects[index]["name"].as_str().unwrap_or_default().to_owned();
            let is_gone = |of: &str| of == name || of.starts_with(&format!("{name}."));
            let mut candidate = plan.clone();
            candidate.objects.retain(|object| !is_gone(object["name"].as_str().unwrap_or_default()));
            candidate.events.retain(|(_, event)| match event {
                Event::Command { actuator: of, .. }
                | Event::Place { object: of, .. }
                | Event::Call { component: of, .. } => !is_gone(of),
            });
            smaller.push(candidate);
        }
        for index in (0..plan.events.len()).rev() {
            let mut candidate = plan.clone();
            candidate.events.remove(index);
            smaller.push(candidate);
        }
        match smaller.into_iter().find(|candidate| compare(candidate, seed).is_err()) {
            Some(candidate) => plan = candidate,
            None => return plan,
        }
    }
}

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("MORSE_SEEDS") else { return SEEDS };
    let (first, end) = text.split_once("..").expect("MORSE_SEEDS is like 1..100");
    first.parse().unwrap()..end.parse().unwrap()
}

#[test]
fn twins_of_random_scenes_compute_the_same_digests() {
    for seed in seeds() {
        let plan = plan(seed);
        if let Err(problem) = compare(&plan, seed) {
            let plan = least(plan, seed);
            let rest = compare(&plan, seed).err().unwrap_or_default();
            panic!("seed {seed}: {problem}\nleast: {rest}\n{plan:#?}");
        }
    }
}
