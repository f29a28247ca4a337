//! Qualities of service in the terms of DDS.

use rustdds::policy::{Deadline, Durability, History, Lifespan, Liveliness, Ownership, Reliability};
use rustdds::{Duration, QosPolicies, QosPolicyBuilder};

use crate::qos::Policies;

/// A full set of policies. A reliable write that finds too many unconfirmed samples fails at once: it never waits.
#[must_use]
pub fn dds(policies: Policies) -> QosPolicies {
    let reliability = if policies.reliable {
        Reliability::Reliable { max_blocking_time: Duration::ZERO }
    } else {
        Reliability::BestEffort
    };
    QosPolicyBuilder::new()
        .reliability(reliability)
        .durability(if policies.latched { Durability::TransientLocal } else { Durability::Volatile })
        .history(History::KeepLast { depth: policies.depth.into() })
        .deadline(Deadline(Duration::INFINITE))
        .lifespan(Lifespan { duration: policies.lifespan.map_or(Duration::INFINITE, Duration::from) })
        .liveliness(Liveliness::Automatic { lease_duration: Duration::INFINITE })
        .ownership(Ownership::Shared)
        .build()
}
