//! People: a person with a skeleton that is moved by joints, trajectories and targets of inverse kinematics, and that walks.

use morse::{Map, Value};
use morse_scene::description::Kind;

use super::chance::Chance;
use super::events::Event;
use super::scene::Part;

/// Some of the joints of the model, from the spine to the fingers.
const JOINTS: [&str; 10] = [
    "spine05",
    "upperarm02_L",
    "lowerarm01_L",
    "wrist_R",
    "finger2-1_R",
    "head",
    "upperleg01_L",
    "lowerleg01_R",
    "foot_L",
    "no_joint",
];
/// Bones with targets of inverse kinematics, as the class `Human` of scripts has.
const TARGETS: [&str; 5] = ["head", "wrist_L", "wrist_R", "foot_L", "foot_R"];
/// Joints of the skeleton: the length of the points of a trajectory.
const JOINT_COUNT: usize = 76;
/// Actuators that move a person.
const MOTIONS: [&str; 3] = ["MotionXYW", "Teleport", "MotionVW"];

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Map(entries.into_iter().collect())
}

fn target(skeleton: &str, bone: &str) -> String {
    format!("ik_target.{skeleton}.{bone}")
}

/// A person with the components that the class `Human` of scripts has, and an actuator that moves it.
pub fn person(name: &str, location: [f64; 3], chance: &mut Chance) -> Part {
    let part = |name: &str, kind, builder: &str| Part::new(name, kind, builder);
    let skeleton = format!("{name}.skeleton");
    let targets = TARGETS.map(|bone| map([("bone", bone.into()), ("name", target(&skeleton, bone).into())]));
    let options = [("armature_name", "HumanSkeleton".into()), ("ik_targets", Value::List(targets.to_vec()))];
    let grasper =
        [("object", "hand_R_bb".into()), ("property", "Graspable".into()), ("distance_m", 5.0.into())];
    let motion = Part {
        properties: vec![("ControlType".to_owned(), "Position".into())],
        ..part("motion", Kind::Actuator, chance.one_of(&MOTIONS))
    };
    Part {
        model: Some("robots/human_rig"),
        location,
        options: [("grasper", map(grasper))].into_iter().collect::<Map>(),
        parts: vec![
            Part {
                options: options.into_iter().collect::<Map>(),
                parts: vec![part("joint_states", Kind::Sensor, "ArmaturePose")],
                ..part("skeleton", Kind::Actuator, "Armature")
            },
            motion,
        ],
        ..part(name, Kind::Robot, "Human")
    }
}

/// A command or a service call for the skeleton `name`, with the names of its joints and targets.
pub fn event(name: &str, chance: &mut Chance, is_rare: bool) -> Event {
    let joint = Value::from(chance.one_of(&JOINTS));
    let goal = Value::Float(chance.number(is_rare));
    let target = Value::from(target(name, chance.one_of(&TARGETS)));
    let call = |service: &str, arguments| Event::Call {
        component: name.to_owned(),
        service: service.to_owned(),
        arguments,
    };
    match chance.below(9) {
        0 => Event::Command {
            actuator: name.to_owned(),
            command: (0..3).map(|_| (chance.one_of(&JOINTS), Value::Float(chance.number(is_rare)))).collect(),
        },
        1 => call("set_rotation", vec![joint, goal]),
        2 => call("rotate", vec![joint, goal, Value::Float(chance.number(is_rare))]),
        3 => call("rotate_joints", vec![map([("head", goal.clone()), ("wrist_R", goal)])]),
        4 => call("place_IK_target", vec![target, chance.value("vec3", is_rare)]),
        5 => {
            call("move_IK_target", vec![target, chance.value("vec3", is_rare), chance.value("vec3", is_rare)])
        }
        6 => {
            let point = |time_s: f64, chance: &mut Chance| {
                let positions = (0..JOINT_COUNT).map(|_| Value::Float(0.2 * chance.number(is_rare)));
                map([("positions", Value::List(positions.collect())), ("time_from_start", time_s.into())])
            };
            let points = Value::List(vec![point(0.1, chance), point(0.5, chance)]);
            call("set_trajectory", vec![map([("points", points)])])
        }
        7 => call("get_state", Vec::new()),
        _ => call("stop", Vec::new()),
    }
}
