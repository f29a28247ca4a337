//! Actuators that a file declares for its joints (MJCF).

use serde::Serialize;

/// An actuator: force = gain · command + bias\[0\] + bias\[1\] · length + bias\[2\] · velocity, where length and velocity are
/// those of its joint times the gear, and the effort on the joint is the force times the gear.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Actuator {
    /// Name in the file, or a name made from its number.
    pub name: String,
    /// Its kind in the file: `motor`, `position`, `velocity`, `general` …
    pub kind: String,
    /// The joint that it drives; `None` for a tendon, a site or a body.
    pub joint: Option<String>,
    /// Effort on the joint per unit of force.
    pub gear: f64,
    /// Force per unit of the command.
    pub gain: f64,
    /// Force without a command, per unit of length, and per unit of velocity.
    pub bias: [f64; 3],
    /// Least and largest command.
    pub command_range: Option<[f64; 2]>,
    /// Least and largest force.
    pub force_range: Option<[f64; 2]>,
}
