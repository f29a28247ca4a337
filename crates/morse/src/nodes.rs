//! A simulator as a node of a scene that several simulators share.

use std::time::{SystemTime, UNIX_EPOCH};

use morse_scene::document::Document;
use morse_sim::Simulation;
use morse_sim::transport::request::Event;
use morse_socket::log::NODES;
use morse_socket::nodes::{self, NodeSettings, NodeTime, ROBOTS_MAX, SERVER_PORT};

use crate::runner::{Frame, Observer};

/// A node of a shared scene. Without a server it is alone.
pub struct Node(Option<nodes::Node>);

impl Node {
    /// Joins the others, if the scene is a shared one, and hears from them for the first time. Where there is no
    /// server this is said, and the node runs alone.
    pub fn join(document: &Document, simulation: &mut Simulation) -> Option<Self> {
        let multinode = document.environment.multinode.as_ref()?;
        let robots = document.robots().count();
        if robots > ROBOTS_MAX {
            tracing::warn!(target: NODES, "Nodes can tell each other of {ROBOTS_MAX} robots, and there are {robots}.");
        }
        let settings = NodeSettings {
            name: multinode.node_name.clone().unwrap_or_default(),
            host: multinode.server_address.clone(),
            // Another was refused when the scene was checked.
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

    /// Tells the others where this simulator's robots are now, and gives where they say that theirs are.
    fn exchange(&mut self, simulation: &Simulation) -> Option<Event> {
        let moment = NodeTime {
            simulated_s: simulation.client_time_s(),
            tick_s: 1.0 / simulation.clock().rate_hz(),
            wall_s: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()),
        };
        let others = self.0.as_mut()?.exchange(moment, simulation.own_robots());
        (!others.is_empty()).then(|| Event::MovedElsewhere(others.to_vec()))
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
