//! External components: a host outside of this program computes their classes.
//!
//! Users write robots, sensors and actuators in Python. The engine treats them like all other instances, with a
//! schedule, modifiers, streams and services; a [`Host`] computes their behavior. In each tick the engine sends the
//! host one request for all due sensors and one for all robots and actuators. The transport to the host is implemented
//! elsewhere.

pub(crate) mod component;
pub(crate) mod components;
pub(crate) mod exchange;
pub(crate) mod functions;
mod host;
pub(crate) mod host_calls;
pub(crate) mod host_instance;
pub(crate) mod host_session;
pub(crate) mod host_topics;
pub(crate) mod message;
pub(crate) mod scene_access;
pub(crate) mod serving;
pub(crate) mod topics;

pub use crate::external::component::class::ExternalClass;
pub use crate::external::host::{Host, HostLost, SceneAccess, SharedHost};
pub use crate::external::message::columns::{SharedBytes, StepData};
pub use crate::external::message::query::Query;
pub use crate::external::message::reply::packed::PackedReports;
pub(crate) use crate::external::message::reply::topics::TopicChanges;
pub use crate::external::message::reply::topics::{TopicDirection, TopicInit, TopicMessage};
pub use crate::external::message::reply::{Completed, Failure, FunctionInit, Outcome, Reply, Report, Status};
pub use crate::external::message::step::{ComponentStep, StepInput};
pub use crate::external::message::world_command::WorldCommand;
pub use crate::external::message::{ComponentInit, EndedCall, ExtensionInit, HostCommand, Server};
