//! The subcommands.

pub(crate) mod build;
pub(crate) mod campaign;
pub(crate) mod check;
pub(crate) mod client;
pub(crate) mod demo;
pub(crate) mod describe;
pub(crate) mod edit;
pub(crate) mod installation;
pub(crate) mod map;
pub(crate) mod multinode_server;
pub(crate) mod recordings;
pub(crate) mod render;
#[cfg(feature = "ros2")]
pub(crate) mod ros2_package;
pub(crate) mod run;
pub(crate) mod sense;
