//! Random numbers that depend only on a key: seed, component, tick and purpose.
//!
//! The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
//! 2011). It maps a counter to random bits and keeps no state between ticks. Each component therefore draws the same
//! numbers, independent of the order and the threads in which components run.

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let p0 = u64::from(MULTIPLIERS[0]) * u64::from(counter[0]);
        let p1 = u64::from(MULTIPLIERS[1]) * u64::from(counter[2]);
        counter = [
            (p1 >> 32) as u32 ^ counter[1] ^ key[0],
            p1 as u32,
            (p0 >> 32) as u32 ^ counter[3] ^ key[1],
            p0 as u32,
        ];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    counter
}

/// Key of a random stream: the simulation's seed mixed with the name of a component and the index of its modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomKey(u64);

impl RandomKey {
    /// The key for `name` in a simulation with seed `seed`.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Self {
        Self(xxhash_rust::xxh3::xxh3_64_with_seed(name.as_bytes(), seed))
    }

    /// A seed that depends on this key, for other generators.
    pub(crate) const fn seed(self) -> u64 {
        self.0
    }

    /// The random numbers of this key at `tick`, starting with the first.
    #[must_use]
    pub fn at(self, tick: u64) -> Random {
        Random { key: [self.0 as u32, (self.0 >> 32) as u32], tick, drawn: 0, spare: None }
    }
}

/// Random numbers of one key at one tick.
#[derive(Debug, Clone)]
pub struct Random {
    key: [u32; 2],
    tick: u64,
    drawn: u64,
    spare: Option<f64>,
}

impl Random {
    /// Two uniform numbers, the first in (0, 1], the second in [0, 1).
    fn pair(&mut self) -> (f64, f64) {
        let counter =
            [self.drawn as u32, (self.drawn >> 32) as u32, self.tick as u32, (self.tick >> 32) as u32];
        self.drawn += 1;
        let bits = philox(counter, self.key);
        let fraction = |high: u32, low: u32| (u64::from(high) << 32 | u64::from(low)) >> 11;
        const SCALE: f64 = 1.0 / (1u64 << 53) as f64;
        ((fraction(bits[0], bits[1]) + 1) as f64 * SCALE, fraction(bits[2], bits[3]) as f64 * SCALE)
    }

    /// Uniform in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        self.pair().1
    }

    /// Normally distributed (Box and Muller, 1958).
    pub fn gaussian(&mut self, mean: f64, standard_deviation: f64) -> f64 {
        let standard = self.spare.take().unwrap_or_else(|| {
            let (u, v) = self.pair();
            let radius = (-2.0 * libm::log(u)).sqrt();
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * v);
            self.spare = Some(radius * sin);
            radius * cos
        });
        mean + standard_deviation * standard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn philox_matches_the_published_test_vectors() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(
            philox([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
    }

    #[test]
    fn gaussian_has_its_mean_and_deviation() {
        let key = RandomKey::new(1, "robot.pose");
        let draws: Vec<f64> = (0..100_000).map(|tick| key.at(tick).gaussian(2.0, 0.5)).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (draws.len() - 1) as f64;
        let standard_error = 0.5 / (draws.len() as f64).sqrt();
        assert!((mean - 2.0).abs() < 3.0 * standard_error, "mean {mean}");
        assert!(
            (variance - 0.25).abs() < 3.0 * 0.25 * (2.0 / draws.len() as f64).sqrt(),
            "variance {variance}"
        );
    }

    #[test]
    fn draws_depend_only_on_seed_name_and_tick() {
        let draw = |seed, name, tick| RandomKey::new(seed, name).at(tick).uniform();
        assert_eq!(draw(1, "a", 5), draw(1, "a", 5));
        assert_ne!(draw(1, "a", 5), draw(2, "a", 5));
        assert_ne!(draw(1, "a", 5), draw(1, "b", 5));
        assert_ne!(draw(1, "a", 5), draw(1, "a", 6));
    }
}
