//! The documentation page of the messages of ROS.

use std::fmt::Write;

use morse_ros::mapping::{
    Frame, INPUT_CLASSES, INPUT_KINDS, OUTPUT_CLASSES, OUTPUT_KINDS, OutputInfo, ROWS, Transforms,
};

/// The text above the tables.
const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask generate` from crates/middleware/ros/src/mapping. Do not edit. -->

# Messages of ROS

`add_stream('ros')` and `add_stream('ros2')` give a component a topic. Its name is that of the component, with slashes for dots:
`robot.001.pose` is on `/robot001/pose`. The option `topic` names another one.

- `ros` takes the class that the tables of MORSE 1.4 name for the component, or the class in the second argument.
- `ros2` takes the message of the kind of data, which the [page of each component](components/README.md) names. A class in the second
  argument works, too. Frames have no slash in front.

## Options

| option | of | meaning |
|---|---|---|
| `topic` | all | name of the topic |
| `topic_suffix` | publishers | text after the name of the topic; for cameras `/image` |
| `frame_id` | publishers with a header | frame of the header |
| `parent_frame_id` | publishers that send the place of their sensor to TF | frame of the robot, `base_link` |
| `child_frame_id` | odometry, pose as transform, static transforms | frame whose place is sent |
| `pub_tf` | cameras; with ROS 2 also odometry and all that send the place of their sensor | `False`: send no transform |
| `scan_per_layer` | laser scanners, with ROS 2 | `True`: a scan for each layer, on `<topic>/layer0` and so on |
| `stamped` | twists that ROS 2 reads | `True`: only `geometry_msgs/TwistStamped`, `False`: only `geometry_msgs/Twist`; both without the option |
| `timeout` | velocities that an actuator takes | [seconds without a new command](time.md#commands-that-expire) after which the robot stops |

| `qos` | all topics of ROS 2 | [quality of service](ros.md#quality-of-service) |
| the name of a covariance in the message, such as `pose_covariance` | publishers of messages with covariances | one variance, a list of variances, or all elements by rows |
| `mass` | `ackermann_msgs/AckermannDrive` | mass that the acceleration of the message moves, 1000 kg |

An option that a stream does not have is an error.

Cameras also have the topics of `image_transport`: `<image>/compressed` with `sensor_msgs/CompressedImage`, and for
`sensor_msgs/Image` of depths `<image>/compressedDepth`. Pictures are compressed on a thread of the node, and only for subscribers.

## Differences in ROS 2

- Times: the stamp of a header is the time of the reading, on the time scale of `/clock`.
- Transforms: each frame of a sensor hangs on `base_link`; in `/tf_static` when the sensor is mounted on the robot itself, in `/tf`
  when it is mounted on a part that moves, or turns itself. Odometry adds `base_footprint` to `base_link`. Two streams that give the transform of the
  same frame are named in a warning; for sensors the first one counts.
- Scans, clouds and depth images: see [ros.md](ros.md#scans-clouds-and-depth-images). Scanners with several layers publish points, Infrared a
  `sensor_msgs/Range`.
- Signs, axes and covariances follow ROS; with `ros` they are those of MORSE 1.4 ([ros.md](ros.md#signs-and-axes)).
- Cameras: pictures are `rgb8`, and `d` has five zeros. With `ros` they are `rgba8`, with one zero, as in MORSE 1.4.
- Frames of cameras: pictures, their `CameraInfo` and points of depth cameras have x to the right, y down, z ahead. Their frame ends
  in `_optical_frame` (REP 103). It is the child of a frame with x ahead, whose name ends in `_link`: for `topic='/cam'` they are
  `cam_optical_frame` and `cam_link`. A `frame_id` without this end is the only frame of its camera.
- GPS: a position in meters is a `geometry_msgs/PointStamped`. With `ros` it stands in a `NavSatFix`, as in MORSE 1.4.
- Commands: the newest counts. With `ros` the first one since the last activation of the actuator counts, as in MORSE 1.4.
- Joints: beside `sensor_msgs/JointState`, the last point of a `trajectory_msgs/JointTrajectory` on `<topic>/joint_trajectory`, and a
  `std_msgs/Float64MultiArray` in the order of the joints on `<topic>/commands`. The values are velocities or efforts if the actuator commands these.
";

/// The page.
pub(crate) fn page() -> String {
    let mut text = INTRODUCTION.to_owned();
    add(&mut text, format_args!("\n## Kinds of data that sensors publish\n\n"));
    add(&mut text, format_args!("| kind | message | frame | TF |\n|---|---|---|---|\n"));
    for (kind, output) in OUTPUT_KINDS {
        row(&mut text, kind.name(), &output.info());
    }
    add(&mut text, format_args!("\n## Kinds of commands that actuators read\n\n"));
    add(&mut text, format_args!("| kind | message | sets |\n|---|---|---|\n"));
    for (kind, input) in INPUT_KINDS {
        let info = input.info();
        add(&mut text, format_args!("| `{kind}` | `{}` | {} |\n", info.message, fields(info.fields)));
    }
    add(&mut text, format_args!("\n## Components with `ros`\n\nThe first class is the default.\n\n"));
    add(&mut text, format_args!("| component | level | classes |\n|---|---|---|\n"));
    for own in ROWS {
        let classes: Vec<String> = [&own.class]
            .into_iter()
            .chain(own.alternatives)
            .map(|class| format!("`{}`", short(class)))
            .collect();
        add(
            &mut text,
            format_args!("| `{}` | {} | {} |\n", short(own.component), own.level, classes.join(", ")),
        );
    }
    add(&mut text, format_args!("\n## Classes\n\nTheir paths begin with `morse.middleware.ros`.\n\n"));
    add(&mut text, format_args!("| publisher | message | frame | TF |\n|---|---|---|---|\n"));
    for (class, output) in OUTPUT_CLASSES {
        let info = OutputInfo { message: output.message_of_ros1(), ..output.info() };
        row(&mut text, short(class), &info);
    }
    add(&mut text, format_args!("\n| reader | message | sets |\n|---|---|---|\n"));
    for (class, input) in INPUT_CLASSES {
        let info = input.info();
        add(
            &mut text,
            format_args!("| `{}` | `{}` | {} |\n", short(class), info.message, fields(info.fields)),
        );
    }
    text
}

/// Writing to a `String` cannot fail.
fn add(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}

fn row(text: &mut String, name: &str, info: &OutputInfo) {
    let message = match info.message {
        "" => "none".to_owned(),
        message => format!("`{message}`"),
    };
    let frame = match info.frame {
        Frame::None => "none".to_owned(),
        Frame::Optical => "name of the topic; ROS 2: and `_optical_frame`".to_owned(),
        Frame::Topic => "name of the topic".to_owned(),
        Frame::Name => "name of the topic; ROS 2: empty".to_owned(),
        Frame::OfSensor(frame) | Frame::OfWorld(frame) => format!("`{frame}`"),
        Frame::MapUnlessRelative => "`/map`, or with `relative` the name of the topic".to_owned(),
    };
    let transforms = match info.transforms {
        Transforms::None if info.frame_is_of_sensor() => "ROS 2: place of the sensor".to_owned(),
        Transforms::None => String::new(),
        Transforms::OfSensor | Transforms::OfSensorIfWanted => "place of the sensor".to_owned(),
        Transforms::OfData(child) => format!("its pose, to `{child}`"),
        Transforms::OnlyOfSensor => "place of the sensor".to_owned(),
        Transforms::OfObjects => "place of each object".to_owned(),
    };
    add(text, format_args!("| `{name}` | {message} | {frame} | {transforms} |\n"));
}

fn fields(names: &[&str]) -> String {
    match names {
        [] => "the fields that the message names".to_owned(),
        names => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    }
}

/// A class path without the packages that all have.
fn short(class: &str) -> &str {
    class.strip_prefix("morse.middleware.ros.").or_else(|| class.strip_prefix("morse.")).unwrap_or(class)
}
