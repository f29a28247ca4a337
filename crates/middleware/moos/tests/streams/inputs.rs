//! Readers: commands of actuators from the variables of a database.

use morse_moos::MoosMiddleware;
use morse_moos::wire::{DataType, Message, MessageKind};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Inbox, Middleware};

use crate::common::{Session, listener, until};
use crate::data::{Item, Record, case, numbers, record};

struct Reading {
    database: Session,
    inbox: Inbox,
    variables: Vec<String>,
    moos: MoosMiddleware,
}

/// Opens a reader and waits for its registrations.
fn open(class: &str, data: Record, count: usize) -> Reading {
    let (listener, port) = listener();
    let mut moos = MoosMiddleware::new();
    let case = case(class, data).option("moos_port", i64::from(port));
    let inbox = case.reader(&mut moos).unwrap();
    let mut database = Session::accept(&listener);
    let mut registered: Vec<Message> = Vec::new();
    while registered.len() < count {
        registered.push(database.next_mail(MessageKind::REGISTER));
    }
    assert!(registered.iter().all(|message| message.value == 0.0), "registrations are for all messages");
    let variables = registered.into_iter().map(|message| message.key).collect();
    Reading { database, inbox, variables, moos }
}

fn number(variable: &str, value: f64) -> Message {
    Message { value, ..Message::new(MessageKind::NOTIFY, DataType::Double, variable, 1.0) }
}

fn text(variable: &str, text: &str) -> Message {
    let text = text.as_bytes().to_vec();
    Message { text, ..Message::new(MessageKind::NOTIFY, DataType::Text, variable, 1.0) }
}

impl Reading {
    /// The next command that the actuator takes.
    fn taken(&self) -> Map {
        let taken = std::cell::RefCell::new(None);
        until(|| {
            taken.replace(self.inbox.take());
            taken.borrow().is_some()
        });
        taken.into_inner().unwrap()
    }
}

#[test]
fn a_motion_gets_the_variables_of_its_fields_together() {
    let data = numbers(DataKind::UnicycleVelocity, &[("v", 0.0), ("w", 0.0)]);
    let mut reading = open("motion.MotionReader", data, 2);
    assert_eq!(reading.variables, ["MORSE_MOTION_VELOCITY", "MORSE_MOTION_YAWRATE"]);
    reading.database.send([
        number("MORSE_MOTION_VELOCITY", 9.0),
        number("MORSE_MOTION_VELOCITY", 1.5),
        number("MORSE_MOTION_YAWRATE", -0.5),
        text("MORSE_MOTION_YAWRATE", "7"),
        number("MORSE_MOTION_YAWRATE", f64::NAN),
        number("MORSE_MOTION_STEER", 3.0),
    ]);
    // The fields may be taken separately or together; none is lost.
    let mut command = Map::new();
    while command.get("w").is_none() || command.get("v") != Some(&Value::Float(1.5)) {
        for (name, value) in reading.taken().iter() {
            command.insert(name, value.clone());
        }
    }
    assert_eq!(command.get("w"), Some(&Value::Float(-0.5)));
    // A field that was taken does not come again.
    reading.database.send([number("MORSE_MOTION_YAWRATE", 0.25)]);
    assert_eq!(reading.taken(), Map::from([("w", 0.25)]));
}

#[test]
fn a_car_and_a_teleport_have_variables_of_their_own() {
    let data = numbers(DataKind::Steering, &[("steer", 0.0), ("force", 0.0), ("brake", 0.0)]);
    let mut reading = open("motion.MotionReader", data, 3);
    assert_eq!(reading.variables, ["MORSE_MOTION_BRAKE", "MORSE_MOTION_STEER", "MORSE_MOTION_THROTTLE"]);
    reading.database.send([number("MORSE_MOTION_THROTTLE", 50.0)]);
    assert_eq!(reading.taken(), Map::from([("force", 50.0)]));
    let fields = ["x", "y", "z", "yaw", "pitch", "roll"].map(|name| (name, 0.0));
    let mut reading = open("pose.PoseReader", numbers(DataKind::Pose, &fields), 6);
    for (variable, field) in [
        ("MORSE_SET_X", "x"),
        ("MORSE_SET_Y", "y"),
        ("MORSE_SET_Z", "z"),
        ("MORSE_SET_ROLL", "roll"),
        ("MORSE_SET_PITCH", "pitch"),
        ("MORSE_SET_YAW", "yaw"),
    ] {
        reading.database.send([number(variable, 2.0)]);
        assert_eq!(reading.taken(), Map::from([(field, 2.0)]));
    }
}

#[test]
fn light_reads_the_text_of_every_message_type() {
    let mut reading = open("light.LightReader", record(DataKind::Switch, &[("emit", Item::Bool(true))]), 1);
    for (message, on) in [
        (text("MORSE_LIGHT", "TRUE"), true),
        (text("MORSE_LIGHT", "false"), false),
        (text("MORSE_LIGHT", "true"), true),
        (number("MORSE_LIGHT", 1.0), false),
    ] {
        reading.database.send([message]);
        assert_eq!(reading.taken(), Map::from([("emit", on)]));
    }
}

#[test]
fn removed_actuator_unregisters_its_variables() {
    let data = numbers(DataKind::UnicycleVelocity, &[("v", 0.0), ("w", 0.0)]);
    let mut reading = open("motion.MotionReader", data, 2);
    assert_eq!(reading.moos.endpoints("robot.sensor").len(), 1);
    reading.moos.close_streams("robot.sensor");
    assert!(reading.moos.endpoints("robot.sensor").is_empty());
    let mut keys: Vec<String> =
        (0..2).map(|_| reading.database.next_mail(MessageKind::UNREGISTER).key).collect();
    keys.sort();
    assert_eq!(keys, reading.variables);
}

#[test]
fn string_reader_opens_without_variables() {
    let data = numbers(DataKind::UnicycleVelocity, &[("v", 0.0), ("w", 0.0)]);
    case("abstract_moos.StringReader", data).reader(&mut MoosMiddleware::new()).unwrap();
    let data = numbers(DataKind::Wrench, &[("force_x", 0.0)]);
    let problem = case("pose.PoseReader", data).reader(&mut MoosMiddleware::new()).unwrap_err();
    assert!(problem.to_string().contains("no field"), "{problem}");
}
