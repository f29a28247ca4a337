//! The middlewares of this build: the one place that names them.

use morse_sim::stream::Middleware;

use crate::arguments::RunArguments;

/// Short names of the middlewares, as scripts say them.
pub const NAMES: &[&str] = &[];

/// All of them, serving as the command line says.
pub fn all(_: &RunArguments) -> Vec<Box<dyn Middleware>> {
    Vec::new()
}
