//! Interfaces between the engine and the outside: streams, requests, and robots of other simulators.

pub(crate) mod inbox;
pub mod log_feed;
pub(crate) mod remote_robots;
pub mod request;
pub mod stream;
pub mod topic;
