//! Random scenes and events from a seed.

use glam::DVec3;
use morse_scene::description::{BuilderDescription, Description, Kind};
use morse_scene::document::Document;
use morse_scene::value::{Map, Value};
use morse_sim::EntityState;
use morse_world::Pose;
use serde_json::{Value as Json, json};

use super::twins::{Twin, assembled};

/// Numbers of events.
const NUMBERS: [f64; 12] =
    [0.0, 1.0, -1.0, 0.3, 5.0, 1e-9, 100.0, -1e4, 1e9, f64::MAX, f64::NAN, f64::NEG_INFINITY];
/// Environments; most scenes are in the first one, which is loaded fastest.
const ENVIRONMENTS: [&str; 5] = ["empty", "empty", "empty", "indoors-1/boxes", "indoors-1/indoor-1"];
/// Rates of components. [Hz]
const RATES_HZ: [f64; 6] = [1.0, 7.0, 10.0, 30.0, 59.0, 240.0];

/// Deterministic random numbers.
pub struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB) >> 17
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count.max(1)
    }

    fn one<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Half of the numbers are usual ones.
    fn number(&mut self) -> f64 {
        match self.below(2) {
            0 => self.below(4001) as f64 / 1000.0 - 2.0,
            _ => *self.one(&NUMBERS),
        }
    }
}

/// Something that happens before a tick.
#[derive(Clone, Debug)]
pub enum Event {
    Command { actuator: String, command: Map },
    Place { object: String, state: EntityState },
    Call { component: String, service: String, arguments: Vec<Value> },
    Despawn { object: String },
    ResetObjects,
}

impl Event {
    /// The object that it concerns.
    pub fn object(&self) -> Option<&str> {
        match self {
            Event::Command { actuator: of, .. }
            | Event::Place { object: of, .. }
            | Event::Call { component: of, .. }
            | Event::Despawn { object: of } => Some(of),
            Event::ResetObjects => None,
        }
    }
}

/// Objects with their modifiers, in an environment.
#[derive(Clone, Debug)]
pub struct Scene {
    pub environment: &'static str,
    pub objects: Vec<Json>,
    /// Modifiers by component, as the document has them.
    pub modifiers: Vec<(String, Json)>,
}

impl Scene {
    pub fn document(&self) -> Document {
        let place = json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0});
        let names = self.objects.iter().filter_map(|object| object["name"].as_str());
        let modifiers: serde_json::Map<String, Json> = names
            .filter_map(|name| {
                let own: Vec<&Json> =
                    self.modifiers.iter().filter(|(of, _)| of == name).map(|(_, entry)| entry).collect();
                (!own.is_empty()).then(|| (name.to_owned(), json!(own)))
            })
            .collect();
        let document = json!({"morse_scene": 1, "objects": self.objects, "component_modifier": modifiers,
            "environment": {"file": self.environment, "properties": place}});
        Document::from_json(&document.to_string()).unwrap()
    }
}

/// A scene and its events, each with its tick.
#[derive(Clone, Debug)]
pub struct Plan {
    pub scene: Scene,
    pub events: Vec<(u64, Event)>,
    /// Tick after which a twin is restored.
    pub saved_at: u64,
}

/// An object as a builder class creates it, at one of its levels and rates.
fn built(
    name: &str,
    parent: Option<&str>,
    (class, builder): (&Description, &BuilderDescription),
    chance: &mut Chance,
) -> Json {
    let map = |map: &Map| serde_json::to_value(map).unwrap();
    let rate_hz = if chance.below(3) == 0 { Some(*chance.one(&RATES_HZ)) } else { builder.rate_hz };
    let level =
        (chance.below(3) == 0 && !class.levels.is_empty()).then(|| chance.one(&class.levels).name.clone());
    json!({"name": name, "parent": parent, "kind": class.kind.name(), "class": class.class,
        "builder": builder.name, "rate_hz": rate_hz.filter(|_| class.kind != Kind::Robot), "level": level,
        "model": builder.model.as_ref().map(|file| json!({"file": file})),
        "properties": map(&builder.properties), "body": map(&builder.body), "options": map(&builder.options)})
}

/// Robots and components with modifiers that can run together.
fn scene(chance: &mut Chance) -> Scene {
    let catalog = morse_components::catalog();
    let of_kind = |kinds: &[Kind]| {
        let classes =
            catalog.components.iter().filter(|class| class.implemented && kinds.contains(&class.kind));
        classes
            .flat_map(|class| class.builders.iter().map(move |builder| (class, builder)))
            .collect::<Vec<_>>()
    };
    let (robots, components) = (of_kind(&[Kind::Robot]), of_kind(&[Kind::Sensor, Kind::Actuator]));
    let modifiers: Vec<&Description> =
        catalog.components.iter().filter(|class| class.implemented && class.kind == Kind::Modifier).collect();
    let twin = Twin { threads: 1, clock_s: 0.0, has_readers: false };
    let mut scene = Scene {
        environment: ENVIRONMENTS[chance.below(ENVIRONMENTS.len())],
        objects: Vec::new(),
        modifiers: Vec::new(),
    };
    let try_change = |scene: &mut Scene, change: &dyn Fn(&mut Scene)| {
        let before = scene.clone();
        change(scene);
        if assembled(scene, 1, twin).is_err() {
            *scene = before;
        }
    };
    for number in 0..1 + chance.below(3) {
        let robot = format!("robot{number}");
        let class = *chance.one(&robots);
        let mut object = built(&robot, None, class, chance);
        object["location"] = json!([chance.below(8) as f64, chance.below(8) as f64, 0.2]);
        try_change(&mut scene, &|scene| scene.objects.push(object.clone()));
        for part in 0..chance.below(5) {
            let name = format!("{robot}.part{part}");
            let class = *chance.one(&components);
            let object = built(&name, Some(&robot), class, chance);
            try_change(&mut scene, &|scene| scene.objects.push(object.clone()));
            if chance.below(2) == 0 {
                let direction = if class.0.kind == Kind::Sensor { "OUT" } else { "IN" };
                let entry = json!([chance.one(&modifiers).class, direction, {}]);
                try_change(&mut scene, &|scene| scene.modifiers.push((name.clone(), entry.clone())));
            }
        }
    }
    scene
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

fn events(objects: &[Json], ticks: u64, chance: &mut Chance) -> Vec<(u64, Event)> {
    let catalog = morse_components::catalog();
    let mut events = Vec::new();
    if objects.is_empty() {
        return events;
    }
    for tick in 0..ticks {
        if chance.below(3) != 0 {
            continue;
        }
        let object = chance.one(objects);
        let name = object["name"].as_str().unwrap().to_owned();
        let class = catalog.by_class(object["class"].as_str().unwrap()).unwrap();
        let event = if chance.below(60) == 0 {
            Event::ResetObjects
        } else if chance.below(90) == 0 {
            Event::Despawn { object: name }
        } else if class.kind == Kind::Robot {
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

pub fn plan(seed: u64, ticks: u64) -> Plan {
    let mut chance = Chance(seed);
    let scene = scene(&mut chance);
    let events = events(&scene.objects, ticks, &mut chance);
    Plan { scene, events, saved_at: 1 + chance.below(ticks as usize - 1) as u64 }
}
