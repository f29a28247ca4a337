//! Qualities of service: what is kept of a topic, and for whom.

use std::time::Duration;

use morse_ros::Profile;

/// Time for which late subscribers get a line of the log, as in all nodes of ROS 2.
const LOG_LIFESPAN: Duration = Duration::from_secs(10);

/// What a writer offers, or a reader asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policies {
    /// Whether messages that are lost on the way are sent again.
    pub reliable: bool,
    /// Whether readers that come late get what is kept.
    pub latched: bool,
    /// Number of messages that are kept.
    pub depth: u16,
    /// Time for which they are kept; `None` for ever.
    pub lifespan: Option<Duration>,
}

/// What a topic of a profile offers to subscribers, or asks from publishers.
#[must_use]
pub fn topic(profile: Profile) -> Policies {
    let lifespan = (profile == Profile::Log).then_some(LOG_LIFESPAN);
    let (reliable, latched, depth) = match profile {
        Profile::SensorData => (false, false, 5),
        Profile::Reliable => (true, false, 10),
        Profile::Tf => (true, false, 100),
        Profile::TfStatic => (true, true, 1),
        Profile::Log => (true, true, 1000),
        Profile::Clock => (false, false, 1),
    };
    Policies { reliable, latched, depth, lifespan }
}

/// What a subscription of a profile asks from publishers. It hears publishers of any reliability.
#[must_use]
pub fn subscription(profile: Profile) -> Policies {
    topic(profile)
}

/// Requests and answers of services.
#[must_use]
pub fn service() -> Policies {
    Policies { reliable: true, latched: false, depth: 10, lifespan: None }
}

/// Announcements of nodes, and the status of actions: late listeners get the newest.
#[must_use]
pub fn latched() -> Policies {
    Policies { reliable: true, latched: true, depth: 1, lifespan: None }
}
