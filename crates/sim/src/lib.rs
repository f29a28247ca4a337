//! The engine: the contract of components, their local data, the clock, services, streams, and the step.
//!
//! It drives components and middlewares through traits and must never know a concrete one of either, nor wall time,
//! files or sockets. The step is [`Simulation::step`].
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

// Lets the derive macros name this crate by its outside name from within.
extern crate self as morse_sim;

mod access;
pub mod act;
mod assemble;
pub mod cell;
pub mod clock;
pub mod command;
pub mod component;
pub mod control;
pub mod data;
pub mod describe;
pub mod devices;
pub mod hosted;
pub mod image;
mod models;
pub mod prelude;
pub mod property;
pub mod push;
pub mod random;
pub mod registry;
mod relay;
pub mod request;
mod rest;
pub mod schedule;
pub mod service;
mod services;
mod shared;
mod simulation;
mod snapshot;
pub mod state;
pub mod stream;
pub mod time;
mod unit;
pub mod view;
pub mod wheels;

pub use assemble::{AssembleError, Options, step_rate_hz};
pub use models::{ModelFile, Models};
pub use morse_macros::{Actuator, Data, Modifier, Robot, Sensor, services};
pub use morse_scene::description;
pub use morse_scene::value::{Map, Value};
pub use simulation::Simulation;
