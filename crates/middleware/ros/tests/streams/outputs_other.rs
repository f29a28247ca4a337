//! Tests of joints, positions on the Earth, texts and the remaining messages in ROS 1.

use morse_ros::messages::{
    control_msgs, gazebo_msgs, geometry_msgs, ros_gz_interfaces, rosgraph_msgs, sensor_msgs, std_msgs,
    tf2_msgs, trajectory_msgs,
};
use morse_ros::{Header, Header1, Header2, Profile, Time};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};

use crate::recording_node::{Ros1, Ros2};
use crate::stream_case::{Case, Item, STAMP_NS, case, numbers, record};

fn header(frame: &str) -> Header1 {
    Header1::new(0, STAMP_NS, frame)
}

/// A stream of a class in the package `morse.middleware.ros`.
fn of(class: &str, data: crate::stream_case::Record) -> Case {
    case(format!("morse.middleware.ros.{class}").leak(), data)
}

fn joint_state(class: &str, data: crate::stream_case::Record) -> sensor_msgs::JointState<Header1> {
    let node = Ros1::new();
    of(class, data).run(&node);
    assert_eq!(node.advertised(), ["/robot/sensor"]);
    node.only("/robot/sensor")
}

fn joints(names: &[&str], position: &[f64]) -> sensor_msgs::JointState<Header1> {
    sensor_msgs::JointState {
        header: header("/robot/sensor"),
        name: names.iter().map(|&name| name.to_owned()).collect(),
        position: position.to_vec(),
        velocity: vec![],
        effort: vec![],
    }
}

#[test]
fn armature_and_pan_tilt_unit_publish_their_joints() {
    let open = Map::from([("joint_a", 0.5), ("joint_b", -1.0)]);
    let armature = numbers(DataKind::JointState, &[]).and(open);
    assert_eq!(
        joint_state("jointstate.JointStatePublisher", armature),
        joints(&["joint_a", "joint_b"], &[0.5, -1.0])
    );
    let unit = || numbers(DataKind::PanTilt, &[("pan", 0.25), ("tilt", 0.125)]);
    assert_eq!(
        joint_state("jointstate.JointStatePublisher", unit()),
        joints(&["pan", "tilt"], &[0.25, 0.125])
    );
    let head = joints(&["head_pan_joint", "head_tilt_joint"], &[0.25, 0.125]);
    assert_eq!(joint_state("ptu_posture.JointStatePublisher", unit()), head);
}

#[test]
fn states_of_joints_have_velocities_and_efforts() {
    let dict = |entries: &[(&str, f64)]| Item::Dict(entries.iter().copied().collect());
    let states = |efforts: &[(&str, f64)]| {
        let fields = [
            ("positions", dict(&[("a", 0.5), ("b", -1.0)])),
            ("velocities", dict(&[("a", 2.0), ("b", 3.0)])),
            ("efforts", dict(efforts)),
        ];
        joint_state("jointstate.JointStatePublisher", record(DataKind::JointStates, &fields))
    };
    let state = states(&[("b", 7.0)]);
    assert_eq!((state.name, state.position), (vec!["a".to_owned(), "b".to_owned()], vec![0.5, -1.0]));
    assert_eq!(state.velocity, [2.0, 3.0]);
    assert!(state.effort[0].is_nan() && state.effort[1] == 7.0, "{:?}", state.effort);
    assert_eq!(states(&[]).effort, Vec::<f64>::new());
}

#[test]
fn pr2_publishes_all_its_joints() {
    let reading = Map::from([("timestamp", 1.0), ("torso_lift_joint", 0.1), ("my_joint", 0.2)]);
    let compound = record(DataKind::Compound, &[]).and(Map::from([("pr2.torso.pose", Value::Map(reading))]));
    let state = joint_state("jointstate.JointStatePR2Publisher", compound);
    assert_eq!((state.name.len(), state.position.len()), (46, 46));
    let position = |joint: &str| state.position[state.name.iter().position(|name| name == joint).unwrap()];
    assert_eq!(
        (position("torso_lift_joint"), position("my_joint"), position("head_pan_joint")),
        (0.1, 0.2, 0.0)
    );
    assert!(!state.name.contains(&"timestamp".to_owned()));
}

#[test]
fn jido_publishes_the_joints_of_arm_and_head() {
    let mut open: Map = (0..7).map(|n| (format!("seg{n}"), f64::from(n))).collect();
    open.extend([("pan", 7.0), ("tilt", 8.0)]);
    let state = joint_state("jido_posture.JointStatePublisher", numbers(DataKind::Compound, &[]).and(open));
    let mut names: Vec<String> = (0..7).map(|n| format!("kuka_arm_{n}_joint")).collect();
    names.extend(["head_pan_joint".to_owned(), "head_tilt_joint".to_owned()]);
    assert_eq!((state.name, state.header), (names, header("/robot/sensor")));
    assert_eq!(state.position, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
}

#[test]
fn kuka_joints_have_an_empty_header() {
    let open: Map = (1..=7).map(|n| (format!("kuka_{n}"), f64::from(n))).collect();
    let state =
        joint_state("kuka_jointstate_pub.JointStatePublisher", numbers(DataKind::JointState, &[]).and(open));
    assert_eq!(state.header, Header1::default());
    assert_eq!(state.name, (0..7).map(|n| format!("arm_{n}_joint")).collect::<Vec<_>>());
    assert_eq!(state.position, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!((state.velocity, state.effort), (vec![0.0; 7], vec![0.0; 7]));
}

#[test]
fn controller_state_has_positions_and_zero_velocities() {
    let node = Ros1::new();
    let open = Map::from([("a", 0.5), ("b", 0.25)]);
    of(
        "jointtrajectorycontrollers.JointTrajectoryControllerStatePublisher",
        numbers(DataKind::JointState, &[]).and(open),
    )
    .run(&node);
    let actual = trajectory_msgs::JointTrajectoryPoint {
        positions: vec![0.5, 0.25],
        velocities: vec![0.0; 2],
        accelerations: vec![0.0; 2],
        ..Default::default()
    };
    let expected = control_msgs::JointTrajectoryControllerState {
        header: header("/robot/sensor"),
        joint_names: vec!["a".to_owned(), "b".to_owned()],
        actual,
        ..Default::default()
    };
    assert_eq!(node.only::<control_msgs::JointTrajectoryControllerState<Header1>>("/robot/sensor"), expected);
}

#[test]
fn battery_and_clock_are_published() {
    let node = Ros1::new();
    let fields = [("charge", Item::Float(87.5)), ("status", Item::Text("Discharging"))];
    of("battery.Float32Publisher", record(DataKind::Battery, &fields)).run(&node);
    assert_eq!(node.only::<std_msgs::Float32>("/robot/sensor"), std_msgs::Float32 { data: 87.5 });

    let node = Ros1::new();
    of("clock.ClockPublisher", numbers(DataKind::Clock, &[])).run(&node);
    let clock: rosgraph_msgs::Clock = node.only("/robot/sensor");
    assert_eq!(clock.clock, Time { sec: 12, nanosec: 500_000_000 });
    assert_eq!(node.with("/robot/sensor", |topic| topic.profile), Profile::Clock);
}

#[test]
fn raw_and_simple_gps_publish_the_same_fields() {
    let expected = sensor_msgs::NavSatFix {
        header: header("/robot/sensor"),
        latitude: 43.5,
        longitude: 1.5,
        altitude: 150.0,
        ..Default::default()
    };
    let node = Ros1::new();
    let raw = [("longitude", 1.5), ("latitude", 43.5), ("altitude", 150.0)];
    of("gps.NavSatFixRawPublisher", numbers(DataKind::NavSatFix, &raw)).run(&node);
    assert_eq!(node.only::<sensor_msgs::NavSatFix<Header1>>("/robot/sensor"), expected);
    let node = Ros1::new();
    let simple = [("x", 43.5), ("y", 1.5), ("z", 150.0)];
    of("gps.NavSatFixPublisher", numbers(DataKind::Position, &simple)).run(&node);
    assert_eq!(node.only::<sensor_msgs::NavSatFix<Header1>>("/robot/sensor"), expected);
}

#[test]
fn texts_have_the_format_of_python() {
    let node = Ros1::new();
    let near = Map::from([("box", 1.5)]);
    let fields = [("near_objects", Item::Dict(near)), ("near_robots", Item::Dict(Map::new()))];
    of("StringPublisher", record(DataKind::Proximity, &fields)).run(&node);
    assert_eq!(
        node.only::<std_msgs::String>("/robot/sensor").data,
        "OrderedDict([('timestamp', 12.5), ('near_objects', {'box': 1.5}), ('near_robots', {})])"
    );
    let node = Ros1::new();
    case("morse.middleware.ros_datastream.ROSPublisher", numbers(DataKind::Record, &[("a", 1.0)])).run(&node);
    assert_eq!(node.only::<std_msgs::String>("/robot/sensor").data, r#"{"timestamp": 12.5, "a": 1.0}"#);
}

fn semantic_camera(class: &str) -> Case {
    let numbers = |numbers: [f64; 3]| Value::List(numbers.map(Value::Float).to_vec());
    let orientation = Map::from([("x", 0.0), ("y", 0.0), ("z", 0.0), ("w", 1.0)]);
    let object = Map::from([
        ("name", Value::from("cat")),
        ("description", Value::from("")),
        ("type", Value::from("animal")),
        ("position", numbers([1.0, 2.0, 3.0])),
        ("orientation", Value::Map(orientation)),
    ]);
    of(class, record(DataKind::Objects, &[("visible_objects", Item::List(vec![Value::Map(object)]))]))
}

#[test]
fn objects_in_view_become_a_text_and_transforms() {
    for (class, text) in [
        (
            "semantic_camera.SemanticCameraPublisher",
            r#"[{"name": "cat", "description": "", "type": "animal", "position": [1.0, 2.0, 3.0], "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}]"#,
        ),
        ("semantic_camera.SemanticCameraPublisherLisp", "((cat - 1.0 2.0 3.0 0.0 0.0 0.0 1.0))"),
    ] {
        for (relative, frame) in [(false, "/map"), (true, "/robot/sensor")] {
            let node = Ros1::new();
            semantic_camera(class).property("relative", relative).run(&node);
            assert_eq!(node.only::<std_msgs::String>("/robot/sensor").data, text);
            let tf: tf2_msgs::TFMessage<Header1> = node.only("/tf");
            let expected = geometry_msgs::TransformStamped {
                header: header(frame),
                child_frame_id: "cat".to_owned(),
                transform: geometry_msgs::Transform {
                    translation: geometry_msgs::Vector3 { x: 1.0, y: 2.0, z: 3.0 },
                    rotation: geometry_msgs::Quaternion { w: 1.0, ..Default::default() },
                },
            };
            assert_eq!(tf.transforms, [expected]);
        }
    }
}

#[test]
fn contacts_are_grouped_by_the_object_that_touches() {
    let data = || {
        record(
            DataKind::Collision,
            &[
                ("touching", Item::Text("box,floor,box")),
                ("points", Item::Points(vec![[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 2.0, 0.0]])),
                ("normals", Item::Points(vec![[0.0, 0.0, 1.0]; 3])),
                ("forces", Item::Points(vec![[0.0, 0.0, 3.0], [0.0, 0.0, 7.0], [0.0, 0.0, 5.0]])),
            ],
        )
    };
    let node = Ros1::new();
    of("contacts.ContactsStatePublisher", data()).run(&node);
    let message: gazebo_msgs::ContactsState<Header1> = node.only("/robot/sensor");
    assert_eq!(message.header, header("/robot/sensor"));
    let names: Vec<&str> = message.states.iter().map(|state| state.collision2_name.as_str()).collect();
    assert_eq!(names, ["box", "floor"]);
    let on_box = &message.states[0];
    assert_eq!((on_box.contact_positions.len(), on_box.total_wrench.force.z), (2, 8.0));
    // The torques of forces along z at x = 1 and at y = 2.
    assert_eq!((on_box.total_wrench.torque.x, on_box.total_wrench.torque.y), (10.0, -3.0));

    let node = Ros2::new();
    of("contacts.ContactsPublisher", data()).run(&node);
    let message: ros_gz_interfaces::Contacts<Header2> = node.only("/robot/sensor");
    let [on_box, on_floor] = &message.contacts[..] else { panic!("{:?}", message.contacts.len()) };
    assert_eq!((on_box.collision1.name.as_str(), on_box.collision2.name.as_str()), ("robot.sensor", "box"));
    assert_eq!(on_floor.wrenches[0].body_2_wrench.force.z, -7.0);
}
