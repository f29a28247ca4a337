//! Random events of a run: commands, service calls, objects that come and go.

use morse::{Map, Value};
use morse_scene::description::{Description, Kind};

use super::chance::Chance;
use super::people;
use super::scene::Scene;

/// Services that end a run, write files or measure wall time.
const LEFT_OUT: [&str; 6] = ["quit", "terminate", "start_recording", "stop_recording", "costs", "statistics"];
/// Services of every component.
const OF_ALL: [&str; 4] = ["get_properties", "set_property", "get_local_data", "get_configurations"];
/// Things that a client adds.
const SPAWNABLES: [&str; 8] = [
    "ATRV",
    "Morsy",
    "Quadrotor",
    "Human",
    "props/computer_parts",
    "robots/small_arm",
    "robots/quadruped",
    "nothing",
];
/// Worlds that a client loads.
const WORLDS: [&str; 3] = ["empty", "indoors-1/boxes", "nowhere"];
/// A robot that a client adds as text.
const URDF: &str = r#"<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"
    ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
    <link name="b"><inertial><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/>
    </inertial></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0 0 0.3"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="2"/></joint></robot>"#;

/// Something that clients do before a tick.
#[derive(Clone, Debug)]
pub enum Event {
    Command {
        actuator: String,
        command: Map,
    },
    Call {
        component: String,
        service: String,
        arguments: Vec<Value>,
    },
    /// Listeners of all streams connect or leave.
    Listen(bool),
}

impl Event {
    /// The object that it concerns.
    pub fn object(&self) -> Option<&str> {
        match self {
            Event::Command { actuator: of, .. } => Some(of),
            Event::Call { component, .. } if component == "simulation" => None,
            Event::Call { component, .. } => Some(component),
            Event::Listen(_) => None,
        }
    }

    /// Whether answers and readings of the event may depend on connected clients or on wall time.
    pub fn depends_on_clients(&self) -> bool {
        match self {
            Event::Call { service, .. } => {
                ["get_local_data", "describe_component"].contains(&service.as_str())
            }
            _ => false,
        }
    }
}

fn call(service: &str, arguments: Vec<Value>) -> Event {
    Event::Call { component: "simulation".to_owned(), service: service.to_owned(), arguments }
}

fn place(chance: &mut Chance, is_rare: bool) -> Value {
    match chance.value("vec3", is_rare) {
        Value::List(numbers) if !is_rare => Value::List(
            numbers.iter().map(|number| Value::Float(6.0 * number.as_f64().unwrap_or_default())).collect(),
        ),
        place => place,
    }
}

/// Supervision: objects come, go and move, and the clock of the run is paused and stepped.
fn supervision(name: &str, spawned: &mut usize, chance: &mut Chance, is_rare: bool) -> Event {
    match chance.below(24) {
        0..5 => {
            let place = place(chance, is_rare);
            let rotation = if is_rare { chance.value("vec4", true) } else { Value::Null };
            let (linear, angular) = (chance.value("vec3", is_rare), chance.value("vec3", is_rare));
            call("set_entity_state", vec![Value::from(name), place, rotation, linear, angular])
        }
        5..8 => {
            *spawned += 1;
            let what = Value::from(*chance.one(&SPAWNABLES));
            call("spawn", vec![what, format!("spawned{spawned}").into(), place(chance, is_rare)])
        }
        8 => {
            *spawned += 1;
            call("spawn_urdf", vec![URDF.into(), format!("spawned{spawned}").into(), place(chance, is_rare)])
        }
        9..11 => call("despawn", vec![format!("spawned{}", chance.below(*spawned + 2)).into()]),
        11 => call("despawn_spawned", Vec::new()),
        12 if chance.one_in(3) => call("despawn", vec![name.into()]),
        13 => call("reset_objects", Vec::new()),
        14 => call(chance.one_of(&["suspend_dynamics", "restore_dynamics"]), Vec::new()),
        15 => call("set_object_dynamics", vec![name.into(), chance.value("bool", false)]),
        16 => call(chance.one_of(&["activate", "deactivate"]), vec![name.into()]),
        17 => call("hold_keys", vec![Value::List(vec!["Up".into(), "T".into()])]),
        18 => call("move_joystick", vec![0.into(), 1.into(), Value::Float(chance.number(is_rare))]),
        19 => call("pull", vec![name.into(), chance.value("vec3", is_rare), place(chance, is_rare)]),
        20 => call(
            chance.one_of(&["entities", "bounds", "zones", "details", "get_scene_objects", "status"]),
            Vec::new(),
        ),
        21 if chance.one_in(6) => call("load_world", vec![Value::from(*chance.one(&WORLDS))]),
        22 if chance.one_in(12) => call("unload_world", Vec::new()),
        _ => {
            let arguments = (0..chance.below(4)).map(|_| chance.any_value(is_rare)).collect();
            call(
                chance.one_of(&["describe_component", "set_object_visibility", "record_contact_forces"]),
                arguments,
            )
        }
    }
}

fn of_component(name: &str, class: &Description, chance: &mut Chance, is_rare: bool) -> Event {
    if class.kind == Kind::Actuator && !chance.one_in(3) {
        let fields = class.fields.iter();
        let fields = fields.map(|field| (field.name.clone(), chance.value(&field.type_name, is_rare)));
        return Event::Command { actuator: name.to_owned(), command: fields.collect() };
    }
    let services = class.services.iter().map(|service| (service.name.as_str(), service.arguments.len()));
    let all: Vec<(&str, usize)> = services.chain(OF_ALL.map(|name| (name, chance.below(3)))).collect();
    let all: Vec<_> = all.into_iter().filter(|(name, _)| !LEFT_OUT.contains(name)).collect();
    let (service, count) = *chance.one(&all);
    // Most calls have as many arguments as the service takes.
    let count = if chance.one_in(5) { chance.below(5) } else { count };
    let arguments = (0..count).map(|_| chance.any_value(is_rare)).collect();
    Event::Call { component: name.to_owned(), service: service.to_owned(), arguments }
}

/// Events of the ticks of a run. Calm runs have usual numbers and do not move objects by hand.
pub fn random(scene: &Scene, ticks: u64, is_calm: bool, chance: &mut Chance) -> Vec<(u64, Event)> {
    let catalog = morse::catalog();
    let all = scene.all();
    let mut events = Vec::new();
    let mut spawned = 0;
    let is_rare = !is_calm && chance.one_in(2);
    if all.is_empty() {
        return events;
    }
    for tick in 0..ticks {
        if chance.below(3) != 0 {
            continue;
        }
        let (name, part) = chance.one(&all);
        let class = catalog
            .components
            .iter()
            .find(|class| class.builders.iter().any(|builder| builder.name == part.builder))
            .expect("a builder class of the catalog");
        let event = if chance.one_in(15) {
            Event::Listen(chance.one_in(2))
        } else if part.builder == "Armature" && !part.options.is_empty() && !chance.one_in(4) {
            people::event(name, chance, is_rare)
        } else if !is_calm && (class.kind == Kind::Robot || chance.one_in(8)) {
            supervision(name, &mut spawned, chance, is_rare)
        } else {
            of_component(name, class, chance, is_rare)
        };
        events.push((tick, event));
    }
    events
}
