//! Odometry noise: scale error of wheels and drift of a gyroscope.

use glam::DVec2;
use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::numeric_fields::{NumericField, NumericTriple, missing_fields};

/// Adds a scale error and a gyroscope drift to odometry. The modifier has no short name: select it by its class path.
///
/// For each sample, the distances are multiplied by a random factor, and the heading drifts by a random angle. Both are
/// Gaussian. At level `integrated` the errors accumulate in x, y and yaw; velocities are not changed.
#[derive(Modifier, Clone, Serialize, Deserialize)]
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
    /// Expected errors of the pose.
    expected: Expected,
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

/// Expected errors of the integrated pose x, y, yaw since the start: their means and their covariance, to first order in
/// the errors of the heading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Expected {
    /// Mean error of the position. [m]
    position: DVec2,
    /// Mean error of the heading. [rad]
    heading: f64,
    /// Covariance of x, y and yaw about their means. [m², m rad, rad²]
    covariance: DMat3,
}

impl Default for Expected {
    fn default() -> Self {
        // The default matrix of glam is the identity.
        Self { position: DVec2::ZERO, heading: 0.0, covariance: DMat3::ZERO }
    }
}

impl Expected {
    /// Adds the errors of one sample, in which the robot moves by `moved` [m].
    fn advance(&mut self, moved: DVec2, noise: &OdometryNoise) {
        self.heading += noise.gyro_drift;
        self.covariance.z_axis.z += noise.gyro_drift_sigma.powi(2);
        let turned = DVec2::from_angle(-self.heading).rotate(moved);
        // The mean of a displacement with a random heading is shorter.
        let measured = turned * noise.factor * libm::exp(-self.covariance.z_axis.z / 2.0);
        self.position += measured - moved;
        // An error of the heading turns the measured displacement to the right.
        let sideways = -measured.perp();
        let step = DMat3::from_cols(DVec3::X, DVec3::Y, sideways.extend(1.0));
        self.covariance = step * self.covariance * step.transpose();
        self.covariance += outer(turned.extend(0.0)) * noise.factor_sigma.powi(2);
    }

    /// Expected products of the errors.
    fn products(&self) -> DMat3 {
        self.covariance + outer(self.position.extend(self.heading))
    }
}

/// The product of a column and the same vector as a row.
fn outer(vector: DVec3) -> DMat3 {
    DMat3::from_cols(vector * vector.x, vector * vector.y, vector * vector.z)
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
                let mut expected = self.expected;
                expected.advance(moved, self);
                self.expected = expected;
                self.position_drift += self.measured(moved, factor) - moved;
                (position + self.position_drift).extend(true_pose.z + self.heading_drift)
            }),
        }
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        // No message has covariances of the data at the other levels.
        if let Level::Integrated(pose) = self.level {
            errors.add_correlated(pose.numbers(errors), self.expected.products());
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
        self.expected = Expected::default();
    }
}

#[cfg(test)]
mod tests {
    use morse_sim::engine::random::RandomKey;

    use super::*;

    const STEPS: u64 = 100;
    const STEP_M: f64 = 0.1;

    fn noise() -> OdometryNoise {
        OdometryNoise {
            factor: 1.02,
            factor_sigma: 0.3,
            gyro_drift: 0.001,
            gyro_drift_sigma: 0.01,
            ..OdometryNoise::default()
        }
    }

    /// The errors x, y, yaw of one run of 10 m, and their expected products.
    fn run(seed: u64) -> (DVec3, DMat3) {
        let (mut noise, key) = (noise(), RandomKey::new(seed, "robot.odometry"));
        let moved = DVec2::new(STEP_M, 0.0);
        for tick in 0..STEPS {
            let mut random = key.at(tick);
            let factor = random.gaussian(noise.factor, noise.factor_sigma);
            noise.heading_drift += random.gaussian(noise.gyro_drift, noise.gyro_drift_sigma);
            noise.position_drift += noise.measured(moved, factor) - moved;
            let mut expected = noise.expected;
            expected.advance(moved, &noise);
            noise.expected = expected;
        }
        (noise.position_drift.extend(noise.heading_drift), noise.expected.products())
    }

    #[test]
    fn expected_errors_are_those_of_many_runs() {
        let runs = 4000;
        let expected = run(0).1;
        let mut found = DMat3::ZERO;
        for seed in 0..runs {
            found += outer(run(seed).0) * (1.0 / runs as f64);
        }
        for axis in 0..3 {
            let (found, expected) = (found.col(axis)[axis], expected.col(axis)[axis]);
            assert!((found / expected - 1.0).abs() < 0.1, "{axis}: {found}, expected {expected}");
        }
        let (found, expected) = (found.z_axis.y, expected.z_axis.y);
        assert!(expected < 0.0, "a heading that drifts to the left measures a path to the right");
        assert!((found / expected - 1.0).abs() < 0.1, "{found}, expected {expected}");
    }
}
