//! The publisher of one topic, and the common parts of all publishers: frame, transforms, listeners.

use std::sync::Arc;

use glam::DQuat;
use morse_sim::transport::stream::{Audience, Publisher, Sample, StreamSpec};
use morse_world::Pose;

use super::options::Options;
use super::publishers::scan_rays;
use super::transforms::Broadcaster;
use super::{ROBOT_FRAME, Streams};
use crate::header::Header;
use crate::mapping::{Frame, Output, OutputInfo, Transforms};
use crate::message::Message;
use crate::names;
use crate::node_interface::{Node, Profile, Sender, Version};

/// The frame on the ground below the robot.
const FOOTPRINT_FRAME: &str = "base_footprint";
/// End of the name of a camera's frame with x right, y down, z ahead (REP 103).
const OPTICAL_SUFFIX: &str = "_optical_frame";
/// End of the name of a camera's frame with x ahead, y left, z up.
const BODY_SUFFIX: &str = "_link";
/// Rotation from the axes of the optical frame of a camera to those of its body: 90 degrees to the right, then down.
const BODY_FROM_OPTICAL: DQuat = DQuat::from_xyzw(-0.5, 0.5, -0.5, 0.5);

/// The configuration of an outgoing stream, from its class and its options.
pub(super) struct Plan {
    pub(super) info: OutputInfo,
    /// The topic without suffix.
    pub(super) topic: String,
    /// The topic of the message, with suffix.
    pub(super) suffixed: String,
    /// The frame of the header.
    pub(super) frame: String,
    /// The quality of service of the topics.
    profile: Profile,
    /// The frame of a camera with x ahead, whose child is the optical frame of the header.
    body_frame: Option<String>,
    /// Number of messages queued for a slow subscriber.
    pub(super) queue: usize,
    /// Pose of the frame of the header in the sensor, for frames of sensors. The frame of a scan has the rays in its XY
    /// plane.
    pub(super) sensor_from_frame: Pose,
}

impl Plan {
    /// Reads the options of a stream.
    pub(super) fn new<'a, N: Node>(
        streams: &Streams<N>,
        spec: &'a StreamSpec<'a>,
        output: Output,
    ) -> Result<(Self, Options<'a>), String> {
        let mut info = output.info();
        if info.frame == Frame::MapUnlessRelative && is_relative(spec) {
            info.frame = Frame::Topic;
        }
        let options = Options::of_publisher(spec, output, &info, N::ROS);
        let default = match (output, N::ROS) {
            (Output::Clock, Version::Ros2) => names::CLOCK.to_owned(),
            _ => streams.topics.of(spec.component),
        };
        let topic = options.topic(&default)?;
        let default_suffix = match output {
            Output::Image
            | Output::DepthImage
            | Output::FlowImage
            | Output::NormalImage
            | Output::Segmentation
            | Output::ThermalImage => "/image",
            Output::Detections => "/boxes_2d",
            Output::Events => "/events",
            Output::Markers => "/detections",
            _ => "",
        };
        let suffix = match spec.options.get("topic_suffix") {
            None => default_suffix,
            Some(value) => value.as_str().ok_or_else(|| {
                format!("{}: `topic_suffix` must be a text, not {}", spec.component, value.type_name())
            })?,
        };
        let suffixed = options.checked_topic(format!("{topic}{suffix}"))?;
        let frame = match (options.text("frame_id")?, info.frame) {
            (Some(frame), _) => names::frame(N::ROS, frame),
            (None, Frame::OfSensor(frame)) => streams.sensor_frame(spec, frame),
            (None, Frame::OfWorld(frame)) => streams.default_frame(spec, frame),
            (None, Frame::MapUnlessRelative) => streams.default_frame(spec, "/map"),
            (None, Frame::Optical) if N::ROS == Version::Ros2 => {
                names::frame(N::ROS, &topic) + OPTICAL_SUFFIX
            }
            // No transform of such a frame exists, and the message needs none.
            (None, Frame::Name) if N::ROS == Version::Ros2 => String::new(),
            (None, Frame::None | Frame::Topic | Frame::Optical | Frame::Name) => names::frame(N::ROS, &topic),
        };
        let profile = options.profile(info.profile)?;
        let body_frame = (info.frame == Frame::Optical && N::ROS == Version::Ros2)
            .then(|| Some(frame.strip_suffix(OPTICAL_SUFFIX)?.to_owned() + BODY_SUFFIX))
            .flatten();
        let queue = (spec.rate_hz.max(1.0) as usize).max(1);
        let sensor_from_frame = match (output, N::ROS) {
            (Output::LaserScan | Output::LayerScans, Version::Ros2) => scan_frame(spec)?,
            _ => Pose::IDENTITY,
        };
        Ok((Self { info, suffixed, frame, profile, body_frame, queue, topic, sensor_from_frame }, options))
    }
}

/// Pose of the frame of a scan in the scanner: that of the arc, unless the arc is in the XY plane of the scanner.
fn scan_frame(spec: &StreamSpec<'_>) -> Result<Pose, String> {
    let rays = scan_rays::initial(spec)?;
    Ok(match rays.arc_yaw_rad() {
        Some(_) => Pose::IDENTITY,
        None => Pose { rotation: rays.sensor_from_arc, ..Pose::IDENTITY },
    })
}

/// Whether a semantic camera measures poses in its own frame.
fn is_relative(spec: &StreamSpec<'_>) -> bool {
    spec.properties.get("relative").is_some_and(morse_scene::value::Value::is_truthy)
}

/// Creates the headers of the messages of a stream.
pub(super) struct Headers {
    pub(super) frame: String,
    sequence: u32,
}

impl Headers {
    pub(super) fn new(frame: &str) -> Self {
        Self { frame: frame.to_owned(), sequence: 0 }
    }

    /// The header of the next message, with the time of the reading.
    pub(super) fn next<H: Header>(&self, sample: &Sample<'_>) -> H {
        H::new(self.sequence, sample.stamp_ns, &self.frame)
    }

    /// Increments the sequence number.
    pub(super) fn count(&mut self) {
        self.sequence = self.sequence.wrapping_add(1);
    }
}

/// Sends the pose of a sensor on its robot to `/tf` with each reading.
pub(super) struct SensorTransform<N: Node> {
    transforms: Arc<Broadcaster<N>>,
    parent: String,
    pub(super) child: String,
    sensor_from_child: Pose,
}

impl<N: Node> SensorTransform<N> {
    /// Opens the transform that a stream sends with its readings; `None` if it sends no transform with its readings.
    ///
    /// ROS 1 sends the transforms of MORSE 1.4. In ROS 2, every frame of a sensor has a transform: in `/tf_static` if the
    /// sensor is mounted on the robot itself and does not turn, else with each reading. The optical frame of a camera is a
    /// fixed child of the frame of its body.
    pub(super) fn open(
        streams: &Streams<N>,
        spec: &StreamSpec<'_>,
        plan: &Plan,
        options: &Options<'_>,
    ) -> Result<Option<Self>, String> {
        let always = matches!(plan.info.transforms, Transforms::OfSensor | Transforms::OfSensorIfWanted);
        let of_sensor = plan.info.frame_is_of_sensor();
        let adds = matches!(plan.info.transforms, Transforms::None | Transforms::OfObjects);
        let wanted = always || (adds && of_sensor && N::ROS == Version::Ros2);
        if !wanted || options.flag("pub_tf")? == Some(false) {
            return Ok(None);
        }
        let robot_frame = streams.default_frame(spec, ROBOT_FRAME);
        let parent = match options.text("parent_frame_id")? {
            Some(frame) => names::frame(N::ROS, frame),
            None => robot_frame.clone(),
        };
        let mut child = plan.frame.clone();
        let mut sensor_from_child = plan.sensor_from_frame;
        if N::ROS == Version::Ros2 {
            let is_free = |frame: &str| streams.transforms.claim(frame, spec.component);
            // The transform of this frame is already published by the robot or another stream.
            if child == robot_frame || !is_free(&child) {
                return Ok(None);
            }
            if let Some(body) = &plan.body_frame {
                let body_from_optical = Pose::from_rotation(BODY_FROM_OPTICAL);
                streams.transforms.fix(spec.component, (body, &child), body_from_optical)?;
                if *body == robot_frame || !is_free(body) {
                    return Ok(None);
                }
                child.clone_from(body);
                sensor_from_child = body_from_optical.inverse();
            }
            if spec.parent == spec.robot && !spec.turns {
                let robot_from_child = spec.robot_from_component * sensor_from_child;
                streams.transforms.fix(spec.component, (&parent, &child), robot_from_child)?;
                return Ok(None);
            }
        }
        streams.transforms.open()?;
        // Sensors without subscribers do not send their transform, so the frame is stored here.
        let robot_from_child = spec.robot_from_component * sensor_from_child;
        streams.frames().set_own(&parent, &child, robot_from_child);
        Ok(Some(Self { transforms: Arc::clone(&streams.transforms), parent, child, sensor_from_child }))
    }

    pub(super) fn send(&self, sample: &Sample<'_>) {
        let robot_from_child = sample.robot_from_component() * self.sensor_from_child;
        self.transforms.send(sample.stamp_ns, &self.parent, &self.child, robot_from_child);
    }

    pub(super) fn has_listeners(&self) -> bool {
        self.transforms.has_listeners()
    }
}

/// Sends the pose in the data of a sensor to `/tf`.
pub(super) struct DataTransform<N: Node> {
    transforms: Arc<Broadcaster<N>>,
    pub(super) child: String,
    /// Whether the transform is sent. In ROS 2, only the first stream sends the transform of a frame, and none with the option
    /// `pub_tf=False`, for programs that estimate it.
    is_sent: bool,
}

impl<N: Node> DataTransform<N> {
    /// Opens the transform, unless the option `pub_tf` is false. The option `child_frame_id` names its child frame.
    pub(super) fn open(
        streams: &Streams<N>,
        spec: &StreamSpec<'_>,
        default_child: &str,
        options: &Options<'_>,
    ) -> Result<Self, String> {
        let child = match options.text("child_frame_id")? {
            Some(frame) => names::frame(N::ROS, frame),
            None => streams.default_frame(spec, default_child),
        };
        let transforms = Arc::clone(&streams.transforms);
        let robot_frame = streams.default_frame(spec, ROBOT_FRAME);
        if options.flag("pub_tf")? == Some(false) {
            // The place of the robot belongs to other nodes, so the simulator does not give it either.
            transforms.claim(&child, spec.component);
            transforms.claim(&robot_frame, spec.component);
            return Ok(Self { transforms, child, is_sent: false });
        }
        streams.transforms.open()?;
        let is_sent = streams.transforms.claim(&child, spec.component) || N::ROS == Version::Ros1;
        // base_link is the parent of the sensor frames. Without this transform, the tree would have two roots.
        if N::ROS == Version::Ros2
            && child == streams.default_frame(spec, FOOTPRINT_FRAME)
            && streams.transforms.claim(&robot_frame, spec.component)
        {
            streams.transforms.fix(spec.component, (&child, &robot_frame), Pose::IDENTITY)?;
        }
        Ok(Self { transforms, child, is_sent })
    }

    pub(super) fn send(&self, sample: &Sample<'_>, frame: &str, frame_from_child: Pose) {
        if self.is_sent {
            self.transforms.send(sample.stamp_ns, frame, &self.child, frame_from_child);
        }
    }

    /// Whether the child frame is a frame of the robot, and not one that the scene names.
    pub(super) fn is_of_robot(&self, streams: &Streams<N>, spec: &StreamSpec<'_>) -> bool {
        [ROBOT_FRAME, FOOTPRINT_FRAME].iter().any(|frame| self.child == streams.default_frame(spec, frame))
    }

    pub(super) fn has_listeners(&self) -> bool {
        self.is_sent && self.transforms.has_listeners()
    }
}

/// The audience of a stream with or without listeners.
pub(super) fn audience(any: bool) -> Audience {
    if any { Audience::Clients } else { Audience::NoClient }
}

/// Publishes one message per reading, and the transform of the sensor, if any.
pub(super) struct TopicPublisher<N: Node, M: Message, E> {
    sender: N::Sender<M>,
    headers: Headers,
    transform: Option<SensorTransform<N>>,
    /// Creates the message; `None` if the reading is not valid.
    encode: E,
}

/// Opens a publisher of one topic. `encode` creates the message from a reading and a header. If it returns `None`, no
/// transform is sent either.
pub(super) fn open<N, M, E>(
    streams: &Streams<N>,
    spec: &StreamSpec<'_>,
    plan: &Plan,
    options: &Options<'_>,
    encode: E,
) -> Result<Box<dyn Publisher>, String>
where
    N: Node,
    M: Message,
    E: FnMut(&Sample<'_>, N::Header) -> Option<M> + Send + 'static,
{
    let transform = SensorTransform::open(streams, spec, plan, options)?;
    let sender = advertise(streams, plan, &plan.suffixed)?;
    Ok(Box::new(TopicPublisher::<N, M, E> { sender, headers: Headers::new(&plan.frame), transform, encode }))
}

/// The topic of a layer of a scanner, counted from 0.
pub(super) fn layer_topic(plan: &Plan, layer: usize) -> String {
    format!("{}/layer{layer}", plan.suffixed)
}

/// Opens a topic with the quality of service of the stream.
pub(super) fn advertise<N: Node, M: Message>(
    streams: &Streams<N>,
    plan: &Plan,
    topic: &str,
) -> Result<N::Sender<M>, String> {
    streams.node.advertise(topic, plan.profile, plan.queue).map_err(|error| error.to_string())
}

impl<N, M, E> Publisher for TopicPublisher<N, M, E>
where
    N: Node,
    M: Message,
    E: FnMut(&Sample<'_>, N::Header) -> Option<M> + Send,
{
    fn publish(&mut self, sample: &Sample<'_>) {
        if self.sender.has_listeners() {
            let Some(message) = (self.encode)(sample, self.headers.next(sample)) else { return };
            self.sender.send(&message);
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        audience(self.sender.has_listeners() || transform)
    }
}
