//! Publishers: each class fills its structure as MORSE 1.4 does.

use std::sync::Arc;

use morse_pocolibs::structs::{Record, struct_named};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::image::{Image, PixelKind};

use crate::Fixture;
use crate::data::{Case, Item, Record as Data, case, numbers, record};

const POSE: [(&str, f64); 6] =
    [("x", 1.0), ("y", 2.0), ("z", 3.0), ("yaw", 0.1), ("pitch", 0.2), ("roll", 0.3)];

fn pose() -> Data {
    numbers(DataKind::Pose, &POSE)
}

/// Publishes one reading, and returns the structure of the poster.
fn published(fixture: &mut Fixture, case: &Case, structure: &str) -> Record {
    let mut publisher = case.publisher(&mut fixture.middleware).unwrap();
    case.publish(&mut publisher);
    fixture.record("robot.sensor", structure)
}

fn numbers_of(record: &Record, fields: &[&str]) -> Vec<f64> {
    fields.iter().map(|field| record.get(field).unwrap_or_else(|| panic!("no {field}"))).collect()
}

#[test]
fn pom_poster_has_the_pose_of_the_robot() {
    let Some(mut fixture) = Fixture::new() else { return };
    let record = published(&mut fixture, &case("sensors.pom.PomPoster", pose()), "POM_POS");
    for (name, value) in POSE {
        assert_eq!(record.get(&format!("mainToOrigin.euler.{name}")), Some(value));
    }
    assert_eq!(numbers_of(&record, &["date", "pomTickDate"]), [1.0, 1.0]);
}

#[test]
fn pom_sensor_poster_waits_for_its_date() {
    let Some(mut fixture) = Fixture::new() else { return };
    let case = case("sensors.pom.PomSensorPoster", pose())
        .option("reference_frame", "ref")
        .option("confidence", 0.25);
    let mut publisher = case.publisher(&mut fixture.middleware).unwrap();
    let mut reference = Record::new(Arc::new(struct_named("POM_SENSOR_POS").unwrap()));
    reference.set("date", 77.0);
    case.publish(&mut publisher);
    fixture.write("ref", &reference);
    let record = loop {
        use morse_sim::transport::stream::Middleware;
        fixture.middleware.flush();
        fixture.middleware.wait_until_sent();
        case.publish(&mut publisher);
        if fixture.devices.read_poster("robot.sensor", 4).is_ok_and(|reading| reading.is_some()) {
            break fixture.record("robot.sensor", "POM_ME_POS");
        }
    };
    assert_eq!(
        numbers_of(&record, &["kind", "confidence", "date1", "main.euler.yaw"]),
        [0.0, 0.25, 77.0, 0.1]
    );
}

#[test]
fn angles_are_in_radians_and_degrees() {
    let Some(mut fixture) = Fixture::new() else { return };
    let data = numbers(DataKind::PanTilt, &[("pan", std::f64::consts::PI), ("tilt", 0.0)]);
    let case = case("sensors.platine_posture.PlatinePoster", data);
    let record = published(&mut fixture, &case, "PLATINE_STATES");
    assert_eq!(
        numbers_of(&record, &["stateRad.pos.pan", "stateDeg.pos.pan", "stateDeg.pos.tilt"]),
        [std::f64::consts::PI, 180.0, 0.0]
    );
}

#[test]
fn the_first_victim_is_a_trajectory_of_one_point() {
    let Some(mut fixture) = Fixture::new() else { return };
    let place =
        |x: f64| Value::Map(Map::from([("coordinate", Value::Map(Map::from([("x", x), ("y", 5.0)])))]));
    let victims = Map::from([("a", place(4.0)), ("b", place(9.0))]);
    let data = record(DataKind::Victims, &[("victim_dict", Item::Dict(victims))]);
    let case = case("sensors.target.TargetPoster", data);
    let record = published(&mut fixture, &case, "GENPOS_TRAJ_POINTS");
    assert_eq!(numbers_of(&record, &["numRef", "nbPts", "points[0].x", "points[0].y"]), [1.0, 1.0, 4.0, 5.0]);
}

#[test]
fn objects_keep_their_places() {
    let Some(mut fixture) = Fixture::new() else { return };
    let turn = Map::from([("x", 0.0), ("y", 0.0), ("z", 0.0), ("w", 1.0)]);
    let seen = Map::from([
        ("name", Value::from("cup")),
        ("position", Value::from([1.0, 2.0, 3.0])),
        ("orientation", Value::Map(turn)),
    ]);
    let data = record(DataKind::Objects, &[("visible_objects", Item::List(vec![Value::Map(seen)]))]);
    let case = case("sensors.viman.VimanPoster", data).option("objects", Value::List(vec!["table".into()]));
    let record = published(&mut fixture, &case, "VimanObjectPublicArray");
    let fields = [
        "nbObjects",
        "objects[0].found_Stereo",
        "objects[1].found_Stereo",
        "objects[1].tacq_sec",
        "objects[1].tacq_usec",
        "objects[1].thetaMatOrigin.nx",
        "objects[1].thetaMatOrigin.px",
        "objects[1].thetaMatRobot.pz",
    ];
    assert_eq!(numbers_of(&record, &fields), [2.0, 0.0, 1.0, 12.0, 500.0, 1.0, 1.0, 3.0]);
    let (_, offset) = struct_named("VimanObjectPublicArray").unwrap().field("objects[1].name").unwrap();
    assert_eq!(&record.bytes()[offset..offset + 4], b"cup\0");
}

#[test]
fn viam_image_is_gray() {
    let Some(mut fixture) = Fixture::new() else { return };
    let bytes = vec![255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255];
    let image = Image { width: 2, height: 2, pixels: PixelKind::Color, bytes: bytes.into() };
    let case = case("sensors.viam.ViamPoster", record(DataKind::Image, &[("image", Item::Image(image))]))
        .property("cam_width", 2)
        .property("cam_height", 2)
        .property("cam_focal", 32.0);
    let mut publisher = case.publisher(&mut fixture.middleware).unwrap();
    case.publish(&mut publisher);
    let head = 96 + 64 + 16 + 872 + 24 + (9 + 9 + 5 + 9 + 9) * 8 + 8 + 8;
    let bytes = fixture.read("robot.sensor", head + 4);
    assert!(bytes.starts_with(b"mono_bank\0"));
    assert_eq!(&bytes[96..109], b"robot.sensor\0");
    assert_eq!(bytes[head..], [76, 149, 29, 255]);
}

fn points(class: &str) -> Case {
    let points = Item::Points(vec![[1.0, 2.0, 3.0], [0.0; 3]]);
    case(class, record(DataKind::PointCloud, &[("points", points), ("nb_points", Item::Int(2))]))
        .property("cam_width", 2)
        .property("cam_height", 2)
}

#[test]
fn points_are_marked_as_valid_or_invalid() {
    let Some(mut fixture) = Fixture::new() else { return };
    let case = points("sensors.stereopixel.Spix3DImagePoster");
    let mut publisher = case.publisher(&mut fixture.middleware).unwrap();
    case.publish(&mut publisher);
    let head = 8 + 72 + 872 * 2 + 8;
    let bytes = fixture.read("robot.sensor", head + 4 * 32);
    let double = |at: usize| f64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
    assert_eq!([double(head), double(head + 8), double(head + 16)], [1.0, 2.0, 3.0]);
    assert_eq!((bytes[head + 24], bytes[head + 32 + 24], bytes[head + 64 + 24]), (1, 0, 0));
}

#[test]
fn velodyne_turn_is_written_when_complete() {
    let Some(mut fixture) = Fixture::new() else { return };
    let case = points("sensors.velodyne.Velodyne3DImage").property("rotation", std::f64::consts::TAU);
    let mut publisher = case.publisher(&mut fixture.middleware).unwrap();
    case.publish(&mut publisher);
    {
        use morse_sim::transport::stream::Middleware;
        fixture.middleware.flush();
        fixture.middleware.wait_until_sent();
    }
    assert_eq!(fixture.devices.read_poster("robot.sensor", 4).unwrap(), None, "half a turn");
    case.publish(&mut publisher);
    let head = 16 + 872;
    let bytes = fixture.read("robot.sensor", head + 8 * 16);
    let float = |at: usize| f32::from_ne_bytes(bytes[at..at + 4].try_into().unwrap());
    for capture in [head, head + 4 * 16] {
        assert_eq!([float(capture), float(capture + 4), float(capture + 8)], [1.0, 2.0, 3.0]);
        assert_eq!((bytes[capture + 12], bytes[capture + 16 + 12]), (1, 0));
    }
}

#[test]
fn unsupported_posters_are_errors() {
    let Some(mut fixture) = Fixture::new() else { return };
    let human = case("sensors.human_posture.HumanPoster", pose()).publisher(&mut fixture.middleware);
    assert!(human.err().unwrap().to_string().contains("not implemented"));
    let stereo = record(DataKind::Empty, &[]);
    let stereo = case("sensors.viam.ViamPoster", stereo).publisher(&mut fixture.middleware);
    assert!(stereo.err().unwrap().to_string().contains("give each of its cameras"));
    let undated = case("sensors.pom.PomSensorPoster", pose()).publisher(&mut fixture.middleware);
    assert!(undated.err().unwrap().to_string().contains("`reference_frame`"));
}
