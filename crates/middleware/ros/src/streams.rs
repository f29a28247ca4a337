//! Streams between components and the topics of a node.

mod convert;
mod endpoints;
mod fields;
mod options;
mod picture_thread;
mod publishers;
mod readers;
mod topic;
mod transforms;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::nearest::did_you_mean;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Inbox, MiddlewareError, Publisher, StreamSpec};
use morse_world::Pose;

use crate::NodeError;
use crate::component_topics::ComponentTopics;
use crate::frames::{Frames, MAP_FRAME};
use crate::mapping::{
    self, INPUT_CLASSES, Input, OUTPUT_BUILDERS, OUTPUT_CLASSES, Output, PUBLISHERS_BY_KIND, READERS_BY_KIND,
};
use crate::names;
use crate::node_interface::{Node, Version};
use crate::streams::endpoints::Endpoints;
use crate::streams::options::SCAN_PER_LAYER;
use crate::streams::picture_thread::PictureThread;
use crate::streams::transforms::Broadcaster;

/// The frame of the robot: the default parent of sensor frames.
const ROBOT_FRAME: &str = "base_link";
/// Target of log lines.
const LOG: &str = "morse.middleware.ros";

/// Opens the streams of a scene on a node. There is one per node, since all streams share `/tf` and `/tf_static`.
pub struct Streams<N: Node> {
    node: Arc<N>,
    transforms: Arc<Broadcaster<N>>,
    /// Whether `/tf_static` gets the transform from `map` to the frame of odometry.
    places_odometry: bool,
    endpoints: Endpoints,
    /// The thread that encodes pictures.
    pictures: Arc<PictureThread>,
    /// The thread that compresses pictures, which takes longer.
    compressed_pictures: Arc<PictureThread>,
    /// The robot of a scene with one robot; `None` if there are several robots, or the robots are not set.
    only_robot: Option<String>,
    prefixes_frames: bool,
    topics: Arc<ComponentTopics>,
    /// The component of each default frame of sensors.
    sensor_frames: Mutex<BTreeMap<String, String>>,
    /// The subscriptions, by component.
    subscriptions: Mutex<BTreeMap<String, Vec<N::Handle>>>,
}

impl<N: Node> Streams<N> {
    /// Creates an instance without streams.
    #[must_use]
    pub fn new(node: Arc<N>) -> Self {
        let transforms = Arc::new(Broadcaster::new(Arc::clone(&node)));
        Self {
            transforms,
            node,
            places_odometry: false,
            endpoints: Endpoints::default(),
            pictures: Arc::default(),
            compressed_pictures: Arc::default(),
            only_robot: None,
            prefixes_frames: false,
            topics: Arc::new(ComponentTopics::new(N::ROS)),
            sensor_frames: Mutex::default(),
            subscriptions: Mutex::default(),
        }
    }

    /// If `enabled`, odometry streams publish the transform from `map` to `odom` in `/tf_static`: the start pose of the
    /// robot. Disabled for clients that estimate this transform, such as SLAM.
    #[must_use]
    pub fn placing_odometry(self, enabled: bool) -> Self {
        Self { places_odometry: enabled, ..self }
    }

    /// Sets the robots of the scene. In ROS 2, default frames begin with the name of the robot, such as `left/base_link`,
    /// unless the stream belongs to the only robot of the scene.
    #[must_use]
    pub fn for_robots(self, robots: &[String]) -> Self {
        let only_robot = if let [robot] = robots { Some(robot.clone()) } else { None };
        self.topics.reserve(robots);
        Self { only_robot, prefixes_frames: N::ROS == Version::Ros2, ..self }
    }

    /// Waits for a short time until all pictures of finished ticks have been passed to the transport.
    pub fn wait_until_sent(&self) {
        self.pictures.wait_until_sent();
        self.compressed_pictures.wait_until_sent();
    }

    /// The tree of frames, shared by all streams.
    #[must_use]
    pub fn frames(&self) -> Arc<Frames> {
        self.transforms.frames()
    }

    /// The name of a default frame in this version of ROS, with the prefix of the robot.
    fn default_frame(&self, spec: &StreamSpec<'_>, frame: &str) -> String {
        let frame = names::frame(N::ROS, frame);
        if frame == MAP_FRAME { frame } else { self.frame_prefix(spec.robot) + &frame }
    }

    /// The prefix of the default frames of a robot, such as `left/`; may be empty.
    #[must_use]
    pub fn frame_prefix(&self, robot: &str) -> String {
        if !self.prefixes_frames || self.only_robot.as_deref() == Some(robot) {
            return String::new();
        }
        names::frame(N::ROS, &self.topics.of(robot)) + "/"
    }

    /// The default topics of components.
    #[must_use]
    pub fn topics(&self) -> Arc<ComponentTopics> {
        Arc::clone(&self.topics)
    }

    /// The frame of a sensor with this default frame. In ROS 2, a frame belongs to one component: if another component has
    /// the default frame, the frame is named after this component.
    fn sensor_frame(&self, spec: &StreamSpec<'_>, frame: &str) -> String {
        let default = self.default_frame(spec, frame);
        if N::ROS == Version::Ros1 {
            return default;
        }
        let (topic, robot) = (self.topics.of(spec.component), self.topics.of(spec.robot));
        let own = topic.strip_prefix(&robot).unwrap_or(&topic).trim_start_matches('/');
        let own = self.default_frame(spec, own);
        let mut owners = self.sensor_frames.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = |frame: &String| {
            let is_own = |owner: &str| owner == spec.component;
            owners.get(frame).is_none_or(|owner| is_own(owner))
                && self.transforms.owner(frame).is_none_or(|owner| is_own(&owner))
        };
        let numbered = (2..).map(|number| format!("{own}_{number}"));
        let mut candidates = [default, own.clone()].into_iter().chain(numbered);
        let frame = candidates.find(is_free).unwrap_or(own);
        owners.insert(frame.clone(), spec.component.to_owned());
        frame
    }

    /// Reserves the frame `base_link` of a robot for transforms from `map` by [`Streams::send_robots`]. Returns the name of
    /// the frame, or `None` if a stream publishes its transform, or if this node does not publish transforms of `map`.
    #[must_use]
    pub fn place_robot(&self, robot: &str) -> Option<String> {
        let frame = self.frame_prefix(robot) + ROBOT_FRAME;
        let is_free = self.places_odometry && self.transforms.owner(&frame).is_none();
        (is_free && self.transforms.open().is_ok() && self.transforms.claim(&frame, robot)).then_some(frame)
    }

    /// Sends the poses of robots in `map`, by the frames of [`Streams::place_robot`].
    pub fn send_robots(&self, stamp_ns: i64, map_from_robots: &[(&str, Pose)]) {
        let transforms = map_from_robots.iter().map(|&(frame, pose)| (MAP_FRAME, frame, pose));
        self.transforms.send_all(stamp_ns, &transforms.collect::<Vec<_>>());
    }

    /// Reserves the frame of a link of a robot. Returns whether it is free: no stream publishes its transform.
    ///
    /// # Errors
    /// When the node refuses the topic `/tf`.
    pub fn claim_link(&self, robot: &str, frame: &str) -> Result<bool, NodeError> {
        self.transforms.open().map_err(NodeError)?;
        Ok(self.transforms.owner(frame).is_none() && self.transforms.claim(frame, robot))
    }

    /// Adds the transform of a link of a robot, from its parent frame to its own frame, to `/tf_static`.
    ///
    /// # Errors
    /// When the node refuses the topic.
    pub fn fix_link(
        &self,
        robot: &str,
        frames: (&str, &str),
        parent_from_link: Pose,
    ) -> Result<(), NodeError> {
        self.transforms.fix(robot, frames, parent_from_link).map_err(NodeError)
    }

    /// Sends transforms of links: parent frame, own frame, and pose in the parent frame.
    pub fn send_links(&self, stamp_ns: i64, links: &[(&str, &str, Pose)]) {
        self.transforms.send_all(stamp_ns, links);
    }

    /// Whether a stream publishes the transform of a frame.
    #[must_use]
    pub fn gives_frame(&self, frame: &str) -> bool {
        self.transforms.owner(frame).is_some()
    }

    /// Opens an outgoing stream.
    ///
    /// # Errors
    /// When the class is not a ROS publisher or does not fit the component, when an option is unknown or invalid, and
    /// when the node refuses the topic.
    pub fn open_publisher(&self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        self.output(spec).and_then(|output| publishers::open(self, spec, output)).map_err(error::<N>)
    }

    /// Opens an incoming stream.
    ///
    /// # Errors
    /// When the class is not a ROS reader or does not fit the component, when an option is unknown or invalid, and
    /// when the node refuses the topic.
    pub fn open_reader(&self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        let opened = self.input(spec).and_then(|input| readers::open(self, spec, input, inbox));
        let handles = opened.map_err(error::<N>)?;
        let mut subscriptions = self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner);
        subscriptions.entry(spec.component.to_owned()).or_default().extend(handles);
        Ok(())
    }

    /// Ends the subscriptions of a removed component and releases its topics and frames. Publishers close their topics
    /// when they are dropped.
    pub fn close(&self, component: &str) {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner).remove(component);
        self.endpoints.remove(component);
        let mut frames = self.sensor_frames.lock().unwrap_or_else(PoisonError::into_inner);
        frames.retain(|_, owner| owner != component);
        drop(frames);
        self.transforms.release(component);
    }

    /// The topics of the open streams of a component, in the order of opening. Each map has the keys `topic` and `type`.
    #[must_use]
    pub fn endpoints(&self, component: &str) -> Vec<Map> {
        self.endpoints.of(component)
    }

    /// The codec of an outgoing stream.
    ///
    /// # Errors
    /// When the class is not a ROS publisher or does not fit the component.
    pub fn output_of(&self, spec: &StreamSpec<'_>) -> Result<Output, MiddlewareError> {
        self.output(spec).map_err(error::<N>)
    }

    fn output(&self, spec: &StreamSpec<'_>) -> Result<Output, String> {
        let output = mapping::output(spec.class, spec.kind).ok_or_else(|| match () {
            () if PUBLISHERS_BY_KIND.contains(&spec.class) => unsupported_kind(spec),
            () => unknown_class(spec, "publisher", OUTPUT_CLASSES.iter().map(|(path, _)| *path)),
        })?;
        let output = if N::ROS == Version::Ros2 { of_scanner(spec, output)? } else { output };
        require(spec, output.info().fields)?;
        Ok(output)
    }

    fn input(&self, spec: &StreamSpec<'_>) -> Result<Input, String> {
        let input = mapping::input(spec.class, spec.kind).ok_or_else(|| match () {
            () if READERS_BY_KIND.contains(&spec.class) => unsupported_kind(spec),
            () => unknown_class(spec, "reader", INPUT_CLASSES.iter().map(|(path, _)| *path)),
        })?;
        require(spec, input.info().fields)?;
        Ok(input)
    }
}

/// The codec of a stream of ROS 2, in which the rays of a scanner decide whether its data are a scan.
///
/// Rays in several layers, or out of the XY plane of the sensor, are points, unless the scene asks for scans.
fn of_scanner(spec: &StreamSpec<'_>, output: Output) -> Result<Output, String> {
    if output != Output::LaserScan {
        return Ok(output);
    }
    let is_by_kind = PUBLISHERS_BY_KIND.contains(&spec.class);
    let of_builder = OUTPUT_BUILDERS.iter().find(|(builder, _)| spec.builder == Some(builder));
    if let Some((_, output)) = of_builder.filter(|_| is_by_kind) {
        return Ok(*output);
    }
    let rays = publishers::scan_rays::initial(spec)?;
    Ok(match spec.options.get(SCAN_PER_LAYER).is_some_and(Value::is_truthy) {
        true => Output::LayerScans,
        false if rays.is_flat() => Output::LaserScan,
        false if is_by_kind => Output::LaserPoints,
        false if rays.layers > 1 => Output::LayerScans,
        false => Output::LaserScan,
    })
}

fn unsupported_kind(spec: &StreamSpec<'_>) -> String {
    format!("{}: there is no message for data of the kind {}", spec.component, spec.kind)
}

fn unknown_class(spec: &StreamSpec<'_>, role: &str, known: impl Iterator<Item = &'static str>) -> String {
    let help = did_you_mean(spec.class, known).map(|help| format!("; {help}")).unwrap_or_default();
    format!("{}: {} is not a ROS {role}{help}", spec.component, spec.class)
}

/// Checks that the component has all fields that the codec needs.
fn require(spec: &StreamSpec<'_>, names: &[&str]) -> Result<(), String> {
    let known = |name: &&&str| spec.fields.iter().any(|field| field.name == **name);
    let missing: Vec<&str> = names.iter().filter(|name| !known(name)).copied().collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}: {} needs {}, which {} does not have",
        spec.component,
        spec.class,
        missing.join(", "),
        spec.component_class
    ))
}

fn error<N: Node>(message: String) -> MiddlewareError {
    let middleware = match N::ROS {
        Version::Ros1 => "ros",
        Version::Ros2 => "ros2",
    };
    MiddlewareError { middleware, message }
}
