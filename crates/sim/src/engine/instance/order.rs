//! The place of the last command of an actuator among those of its robot. See [`driving`](crate::engine::driving).

use serde::{Deserialize, Serialize};

use crate::engine::time::Time;

/// The last command of an actuator that drives its robot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Order {
    /// Number of the command among those of all actuators of the robot; zero if there was none.
    pub(crate) number: u64,
    /// Time at which the command expires, unless a newer one arrives.
    expires: Option<Time>,
    pub(crate) has_expired: bool,
    /// Whether the actuator had the robot at its last activation.
    pub(crate) had_robot: bool,
}

impl Order {
    /// Notes that a command arrived, which expires at a time, or never.
    pub(crate) fn renew(&mut self, expires: Option<Time>) {
        (self.expires, self.has_expired) = (expires, false);
    }

    /// Returns true once, when the command has expired.
    pub(crate) fn expire(&mut self, now: Time) -> bool {
        let expires = self.expires.take_if(|expires| *expires <= now).is_some();
        self.has_expired |= expires;
        expires
    }
}
