//! The middleware `ros`: implements the engine's middleware interface with a ROS 1 node.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use morse_ros::joints::RobotJoints;
use morse_ros::names;
use morse_ros::rosout::Rosout;
use morse_ros::{NodeError, Streams};
use morse_scene::value::Map;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{
    Inbox, Middleware, MiddlewareError, Publisher, Sample, ServicesSpec, StreamSpec,
};
use morse_sim::transport::topic::{TopicQueue, TopicSender, TopicSpec, TopicSubscription};
use morse_world::World;

use crate::log;
use crate::overlays;
use crate::request_manager::Requests;
use crate::rosout;
use crate::service_caller::REQUEST_MANAGER;
use crate::settings::NodeSettings;
use crate::tcpros_node::Ros1Node;
use crate::user_topics;
use crate::xmlrpc;

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.ros_datastream.ROSDatastreamManager";

/// Option of the stream manager: whether the transforms of the links of robots are published, in place of
/// `robot_state_publisher`.
pub(crate) const LINK_TRANSFORMS: &str = "link_transforms";

/// Topics, services and actions of ROS 1. The node starts when the first of them is opened.
pub struct RosMiddleware {
    /// Name of the node, without leading slash.
    name: String,
    node: NodeStart,
    streams: Option<Streams<Ros1Node>>,
    rosout: Option<Rosout>,
    /// Simulated time. [ns]
    now_ns: Arc<AtomicI64>,
    requests: Requests,
    joints: RobotJoints<Ros1Node>,
    /// Names of the robots with streams or services.
    robots: Vec<String>,
    /// Whether robots were added since the last tick.
    has_new_robots: bool,
}

/// The state of the node.
enum NodeStart {
    Idle,
    Running(Arc<Ros1Node>),
    /// The node could not start. The error was reported, and the simulation does not start either.
    Failed,
}

/// Placeholder for a publisher or a subscription of a node that could not start. It is never used.
struct Unopened;

impl Publisher for Unopened {
    fn publish(&mut self, _: &Sample<'_>) {}
}

impl TopicSender for Unopened {
    fn send(&self, _: &[u8]) {}
    fn connections(&self) -> usize {
        0
    }
    fn has_listeners(&self) -> bool {
        false
    }
}

impl TopicSubscription for Unopened {}

impl Default for RosMiddleware {
    fn default() -> Self {
        Self::new()
    }
}

impl RosMiddleware {
    /// A middleware whose node is `morse`. The environment defines the addresses of the master and of the node.
    #[must_use]
    pub fn new() -> Self {
        Self {
            name: "morse".to_owned(),
            node: NodeStart::Idle,
            streams: None,
            rosout: None,
            now_ns: Arc::default(),
            requests: Requests::default(),
            joints: RobotJoints::new(false),
            robots: Vec::new(),
            has_new_robots: false,
        }
    }

    /// The node, started by the first call. `None` if an earlier call has returned the error of the start.
    fn node(&mut self) -> Result<Option<Arc<Ros1Node>>, MiddlewareError> {
        match &self.node {
            NodeStart::Running(node) => return Ok(Some(Arc::clone(node))),
            NodeStart::Failed => return Ok(None),
            NodeStart::Idle => self.node = NodeStart::Failed,
        }
        let variable = |name: &str| std::env::var(name).ok();
        let settings = NodeSettings::from_environment(&format!("/{}", self.name), variable)
            .map_err(|problem| error(format!("ROS_MASTER_URI: {problem}")))?;
        tracing::info!(target: log::STREAMS, "ROS node {} for the master at {}.", settings.name, settings.master);
        let name = settings.name.clone();
        let node = Arc::new(Ros1Node::start(settings).map_err(node_error)?);
        self.rosout = Some(rosout::open(&node, &name, &self.now_ns).map_err(node_error)?);
        self.node = NodeStart::Running(Arc::clone(&node));
        Ok(Some(node))
    }

    fn streams(&mut self) -> Result<Option<&Streams<Ros1Node>>, MiddlewareError> {
        let Some(node) = self.node()? else { return Ok(None) };
        Ok(Some(self.streams.get_or_insert_with(|| Streams::new(node))))
    }

    /// Adds a robot whose joints are published.
    fn add_robot(&mut self, robot: &str) {
        if !self.robots.iter().any(|known| known == robot) {
            self.robots.push(robot.to_owned());
            self.has_new_robots = true;
        }
    }

    /// Publishes the joints of robots from files after a tick, and sets the parameters with their descriptions.
    fn publish_joints(&mut self, stamp_ns: i64, world: &World) {
        let Self { node: NodeStart::Running(node), streams: Some(streams), .. } = self else { return };
        if std::mem::take(&mut self.has_new_robots) {
            match self.joints.open(node, streams, &self.robots, world) {
                Ok(descriptions) => {
                    for description in descriptions {
                        node.parameters().set(&description.name, xmlrpc::Value::Text(description.text));
                    }
                }
                Err(problem) => tracing::warn!("the joints of some robots are not published: {problem}"),
            }
        }
        self.joints.publish(streams, stamp_ns, world);
    }

    fn running(&self) -> Option<&Ros1Node> {
        match &self.node {
            NodeStart::Running(node) => Some(node),
            NodeStart::Idle | NodeStart::Failed => None,
        }
    }
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "ros", message }
}

fn node_error(problem: NodeError) -> MiddlewareError {
    error(problem.to_string())
}

impl Middleware for RosMiddleware {
    fn name(&self) -> &'static str {
        "ros"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn set_node_name(&mut self, name: &str) {
        let valid = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
        self.name = format!("morse_{}", name.chars().map(valid).collect::<String>());
    }

    fn check_services(&self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        overlays::action_namespace(spec, &names::topic_of(spec.component)).map(drop).map_err(error)
    }

    fn manager_options(&self) -> &'static [&'static str] {
        &[LINK_TRANSFORMS]
    }

    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        if let Some(value) = options.get(LINK_TRANSFORMS) {
            let wrong = || error(format!("{LINK_TRANSFORMS} must be True or False"));
            self.joints = RobotJoints::new(value.as_bool().ok_or_else(wrong)?);
        }
        Ok(())
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        self.add_robot(spec.robot);
        match self.streams()? {
            Some(streams) => streams.open_publisher(spec),
            None => Ok(Box::new(Unopened)),
        }
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.add_robot(spec.robot);
        self.streams()?.map_or(Ok(()), |streams| streams.open_reader(spec, inbox))
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        self.streams.as_ref().map_or_else(Vec::new, |streams| streams.endpoints(component))
    }

    fn open_services(&mut self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        self.add_robot(spec.robot);
        let Some(streams) = self.streams()? else { return Ok(()) };
        let (frames, topic) = (streams.frames(), streams.topics().of(spec.component));
        let Some(node) = self.node()? else { return Ok(()) };
        self.requests.open(&node, spec, &topic, &frames).map_err(node_error)
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
        let Some(node) = self.node()? else { return Ok(Arc::new(Unopened)) };
        let sender = node.advertise_raw(topic.topic, user_topics::type_of(topic), latching, queue);
        Ok(Arc::new(user_topics::RawTopic(sender.map_err(node_error)?)))
    }

    fn subscribe_topic(
        &mut self,
        topic: &TopicSpec<'_>,
        queue: TopicQueue,
    ) -> Result<Box<dyn TopicSubscription>, MiddlewareError> {
        let Some(node) = self.node()? else { return Ok(Box::new(Unopened)) };
        let receive = Box::new(move |content: &[u8]| {
            queue.put(content.to_vec());
            Ok(())
        });
        let handle =
            node.subscribe_raw(topic.topic, user_topics::type_of(topic), receive).map_err(node_error)?;
        Ok(Box::new(user_topics::RawSubscription(handle)))
    }

    fn close_streams(&mut self, component: &str) {
        if let Some(streams) = &self.streams {
            streams.close(component);
        }
    }

    fn close_services(&mut self, component: &str) {
        self.requests.close(component);
        self.robots.retain(|robot| robot != component);
        self.joints.remove(component);
        // The links of a robot have its name.
        self.close_streams(component);
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        self.requests.start(gateway);
        Ok(())
    }

    fn begin_publish(&mut self, stamp_ns: i64, world: &World) {
        self.now_ns.store(stamp_ns, Ordering::Relaxed);
        self.publish_joints(stamp_ns, world);
    }

    fn flush(&mut self) {
        if let Some(node) = self.running() {
            node.flush();
        }
    }

    fn wait_until_sent(&mut self) {
        if let Some(streams) = &self.streams {
            streams.wait_until_sent();
        }
        if let Some(node) = self.running() {
            node.wait_until_sent();
        }
    }

    fn finish(&mut self) {
        if let Some(streams) = &self.streams {
            streams.wait_until_sent();
        }
        self.rosout = None;
        if let NodeStart::Running(node) = std::mem::replace(&mut self.node, NodeStart::Idle) {
            node.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_characters_of_node_name_become_underscores() {
        let mut middleware = RosMiddleware::new();
        middleware.set_node_name("node A-1");
        assert_eq!(middleware.name, "morse_node_A_1");
    }
}
