//! The hosts of a simulation, and what they compute beside its steps.
//!
//! A host without lag is waited for in each step. The readings that a host with a lag works on come a fixed number of ticks
//! later, however long it takes: the step in which they are due waits for them. Results therefore do not depend on wall
//! time.

use std::collections::BTreeMap;

use crate::engine::instance::InstanceRef;
use crate::external::host::SharedHost;
use crate::external::host_calls::HostCalls;
use crate::external::host_topics::HostTopics;
use crate::external::message::reply::{Completed, Reply};
use crate::external::message::world_command::WorldCommand;

/// A host of a simulation.
pub(crate) struct HostInstance {
    /// How many ticks after a reading its results are due; 0 in the same tick.
    pub(crate) lag_ticks: u64,
    pub(crate) link: SharedHost,
    /// Whether the host is gone.
    pub(crate) lost: bool,
    /// Whether it carries out a command and is waited for.
    pub(crate) is_busy: bool,
    /// Its calls of services.
    pub(crate) calls: HostCalls,
    /// Services that ended while the call that started them was still in progress.
    pub(crate) completed: Vec<Completed>,
    /// What it was sent, until its results are due.
    pub(crate) in_flight: Option<InFlight>,
    /// Topics that its code opened.
    pub(crate) topics: HostTopics,
}

impl HostInstance {
    pub(crate) fn new(link: SharedHost, lag_ticks: u64) -> Self {
        let calls = HostCalls::default();
        Self {
            lag_ticks,
            link,
            lost: false,
            // Until it has begun.
            is_busy: true,
            calls,
            completed: Vec::new(),
            in_flight: None,
            topics: HostTopics::default(),
        }
    }

    /// Whether it can be sent a command now.
    pub(crate) fn is_free(&self) -> bool {
        !self.lost && !self.is_busy
    }
}

/// A reply, and the changes of the world that came with it.
pub(crate) type Arrived = (Reply, Vec<WorldCommand>);

/// Readings or actions that a host works on.
pub(crate) struct InFlight {
    /// The tick in which its results are taken over.
    pub(crate) due: u64,
    /// Whether actuators act, instead of sensors that read.
    pub(crate) is_acting: bool,
    /// What becomes of them, by the numbers of the components.
    pub(crate) pending: BTreeMap<usize, Pending>,
    /// The results, when they came before they are due.
    pub(crate) arrived: Option<Arrived>,
}

/// What becomes of a part of an exchange.
pub(crate) struct Pending {
    pub(crate) instance: InstanceRef,
    /// The modifier after those that the host applied.
    pub(crate) next: usize,
    pub(crate) acts: bool,
    pub(crate) with_streams: bool,
    pub(crate) withheld: bool,
}
