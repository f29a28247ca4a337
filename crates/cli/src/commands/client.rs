//! Commands for a running simulation: its streams, its services and its page.

pub(crate) mod service;
pub(crate) mod top;
pub(crate) mod topic;
pub(crate) mod view;
