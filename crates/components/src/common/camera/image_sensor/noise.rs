//! Noise of pixels: photons arrive independently, and the electronics add normally distributed noise (EMVA 1288, section 2).

use std::sync::LazyLock;

/// Mean number of electrons from which a normal distribution replaces that of Poisson.
const MANY: f32 = 32.0;
/// Entries of the table of normally distributed numbers, a power of two.
const NORMALS: usize = 1 << 14;

/// Normally distributed numbers with a mean of 0 and a variance of 1: quantiles at equal probabilities.
static TABLE: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let quantiles: Vec<f64> =
        (0..NORMALS).map(|number| quantile((number as f64 + 0.5) / NORMALS as f64)).collect();
    let variance = quantiles.iter().map(|value| value * value).sum::<f64>() / NORMALS as f64;
    let scale = 1.0 / variance.sqrt();
    // Rounded so that the entries are the same on all platforms.
    quantiles.iter().map(|value| ((value * scale * 1e5).round() / 1e5) as f32).collect()
});

/// The table of normally distributed numbers.
pub(super) fn standard_normals() -> &'static [f32] {
    &TABLE
}

/// The number below which a normally distributed number is with some probability, by bisection of the distribution function
/// (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17, with an error of 7.5e-8).
fn quantile(probability: f64) -> f64 {
    if probability < 0.5 {
        return -quantile(1.0 - probability);
    }
    let (mut low, mut high) = (0.0, 8.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if distribution(middle) < probability { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The distribution function of standard normal numbers, for numbers of 0 or more.
fn distribution(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let series = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    1.0 - libm::exp(-0.5 * x * x) / std::f64::consts::TAU.sqrt() * series
}

/// 64 random bits of a pixel's color in an image (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
#[inline]
fn bits(seed: u64, number: u64) -> u64 {
    let mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// A normally distributed number with a mean of 0 and a variance of 1 for a pixel of an image, up to ±4.
#[inline]
pub(crate) fn standard_normal(seed: u64, number: u64) -> f32 {
    standard_normals()[bits(seed, number) as usize % NORMALS]
}

/// Sources of noise of a pixel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noise {
    /// Mean number of electrons that arise without light.
    pub(super) dark_electrons: f32,
    /// Variance of the noise of the electronics, in squared electrons.
    pub(super) dark_variance: f32,
    /// Number of electrons that a pixel holds.
    pub(super) capacity: f32,
}

impl Noise {
    /// The electrons that are read from a pixel, for a mean number of electrons by light. `number` is that of the pixel's color.
    #[inline]
    pub(super) fn electrons(&self, by_light: f32, seed: u64, number: u64, normals: &[f32]) -> f32 {
        let mean = by_light + self.dark_electrons;
        let random = bits(seed, number);
        let normal = |random: u64| normals[random as usize % NORMALS];
        if mean >= MANY {
            // Normal numbers from two parts of the bits.
            let charge = (mean + mean.sqrt() * normal(random)).min(self.capacity);
            return charge + self.dark_variance.sqrt() * normal(random >> 32);
        }
        let charge = poisson(mean, (random & 0xFFFF_FFFF) as f32 / 4_294_967_296.0).min(self.capacity);
        charge + self.dark_variance.sqrt() * normal(random >> 32)
    }
}

/// A number of events with a mean, from a uniform number, by inversion of the distribution function.
fn poisson(mean: f32, uniform: f32) -> f32 {
    let mut probability = libm::exp(-f64::from(mean));
    let mut sum = probability;
    let mut count = 0_u32;
    while f64::from(uniform) > sum && count < 200 {
        count += 1;
        probability *= f64::from(mean) / f64::from(count);
        sum += probability;
    }
    count as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn electrons_have_the_mean_and_variance_of_photons_and_electronics() {
        const COUNT: u64 = 400_000;
        for mean in [0.0_f32, 3.0, 20.0, 50.0, 5000.0] {
            let noise = Noise { dark_electrons: 2.0, dark_variance: 16.0, capacity: 1e5 };
            let charges =
                (0..COUNT).map(|number| f64::from(noise.electrons(mean, 7, number, standard_normals())));
            let (sum, squares) =
                charges.fold((0.0, 0.0), |(sum, squares), charge| (sum + charge, squares + charge * charge));
            let average = sum / COUNT as f64;
            let variance = squares / COUNT as f64 - average * average;
            let expected = f64::from(mean) + 2.0;
            assert!(
                (average - expected).abs() < 4.0 * ((expected + 16.0) / COUNT as f64).sqrt(),
                "{mean}: {average}"
            );
            assert!((variance / (expected + 16.0) - 1.0).abs() < 0.01, "{mean}: {variance}");
        }
    }

    #[test]
    fn full_pixels_hold_no_more_electrons() {
        let noise = Noise { dark_electrons: 0.0, dark_variance: 0.0, capacity: 100.0 };
        let charges = (0..1000).map(|number| noise.electrons(1000.0, 1, number, standard_normals()));
        assert!(charges.into_iter().all(|charge| charge == 100.0));
    }
}
