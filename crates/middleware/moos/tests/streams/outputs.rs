//! Publishers: each class notifies the variables of MORSE 1.4, in the same order and with the same types.

use glam::DMat3;
use morse_moos::MoosMiddleware;
use morse_moos::wire::{DataType, Message, MessageKind};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::Middleware;
use morse_world::Euler;

use crate::common::{Session, listener};
use crate::data::{Case, Item, case, numbers, record};

/// Variables and values that a database receives for one reading.
fn notified(case: Case, count: usize) -> Vec<(String, String)> {
    let (listener, port) = listener();
    let mut moos = MoosMiddleware::new();
    let case = case.option("moos_port", i64::from(port));
    let mut publisher = case.publisher(&mut moos).unwrap();
    let mut database = Session::accept(&listener);
    let mut mail = Vec::new();
    // Readings are dropped until the client has processed the welcome.
    while mail.len() < count {
        if database.is_quiet() {
            case.publish(&mut publisher);
            moos.flush();
        } else {
            mail.push(text(&database.next_mail(MessageKind::NOTIFY)));
        }
    }
    moos.finish();
    mail
}

fn text(message: &Message) -> (String, String) {
    let value = match message.data {
        DataType::Double => format!("{:?}", message.value),
        _ => format!("'{}'", String::from_utf8_lossy(&message.text)),
    };
    (message.key.clone(), value)
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn a_pose_is_seven_numbers_and_simulated_time_comes_first() {
    let fields = [("x", 1.0), ("y", 2.0), ("z", 3.0), ("yaw", 0.1), ("pitch", 0.2), ("roll", 0.3)];
    let mail = notified(case("pose.PoseNotifier", numbers(DataKind::Pose, &fields)), 7);
    let expected = [
        ("MORSE_TIME", "12.5"),
        ("MORSE_SIM_X", "1.0"),
        ("MORSE_SIM_Y", "2.0"),
        ("MORSE_SIM_Z", "3.0"),
        ("MORSE_SIM_YAW", "0.1"),
        ("MORSE_SIM_ROLL", "0.3"),
        ("MORSE_SIM_PITCH", "0.2"),
    ];
    assert_eq!(mail, pairs(&expected));
}

#[test]
fn positions_attitudes_and_inertial_readings_are_numbers() {
    let gps = numbers(DataKind::Position, &[("x", 1.0), ("y", -2.0), ("z", 0.5)]);
    assert_eq!(
        notified(case("gps.GPSNotifier", gps), 3),
        pairs(&[("MORSE_GPS_E_X", "1.0"), ("MORSE_GPS_N_Y", "-2.0"), ("MORSE_GPS_ALT_Z", "0.5")])
    );
    let gyroscope = numbers(DataKind::Attitude, &[("yaw", 1.0), ("pitch", 2.0), ("roll", 3.0)]);
    assert_eq!(
        notified(case("gyroscope.GyroscopeNotifier", gyroscope), 3),
        pairs(&[("MORSE_GYRO_YAW", "1.0"), ("MORSE_GYRO_ROLL", "3.0"), ("MORSE_GYRO_PITCH", "2.0")])
    );
    let imu = record(
        DataKind::Imu,
        &[
            ("angular_velocity", Item::Vector([1.0, 2.0, 3.0])),
            ("linear_acceleration", Item::Vector([4.0, 5.0, 9.81])),
            ("magnetic_field", Item::Vector([0.0; 3])),
        ],
    );
    let names = ["GYRO_X", "GYRO_Y", "GYRO_Z", "ACCEL_X", "ACCEL_Y", "ACCEL_Z"];
    let values = ["1.0", "2.0", "3.0", "4.0", "5.0", "9.81"];
    let expected: Vec<_> = names
        .iter()
        .zip(values)
        .map(|(name, value)| (format!("MORSE_IMU_{name}"), value.to_owned()))
        .collect();
    assert_eq!(notified(case("imu.IMUNotifier", imu), 6), expected);
}

#[test]
fn scan_is_a_text_and_its_geometry_is_sent_first() {
    let scan = || {
        let ranges = Item::Floats(vec![1.0, 2.5, f64::INFINITY]);
        let data = record(DataKind::LaserScan, &[("range_list", ranges)]);
        case("sick.LIDARNotifier", data)
            .property("scan_window", 180.0)
            .property("resolution", 60)
            .property("laser_range", 30.0)
    };
    let expected = [
        ("MORSE_LIDAR_SCANANGLE", "180.0"),
        ("MORSE_LIDAR_SCANRESOLUTION", "60.0"),
        ("MORSE_LIDAR_SCANRANGE", "30.0"),
        ("MORSE_LIDAR_DIST", "'[1x3]{1.0, 2.5, inf}'"),
    ];
    assert_eq!(notified(scan(), 4), pairs(&expected));
    let mut moos = MoosMiddleware::new();
    let without = Case { properties: Map::new(), ..scan() };
    let problem = without.publisher(&mut moos).err().unwrap().to_string();
    assert!(problem.contains("`scan_window`"), "{problem}");
}

#[test]
fn other_data_are_texts_as_python_writes_them() {
    let data = record(
        DataKind::Record,
        &[
            ("temperature", Item::Float(19.5)),
            ("status", Item::Text("Charging")),
            ("count", Item::Int(3)),
            ("on", Item::Bool(true)),
            ("velocity", Item::Vector([1.0, -2.5, 1e-9])),
            ("rotation", Item::Euler(Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 })),
            ("list", Item::Floats(vec![1.0, 2.0])),
            ("dict", Item::Dict(Map::from([("a", 1.5)]))),
            ("matrix", Item::Matrix(DMat3::IDENTITY)),
        ],
    );
    let data = data.and(Map::from([("joint.1", Value::from(0.25))]));
    let case = Case { component: "robot.temp.001", ..case("abstract_moos.StringPublisher", data) };
    let expected = [
        ("TIMESTAMP", "'12.5'"),
        ("TEMPERATURE", "'19.5'"),
        ("STATUS", "'Charging'"),
        ("COUNT", "'3'"),
        ("ON", "'True'"),
        ("VELOCITY", "'<Vector (1.0000, -2.5000, 0.0000)>'"),
        ("ROTATION", "'<Euler (x=0.1000, y=0.2000, z=0.3000), order='XYZ'>'"),
        ("LIST", "'[1.0, 2.0]'"),
        ("DICT", "'{'a': 1.5}'"),
        ("MATRIX", "'[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]'"),
        ("JOINT_1", "'0.25'"),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, value)| (format!("MORSE_ROBOT_TEMP_001_{name}"), (*value).to_owned()))
        .collect();
    assert_eq!(notified(case, expected.len()), expected);
}

#[test]
fn a_component_without_the_fields_of_a_class_is_refused() {
    let mut moos = MoosMiddleware::new();
    for class in ["pose.PoseNotifier", "imu.IMUNotifier", "sick.LIDARNotifier"] {
        let data = numbers(DataKind::Temperature, &[("temperature", 1.0)]);
        let problem = case(class, data).publisher(&mut moos).err().unwrap().to_string();
        assert!(problem.contains("does not have"), "{problem}");
    }
}
