//! Tests of the options of streams, and of the errors of invalid options and classes.

use morse_ros::messages::sensor_msgs;
use morse_ros::{Header1, Profile, Qos, Streams};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};

use crate::outputs_sensing::camera;
use crate::recording_node::{Ros1, Ros2};
use crate::stream_case::{Case, case, numbers};

const POSE: &str = "morse.middleware.ros.pose.PoseStampedPublisher";

fn pose(class: &'static str) -> Case {
    let fields = ["x", "y", "z", "yaw", "pitch", "roll"].map(|name| (name, 0.0));
    case(class, numbers(DataKind::Pose, &fields))
}

fn open_error(case: &Case) -> String {
    case.publisher(&Streams::new(Ros1::new())).err().expect("an error").to_string()
}

#[test]
fn options_set_topic_suffix_and_frame() {
    let node = Ros1::new();
    pose(POSE)
        .option("topic", "/pose")
        .option("topic_suffix", "/raw")
        .option("frame_id", "/world")
        .run(&node);
    assert_eq!(node.advertised(), ["/pose/raw"]);
    let node = Ros1::new();
    camera("morse.middleware.ros.video_camera.VideoCameraPublisher", DataKind::Image)
        .option("topic", "/cam")
        .option("topic_suffix", "/rgb")
        .option("parent_frame_id", "/head")
        .run(&node);
    assert_eq!(node.advertised(), ["/cam/camera_info", "/cam/rgb", "/cam/rgb/compressed", "/tf"]);
    let info: sensor_msgs::CameraInfo<Header1> = node.only("/cam/camera_info");
    assert_eq!(info.header.frame_id, "/cam", "the frame has the name of the topic without suffix");
}

#[test]
fn endpoints_list_topic_and_type_of_a_stream() {
    let node = Ros1::new();
    let streams = Streams::new(node);
    let pose = pose(POSE).option("topic_suffix", "/raw");
    pose.publisher(&streams).unwrap();
    let endpoint = [("topic", format!("/{}/raw", pose.component.replace('.', "/")))];
    let mut endpoint: morse_scene::value::Map = endpoint.into();
    endpoint.insert("type", "geometry_msgs/PoseStamped");
    assert_eq!(streams.endpoints(pose.component), [endpoint]);
    assert!(streams.endpoints("robot.other").is_empty());
}

#[test]
fn numbered_names_become_topics() {
    let node = Ros1::new();
    let mut pose = pose(POSE);
    pose.component = "robot.001.sensor.001";
    pose.run(&node);
    assert_eq!(node.advertised(), ["/robot001/sensor001"]);
}

#[test]
fn unknown_option_is_reported_with_the_known_options() {
    let unknown = |case: Case| case.unknown_options(&Streams::new(Ros1::new()));
    let text = unknown(pose(POSE).option("frameid", "/map"));
    assert!(text.contains("`frameid`") && text.contains("topic, topic_suffix, frame_id"), "{text}");
    assert!(text.contains("did you mean `frame_id`?"), "{text}");
    // Scenes of the original give it to every stream.
    assert!(unknown(pose(POSE).option("child_frame_id", "/base")).contains("`child_frame_id`"));
    assert!(unknown(pose(POSE).option("pub_tf", false)).contains("`pub_tf`"));
    assert_eq!(unknown(pose(POSE).option("frame_id", "/map")), "");
}

#[test]
fn option_of_the_wrong_type_is_refused() {
    assert!(open_error(&pose(POSE).option("topic", 3)).contains("`topic` must be a text, not int"));
    assert!(open_error(&pose(POSE).option("frame_id", "")).contains("`frame_id` must be a text"));
    let camera = camera("morse.middleware.ros.video_camera.VideoCameraPublisher", DataKind::Image);
    assert!(open_error(&camera.option("pub_tf", "no")).contains("`pub_tf` must be True or False, not str"));
}

#[test]
fn topic_that_ros_forbids_is_refused() {
    for topic in ["/a-b", "/2nd", "//a", "/a/"] {
        let error = open_error(&pose(POSE).option("topic", topic));
        assert!(error.contains("give the stream another `topic`"), "{error}");
    }
}

#[test]
fn unknown_or_unfit_class_is_refused() {
    let error = open_error(&pose("morse.middleware.ros.pose.PoseStampedPublishr"));
    assert!(error.contains("PoseStampedPublisher"), "{error}");
    let error = open_error(&pose("morse.middleware.ros.imu.ImuPublisher"));
    assert!(error.contains("needs angular_velocity, linear_acceleration"), "{error}");
    let empty = case("morse.middleware.ros2_datastream.ROS2Publisher", numbers(DataKind::Empty, &[]));
    assert!(open_error(&empty).contains("no message for data of the kind empty"));
    let error =
        pose("morse.middleware.ros.motion_vw.TwistReader").reader(&Ros1::new()).err().unwrap().to_string();
    assert!(error.contains("needs v, w"), "{error}");
}

#[test]
fn stream_has_clients_if_its_topic_has_listeners() {
    use morse_sim::transport::stream::Audience;
    let node = Ros1::new();
    let publisher = pose(POSE).publisher(&Streams::new(std::sync::Arc::clone(&node))).unwrap();
    assert_eq!(publisher.audience(), Audience::Clients);
    node.set_listeners(false);
    assert_eq!(publisher.audience(), Audience::NoClient);
}

#[test]
fn qos_of_a_stream_replaces_policies_of_its_topics() {
    let node = Ros2::new();
    camera("morse.middleware.ros.video_camera.VideoCameraPublisher", DataKind::Image)
        .option("qos", "best_effort")
        .run(&node);
    let best_effort = Profile::OfScene(Qos { reliable: false, latched: false, depth: 5 });
    for topic in ["/robot/sensor/image", "/robot/sensor/camera_info"] {
        assert_eq!(node.with(topic, |topic| topic.profile), best_effort);
    }
    let node = Ros2::new();
    let latched = Map::from([("durability", "transient_local"), ("reliability", "reliable")]);
    pose(POSE).option("qos", Value::Map(latched)).run(&node);
    assert_eq!(node.with("/robot/sensor", |topic| topic.profile), Profile::OfScene(Qos::latched(10)));
}

#[test]
fn wrong_qos_is_refused_and_is_reported_where_there_is_no_such_option() {
    let streams = Streams::new(Ros2::new());
    let case = pose(POSE).option("qos", "besteffort");
    let error = case.publisher(&streams).err().expect("an error").to_string();
    assert!(error.contains("robot.sensor: `qos` has reliability 'besteffort'"), "{error}");
    let transform = pose("morse.middleware.ros.pose.TFPublisher").option("qos", "reliable");
    assert!(transform.unknown_options(&streams).contains("no option `qos`"));
    let in_ros1 = pose(POSE).option("qos", "reliable").unknown_options(&Streams::new(Ros1::new()));
    assert!(in_ros1.contains("no option `qos`"), "{in_ros1}");
}
