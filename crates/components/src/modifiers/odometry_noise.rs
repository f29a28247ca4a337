//! Odometry noise: scale errors of wheels and drift of a gyroscope.

use glam::DVec2;
use morse_sim::prelude::*;

use crate::common::fields::{Number, Triple, lacking};

/// Scale error and gyroscope drift of an odometry. It has no short name: select it by its class path.
///
/// The distances of each sample are scaled by a random factor, and the heading drifts by a random angle, both drawn
/// for each sample. At level `integrated` the errors accumulate in x, y and yaw; the velocities are not changed.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.odometry_noise.OdometryNoiseModifier",
    title = "Odometry noise",
    services
)]
pub struct OdometryNoise {
    /// Mean scale of the measured distances.
    #[property(default = 1.05)]
    factor: f64,
    /// Standard deviation of the scale.
    #[property(default = 0.0, min = 0)]
    factor_sigma: f64,
    /// Mean drift of the heading on each sample. [rad]
    #[property(default = 0.0)]
    gyro_drift: f64,
    /// Standard deviation of the drift. [rad]
    #[property(default = 0.0, min = 0)]
    gyro_drift_sigma: f64,
    level: Level,
    /// Accumulated drift of the heading. [rad]
    heading_drift: f64,
    /// Accumulated drift of the position, in the frame of the start. [m]
    position_drift: DVec2,
    /// The true position at the last sample, in the frame of the start. [m]
    position_before: DVec2,
}

/// The disturbed fields, which depend on the level of the odometry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
enum Level {
    #[default]
    Unknown,
    /// The field dS.
    Raw(Number),
    /// The fields dx, dy, dyaw.
    Differential(Triple),
    /// The fields x, y, yaw.
    Integrated(Triple),
}

impl Modifier for OdometryNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        let triple = |names| Triple::find("OdometryNoiseModifier", setup, data, names);
        self.level = if let Some(distance) = Number::find(data, "dS") {
            Level::Raw(distance)
        } else if let Ok(displacement) = triple(["dx", "dy", "dyaw"]) {
            Level::Differential(displacement)
        } else if let Ok(pose) = triple(["x", "y", "yaw"]) {
            Level::Integrated(pose)
        } else {
            return Err(lacking("OdometryNoiseModifier", setup, data, "dS or dx, dy, dyaw or x, y, yaw"));
        };
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        let factor = moment.random.gaussian(self.factor, self.factor_sigma);
        let drift = moment.random.gaussian(self.gyro_drift, self.gyro_drift_sigma);
        self.heading_drift += drift;
        match self.level {
            Level::Unknown => {}
            Level::Raw(distance) => {
                let scaled = distance.get(data) * factor;
                distance.set(data, scaled);
            }
            Level::Differential(displacement) => displacement
                .map(data, |true_one| self.measured(true_one.truncate(), factor).extend(true_one.z + drift)),
            Level::Integrated(pose) => pose.map(data, |true_pose| {
                let position = true_pose.truncate();
                let moved = position - self.position_before;
                self.position_before = position;
                self.position_drift += self.measured(moved, factor) - moved;
                (position + self.position_drift).extend(true_pose.z + self.heading_drift)
            }),
        }
    }
}

impl OdometryNoise {
    /// The measured displacement for a true one.
    fn measured(&self, displacement: DVec2, factor: f64) -> DVec2 {
        DVec2::from_angle(-self.heading_drift).rotate(displacement) * factor
    }
}

#[services]
impl OdometryNoise {
    /// Resets the accumulated errors.
    #[service]
    fn reset_noise(&mut self, _call: &mut Call<'_, ()>) {
        self.heading_drift = 0.0;
        self.position_drift = DVec2::ZERO;
    }
}
