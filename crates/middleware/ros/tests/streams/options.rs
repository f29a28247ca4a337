//! Options that scenes give streams, and what is refused.

use morse_ros::Header1;
use morse_ros::Streams;
use morse_ros::messages::sensor_msgs;
use morse_scene::data_kind::DataKind;

use crate::data::{Case, case, numbers};
use crate::node::Ros1;
use crate::outputs_sensing::camera;

const POSE: &str = "morse.middleware.ros.pose.PoseStampedPublisher";

fn pose(class: &'static str) -> Case {
    let fields = ["x", "y", "z", "yaw", "pitch", "roll"].map(|name| (name, 0.0));
    case(class, numbers(DataKind::Pose, &fields))
}

fn refused(case: &Case) -> String {
    case.publisher(&Streams::new(Ros1::new())).err().expect("an error").to_string()
}

#[test]
fn topic_suffix_and_frame_follow_the_scene() {
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
    assert_eq!(node.advertised(), ["/cam/camera_info", "/cam/rgb", "/tf"]);
    let info: sensor_msgs::CameraInfo<Header1> = node.only("/cam/camera_info");
    assert_eq!(info.header.frame_id, "/cam", "the frame has the name of the topic without suffix");
}

#[test]
fn the_topic_of_a_stream_and_its_type_are_told() {
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
fn an_unknown_option_is_refused_with_those_that_exist() {
    let error = refused(&pose(POSE).option("frameid", "/map"));
    assert!(error.contains("`frameid`") && error.contains("topic, topic_suffix, frame_id"), "{error}");
    assert!(error.contains("frame_id"), "{error}");
    assert!(refused(&pose(POSE).option("pub_tf", false)).contains("`pub_tf`"));
}

#[test]
fn an_option_of_the_wrong_type_is_refused() {
    assert!(refused(&pose(POSE).option("topic", 3)).contains("`topic` must be a text, not int"));
    assert!(refused(&pose(POSE).option("frame_id", "")).contains("`frame_id` must be a text"));
    let camera = camera("morse.middleware.ros.video_camera.VideoCameraPublisher", DataKind::Image);
    assert!(refused(&camera.option("pub_tf", "no")).contains("`pub_tf` must be True or False, not str"));
}

#[test]
fn a_topic_that_ros_forbids_is_refused() {
    for topic in ["/a-b", "/2nd", "//a", "/a/"] {
        let error = refused(&pose(POSE).option("topic", topic));
        assert!(error.contains("give the stream another `topic`"), "{error}");
    }
}

#[test]
fn a_class_that_is_none_or_does_not_fit_is_refused() {
    let error = refused(&pose("morse.middleware.ros.pose.PoseStampedPublishr"));
    assert!(error.contains("PoseStampedPublisher"), "{error}");
    let error = refused(&pose("morse.middleware.ros.imu.ImuPublisher"));
    assert!(error.contains("needs angular_velocity, linear_acceleration"), "{error}");
    let empty = case("morse.middleware.ros2_datastream.ROS2Publisher", numbers(DataKind::Empty, &[]));
    assert!(refused(&empty).contains("no message for data of the kind empty"));
    let error =
        pose("morse.middleware.ros.motion_vw.TwistReader").reader(&Ros1::new()).err().unwrap().to_string();
    assert!(error.contains("needs v, w"), "{error}");
}

#[test]
fn the_listeners_of_a_stream_are_those_of_its_topics() {
    use morse_sim::transport::stream::Audience;
    let node = Ros1::new();
    let publisher = pose(POSE).publisher(&Streams::new(std::sync::Arc::clone(&node))).unwrap();
    assert_eq!(publisher.audience(), Audience::Clients);
    node.set_deaf(true);
    assert_eq!(publisher.audience(), Audience::NoClient);
}
