//! The component contract: descriptions of components, and the contexts that they are given.

pub mod command;
pub mod component;
pub mod contexts;
pub mod data;
pub mod describe;
pub mod outcome;
pub mod property;
pub mod registry;
pub mod service;
