//! The middlewares of this build: the one place that names them.

use morse_sim::stream::Middleware;
use morse_socket::{SocketMiddleware, SocketSettings};

use crate::arguments::RunArguments;

/// Short names of the middlewares, as scripts say them.
pub const NAMES: &[&str] = &["socket"];

/// All of them, serving as the command line says.
pub fn all(arguments: &RunArguments) -> Vec<Box<dyn Middleware>> {
    let &RunArguments { bind, port: service_port, stream_port, .. } = arguments;
    vec![Box::new(SocketMiddleware::new(SocketSettings { bind, service_port, stream_port }))]
}
