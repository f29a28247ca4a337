//! Range errors of laser scanners at level `physical`: noise, resolution and dropouts.

use glam::Vec3A;
use morse_sim::engine::random::Random;
use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;

/// Upper limits of the ranges with near and middle noise. [m]
const NEAR_M: f64 = 10.0;
const MIDDLE_M: f64 = 20.0;

/// Error properties of a laser scanner.
#[derive(PropertyGroup, Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct RangeErrors {
    /// Standard deviation of the error of ranges up to 10 m. [m]
    #[property(name = "noise_near", default = 0.006, min = 0)]
    noise_near_m: f64,
    /// Standard deviation of the error of ranges from 10 to 20 m. [m]
    #[property(name = "noise_middle", default = 0.008, min = 0)]
    noise_middle_m: f64,
    /// Standard deviation of the error of ranges above 20 m. [m]
    #[property(name = "noise_far", default = 0.014, min = 0)]
    noise_far_m: f64,
    /// Resolution of ranges; 0 disables rounding. [m]
    #[property(name = "range_step", default = 0.001, min = 0)]
    pub(super) step_m: f64,
    /// Probability that the echo of a ray is lost, 0 to 1.
    #[property(name = "dropout", default = 0.0, min = 0, max = 1)]
    dropout: f64,
}

impl RangeErrors {
    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        let lengths = [
            ("noise_near", self.noise_near_m),
            ("noise_middle", self.noise_middle_m),
            ("noise_far", self.noise_far_m),
            ("range_step", self.step_m),
        ];
        if let Some((name, length)) =
            lengths.iter().find(|(_, length)| !(0.0..f64::INFINITY).contains(length))
        {
            return Err(SetupError::Invalid(format!(
                "{name} is {length}; allowed is a finite length of 0 m or more"
            )));
        }
        if !(0.0..=1.0).contains(&self.dropout) {
            return Err(SetupError::Invalid(format!(
                "dropout is {}; allowed is a probability from 0 to 1",
                self.dropout
            )));
        }
        Ok(())
    }

    /// Applies errors to an exact scan. `directions` are the directions of its rays, `range_m` is its maximum range [m].
    pub(super) fn apply_noise(
        &self,
        scan: &mut Scan,
        directions: &[Vec3A],
        range_m: f64,
        random: &mut Random,
    ) {
        let readings = scan.point_list.iter_mut().zip(&mut scan.range_list);
        for (direction, (point, range)) in directions.iter().zip(readings) {
            // Each ray draws its random numbers even without a hit, so that rays do not influence each other's noise.
            let lost = self.dropout > 0.0 && random.uniform() < self.dropout;
            let error = random.gaussian(0.0, 1.0);
            let is_hit = *range < range_m || *point != [0.0; 3];
            let measured = if is_hit && !lost { self.measured(*range, error) } else { 0.0 };
            (*point, *range) = if 0.0 < measured && measured <= range_m {
                ((*direction * measured as f32).to_array(), measured)
            } else {
                ([0.0; 3], range_m)
            };
        }
    }

    /// Measured range for a true distance [m]. `error` is the error in standard deviations.
    fn measured(&self, distance: f64, error: f64) -> f64 {
        let deviation = if distance <= NEAR_M {
            self.noise_near_m
        } else if distance <= MIDDLE_M {
            self.noise_middle_m
        } else {
            self.noise_far_m
        };
        let measured = distance + deviation * error;
        if self.step_m > 0.0 { (measured / self.step_m).round() * self.step_m } else { measured }
    }
}
