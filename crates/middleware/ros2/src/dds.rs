//! DDS as transport: one participant, its discovery, and messages that pass through as bytes.

pub mod entities;
pub mod loopback;
pub mod matched;
pub mod participant;
pub mod pass_through;
pub mod policies;
pub mod receiver;
pub mod sample_queue;
pub mod service;
pub mod transport;
