//! The streams of components, with a node that records instead of a transport.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod data;
mod inputs;
mod node;
mod options;
mod outputs_motion;
mod outputs_other;
mod outputs_sensing;
mod ros2;
mod table;
mod transforms;
