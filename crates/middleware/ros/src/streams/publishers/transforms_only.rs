//! Publishers that only send to `/tf` or `/tf_static`.

use std::sync::Arc;

use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::motion::is_valid;
use super::{Opened, Stream};
use crate::names;
use crate::node_interface::{Node, Version};
use crate::streams::convert;
use crate::streams::topic::{DataTransform, audience};
use crate::streams::transforms::Broadcaster;

/// A second. [ns]
const SECOND_NS: i64 = 1_000_000_000;

/// Sends the pose in the data as a transform. In ROS 2, the pose of a frame of the robot is that of the robot, wherever its
/// sensor is mounted.
struct PoseTransform<N: Node> {
    transform: DataTransform<N>,
    frame: String,
    is_of_robot: bool,
}

pub(super) fn pose<N: Node>(stream: Stream<'_, N>) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    let transform = DataTransform::open(streams, spec, "/base_link", options)?;
    let is_of_robot = N::ROS == Version::Ros2 && transform.is_of_robot(streams, spec);
    Ok(Box::new(PoseTransform { transform, frame: plan.frame.clone(), is_of_robot }))
}

impl<N: Node> Publisher for PoseTransform<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        if is_valid(sample) {
            let pose = convert::pose_of(sample);
            let pose = if self.is_of_robot { pose * sample.robot_from_component().inverse() } else { pose };
            self.transform.send(sample, &self.frame, pose);
        }
    }

    fn audience(&self) -> Audience {
        audience(self.transform.has_listeners())
    }
}

/// Sends the pose of the sensor on its robot about once a second.
struct Repeated<N: Node> {
    transforms: Arc<Broadcaster<N>>,
    parent: String,
    child: String,
    /// Time of the last reading that was sent. [ns]
    last_ns: i64,
}

/// The parent frame and the child frame of the transform.
fn frames<N: Node>(stream: &Stream<'_, N>) -> Result<[String; 2], String> {
    let named =
        |option| Ok::<_, String>(stream.options.text(option)?.map(|frame| names::frame(N::ROS, frame)));
    let parent = named("parent_frame_id")?;
    let parent = parent.unwrap_or_else(|| stream.streams.default_frame(stream.spec, "base_link"));
    let child = named("child_frame_id")?.unwrap_or_else(|| stream.plan.frame.clone());
    Ok([parent, child])
}

pub(super) fn repeated<N: Node>(stream: Stream<'_, N>) -> Opened {
    // ROS 2 has a topic for static transforms.
    if N::ROS == Version::Ros2 {
        return latched(stream);
    }
    let [parent, child] = frames(&stream)?;
    let transforms = Arc::clone(&stream.streams.transforms);
    transforms.open()?;
    transforms.claim(&child, stream.spec.component);
    Ok(Box::new(Repeated { transforms, parent, child, last_ns: 0 }))
}

impl<N: Node> Publisher for Repeated<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        if sample.stamp_ns > self.last_ns + SECOND_NS {
            // The time stamp is that of the next transform, as tf's `static_transform_publisher` does.
            let stamp_ns = sample.stamp_ns + SECOND_NS;
            self.transforms.send(stamp_ns, &self.parent, &self.child, sample.robot_from_component());
            self.last_ns = sample.stamp_ns;
        }
    }

    fn audience(&self) -> Audience {
        audience(self.transforms.has_listeners())
    }
}

/// A stream that sends nothing more: its transform was sent when it was opened.
struct Latched;

pub(super) fn latched<N: Node>(stream: Stream<'_, N>) -> Opened {
    let [parent, child] = frames(&stream)?;
    let transforms = &stream.streams.transforms;
    transforms.claim(&child, stream.spec.component);
    transforms.fix(stream.spec.component, (&parent, &child), stream.spec.robot_from_component)?;
    Ok(Box::new(Latched))
}

impl Publisher for Latched {
    fn publish(&mut self, _sample: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        Audience::NoClient
    }
}
