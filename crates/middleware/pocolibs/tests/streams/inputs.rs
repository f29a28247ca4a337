//! Readers: commands of actuators from posters of other programs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use morse_pocolibs::structs::{Layout, Record, Scalar, struct_named};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Inbox, Middleware};

use crate::data::{Case, Item, case, numbers, record};
use crate::{Fixture, WAIT};

/// Period of reads without ticks, if write counters were not polled.
const DISCOVERY_PERIOD: Duration = Duration::from_millis(250);

fn structure(name: &str, values: &[(&str, f64)]) -> Record {
    let mut record = Record::new(Arc::new(struct_named(name).unwrap()));
    values.iter().for_each(|(field, value)| record.set(field, *value));
    record
}

/// The next command that the actuator takes.
fn taken(fixture: &mut Fixture, inbox: &Inbox) -> Map {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < WAIT, "no command came");
        fixture.middleware.flush();
        fixture.middleware.wait_until_sent();
        if let Some(command) = inbox.take() {
            return command;
        }
    }
}

fn motion() -> Case {
    case("actuators.genpos.GenPosPoster", numbers(DataKind::UnicycleVelocity, &[("v", 0.0), ("w", 0.0)]))
        .option("poster", "ref")
}

#[test]
fn speeds_and_angles_are_read_at_each_tick() {
    let Some(mut fixture) = Fixture::new() else { return };
    let inbox = motion().reader(&mut fixture.middleware).unwrap();
    fixture.write("ref", &structure("GENPOS_CART_SPEED", &[("v", 1.5), ("w", -0.5)]));
    for _ in 0..3 {
        assert_eq!(taken(&mut fixture, &inbox), Map::from([("v", 1.5), ("w", -0.5)]));
    }
    for (class, name, fields) in [
        ("actuators.platine.PlatinePoster", "POM_SE_POSTER", ["seConfig.euler.yaw", "seConfig.euler.pitch"]),
        ("actuators.platine.PlatineAxisPoster", "PLATINE_AXIS_STR", ["pan", "tilt"]),
    ] {
        let data = numbers(DataKind::PanTilt, &[("pan", 0.0), ("tilt", 0.0)]);
        let inbox = case(class, data).option("poster", name).reader(&mut fixture.middleware).unwrap();
        fixture.write(name, &structure(name, &[(fields[0], 0.25), (fields[1], 0.5)]));
        assert_eq!(taken(&mut fixture, &inbox), Map::from([("pan", 0.25), ("tilt", 0.5)]));
    }
}

#[test]
fn command_between_two_ticks_is_read_before_the_next_tick() {
    let Some(mut fixture) = Fixture::new() else { return };
    let inbox = motion().reader(&mut fixture.middleware).unwrap();
    let mut command = structure("GENPOS_CART_SPEED", &[("v", 0.0)]);
    let poster = fixture.devices.create_poster("ref", command.bytes().len()).unwrap();
    fixture.devices.write_poster(poster, command.bytes()).unwrap();
    taken(&mut fixture, &inbox);
    for speed in [1.0, 2.0, 3.0] {
        command.set("v", speed);
        fixture.devices.write_poster(poster, command.bytes()).unwrap();
        // No tick requests a round meanwhile.
        let begun = Instant::now();
        let taken = loop {
            assert!(begun.elapsed() < WAIT, "the poster was not read");
            match inbox.take() {
                Some(command) if command.get("v") == Some(&Value::Float(speed)) => break begun.elapsed(),
                _ => std::thread::yield_now(),
            }
        };
        assert!(taken < DISCOVERY_PERIOD / 2, "the command waited {taken:?}");
    }
}

#[test]
fn arm_joints_map_to_their_fields() {
    let Some(mut fixture) = Fixture::new() else { return };
    let joints: Vec<(&'static str, f64)> =
        ["kuka_1", "kuka_2", "kuka_3", "kuka_4", "kuka_5", "kuka_6", "kuka_7"].map(|name| (name, 0.0)).into();
    let inbox = case("actuators.lwr.LwrPoster", numbers(DataKind::JointState, &joints))
        .reader(&mut fixture.middleware)
        .unwrap();
    fixture.write("robot.sensor", &structure("Gb_q7", &[("q1", 0.1), ("q7", 0.7)]));
    let command = taken(&mut fixture, &inbox);
    assert_eq!(
        (command.get("kuka_1"), command.get("kuka_7")),
        (Some(&Value::Float(0.1)), Some(&Value::Float(0.7)))
    );
}

#[test]
fn only_a_tracked_person_gives_a_command() {
    let Some(mut fixture) = Fixture::new() else { return };
    let names = [
        "head_position",
        "neck_position",
        "torso_position",
        "left_hand_position",
        "right_hand_position",
        "left_elbow_position",
        "right_elbow_position",
        "left_shoulder_position",
        "right_shoulder_position",
        "left_hip_position",
        "right_hip_position",
        "left_knee_position",
        "right_knee_position",
        "left_foot_position",
        "right_foot_position",
    ];
    let fields = names.map(|name| (name, Item::Vector([0.0; 3])));
    let case =
        case("actuators.niut.NiutPoster", record(DataKind::Record, &fields)).option("tracking_state", 2);
    let inbox = case.reader(&mut fixture.middleware).unwrap();
    let values = [("users[3].state", 2.0), ("users[3].skeleton.joint[0].position.z", 1.0)];
    fixture.write("robot.sensor", &structure("NIUT_HUMAN_LIST", &values));
    let command = taken(&mut fixture, &inbox);
    assert_eq!(command.get("head_position"), Some(&Value::from([1.0, 0.0, 2.0 - 0.445])));
}

#[test]
fn custom_offsets_and_other_byte_orders_are_supported() {
    let Some(mut fixture) = Fixture::new() else { return };
    let field = |offset: i64| Value::List(vec!["float".into(), offset.into()]);
    let option = Map::from([("size", Value::from(16)), ("v", field(12)), ("w", field(4))]);
    let inbox = motion().option("struct", Value::Map(option)).reader(&mut fixture.middleware).unwrap();
    let fields = [("v".to_owned(), (Scalar::Float, 12)), ("w".to_owned(), (Scalar::Float, 4))].into();
    let mut bytes = Record::new(Arc::new(Layout::from_fields("S", 16, fields)));
    bytes.set("v", 2.0);
    bytes.set("w", 0.5);
    fixture.write("ref", &bytes);
    assert_eq!(taken(&mut fixture, &inbox), Map::from([("v", 2.0), ("w", 0.5)]));
    let swapped = 1.5_f64.to_be_bytes();
    let layout = Arc::new(Layout::from_fields("D", 8, [("v".to_owned(), (Scalar::Double, 0))].into()));
    assert_eq!(Record::read(layout, swapped.to_vec(), false).unwrap().get("v"), Some(1.5));
}

#[test]
fn wrong_posters_give_no_command() {
    let Some(mut fixture) = Fixture::new() else { return };
    let inbox = motion().reader(&mut fixture.middleware).unwrap();
    fixture.write("ref", &structure("PLATINE_AXIS_STR", &[("pan", 1.0)]));
    fixture.middleware.flush();
    fixture.middleware.wait_until_sent();
    assert_eq!(inbox.take(), None, "16 bytes are too few for speeds");
    let other = motion().option("poster", "other").reader(&mut fixture.middleware).unwrap();
    fixture.write("other", &structure("GENPOS_CART_SPEED", &[("v", f64::NAN), ("w", 1.0)]));
    fixture.middleware.flush();
    fixture.middleware.wait_until_sent();
    assert_eq!(other.take(), None, "NaN is not a valid speed");
}

#[test]
fn poster_without_delay_must_exist_at_start() {
    let Some(mut fixture) = Fixture::new() else { return };
    let case = motion().option("delay", false);
    assert!(case.reader(&mut fixture.middleware).unwrap_err().to_string().contains("there is no poster ref"));
    fixture.write("ref", &structure("GENPOS_CART_SPEED", &[("v", 1.0)]));
    case.reader(&mut fixture.middleware).unwrap();
    let date = numbers(DataKind::Pose, &[("x", 0.0)]);
    crate::data::case("sensors.pom.PomSensorPosPoster", date).reader(&mut fixture.middleware).unwrap();
    assert_eq!(fixture.middleware.endpoints("robot.sensor").len(), 2);
    fixture.middleware.close_streams("robot.sensor");
    assert!(fixture.middleware.endpoints("robot.sensor").is_empty());
}
