//! Streams between components and topics of a node.

mod convert;
mod endpoints;
mod fields;
mod options;
mod publishers;
mod readers;
mod topic;
mod transforms;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::nearest::did_you_mean;
use morse_scene::value::Map;
use morse_sim::transport::stream::{Inbox, MiddlewareError, Publisher, StreamSpec};

use crate::frames::{Frames, MAP_FRAME};
use crate::mapping::{
    self, INPUT_CLASSES, Input, OUTPUT_CLASSES, Output, PUBLISHERS_BY_KIND, READERS_BY_KIND,
};
use crate::names;
use crate::node::{Node, Version};
use crate::streams::endpoints::Endpoints;
use crate::streams::transforms::Broadcaster;

/// Target of log lines.
const LOG: &str = "morse.middleware.ros";

/// Opens the streams of a scene on a node. One for each node, so that all transforms are known in one place.
pub struct Streams<N: Node> {
    node: Arc<N>,
    transforms: Arc<Broadcaster<N>>,
    /// Whether the start of odometry is placed in the map.
    places_odometry: bool,
    endpoints: Endpoints,
    /// The only robot of the scene; `None` if there are several, or if nobody said which there are.
    only_robot: Option<String>,
    prefixes_frames: bool,
    /// The subscriptions of each component.
    subscriptions: Mutex<BTreeMap<String, Vec<N::Handle>>>,
}

impl<N: Node> Streams<N> {
    /// Streams on this node.
    #[must_use]
    pub fn new(node: Arc<N>) -> Self {
        let transforms = Arc::new(Broadcaster::new(Arc::clone(&node)));
        Self {
            transforms,
            node,
            places_odometry: false,
            endpoints: Endpoints::default(),
            only_robot: None,
            prefixes_frames: false,
            subscriptions: Mutex::default(),
        }
    }

    /// The same streams, which say in `/tf_static` where the frame `odom` is in `map`, if `places`: at the start of
    /// the robot. Off for programs that find out themselves, such as those that build maps.
    #[must_use]
    pub fn placing_odometry(self, places: bool) -> Self {
        Self { places_odometry: places, ..self }
    }

    /// The same streams, of a scene with these robots. In ROS 2 the frames that streams have by themselves begin with the
    /// name of the robot, `left/base_link`, unless the scene has one robot and the stream is its.
    #[must_use]
    pub fn for_robots(self, robots: &[String]) -> Self {
        let only_robot = if let [robot] = robots { Some(robot.clone()) } else { None };
        Self { only_robot, prefixes_frames: N::ROS == Version::Ros2, ..self }
    }

    /// The frames of all streams, and those that are added to them.
    #[must_use]
    pub fn frames(&self) -> Arc<Frames> {
        self.transforms.frames()
    }

    /// A frame that the scene does not name, as this version of ROS writes it.
    fn default_frame(&self, spec: &StreamSpec<'_>, frame: &str) -> String {
        let frame = names::frame(N::ROS, frame);
        if frame == MAP_FRAME { frame } else { self.frame_prefix(spec.robot) + &frame }
    }

    /// What the frames that streams of a robot have by themselves begin with: `left/`, or nothing.
    #[must_use]
    pub fn frame_prefix(&self, robot: &str) -> String {
        if !self.prefixes_frames || self.only_robot.as_deref() == Some(robot) {
            return String::new();
        }
        names::frame(N::ROS, &names::topic_of(robot)) + "/"
    }

    /// Whether a stream gives the transform of a frame.
    #[must_use]
    pub fn gives_frame(&self, frame: &str) -> bool {
        self.transforms.gives(frame)
    }

    /// Opens an outgoing stream.
    ///
    /// # Errors
    /// When the class is no publisher of ROS or does not fit the component, when an option is unknown or invalid, and
    /// when the node refuses.
    pub fn open_publisher(&self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        self.output(spec).and_then(|output| publishers::open(self, spec, output)).map_err(error::<N>)
    }

    /// Opens an incoming stream.
    ///
    /// # Errors
    /// When the class is no reader of ROS or does not fit the component, when an option is unknown or invalid, and
    /// when the node refuses.
    pub fn open_reader(&self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        let opened = self.input(spec).and_then(|input| readers::open(self, spec, input, inbox));
        let handles = opened.map_err(error::<N>)?;
        let mut subscriptions = self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner);
        subscriptions.entry(spec.component.to_owned()).or_default().extend(handles);
        Ok(())
    }

    /// Ends the subscriptions of a component that is removed, and frees its topics and frames for another one. Its
    /// publishers close their topics when they are dropped.
    pub fn close(&self, component: &str) {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner).remove(component);
        self.endpoints.remove(component);
        self.transforms.release(component);
    }

    /// Where clients find the open streams of a component, in the order in which they were opened: `topic` and `type`.
    #[must_use]
    pub fn endpoints(&self, component: &str) -> Vec<Map> {
        self.endpoints.of(component)
    }

    fn output(&self, spec: &StreamSpec<'_>) -> Result<Output, String> {
        let output = mapping::output(spec.class, spec.kind).ok_or_else(|| match () {
            () if PUBLISHERS_BY_KIND.contains(&spec.class) => no_message(spec),
            () => unknown_class(spec, "publisher", OUTPUT_CLASSES.iter().map(|(path, _)| *path)),
        })?;
        require(spec, output.info().fields)?;
        Ok(output)
    }

    fn input(&self, spec: &StreamSpec<'_>) -> Result<Input, String> {
        let input = mapping::input(spec.class, spec.kind).ok_or_else(|| match () {
            () if READERS_BY_KIND.contains(&spec.class) => no_message(spec),
            () => unknown_class(spec, "reader", INPUT_CLASSES.iter().map(|(path, _)| *path)),
        })?;
        require(spec, input.info().fields)?;
        Ok(input)
    }
}

fn no_message(spec: &StreamSpec<'_>) -> String {
    format!("{}: there is no message for data of the kind {}", spec.component, spec.kind)
}

fn unknown_class(spec: &StreamSpec<'_>, what: &str, known: impl Iterator<Item = &'static str>) -> String {
    let help = did_you_mean(spec.class, known).map(|help| format!("; {help}")).unwrap_or_default();
    format!("{}: {} is no {what} of ROS{help}", spec.component, spec.class)
}

/// Checks that the component has all fields that the stream needs.
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
