//! Draws values of ranges. A value depends on the seed of the plan, the name of its parameter and its number alone, so
//! that another parameter changes nothing in those that are there.

use std::f64::consts::LN_2;

use morse::ParameterValue;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Choice, Range, Sampling};

/// Numbers from 0 to 1, without 1, for the samples of a parameter.
pub(super) fn draw(seed: u64, name: &str, samples: u32, sampling: Sampling) -> Vec<f64> {
    let random = |what: &str, index: u32| unit(hash(seed, name, what, index));
    match sampling {
        Sampling::Random => (0..samples).map(|index| random("value", index)).collect(),
        Sampling::LatinHypercube => {
            // A random order of the parts: they are sorted by random keys.
            let mut parts: Vec<u32> = (0..samples).collect();
            parts.sort_by_key(|&part| (hash(seed, name, "part", part), part));
            let within =
                |(part, index): (u32, u32)| (f64::from(part) + random("value", index)) / f64::from(samples);
            parts.into_iter().zip(0..).map(within).collect()
        }
    }
}

fn hash(seed: u64, name: &str, what: &str, index: u32) -> u64 {
    let mut key = Vec::with_capacity(name.len() + what.len() + 6);
    // A zero ends the name: it cannot stand in one.
    for part in [name.as_bytes(), &[0], what.as_bytes(), &[0], &index.to_le_bytes()] {
        key.extend_from_slice(part);
    }
    xxh3_64_with_seed(&key, seed)
}

/// The upper 53 bits as a number from 0 to 1, without 1.
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

impl Range {
    /// The value at a place from 0 to 1 of the range.
    pub(super) fn at(&self, place: f64) -> ParameterValue {
        let (low, high) = (self.low, if self.integer { self.high + 1.0 } else { self.high });
        let value = if self.log {
            // Powers of two and not of e: their roots are exact more often.
            ((low.ln() + place * (high.ln() - low.ln())) / LN_2).exp2()
        } else {
            low + place * (high - low)
        };
        if self.integer {
            return ParameterValue::Int(value.floor().clamp(self.low, self.high) as i64);
        }
        ParameterValue::Float(value.clamp(self.low, self.high))
    }
}

impl Choice {
    /// The value at a place from 0 to 1, without 1, of the choices.
    pub(super) fn at(&self, place: f64) -> Option<ParameterValue> {
        let index = (place * self.choices.len() as f64) as usize;
        self.choices.get(index).or(self.choices.last()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_hypercube_meets_each_part_once() {
        for samples in [1, 2, 7, 100] {
            let drawn = draw(3, "mass", samples, Sampling::LatinHypercube);
            let mut parts: Vec<u32> = drawn.iter().map(|x| (x * f64::from(samples)) as u32).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..samples).collect::<Vec<_>>());
        }
        let drawn = draw(3, "mass", 100, Sampling::LatinHypercube);
        assert!(!drawn.is_sorted(), "the parts come in a random order");
    }

    #[test]
    fn samples_depend_on_seed_and_name_only() {
        for sampling in [Sampling::Random, Sampling::LatinHypercube] {
            let first = draw(1, "mass", 50, sampling);
            assert_eq!(first, draw(1, "mass", 50, sampling));
            assert_ne!(first, draw(2, "mass", 50, sampling));
            assert_ne!(first, draw(1, "speed", 50, sampling));
        }
    }

    #[test]
    fn random_samples_are_spread_evenly() {
        let drawn = draw(5, "x", 20_000, Sampling::Random);
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
        // Standard deviations of both estimates are 0.002 and 0.0005.
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        assert!((variance - 1.0 / 12.0).abs() < 0.003, "{variance}");
    }

    #[test]
    fn ranges_are_kept() {
        let range = |log, integer| Range { low: 1.0, high: 100.0, log, integer };
        assert_eq!(range(false, false).at(0.5), ParameterValue::Float(50.5));
        assert_eq!(range(false, true).at(0.0), ParameterValue::Int(1));
        assert_eq!(range(false, true).at(0.999_999), ParameterValue::Int(100));
        match range(true, false).at(0.5) {
            ParameterValue::Float(value) => assert!((value - 10.0).abs() < 1e-9, "{value}"),
            other => panic!("{other:?}"),
        }
        let choice = Choice { choices: vec![ParameterValue::Int(1), ParameterValue::Int(2)] };
        assert_eq!(
            (choice.at(0.49), choice.at(0.5)),
            (Some(ParameterValue::Int(1)), Some(ParameterValue::Int(2)))
        );
    }
}
