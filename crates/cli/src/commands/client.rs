//! Commands for a simulation that runs: its streams, its services and its page.

pub(super) mod service;
pub(super) mod topic;
pub(super) mod view;
