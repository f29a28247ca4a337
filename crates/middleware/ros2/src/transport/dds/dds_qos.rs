//! Qualities of service as DDS policies.

use rustdds::policy::{Deadline, Durability, History, Lifespan, Liveliness, Ownership, Reliability};
use rustdds::{Duration, QosPolicies, QosPolicyBuilder};

use crate::transport::qos::Policies;

/// The complete DDS policies. A reliable write never blocks: it fails if too many samples are unacknowledged.
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
