//! Odometry noise: scale error of wheels and drift of a gyroscope.

use glam::DVec2;
use morse_sim::prelude::*;

use crate::common::numeric_fields::{NumericField, NumericTriple, missing_fields};

/// Adds a scale error and a gyroscope drift to odometry. The modifier has no short name: select it by its class path.
///
/// For each sample, the distances are multiplied by a random factor, and the heading drifts by a random angle. Both are
/// Gaussian. At level `integrated` the errors accumulate in x, y and yaw; velocities are not changed.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.odometry_noise.OdometryNoiseModifier",
    title = "Odometry noise",
    services
)]
pub struct OdometryNoise {
    /// Mean of the factor of the measured distances.
    #[property(default = 1.05)]
    factor: f64,
    /// Standard deviation of the factor.
    #[property(default = 0.0, min = 0)]
    factor_sigma: f64,
    /// Mean drift of the heading in each sample. [rad]
    #[property(default = 0.0)]
    gyro_drift: f64,
    /// Standard deviation of the drift in each sample. [rad]
    #[property(default = 0.0, min = 0)]
    gyro_drift_sigma: f64,
    level: Level,
    /// Accumulated drift of the heading. [rad]
    heading_drift: f64,
    /// Accumulated drift of the position, in the frame of the robot at the start. [m]
    position_drift: DVec2,
    /// True position at the last sample, in the frame of the robot at the start. [m]
    position_before: DVec2,
}

/// The fields that are modified, which depend on the level of the odometry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
enum Level {
    #[default]
    Unknown,
    /// The field `dS`.
    Raw(NumericField),
    /// The fields `dx`, `dy`, `dyaw`.
    Differential(NumericTriple),
    /// The fields `x`, `y`, `yaw`.
    Integrated(NumericTriple),
}

impl Modifier for OdometryNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        let triple = |names| NumericTriple::find("OdometryNoiseModifier", setup, data, names);
        self.level = if let Some(distance) = NumericField::find(data, "dS") {
            Level::Raw(distance)
        } else if let Ok(displacement) = triple(["dx", "dy", "dyaw"]) {
            Level::Differential(displacement)
        } else if let Ok(pose) = triple(["x", "y", "yaw"]) {
            Level::Integrated(pose)
        } else {
            return Err(missing_fields(
                "OdometryNoiseModifier",
                setup,
                data,
                "dS or dx, dy, dyaw or x, y, yaw",
            ));
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
                .map(data, |truth| self.measured(truth.truncate(), factor).extend(truth.z + drift)),
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
    /// Displacement that is measured for a true displacement. [m]
    fn measured(&self, displacement: DVec2, factor: f64) -> DVec2 {
        DVec2::from_angle(-self.heading_drift).rotate(displacement) * factor
    }
}

#[services]
impl OdometryNoise {
    /// Resets the accumulated errors of position and heading to zero.
    #[service]
    fn reset_noise(&mut self, _call: &mut Call<'_, ()>) {
        self.heading_drift = 0.0;
        self.position_drift = DVec2::ZERO;
    }
}
