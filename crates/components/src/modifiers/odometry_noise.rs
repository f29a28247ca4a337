//! Odometry noise: the errors of wheels of the wrong size and of a gyroscope that drifts.

use glam::DVec2;
use morse_sim::prelude::*;

use super::fields::{Number, Triple, lacking};

/// Scale error and gyroscope drift of an odometry. Chosen by class path only.
///
/// Each sample's distances are scaled by a factor drawn anew, and the heading drifts by an angle drawn anew. At level
/// `integrated` the errors add up in x, y and yaw; the velocities stay the true ones.
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
    /// How far the heading has drifted. [rad]
    heading_drift: f64,
    /// How far the position has drifted, in the frame of the start. [m]
    position_drift: DVec2,
    /// The true position at the last sample, in the frame of the start. [m]
    position_before: DVec2,
}

/// The fields to disturb, which tell the level of the odometry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
enum Level {
    #[default]
    Unknown,
    /// dS
    Raw(Number),
    /// dx, dy, dyaw
    Differential(Triple),
    /// x, y, yaw
    Integrated(Triple),
}

impl Modify for OdometryNoise {
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

    fn modify(&mut self, moment: &mut Moment<'_>, data: &mut dyn Data) {
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
    /// What the odometry takes a displacement for.
    fn measured(&self, displacement: DVec2, factor: f64) -> DVec2 {
        DVec2::from_angle(-self.heading_drift).rotate(displacement) * factor
    }
}

#[services]
impl OdometryNoise {
    /// Forgets the errors that have added up.
    #[service]
    fn reset_noise(&mut self, _call: &mut Call<'_, ()>) {
        self.heading_drift = 0.0;
        self.position_drift = DVec2::ZERO;
    }
}
