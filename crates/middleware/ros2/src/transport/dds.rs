//! Transport over DDS: one participant, its discovery, and messages as encoded bytes.

pub mod dds_qos;
pub mod dds_transport;
pub mod loopback;
pub mod matched_endpoints;
pub mod node_announcement;
pub mod participant;
pub mod pass_through;
pub mod receiver;
pub mod sample_queue;
pub mod service_server;
