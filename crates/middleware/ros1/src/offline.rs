//! The streams of the middleware `ros` without a node: to check a scene before it runs.

use std::marker::PhantomData;
use std::sync::Arc;

use morse_ros::node_interface::ServiceHandler;
use morse_ros::{Header1, Message, Node, NodeError, Profile, Sender, Service, Streams, Version};
use morse_scene::value::Map;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, ServicesSpec, StreamSpec};

use crate::middleware::{LINK_TRANSFORMS, RosMiddleware, STREAM_MANAGER};
use crate::service_caller::REQUEST_MANAGER;

/// Opens the streams of a scene on no network, and returns the same errors as [`RosMiddleware`]. Of services it checks the overlays.
pub struct OfflineRosMiddleware {
    streams: Streams<OfflineNode>,
}

/// A node that opens every topic.
struct OfflineNode;

/// A topic without subscribers.
struct OfflineSender<M>(PhantomData<fn(M)>);

impl<M: Message> Sender<M> for OfflineSender<M> {
    fn send(&mut self, _: &M) {}

    fn has_listeners(&self) -> bool {
        false
    }
}

impl Node for OfflineNode {
    type Header = Header1;
    type Sender<M: Message> = OfflineSender<M>;
    type Handle = ();
    const ROS: Version = Version::Ros1;

    fn advertise<M: Message>(&self, _: &str, _: Profile, _: usize) -> Result<OfflineSender<M>, NodeError> {
        Ok(OfflineSender(PhantomData))
    }

    fn sends_to(&self, _: &str) -> bool {
        false
    }

    fn subscribe<M: Message>(
        &self,
        _: &str,
        _: Profile,
        _: Box<dyn FnMut(M) + Send>,
    ) -> Result<(), NodeError> {
        Ok(())
    }

    fn serve<S: Service>(&self, _: &str, _: ServiceHandler<S>) -> Result<(), NodeError> {
        Ok(())
    }
}

impl Default for OfflineRosMiddleware {
    fn default() -> Self {
        Self { streams: Streams::new(Arc::new(OfflineNode)) }
    }
}

impl Middleware for OfflineRosMiddleware {
    fn name(&self) -> &'static str {
        "ros"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn check_services(&self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        RosMiddleware::new().check_services(spec)
    }

    fn manager_options(&self) -> &'static [&'static str] {
        &[LINK_TRANSFORMS]
    }

    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        RosMiddleware::new().configure(options)
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        self.streams.open_publisher(spec)
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.streams.open_reader(spec, inbox)
    }

    fn start(&mut self, _: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn finish(&mut self) {}
}
