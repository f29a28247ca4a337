//! The request manager: offers services of components as ROS services and actions.

mod std_services;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use morse_ros::Frames;
use morse_ros::node_interface::NodeError;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::ServicesSpec;

use crate::actions;
use crate::overlays;
use crate::service_caller::Caller;
use crate::tcpros_node::{Ros1Handle, Ros1Node};

/// The open services and actions of all components.
#[derive(Default)]
pub(crate) struct Requests {
    /// The queue of the engine, set when the simulation starts.
    gateway: Arc<OnceLock<Gateway>>,
    /// The handles that keep services open, by component.
    handles: BTreeMap<String, Vec<Ros1Handle>>,
}

impl Requests {
    /// Sets the queue of the engine.
    pub(crate) fn start(&self, gateway: Gateway) {
        // It cannot be set already, since a middleware starts once.
        let _ = self.gateway.set(gateway);
    }

    /// Offers the services of a component for which ROS has types: actions, chosen by the name of the service, and services
    /// without arguments or with a flag. Other services are skipped. `topic` is the topic of the component, which the
    /// overlay may replace in the names of actions. `frames` are the frames in which goals may be given.
    pub(crate) fn open(
        &mut self,
        node: &Ros1Node,
        spec: &ServicesSpec<'_>,
        topic: &str,
        frames: &Arc<Frames>,
    ) -> Result<(), NodeError> {
        let namespace = overlays::action_namespace(spec, topic).map_err(NodeError)?;
        let caller = Caller::new(Arc::clone(&self.gateway), spec.component);
        let handles = self.handles.entry(spec.component.to_owned()).or_default();
        for service in spec.services {
            match actions::open(node, &namespace, service, &caller, frames)? {
                Some(action) => handles.extend(action),
                None => handles.extend(std_services::open(node, topic, service, &caller)?),
            }
        }
        Ok(())
    }

    /// Closes the services of a component.
    pub(crate) fn close(&mut self, component: &str) {
        self.handles.remove(component);
    }
}
