//! The component contract: descriptions of components, and the contexts that they are given.

pub mod act_context;
pub(crate) mod base;
pub mod command;
pub mod component;
pub mod data;
pub mod describe;
pub mod drivetrain;
pub mod erased;
pub mod held_wrench;
pub mod outcome;
pub mod property;
pub mod registry;
pub mod robot_traits;
pub mod sense_context;
pub mod service;
