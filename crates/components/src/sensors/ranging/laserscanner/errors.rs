//! Range errors of the scanners of level `physical`: noise, resolution and dropouts.

use glam::Vec3A;
use morse_sim::engine::random::Random;
use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;

/// Largest ranges of the near and the middle noise. [m]
const NEAR_M: f64 = 10.0;
const MIDDLE_M: f64 = 20.0;

/// Error properties of a scanner.
#[derive(PropertyGroup, Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct RangeErrors {
    /// Standard deviation of ranges up to 10 m. [m]
    #[property(name = "noise_near", default = 0.006, min = 0)]
    noise_near_m: f64,
    /// Standard deviation of ranges from 10 to 20 m. [m]
    #[property(name = "noise_middle", default = 0.008, min = 0)]
    noise_middle_m: f64,
    /// Standard deviation of ranges of more than 20 m. [m]
    #[property(name = "noise_far", default = 0.014, min = 0)]
    noise_far_m: f64,
    /// Resolution of ranges; 0 disables rounding. [m]
    #[property(name = "range_step", default = 0.001, min = 0)]
    step_m: f64,
    /// Probability of a lost echo per ray.
    #[property(name = "dropout", default = 0.0, min = 0, max = 1)]
    dropout: f64,
}

impl RangeErrors {
    /// Checks each property.
    ///
    /// # Errors
    /// When a value is invalid.
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
                "dropout is {}; allowed is a share from 0 to 1",
                self.dropout
            )));
        }
        Ok(())
    }

    /// Applies errors to an exact scan along these directions, of a scanner with this maximum range. [m]
    pub(super) fn apply_noise(
        &self,
        scan: &mut Scan,
        directions: &[Vec3A],
        range_m: f64,
        random: &mut Random,
    ) {
        let places = scan.point_list.iter_mut().zip(&mut scan.range_list);
        for (direction, (point, range)) in directions.iter().zip(places) {
            // Every ray draws its numbers with or without a hit, so that rays do not influence each other's noise.
            let lost = self.dropout > 0.0 && random.uniform() < self.dropout;
            let error = random.gaussian(0.0, 1.0);
            let has_met = *range < range_m || *point != [0.0; 3];
            let measured = if has_met && !lost { self.measured(*range, error) } else { 0.0 };
            (*point, *range) = if 0.0 < measured && measured <= range_m {
                ((*direction * measured as f32).to_array(), measured)
            } else {
                ([0.0; 3], range_m)
            };
        }
    }

    /// The measured range for a distance [m], with an error in standard deviations.
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
