//! The errors of ranges that the scanners of level `physical` share: how they scatter, come in steps, and are lost.

use glam::Vec3A;
use morse_sim::prelude::*;
use morse_sim::random::Random;

use super::Scan;

/// Ranges up to which the noise is that of the near and of the middle distance. [m]
const NEAR_M: f64 = 10.0;
const MIDDLE_M: f64 = 20.0;

/// What the properties of a scanner say of its errors.
#[derive(Debug, Clone, Copy)]
pub(super) struct RangeErrors {
    pub(super) noise_near_m: f64,
    pub(super) noise_middle_m: f64,
    pub(super) noise_far_m: f64,
    pub(super) step_m: f64,
    pub(super) dropout: f64,
}

impl RangeErrors {
    /// Checks the properties, each by itself.
    ///
    /// # Errors
    /// When there are no such errors.
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
            return Err(SetupError(format!("{name} is {length}; allowed is a finite length of 0 m or more")));
        }
        if !(0.0..=1.0).contains(&self.dropout) {
            return Err(SetupError(format!("dropout is {}; allowed is a share from 0 to 1", self.dropout)));
        }
        Ok(())
    }

    /// Puts errors into an exact scan along these directions, by a scanner that sees so far. [m]
    pub(super) fn spoil(&self, scan: &mut Scan, directions: &[Vec3A], range_m: f64, random: &mut Random) {
        let places = scan.point_list.iter_mut().zip(&mut scan.range_list);
        for (direction, (point, range)) in directions.iter().zip(places) {
            // Every ray draws its numbers, met or not: what one ray meets changes nothing for the others.
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

    /// The range that is given for a distance [m], with an error in standard deviations.
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

/// Makes the struct of a laser scanner with errors: the properties that all scanners have, then those of the errors.
macro_rules! scanner_with_errors {
    ($(#[$($about:tt)*])* pub struct $name:ident {}) => {
        $crate::sensors::laserscanner::scanner! {
            $(#[$($about)*])*
            pub struct $name {
                /// Standard deviation of ranges up to 10 m. [m]
                #[property(name = "noise_near", default = 0.006, min = 0)]
                noise_near_m: f64,
                /// Standard deviation of ranges from 10 to 20 m. [m]
                #[property(name = "noise_middle", default = 0.008, min = 0)]
                noise_middle_m: f64,
                /// Standard deviation of ranges of more than 20 m. [m]
                #[property(name = "noise_far", default = 0.014, min = 0)]
                noise_far_m: f64,
                /// Step in which ranges are given; with 0 they are not rounded. [m]
                #[property(name = "range_step", default = 0.001, min = 0)]
                step_m: f64,
                /// Share of the rays whose echo is lost.
                #[property(name = "dropout", default = 0.0, min = 0, max = 1)]
                dropout: f64,
            }
        }

        impl $name {
            fn errors(&self) -> $crate::sensors::laserscanner::errors::RangeErrors {
                $crate::sensors::laserscanner::errors::RangeErrors {
                    noise_near_m: self.noise_near_m,
                    noise_middle_m: self.noise_middle_m,
                    noise_far_m: self.noise_far_m,
                    step_m: self.step_m,
                    dropout: self.dropout,
                }
            }
        }
    };
}

pub(super) use scanner_with_errors;
