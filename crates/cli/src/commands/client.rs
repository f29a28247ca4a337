//! Commands for a running simulation: its streams, its services and its page.

pub(super) mod service;
pub(super) mod top;
pub(super) mod topic;
pub(super) mod view;
