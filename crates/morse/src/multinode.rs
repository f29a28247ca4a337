//! Connects a simulator as a node of a scene that several simulators share.

use std::time::{SystemTime, UNIX_EPOCH};

use morse_scene::document::Document;
use morse_sim::Simulation;
use morse_sim::transport::request::Event;
use morse_socket::log::NODES;
use morse_socket::nodes::{self, NodeSettings, NodeTime, ROBOTS_MAX, SERVER_PORT};

use crate::runner::{Frame, Observer};

/// A node of a shared scene. Without a server, it runs alone.
pub struct Node(Option<nodes::Node>);

impl Node {
    /// Connects to the server of a shared scene, and exchanges poses for the first time. Without a server, logs a warning
    /// and runs alone. `None` if the scene is not shared.
    pub fn join(document: &Document, simulation: &mut Simulation) -> Option<Self> {
        let multinode = document.environment.multinode.as_ref()?;
        let robots = document.robots().count();
        if robots > ROBOTS_MAX {
            tracing::warn!(target: NODES, "Nodes can exchange the poses of at most {ROBOTS_MAX} robots, but the scene has {robots}.");
        }
        let settings = NodeSettings {
            name: multinode.node_name.clone().unwrap_or_default(),
            host: multinode.server_address.clone(),
            // The check of the scene refuses invalid ports.
            port: multinode.port().unwrap_or(SERVER_PORT),
        };
        let (name, server) = (settings.name.clone(), format!("{}:{}", settings.host, settings.port));
        let mut node = match nodes::Node::connect(settings) {
            Ok(node) => {
                tracing::info!(target: NODES, "Node {name:?} is connected to the multi-node server at {server}.");
                Self(Some(node))
            }
            Err(error) => {
                tracing::warn!(
                    target: NODES,
                    "Node {name:?} runs alone: there is no multi-node server at {server} ({error}). Start one before \
                     the nodes: morse multinode-server"
                );
                Self(None)
            }
        };
        if let Some(event) = node.exchange(simulation) {
            simulation.handle(event);
        }
        Some(node)
    }

    /// Sends the poses of this simulator's robots, and returns the received poses of the other nodes' robots.
    fn exchange(&mut self, simulation: &Simulation) -> Option<Event> {
        let time = NodeTime {
            simulated_s: simulation.client_time_s(),
            tick_s: 1.0 / simulation.clock().rate_hz(),
            wall_s: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()),
        };
        let remote_robots = self.0.as_mut()?.exchange(time, simulation.own_robots());
        (!remote_robots.is_empty()).then(|| Event::MovedElsewhere(remote_robots.to_vec()))
    }
}

impl Observer for Node {
    fn tick(&mut self, frame: &Frame<'_>) {
        if let Some(event) = self.exchange(frame.simulation()) {
            frame.send(event);
        }
    }

    fn needs_activity(&self) -> bool {
        false
    }
}
