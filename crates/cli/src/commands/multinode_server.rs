//! `morse multinode-server`: connects simulators that share a scene.

use morse_sim::engine::control::LogLevel;
use morse_socket::log::NODES;
use morse_socket::nodes::NodeServer;

use crate::arguments::MultinodeServerArguments;
use crate::failure::Failure;
use crate::output::log;
use crate::signals;

/// Serves nodes until Ctrl-C.
pub fn serve(arguments: &MultinodeServerArguments) -> Result<(), Failure> {
    let &MultinodeServerArguments { debug, host, port } = arguments;
    if debug {
        log::set_level(NODES.trim_start_matches("morse."), LogLevel::Debug);
    }
    signals::watch();
    let server = NodeServer::bind(host, port).map_err(Failure::Serving)?;
    tracing::info!(target: NODES, "Multi-node server listens on {}. Ctrl-C ends it.", server.address());
    if !host.is_loopback() {
        tracing::warn!(target: NODES, "Nodes on other computers can connect to {host} and move robots.");
    }
    server.serve(signals::interrupted).map_err(|error| Failure::Serving(error.to_string()))
}
