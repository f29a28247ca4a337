//! State of the hosts of a simulation.
//!
//! A host without lag is waited for in each step. The results of a host with a lag are due a fixed number of ticks
//! later, independent of its speed: the step in which they are due waits for them. Results therefore do not depend on
//! wall time.

use std::collections::BTreeMap;

use crate::engine::instance::InstanceRef;
use crate::external::host::SharedHost;
use crate::external::host_calls::HostCalls;
use crate::external::host_topics::HostTopics;
use crate::external::message::reply::{Completed, Reply};
use crate::external::message::world_command::WorldCommand;

/// A host of a simulation.
pub(crate) struct HostInstance {
    /// Number of ticks after which results are due; 0 for the same tick.
    pub(crate) lag_ticks: u64,
    pub(crate) link: SharedHost,
    /// Whether the host is lost.
    pub(crate) lost: bool,
    /// Whether the host is in an exchange, or has not started yet.
    pub(crate) is_busy: bool,
    /// Service calls by the host that have ended.
    pub(crate) calls: HostCalls,
    /// Services that ended while the call that started them was still in progress.
    pub(crate) completed: Vec<Completed>,
    /// The exchange in flight of a lagging host, until its results are due.
    pub(crate) in_flight: Option<InFlight>,
    /// Topics that user code has opened.
    pub(crate) topics: HostTopics,
}

impl HostInstance {
    pub(crate) fn new(link: SharedHost, lag_ticks: u64) -> Self {
        let calls = HostCalls::default();
        Self {
            lag_ticks,
            link,
            lost: false,
            // Until the host has started.
            is_busy: true,
            calls,
            completed: Vec::new(),
            in_flight: None,
            topics: HostTopics::default(),
        }
    }

    /// Whether a command can be sent to the host now.
    pub(crate) fn is_free(&self) -> bool {
        !self.lost && !self.is_busy
    }
}

/// A reply, and the changes of the world that came with it.
pub(crate) type Arrived = (Reply, Vec<WorldCommand>);

/// Readings or actions on which a host works.
pub(crate) struct InFlight {
    /// The tick in which the results are applied.
    pub(crate) due: u64,
    /// Whether actuators act; otherwise sensors read.
    pub(crate) is_acting: bool,
    /// The pending parts, by component number.
    pub(crate) pending: BTreeMap<usize, Pending>,
    /// The results, if they arrived before they are due.
    pub(crate) arrived: Option<Arrived>,
}

/// A pending part of an exchange: state needed to apply its result.
pub(crate) struct Pending {
    pub(crate) instance: InstanceRef,
    /// Index of the modifier after those that the host applies.
    pub(crate) next: usize,
    pub(crate) acts: bool,
    pub(crate) with_streams: bool,
    pub(crate) withheld: bool,
}
