//! The middlewares of this build: the one place that names them.

use std::time::Duration;

use morse_sim::stream::Middleware;
use morse_socket::{SocketMiddleware, SocketSettings};
use morse_text::TextMiddleware;

use crate::arguments::RunArguments;

/// Short names of the middlewares, as scripts say them.
pub const NAMES: &[&str] = &["socket", "text"];

/// A client of a simulation that does not wait for real time cannot follow each message; this many milliseconds of them
/// are sent in one go.
const ROUND_MIN_FAST: Duration = Duration::from_millis(25);

/// All of them, serving as the command line says; files go to the working directory.
pub fn all(arguments: &RunArguments) -> Vec<Box<dyn Middleware>> {
    let &RunArguments { bind, port: service_port, stream_port, fast, .. } = arguments;
    let round_min = if fast { ROUND_MIN_FAST } else { SocketSettings::default().round_min };
    let socket = SocketSettings { bind, service_port, stream_port, round_min };
    vec![Box::new(SocketMiddleware::new(socket)), Box::new(TextMiddleware::new("."))]
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command};

    #[test]
    fn every_middleware_is_named() {
        let Some(Command::Run(run)) = Arguments::parse_from(["morse", "run", "x"]).command else { panic!() };
        let names: Vec<&str> = all(&run).iter().map(|middleware| middleware.name()).collect();
        assert_eq!(names, NAMES);
    }
}
