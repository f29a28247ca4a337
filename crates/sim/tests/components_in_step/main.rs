//! Components in the step: order, readings, actions, external components, properties.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod acting;
mod contracts;
mod external;
mod ids;
mod properties;
mod resting;
mod sensing;
mod step;
