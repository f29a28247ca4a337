//! Tests of readers: messages become commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use morse_ros::messages::{
    ackermann_msgs, asctec_msgs, geometry_msgs, sensor_msgs, std_msgs, trajectory_msgs,
};
use morse_ros::{Header, Header1, Header2, Message, Streams};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};

use crate::recording_node::{Ros1, Ros2};
use crate::stream_case::{Case, Item, Record, case, numbers, record};

const BY_KIND: &str = "morse.middleware.ros2_datastream.ROS2Reader";

/// The command that an actuator receives for a message.
fn read<M: Message>(case: &Case, message: &M) -> Map {
    let node = Ros1::new();
    let inbox = case.reader(&node).unwrap();
    node.deliver("/robot/sensor", message);
    inbox.take().expect("a command")
}

fn of(class: &str, data: Record) -> Case {
    case(format!("morse.middleware.ros.{class}").leak(), data)
}

fn zeros(kind: DataKind, names: &[&'static str]) -> Record {
    let fields: Vec<_> = names.iter().map(|&name| (name, 0.0)).collect();
    numbers(kind, &fields)
}

fn twist() -> geometry_msgs::Twist {
    geometry_msgs::Twist {
        linear: geometry_msgs::Vector3 { x: 1.0, y: 2.0, z: 3.0 },
        angular: geometry_msgs::Vector3 { x: 4.0, y: 5.0, z: 6.0 },
    }
}

fn number(command: &Map, name: &str) -> f64 {
    command.get(name).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn twists_drive_each_kind_of_robot() {
    let unicycle = of("motion_vw.TwistReader", zeros(DataKind::UnicycleVelocity, &["v", "w"]));
    assert_eq!(read(&unicycle, &twist()), Map::from([("v", 1.0), ("w", 6.0)]));
    let planar = of("motion_xyw.TwistReader", zeros(DataKind::PlanarVelocity, &["x", "y", "w"]));
    assert_eq!(read(&planar, &twist()), Map::from([("x", 1.0), ("y", 2.0), ("w", 6.0)]));
    let names = ["vx", "vy", "vz", "vyaw", "tolerance"];
    let rotorcraft = of("read_twist.TwistReader", zeros(DataKind::RotorcraftVelocity, &names));
    let expected = [("vx", 1.0), ("vy", 2.0), ("vz", 3.0), ("vroll", 4.0), ("vpitch", 5.0), ("vyaw", 6.0)];
    assert_eq!(read(&rotorcraft, &twist()), Map::from(expected));
}

#[test]
fn poses_become_positions_and_euler_angles() {
    let (sin, cos) = 0.5_f64.sin_cos();
    let pose = geometry_msgs::Pose {
        position: geometry_msgs::Point { x: 1.0, y: 2.0, z: 3.0 },
        // Twice the unit quaternion, since the length must not matter.
        orientation: geometry_msgs::Quaternion { z: 2.0 * sin, w: 2.0 * cos, ..Default::default() },
    };
    let data = || zeros(DataKind::Pose, &["x", "y", "z", "yaw", "pitch", "roll"]);
    let stamped = geometry_msgs::PoseStamped { header: Header1::default(), pose: pose.clone() };
    for command in [
        read(&of("read_pose.PoseReader", data()), &pose),
        read(&of("read_pose.PoseStampedReader", data()), &stamped),
    ] {
        assert_eq!(["x", "y", "z"].map(|name| number(&command, name)), [1.0, 2.0, 3.0]);
        assert!((number(&command, "yaw") - 1.0).abs() < 1e-12);
        assert!(number(&command, "roll").abs() < 1e-12 && number(&command, "pitch").abs() < 1e-12);
    }
    let attitude = of("orientation.QuaternionReader", zeros(DataKind::Attitude, &["yaw", "pitch", "roll"]));
    assert!((number(&read(&attitude, &pose.orientation), "yaw") - 1.0).abs() < 1e-12);
}

#[test]
fn points_and_vectors_set_the_fields_of_their_actuators() {
    let point = geometry_msgs::Point { x: 1.0, y: 2.0, z: 3.0 };
    let destination = of("destination.PointReader", zeros(DataKind::Point, &["x", "y", "z"]));
    assert_eq!(read(&destination, &point), Map::from([("x", 1.0), ("y", 2.0), ("z", 3.0)]));
    let unit = of("platine.Vector3Reader", zeros(DataKind::PanTilt, &["pan", "tilt"]));
    let vector = geometry_msgs::Vector3 { x: 1.0, y: 2.0, z: 3.0 };
    assert_eq!(read(&unit, &vector), Map::from([("pan", 2.0), ("tilt", 3.0)]));
    let names = ["x", "y", "z", "tolerance", "speed"];
    let waypoint = of("waypoint2D.Pose2DReader", zeros(DataKind::Waypoint, &names));
    let goal = geometry_msgs::Pose2D { x: 1.0, y: 2.0, theta: 0.5 };
    assert_eq!(read(&waypoint, &goal), Map::from([("x", 1.0), ("y", 2.0), ("z", 0.5)]));
}

#[test]
fn wrench_and_bool_set_the_fields_of_their_actuators() {
    let fields = [("force", Item::Vector([0.0; 3])), ("torque", Item::Vector([0.0; 3]))];
    let wrench = geometry_msgs::Wrench {
        force: geometry_msgs::Vector3 { x: 1.0, y: 2.0, z: 3.0 },
        torque: geometry_msgs::Vector3 { x: 4.0, y: 5.0, z: 6.0 },
    };
    let list = |numbers: [f64; 3]| Value::List(numbers.map(Value::Float).to_vec());
    let expected = Map::from([("force", list([1.0, 2.0, 3.0])), ("torque", list([4.0, 5.0, 6.0]))]);
    assert_eq!(read(&of("force_torque.WrenchReader", record(DataKind::Wrench, &fields)), &wrench), expected);
    let light = of("light.BoolReader", record(DataKind::Switch, &[("emit", Item::Bool(false))]));
    assert_eq!(read(&light, &std_msgs::Bool { data: true }), Map::from([("emit", true)]));
}

#[test]
fn arrays_and_remote_controls_command_rotorcraft() {
    let array = |data: &[f32]| std_msgs::Float32MultiArray { data: data.to_vec(), ..Default::default() };
    let engines = record(DataKind::RotorSpeeds, &[("engines", Item::Floats(vec![0.0; 4]))]);
    let rotors = of("quadrotor_dynamic.QuadrotorDynamicReader", engines);
    let speeds = Value::List([1.0, 2.0, 3.0, 4.0].map(Value::Float).to_vec());
    assert_eq!(read(&rotors, &array(&[1.0, 2.0, 3.0, 4.0])), Map::from([("engines", speeds)]));

    let angles = || zeros(DataKind::AttitudeThrust, &["roll", "pitch", "yaw", "thrust"]);
    let attitude = of("rotorcraft_attitude.RotorcraftAttitudeReader", angles());
    let expected = Map::from([("roll", 0.5), ("pitch", 0.25), ("yaw", 1.0), ("thrust", 0.75)]);
    assert_eq!(read(&attitude, &array(&[0.5, 0.25, 1.0, 0.75])), expected);

    let remote = of("read_asctec_ctrl_input.CtrlInputReader", angles());
    let sticks = |yaw| asctec_msgs::CtrlInput::<Header1> {
        roll: 2047,
        pitch: -2047,
        yaw,
        thrust: 4095,
        ..Default::default()
    };
    let command = read(&remote, &sticks(5));
    let max = 30_f64.to_radians();
    assert!(
        (number(&command, "roll") - max).abs() < 1e-12 && (number(&command, "pitch") + max).abs() < 1e-12
    );
    assert_eq!((number(&command, "yaw"), number(&command, "thrust")), (0.0, 1.0));
    let rate = number(&read(&remote, &sticks(-2047)), "yaw");
    assert!((rate + 90_f64.to_radians() * 2042.0 / 2047.0).abs() < 1e-12);
}

#[test]
fn kuka_joints_are_read_by_order_and_other_joints_by_name() {
    let names: Vec<&'static str> = (1..=7).map(|n| &*format!("kuka_{n}").leak()).collect();
    let arm = of("kuka_jointstate.JointStateReader", zeros(DataKind::JointState, &names));
    let position = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    let state = sensor_msgs::JointState::<Header1> { position, ..Default::default() };
    let command = read(&arm, &state);
    assert_eq!((number(&command, "kuka_1"), number(&command, "kuka_7")), (1.0, 7.0));

    let node = Ros2::new();
    let arm = case(BY_KIND, numbers(DataKind::JointState, &[]).and(Map::from([("a", 0.0), ("b", 0.0)])));
    let inbox = arm.reader(&node).unwrap();
    let point = |a: f64| trajectory_msgs::JointTrajectoryPoint { positions: vec![a], ..Default::default() };
    let trajectory = trajectory_msgs::JointTrajectory::<Header2> {
        joint_names: vec!["a".to_owned()],
        points: vec![point(0.25), point(0.5)],
        ..Default::default()
    };
    node.deliver("/robot/sensor/joint_trajectory", &trajectory);
    assert_eq!(inbox.take(), Some(Map::from([("a", 0.5)])));
}

/// An actuator of the joints `a` and `b` at a level.
fn joints_at(level: &'static str) -> Case {
    let data = numbers(DataKind::JointState, &[]).and(Map::from([("a", 0.0), ("b", 0.0)]));
    Case { level, ..case(BY_KIND, data) }
}

#[test]
fn commands_of_joints_are_the_quantity_of_the_actuator() {
    let state = sensor_msgs::JointState::<Header2> {
        name: vec!["a".to_owned()],
        position: vec![1.0],
        velocity: vec![2.0],
        effort: vec![3.0],
        ..Default::default()
    };
    let only_position = sensor_msgs::JointState { velocity: vec![], effort: vec![], ..state.clone() };
    let cases = [("default", "Position", 1.0), ("servo", "Velocity", 2.0), ("effort", "Position", 3.0)];
    for (level, command, value) in cases {
        let node = Ros2::new();
        let inbox = joints_at(level).property("Command", command).reader(&node).unwrap();
        for (message, value) in [(&state, value), (&only_position, 1.0)] {
            node.deliver("/robot/sensor", message);
            assert_eq!(inbox.take(), Some(Map::from([("a", value)])), "{level}");
        }
    }
}

#[test]
fn group_command_has_the_order_of_the_joints() {
    let node = Ros2::new();
    let inbox = joints_at("servo").reader(&node).unwrap();
    let group = |data: &[f64]| std_msgs::Float64MultiArray { data: data.to_vec(), ..Default::default() };
    node.deliver("/robot/sensor/commands", &group(&[0.25, -1.5]));
    assert_eq!(inbox.take(), Some(Map::from([("a", 0.25), ("b", -1.5)])));
    for refused in [&[1.0][..], &[1.0, 2.0, 3.0], &[], &[f64::NAN, 0.0]] {
        node.deliver("/robot/sensor/commands", &group(refused));
        assert_eq!(inbox.take(), None, "{refused:?}");
    }
}

#[test]
fn ros_2_goal_is_converted_from_the_frame_of_its_header() {
    let node = Ros2::new();
    let streams = Streams::new(Arc::clone(&node));
    let quarter = glam::DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let map_from_odom = morse_world::Pose { translation: [10.0, 0.0, 0.0].into(), rotation: quarter };
    streams.frames().set_own("map", "odom", map_from_odom);
    let goal = case(BY_KIND, zeros(DataKind::Waypoint, &["x", "y", "z", "tolerance", "speed"]));
    let inbox = goal.reader_of(&streams).unwrap();
    let position = geometry_msgs::Point { x: 1.0, y: 2.0, z: 3.0 };
    let orientation = geometry_msgs::Quaternion { w: 1.0, ..Default::default() };
    let pose = geometry_msgs::Pose { position, orientation };
    for (frame, place) in [("map", Some([1.0, 2.0, 3.0])), ("odom", Some([8.0, 1.0, 3.0])), ("moon", None)] {
        let message = geometry_msgs::PoseStamped { header: Header2::new(0, 0, frame), pose: pose.clone() };
        node.deliver("/robot/sensor", &message);
        let taken = inbox.take();
        let taken = taken.map(|command| ["x", "y", "z"].map(|name| number(&command, name)));
        let is_near = |(a, b): ([f64; 3], [f64; 3])| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(
            taken.is_some() == place.is_some() && taken.zip(place).is_none_or(is_near),
            "{frame} {taken:?}"
        );
    }
}

#[test]
fn subscriptions_of_removed_actuator_end() {
    let node = Ros2::new();
    let streams = Streams::new(Arc::clone(&node));
    let motion = case(BY_KIND, zeros(DataKind::UnicycleVelocity, &["v", "w"])).option("topic", "cmd_vel");
    motion.reader_of(&streams).unwrap();
    assert_eq!(node.closed(), Vec::<String>::new());
    streams.close("robot.sensor");
    assert_eq!(node.closed(), ["/cmd_vel", "/cmd_vel"], "plain and stamped twists");
}

#[test]
fn ros_2_message_depends_on_the_kind_of_command() {
    let node = Ros2::new();
    let motion = zeros(DataKind::UnicycleVelocity, &["v", "w"]);
    let inbox =
        case(BY_KIND, motion).option("topic", "cmd_vel").option("stamped", true).reader(&node).unwrap();
    assert_eq!(node.subscribed(), [("/cmd_vel".to_owned(), "geometry_msgs/TwistStamped".to_owned())]);
    node.deliver("/cmd_vel", &geometry_msgs::TwistStamped { header: Header2::default(), twist: twist() });
    assert_eq!(inbox.take(), Some(Map::from([("v", 1.0), ("w", 6.0)])));

    for (stamped, types) in [(None, &["Twist", "TwistStamped"][..]), (Some(false), &["Twist"])] {
        let node = Ros2::new();
        let mut plain =
            case(BY_KIND, zeros(DataKind::UnicycleVelocity, &["v", "w"])).option("topic", "cmd_vel");
        if let Some(stamped) = stamped {
            plain = plain.option("stamped", stamped);
        }
        plain.reader(&node).unwrap();
        let subscribed: Vec<String> = node.subscribed().into_iter().map(|(_, message)| message).collect();
        assert_eq!(subscribed, types.iter().map(|name| format!("geometry_msgs/{name}")).collect::<Vec<_>>());
    }

    let node = Ros2::new();
    let car = case(BY_KIND, zeros(DataKind::Steering, &["steer", "force", "brake"])).option("mass", 500.0);
    let inbox = car.reader(&node).unwrap();
    let drive =
        ackermann_msgs::AckermannDrive { steering_angle: 0.25, acceleration: 2.0, ..Default::default() };
    node.deliver("/robot/sensor", &drive);
    assert_eq!(inbox.take(), Some(Map::from([("steer", 0.25), ("force", -1000.0), ("brake", 0.0)])));

    let node = Ros2::new();
    let sound = case(BY_KIND, record(DataKind::Record, &[("mode", Item::Text(""))]));
    let inbox = sound.reader(&node).unwrap();
    for text in ["[1]", "{\"mode\": 3}", "{", "{\"mode\": \"play\"}"] {
        node.deliver("/robot/sensor", &std_msgs::String { data: text.to_owned() });
    }
    assert_eq!(inbox.take(), Some(Map::from([("mode", "play")])));
}

#[test]
fn ros_1_keeps_the_first_message_and_ros_2_the_newest() {
    let motion = || zeros(DataKind::UnicycleVelocity, &["v", "w"]);
    let twist = |x| geometry_msgs::Twist {
        linear: geometry_msgs::Vector3 { x, ..Default::default() },
        ..Default::default()
    };
    let node = Ros1::new();
    let inbox = of("motion_vw.TwistReader", motion()).reader(&node).unwrap();
    for x in [1.0, 2.0] {
        node.deliver("/robot/sensor", &twist(x));
    }
    assert_eq!(inbox.take(), Some(Map::from([("v", 1.0), ("w", 0.0)])));
    node.deliver("/robot/sensor", &twist(3.0));
    assert_eq!(inbox.take(), Some(Map::from([("v", 3.0), ("w", 0.0)])));

    let node = Ros2::new();
    let inbox = case(BY_KIND, motion()).reader(&node).unwrap();
    for x in [1.0, 2.0] {
        node.deliver("/robot/sensor", &twist(x));
    }
    assert_eq!(inbox.take(), Some(Map::from([("v", 2.0), ("w", 0.0)])));
}

#[test]
fn commands_that_are_not_finite_are_refused() {
    let node: Arc<Ros1> = Ros1::new();
    let inbox =
        of("motion_vw.TwistReader", zeros(DataKind::UnicycleVelocity, &["v", "w"])).reader(&node).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let linear = geometry_msgs::Vector3 { x: bad, ..Default::default() };
        node.deliver("/robot/sensor", &geometry_msgs::Twist { linear, ..Default::default() });
    }
    assert_eq!(inbox.take(), None);
    let node = Ros1::new();
    let pose = of("read_pose.PoseReader", zeros(DataKind::Pose, &["x", "y", "z", "yaw", "pitch", "roll"]));
    let inbox = pose.reader(&node).unwrap();
    node.deliver("/robot/sensor", &geometry_msgs::Pose::default());
    assert_eq!(inbox.take(), None, "a zero quaternion is not a rotation");
}

/// A tracing subscriber that counts warnings.
struct Warnings(Arc<AtomicUsize>);

impl tracing::Subscriber for Warnings {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() == tracing::Level::WARN
    }

    fn new_span(&self, _span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _span: &tracing::span::Id, _values: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _span: &tracing::span::Id, _follows: &tracing::span::Id) {}

    fn event(&self, _event: &tracing::Event<'_>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn enter(&self, _span: &tracing::span::Id) {}

    fn exit(&self, _span: &tracing::span::Id) {}
}

#[test]
fn repeated_invalid_commands_log_one_warning() {
    let count = Arc::new(AtomicUsize::new(0));
    tracing::subscriber::with_default(Warnings(Arc::clone(&count)), || {
        let node = Ros1::new();
        let motion = of("motion_vw.TwistReader", zeros(DataKind::UnicycleVelocity, &["v", "w"]));
        let inbox = motion.reader(&node).unwrap();
        let linear = geometry_msgs::Vector3 { x: f64::NAN, ..Default::default() };
        for _ in 0..5 {
            node.deliver(
                "/robot/sensor",
                &geometry_msgs::Twist { linear: linear.clone(), ..Default::default() },
            );
        }
        assert_eq!(inbox.take(), None);
        node.deliver("/robot/sensor", &twist());
        assert!(inbox.take().is_some(), "a valid command is accepted after invalid ones");
    });
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn arrays_that_are_too_short_are_refused() {
    let node = Ros1::new();
    let angles = zeros(DataKind::AttitudeThrust, &["roll", "pitch", "yaw", "thrust"]);
    let inbox = of("rotorcraft_attitude.RotorcraftAttitudeReader", angles).reader(&node).unwrap();
    node.deliver("/robot/sensor", &std_msgs::Float32MultiArray { data: vec![1.0; 3], ..Default::default() });
    assert_eq!(inbox.take(), None);
}
