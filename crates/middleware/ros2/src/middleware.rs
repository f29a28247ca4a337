//! The middleware `ros2`: implements the engine's middleware interface with a ROS 2 node.

use std::collections::BTreeMap;
use std::sync::Arc;

use morse_ros::joints::{Description, RobotJoints};
use morse_ros::messages::std_msgs;
use morse_ros::rosout::Rosout;
use morse_ros::{Node, NodeError, Profile, Sender, Streams};
use morse_scene::value::Map;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, ServicesSpec, StreamSpec};
use morse_sim::transport::topic::{TopicQueue, TopicSender, TopicSpec, TopicSubscription};
use morse_world::World;

use crate::actions::Feedback;
use crate::actions::follow_joint_trajectory::{self, FollowJointTrajectory};
use crate::actions::gripper_command::{self, GripperCommand};
use crate::actions::navigate_to_pose::{self, NavigateToPose, NavigationFeedback};
use crate::actions::point_head::{self, PointHead, PointingFeedback};
use crate::actions::server::ActionServer;
use crate::component_services;
use crate::names::service_name;
use crate::parameters::Parameters;
use crate::service_caller::{Caller, REQUEST_MANAGER};
use crate::settings::Settings;
use crate::simulation_interfaces;
use crate::topics::clock::{ClockPublisher, Now};
use crate::topics::map::{MapSender, MapSettings};
use crate::topics::robot_frames::RobotFrames;
use crate::topics::rosout;
use crate::topics::tf_listener;
use crate::topics::user_topics;
use crate::transport_node::Ros2Node;
use crate::transport_node::handle::Ros2Handle;
use crate::transport_node::sender::TopicSender as TopicSenderOf;
use crate::type_descriptions;

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.ros2_datastream.ROS2DatastreamManager";

/// Option of the stream manager: whether `/tf_static` has the transform from `map` to `odom`.
const MAP_TO_ODOM: &str = "map_to_odom";

/// Option of the stream manager: whether the transforms of the links of robots are published, in place of
/// `robot_state_publisher`.
const LINK_TRANSFORMS: &str = "link_transforms";

/// Option of the stream manager: settings of the topic `/map`.
const MAP: &str = "map";

/// Topics, services, actions, parameters and the clock of one ROS 2 node.
pub struct Ros2Middleware {
    /// Whether `/tf_static` gets the transform from `map` to `odom`.
    places_odometry: bool,
    /// Whether the transforms of the links of robots are published.
    sends_links: bool,
    /// Settings of the topic `/map` until it is published in the first tick, since that needs the world.
    map: Option<MapSettings>,
    /// Names of the robots in the scene at the start.
    robots: Vec<String>,
    /// Whether the node joins no network.
    is_offline: bool,
    /// Opened by the first use of the middleware, so that a scene without ROS 2 joins no network.
    open: Option<Open>,
}

/// The node and all that is open on it.
struct Open {
    node: Ros2Node,
    streams: Streams<Ros2Node>,
    clock: ClockPublisher,
    /// `None` without a network.
    rosout: Option<Rosout>,
    now: Arc<Now>,
    caller: Caller,
    parameters: Parameters,
    feedback: Vec<Box<dyn Feedback>>,
    /// The subscriptions to transforms of other nodes. Empty until an action accepts goals in their frames.
    tf_subscriptions: Vec<Ros2Handle>,
    /// The handles that keep services open, by component.
    handles: BTreeMap<String, Vec<Ros2Handle>>,
    /// Names of the robots in the scene at the start.
    scene_robots: Vec<String>,
    /// Names of the robots with streams or services, in the order of the scene.
    robots: Vec<String>,
    /// Opened during a tick, since that needs the world.
    joints: RobotJoints<Ros2Node>,
    /// The descriptions of robots by name, kept open for late subscribers.
    descriptions: BTreeMap<String, TopicSenderOf<std_msgs::String>>,
    /// Kept open for late subscribers.
    map: Option<MapSender>,
    robot_frames: RobotFrames,
    /// Whether robots were added since the last tick.
    has_new_robots: bool,
}

impl Open {
    fn new(of: &Ros2Middleware) -> Result<Self, NodeError> {
        let Ros2Middleware { is_offline, places_odometry, sends_links, ref robots, .. } = *of;
        let settings = Settings::from_environment()?;
        let node = if is_offline { Ros2Node::offline(&settings)? } else { Ros2Node::start(&settings)? };
        let clock = ClockPublisher::open(&node)?;
        Ok(Self {
            streams: Streams::new(Arc::new(node.clone()))
                .placing_odometry(places_odometry)
                .for_robots(robots),
            clock,
            rosout: if is_offline { None } else { Some(rosout::open(&node)?) },
            node,
            now: Arc::default(),
            caller: Caller::default(),
            parameters: Parameters::default(),
            feedback: Vec::new(),
            tf_subscriptions: Vec::new(),
            handles: BTreeMap::new(),
            scene_robots: robots.to_vec(),
            robots: Vec::new(),
            joints: RobotJoints::new(sends_links),
            descriptions: BTreeMap::new(),
            map: None,
            robot_frames: RobotFrames::default(),
            has_new_robots: true,
        })
    }

    /// Adds a robot whose joints are published.
    fn add_robot(&mut self, robot: &str) {
        if !self.robots.iter().any(|known| known == robot) {
            self.robots.push(robot.to_owned());
            self.has_new_robots = true;
        }
    }

    /// Publishes the joints and the poses of robots after a tick.
    fn publish_robots(&mut self, stamp_ns: i64, world: &World) {
        if std::mem::take(&mut self.has_new_robots) {
            let robots = self.scene_robots.iter().chain(&self.robots);
            self.robot_frames.add(&self.streams, robots, world);
            let opened = self.joints.open(&self.node, &self.streams, &self.robots, world);
            let described = opened
                .and_then(|found| found.into_iter().try_for_each(|description| self.describe(description)));
            if let Err(problem) = described {
                tracing::warn!("the joints of some robots are not published: {problem}");
            }
        }
        self.robot_frames.publish(&self.streams, stamp_ns, world);
        self.joints.publish(&self.streams, stamp_ns, world);
    }

    /// Publishes the description of a robot, unless a stream of the scene has its topic.
    fn describe(&mut self, Description { robot, name, text }: Description) -> Result<(), NodeError> {
        if !self.node.sends_to(&name) {
            let mut sender: TopicSenderOf<std_msgs::String> =
                self.node.advertise(&name, Profile::TfStatic, 1)?;
            sender.send(&std_msgs::String { data: text });
            self.descriptions.insert(robot, sender);
        }
        Ok(())
    }

    /// Opens the services, parameters and actions of a component.
    fn open_services(&mut self, served: &ServicesSpec<'_>) -> Result<(), NodeError> {
        let (frames, topics) = (self.streams.frames(), self.streams.topics());
        let parameters = self.parameters.clone();
        let Self { node, caller, now, tf_subscriptions, .. } = self;
        let handles = self.handles.entry(served.component.to_owned()).or_default();
        for service in served.services.iter().chain(served.other_services) {
            handles.push(component_services::open(
                node,
                caller,
                &topics,
                &parameters,
                served.component,
                service,
            )?);
        }
        let topic = topics.of(served.component);
        parameters.declare((served.component, &topic), served.properties, served.property_values);
        if let Some(action) = NavigateToPose::for_component(served.kind, served.services, &frames) {
            let name = service_name(&topics, served.component, navigate_to_pose::NAME);
            let (server, opened) =
                ActionServer::open(node, caller, now, (served.component, name), action.clone())?;
            handles.extend(opened);
            self.feedback.push(Box::new(NavigationFeedback::new(server, action, served.robot)));
        }
        if let Some(action) = PointHead::for_component(served.services, &frames) {
            let name = service_name(&topics, served.component, point_head::NAME);
            let (server, opened) =
                ActionServer::open(node, caller, now, (served.component, name), action.clone())?;
            handles.extend(opened);
            self.feedback.push(Box::new(PointingFeedback::new(server, action, caller)));
        }
        if !self.feedback.is_empty() && tf_subscriptions.is_empty() {
            *tf_subscriptions = tf_listener::listen(node, &frames)?;
        }
        if let Some(action) = FollowJointTrajectory::for_component(caller, served.component, served.services)
        {
            let name = service_name(&topics, served.component, follow_joint_trajectory::NAME);
            let (_, opened) = ActionServer::open(node, caller, now, (served.component, name), action)?;
            handles.extend(opened);
        }
        if let Some(action) = GripperCommand::for_component(served.services) {
            let name = service_name(&topics, served.component, gripper_command::NAME);
            let (_, opened) = ActionServer::open(node, caller, now, (served.component, name), action)?;
            handles.extend(opened);
        }
        Ok(())
    }

    /// Closes the services of a component, and the topics of the joints if it is a robot.
    fn close_services(&mut self, component: &str) {
        self.handles.remove(component);
        self.feedback.retain(|feedback| feedback.component() != component);
        self.parameters.undeclare(component);
        self.robots.retain(|robot| robot != component);
        self.joints.remove(component);
        self.descriptions.remove(component);
        self.robot_frames.remove(component);
        // The frame of a robot has its name.
        self.streams.close(component);
    }
}

impl Default for Ros2Middleware {
    fn default() -> Self {
        Self::new()
    }
}

impl Ros2Middleware {
    /// A middleware that joins its domain on first use, with settings from the environment.
    #[must_use]
    pub fn new() -> Self {
        Self {
            places_odometry: true,
            sends_links: false,
            map: None,
            robots: Vec::new(),
            is_offline: false,
            open: None,
        }
    }

    /// A middleware that joins no network. It opens the topics and services of a scene, and returns the same errors.
    #[must_use]
    pub fn offline() -> Self {
        Self { is_offline: true, ..Self::new() }
    }

    /// The open node, opened by the first call.
    fn opened(&mut self) -> Result<&mut Open, MiddlewareError> {
        let open = match self.open.take() {
            Some(open) => open,
            None => Open::new(self).map_err(error)?,
        };
        Ok(self.open.insert(open))
    }
}

fn error(problem: NodeError) -> MiddlewareError {
    MiddlewareError { middleware: "ros2", message: problem.to_string() }
}

impl Middleware for Ros2Middleware {
    fn name(&self) -> &'static str {
        "ros2"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn set_robots(&mut self, names: &[String]) {
        self.robots = names.to_vec();
    }

    fn calls_simulation(&self) -> bool {
        // The services of `simulation_interfaces` need those of `simulation`.
        true
    }

    fn manager_options(&self) -> &'static [&'static str] {
        &[MAP_TO_ODOM, LINK_TRANSFORMS, MAP]
    }

    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        for (name, flag) in
            [(MAP_TO_ODOM, &mut self.places_odometry), (LINK_TRANSFORMS, &mut self.sends_links)]
        {
            if let Some(value) = options.get(name) {
                let wrong = || error(NodeError(format!("{name} must be True or False")));
                *flag = value.as_bool().ok_or_else(wrong)?;
            }
        }
        if let Some(value) = options.get(MAP) {
            self.map = MapSettings::read(value).map_err(error)?;
        }
        self.opened().map(drop)
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        let open = self.opened()?;
        open.add_robot(spec.robot);
        open.streams.open_publisher(spec)
    }

    fn carries_topics(&self) -> bool {
        true
    }

    fn advertise_topic(
        &mut self,
        topic: &TopicSpec<'_>,
        latching: bool,
        queue: usize,
    ) -> Result<Arc<dyn TopicSender>, MiddlewareError> {
        user_topics::advertise(&self.opened()?.node, topic, latching, queue).map_err(error)
    }

    fn subscribe_topic(
        &mut self,
        topic: &TopicSpec<'_>,
        queue: TopicQueue,
    ) -> Result<Box<dyn TopicSubscription>, MiddlewareError> {
        user_topics::subscribe(&self.opened()?.node, topic, queue).map_err(error)
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        let open = self.opened()?;
        open.add_robot(spec.robot);
        open.streams.open_reader(spec, inbox)
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        self.open.as_ref().map_or_else(Vec::new, |open| open.streams.endpoints(component))
    }

    fn close_streams(&mut self, component: &str) {
        if let Some(open) = &self.open {
            open.streams.close(component);
        }
    }

    fn close_services(&mut self, component: &str) {
        if let Some(open) = &mut self.open {
            open.close_services(component);
        }
    }

    fn open_services(&mut self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        let open = self.opened()?;
        open.add_robot(spec.robot);
        open.open_services(spec).map_err(error)
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        open.caller.connect(gateway);
        let steps = simulation_interfaces::open(&open.node, &open.caller, &open.now).map_err(error)?;
        open.feedback.push(steps);
        type_descriptions::open(&open.node).map_err(error)?;
        open.parameters.open(&open.node, &open.caller, &open.now).map_err(error)
    }

    fn begin_publish(&mut self, stamp_ns: i64, world: &World) {
        let Some(open) = &mut self.open else { return };
        open.now.set(stamp_ns);
        open.clock.publish(stamp_ns);
        open.publish_robots(stamp_ns, world);
        if let Some(settings) = self.map.take() {
            match settings.publish(&open.node, stamp_ns, world, &self.robots) {
                Ok(sender) => open.map = Some(sender),
                Err(problem) => tracing::error!("no map is published: {problem}"),
            }
        }
        for feedback in &mut open.feedback {
            feedback.tick(stamp_ns, world);
        }
    }

    fn wait_until_sent(&mut self) {
        if let Some(open) = &self.open {
            open.streams.wait_until_sent();
        }
    }

    fn finish(&mut self) {
        if let Some(open) = self.open.take() {
            open.streams.wait_until_sent();
            // Sends the last lines of the log before the node stops.
            drop(open.rosout);
            open.node.stop();
        }
    }
}
