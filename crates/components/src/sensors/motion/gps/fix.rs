//! GPS fix: position on Earth and velocity.

use morse_sim::prelude::*;

use crate::common::earth::geodesy::{EarthFrame, Geodetic};

/// A position on Earth with a velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fix {
    pub(super) position: Geodetic,
    /// Velocity to east, north and up. [m/s]
    pub(super) velocity: DVec3,
}

/// A receiver: computes a fix at each sample.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Receiver {
    frame: EarthFrame,
    /// Position at the last sample; `None` before the first, which has no velocity.
    position_before: Option<DVec3>,
}

impl Receiver {
    /// A receiver in this scene, for the class `user`.
    ///
    /// # Errors
    /// When the scene does not set its position on Earth.
    pub(super) fn start(user: &str, setup: &Setup<'_>) -> Result<Self, SetupError> {
        Ok(Self { frame: EarthFrame::of_scene(user, setup)?, position_before: None })
    }

    /// The fix of this sample.
    pub(super) fn fix(&mut self, view: &SenseContext<'_>) -> Fix {
        let point = view.world_from_sensor().translation;
        let moved = point - self.position_before.replace(point).unwrap_or(point);
        Fix {
            position: Geodetic::from_ecef(self.frame.ecef_from_world(point)),
            velocity: self.frame.local_from_world(moved * view.rate_hz),
        }
    }
}
