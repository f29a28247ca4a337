//! GPS fix: position on Earth and velocity.

use morse_sim::prelude::*;

use crate::common::earth::geodesy::{EarthFrame, Geodetic};

/// Position on Earth, and velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fix {
    pub(super) position: Geodetic,
    /// Velocity along east, north and up. [m/s]
    pub(super) velocity: DVec3,
}

/// GPS receiver, which computes a fix at each sample.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Receiver {
    frame: EarthFrame,
    /// Position in the world at the last sample [m]; `None` before the first sample, whose velocity is zero.
    position_before: Option<DVec3>,
}

impl Receiver {
    /// Creates a receiver. `user` is the name of the class that needs it, for errors.
    ///
    /// # Errors
    /// If the scene does not set its position on Earth.
    pub(super) fn start(user: &str, setup: &Setup<'_>) -> Result<Self, SetupError> {
        Ok(Self { frame: EarthFrame::of_scene(user, setup)?, position_before: None })
    }

    /// Computes the fix of a sample.
    pub(super) fn fix(&mut self, view: &SenseContext<'_>) -> Fix {
        let point = view.world_from_sensor().translation;
        let moved = point - self.position_before.replace(point).unwrap_or(point);
        Fix {
            position: Geodetic::from_ecef(self.frame.ecef_from_world(point)),
            velocity: self.frame.local_from_world(moved * view.rate_hz),
        }
    }
}
