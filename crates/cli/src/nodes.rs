//! A scene that several simulators share: this one's place among them.
//!
//! What the others say reaches the engine as other events from outside do, between ticks.

use std::time::{SystemTime, UNIX_EPOCH};

use morse_scene::document::Document;
use morse_sim::Simulation;
use morse_sim::request::Event;
use morse_socket::log::NODES;
use morse_socket::nodes::{self, Moment, NodeSettings, ROBOTS_MAX, SERVER_PORT};

use crate::log;

/// A node of a shared scene. Without a server it is alone.
pub struct Node(Option<nodes::Node>);

impl Node {
    /// Joins the others, if the scene is a shared one, and hears from them for the first time. Where there is no server
    /// this is said, and the node runs alone.
    pub fn join(document: &Document, simulation: &mut Simulation) -> Option<Self> {
        let multinode = document.environment.multinode.as_ref()?;
        log::section("MULTINODE INITIALIZATION");
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
        node.exchange(simulation);
        Some(node)
    }

    /// Tells the others where this simulator's robots are now, and puts theirs where they say.
    pub fn exchange(&mut self, simulation: &mut Simulation) {
        let Some(node) = &mut self.0 else { return };
        let moment = Moment {
            simulated_s: simulation.client_time_s(),
            tick_s: 1.0 / simulation.clock().rate_hz(),
            wall_s: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()),
        };
        let others = node.exchange(moment, simulation.own_robots());
        if !others.is_empty() {
            let others = others.to_vec();
            simulation.handle(Event::MovedElsewhere(others));
        }
    }
}
