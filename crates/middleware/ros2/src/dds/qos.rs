//! Qualities of service in the terms of DDS.

use morse_ros::Profile;
use rustdds::policy::{Deadline, Durability, History, Lifespan, Liveliness, Ownership, Reliability};
use rustdds::{Duration, QosPolicies, QosPolicyBuilder};

/// Time for which late subscribers get a line of the log, as in all nodes of ROS 2.
const LOG_LIFESPAN: Duration = Duration::from_secs(10);

/// What a topic of a profile offers to subscribers, or asks from publishers.
#[must_use]
pub fn topic(profile: Profile) -> QosPolicies {
    let lifespan = if profile == Profile::Log { LOG_LIFESPAN } else { Duration::INFINITE };
    let (reliable, durable, depth) = match profile {
        Profile::SensorData => (false, false, 5),
        Profile::Reliable => (true, false, 10),
        Profile::Tf => (true, false, 100),
        Profile::TfStatic => (true, true, 1),
        Profile::Log => (true, true, 1000),
        Profile::Clock => (false, false, 1),
    };
    policies(reliable, durable, depth, lifespan)
}

/// What a subscription of a profile asks from publishers. It hears publishers of any reliability.
#[must_use]
pub fn subscription(profile: Profile) -> QosPolicies {
    topic(profile)
}

/// Requests and answers of services.
#[must_use]
pub fn service() -> QosPolicies {
    policies(true, false, 10, Duration::INFINITE)
}

/// Announcements of nodes, and the status of actions: late listeners get the newest.
#[must_use]
pub fn latched() -> QosPolicies {
    policies(true, true, 1, Duration::INFINITE)
}

/// A full set of policies. A reliable write that finds too many unconfirmed samples fails at once: it never waits.
fn policies(reliable: bool, durable: bool, depth: i32, lifespan: Duration) -> QosPolicies {
    let reliability = if reliable {
        Reliability::Reliable { max_blocking_time: Duration::ZERO }
    } else {
        Reliability::BestEffort
    };
    QosPolicyBuilder::new()
        .reliability(reliability)
        .durability(if durable { Durability::TransientLocal } else { Durability::Volatile })
        .history(History::KeepLast { depth })
        .deadline(Deadline(Duration::INFINITE))
        .lifespan(Lifespan { duration: lifespan })
        .liveliness(Liveliness::Automatic { lease_duration: Duration::INFINITE })
        .ownership(Ownership::Shared)
        .build()
}
