//! The request manager: offers services of components as services and actions of ROS.

mod plain;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use morse_ros::Frames;
use morse_ros::names;
use morse_ros::node::NodeError;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::ServicesSpec;

use crate::actions;
use crate::caller::Caller;
use crate::node::{Ros1Handle, Ros1Node};

/// Class paths of the overlays.
pub const OVERLAYS: [&str; 2] = [
    "morse.middleware.ros.overlays.armatures.ArmatureController",
    "morse.middleware.ros.overlays.waypoints.WayPoint",
];

/// The way to the engine, which is open once the simulation has started.
#[derive(Default)]
pub(crate) struct Requests {
    gateway: Arc<OnceLock<Gateway>>,
    /// What keeps the services of each component open.
    handles: BTreeMap<String, Vec<Ros1Handle>>,
}

impl Requests {
    /// Opens the way to the engine.
    pub(crate) fn start(&self, gateway: Gateway) {
        // It is empty: a middleware starts once.
        let _ = self.gateway.set(gateway);
    }

    /// Offers what ROS has types for: actions by the names of services, with or without an overlay, and services
    /// without arguments or with a flag. Other services are left out. Goals may be in `frames`.
    pub(crate) fn open(
        &mut self,
        node: &Ros1Node,
        spec: &ServicesSpec<'_>,
        frames: &Arc<Frames>,
    ) -> Result<(), NodeError> {
        if let Some(overlay) = spec.overlay
            && !OVERLAYS.contains(&overlay.class.as_str())
        {
            let known = OVERLAYS.join(" and ");
            return Err(NodeError(format!("{} is no overlay of ROS; there are {known}", overlay.class)));
        }
        let caller = Caller::new(Arc::clone(&self.gateway), spec.component);
        let name = names::topic_of(spec.component);
        let handles = self.handles.entry(spec.component.to_owned()).or_default();
        for service in spec.services {
            match actions::open(node, &name, service, &caller, frames)? {
                Some(action) => handles.extend(action),
                None => handles.extend(plain::open(node, &name, service, &caller)?),
            }
        }
        Ok(())
    }

    /// Closes the services of a component.
    pub(crate) fn close(&mut self, component: &str) {
        self.handles.remove(component);
    }
}
