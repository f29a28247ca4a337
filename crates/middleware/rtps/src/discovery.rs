//! Descriptions by which participants, writers and readers are discovered.

pub mod endpoint;
pub mod participant;
