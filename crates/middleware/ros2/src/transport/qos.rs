//! Qualities of service of topics and services.

use std::time::Duration;

use morse_ros::{Profile, Qos};

/// Time for which late subscribers receive a line of the log, as in all ROS 2 nodes.
const LOG_LIFESPAN: Duration = Duration::from_secs(10);

/// The policies that a writer offers or a reader requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policies {
    /// Whether lost messages are sent again.
    pub reliable: bool,
    /// Whether late readers receive the kept messages (transient local durability).
    pub latched: bool,
    /// Number of messages that are kept.
    pub depth: u16,
    /// Time for which messages are kept; `None` for an unlimited time.
    pub lifespan: Option<Duration>,
}

/// The policies of a topic with a profile.
#[must_use]
pub fn topic(profile: Profile) -> Policies {
    let lifespan = (profile == Profile::Log).then_some(LOG_LIFESPAN);
    let Qos { reliable, latched, depth } = profile.qos();
    Policies { reliable, latched, depth, lifespan }
}

/// The policies that a subscription with a profile requests from publishers.
#[must_use]
pub fn subscription(profile: Profile) -> Policies {
    topic(profile)
}

/// The policies of requests and responses of services.
#[must_use]
pub fn service() -> Policies {
    Policies { reliable: true, latched: false, depth: 10, lifespan: None }
}

/// The policies of changes of parameters, as all nodes have them.
#[must_use]
pub fn parameter_events() -> Policies {
    Policies { reliable: true, latched: false, depth: 1000, lifespan: None }
}

/// The policies of node announcements and of the status of actions. Late readers receive the newest message.
#[must_use]
pub fn latched() -> Policies {
    Policies { reliable: true, latched: true, depth: 1, lifespan: None }
}
