//! Transport over DDS: one participant, its discovery, and messages as encoded bytes.

pub mod dds_qos;
pub mod dds_transport;
pub mod matched_endpoints;
pub mod mismatches;
pub mod node_announcement;
pub mod peer_nodes;
pub mod receiver;
pub mod service_server;
