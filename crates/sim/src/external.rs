//! External components: components whose classes a host outside of this program computes.
//!
//! Users write robots, sensors and actuators in Python. The engine treats them like all other instances, with a
//! schedule, modifiers, streams and services; a [`Host`] computes their behaviour. In each tick the engine sends the
//! host one request for all due sensors and one for all robots and actuators. The transport to the host is not known
//! here.

mod acting;
mod class;
pub(crate) mod component;
pub(crate) mod components;
mod exchange;
pub(crate) mod extended;
mod failing;
mod host;
mod message;
pub(crate) mod modifier;
pub(crate) mod native;
pub(crate) mod overlays;
mod query;
pub(crate) mod scene_access;
mod sensing;
pub(crate) mod serving;
mod world_command;

pub use crate::external::class::ExternalClass;
pub use crate::external::host::{Host, HostLost, SceneAccess, SharedHost};
pub use crate::external::message::{
    Completed, ComponentInit, ComponentStep, EndedCall, ExtensionInit, Failure, HostCommand, Outcome, Reply,
    Report, Server, Status, StepInput,
};
pub use crate::external::query::Query;
pub use crate::external::world_command::WorldCommand;
