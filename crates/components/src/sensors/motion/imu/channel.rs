//! Measurement channel of a real instrument: computes a reading from a true vector.
//!
//! The channel delays and filters the true value, adds a bias and noise, and clips and rounds the result. Terms and
//! units are from IEEE Std 952-1997, annex C.

use std::f64::consts::{FRAC_PI_2, TAU};

use morse_sim::prelude::*;

/// Errors of one quantity, the same for each axis. `u` is the unit of the quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Errors {
    /// Readings are clipped to ± this value. [u]
    pub(super) range: f64,
    /// Resolution of the readings; zero disables rounding. [u]
    pub(super) resolution: f64,
    /// Bandwidth of the first-order filter at -3 dB; infinite disables the filter. [Hz]
    pub(super) bandwidth_hz: f64,
    /// White noise before the filter, as the root of its one-sided spectral density. [u/√Hz]
    pub(super) noise_density: f64,
    /// Standard deviation of the bias at the start. [u]
    pub(super) bias: f64,
    /// Random walk of the bias: standard deviation of its change in one second. [u/√s]
    pub(super) bias_walk: f64,
    /// Latency of the readings. [s]
    pub(super) latency_s: f64,
}

impl Errors {
    /// Standard deviation of the white noise in a reading, `dt_s` seconds after the last one. [u]
    fn noise_deviation(&self, dt_s: f64) -> f64 {
        // A first-order filter passes as much white noise as an ideal filter of π/2 times its bandwidth. Without a
        // filter, sampling limits the noise to half of the sample rate.
        let noise_bandwidth_hz =
            if self.bandwidth_hz.is_finite() { FRAC_PI_2 * self.bandwidth_hz } else { 0.5 / dt_s };
        self.noise_density * noise_bandwidth_hz.sqrt()
    }

    /// Variance of a reading: its noise and its rounding, without the bias. [u²]
    pub(super) fn variance(&self, dt_s: f64) -> f64 {
        // The error of rounding is uniform between half a step below and above.
        self.noise_deviation(dt_s).powi(2) + self.resolution.powi(2) / 12.0
    }
}

/// State of a channel.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Channel {
    is_on: bool,
    /// True values that the latency delays, with their age [s], oldest first.
    pending: Vec<(f64, DVec3)>,
    filtered: DVec3,
    noise: DVec3,
    bias: DVec3,
}

impl Channel {
    /// Returns the reading of a true value, `dt_s` seconds after the last reading.
    pub(super) fn read(&mut self, truth: DVec3, dt_s: f64, errors: &Errors, random: &mut Random) -> DVec3 {
        // Skipping the draws for zero noise saves time.
        let mut gaussian = |deviation: f64| {
            let is_noisy = deviation != 0.0;
            if is_noisy {
                DVec3::from([(); 3].map(|()| random.gaussian(0.0, deviation)))
            } else {
                DVec3::ZERO
            }
        };
        let delayed = self.delayed(truth, dt_s, errors.latency_s);
        // Fraction of its previous state that a first-order filter keeps; exact for a value that is constant since the
        // last sample.
        let kept = libm::exp(-TAU * errors.bandwidth_hz * dt_s);
        let deviation = errors.noise_deviation(dt_s);
        if self.is_on {
            self.filtered = delayed + kept * (self.filtered - delayed);
            self.noise = kept * self.noise + gaussian((1.0 - kept * kept).sqrt() * deviation);
            self.bias += gaussian(errors.bias_walk * dt_s.sqrt());
        } else {
            self.is_on = true;
            self.filtered = delayed;
            self.noise = gaussian(deviation);
            self.bias = gaussian(errors.bias);
        }
        let analog = self.filtered + self.noise + self.bias;
        analog.to_array().map(|value| quantize(value, errors)).into()
    }

    /// Returns the true value of `latency_s` ago, interpolated linearly between samples. For times before the first
    /// sample, returns the first value.
    fn delayed(&mut self, truth: DVec3, dt_s: f64, latency_s: f64) -> DVec3 {
        if latency_s <= 0.0 {
            self.pending.clear();
            return truth;
        }
        for (age_s, _) in &mut self.pending {
            *age_s += dt_s;
        }
        self.pending.push((0.0, truth));
        // Only the newest of the values that are old enough is still needed.
        let newer = self.pending.partition_point(|&(age_s, _)| age_s >= latency_s);
        self.pending.drain(..newer.saturating_sub(1));
        match *self.pending.as_slice() {
            [(older_s, older), (newer_s, newer), ..] if older_s >= latency_s => {
                older.lerp(newer, (older_s - latency_s) / (older_s - newer_s))
            }
            [(_, oldest), ..] => oldest,
            [] => truth,
        }
    }
}

/// Clips a value to the range, and rounds it to the resolution.
fn quantize(value: f64, errors: &Errors) -> f64 {
    let clipped = value.clamp(-errors.range, errors.range);
    if errors.resolution > 0.0 { (clipped / errors.resolution).round() * errors.resolution } else { clipped }
}

#[cfg(test)]
mod tests {
    use morse_sim::engine::random::RandomKey;

    use super::*;

    const NONE: Errors = Errors {
        range: f64::INFINITY,
        resolution: 0.0,
        bandwidth_hz: f64::INFINITY,
        noise_density: 0.0,
        bias: 0.0,
        bias_walk: 0.0,
        latency_s: 0.0,
    };

    /// Readings of a signal that is the same on all three axes.
    fn readings(errors: Errors, rate_hz: f64, count: u64, signal: impl Fn(f64) -> f64) -> Vec<DVec3> {
        let key = RandomKey::new(7, "robot.imu");
        let mut channel = Channel::default();
        let sample = |tick: u64| {
            let truth = DVec3::splat(signal(tick as f64 / rate_hz));
            channel.read(truth, 1.0 / rate_hz, &errors, &mut key.at(tick))
        };
        (0..count).map(sample).collect()
    }

    /// Allan variance of the x axis over averages of `length` readings that do not overlap, and the number of
    /// averages.
    fn allan_variance(readings: &[DVec3], length: usize) -> (f64, f64) {
        let average = |chunk: &[DVec3]| chunk.iter().map(|reading| reading.x).sum::<f64>() / length as f64;
        let averages: Vec<f64> = readings.chunks_exact(length).map(average).collect();
        let count = (averages.len() - 1) as f64;
        let squares = averages.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum::<f64>();
        (squares / (2.0 * count), count)
    }

    fn mean_and_variance(numbers: impl Iterator<Item = f64> + Clone, count: f64) -> (f64, f64) {
        let mean = numbers.clone().sum::<f64>() / count;
        (mean, numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0))
    }

    const SAMPLES: u64 = 100_000;
    const RATE_HZ: f64 = 100.0;

    #[test]
    fn reading_without_errors_is_the_true_value() {
        let read = readings(NONE, RATE_HZ, 50, f64::sin);
        assert!(read.iter().zip(0..).all(|(read, tick)| read.y == (f64::from(tick) / RATE_HZ).sin()));
    }

    #[test]
    fn white_noise_has_the_mean_variance_and_allan_deviation_of_its_density() {
        // The filter's time constant is below a sample, so that successive readings are independent.
        let errors = Errors { noise_density: 0.02, bandwidth_hz: 200.0, ..NONE };
        let read = readings(errors, RATE_HZ, SAMPLES, |_| 1.5);
        let variance = 0.02_f64.powi(2) * FRAC_PI_2 * 200.0;
        let count = SAMPLES as f64;
        for axis in 0..3 {
            let (mean, found) = mean_and_variance(read.iter().map(|reading| reading[axis]), count);
            assert!((mean - 1.5).abs() < 3.0 * (variance / count).sqrt(), "mean {mean}");
            assert!((found / variance - 1.0).abs() < 3.0 * (2.0 / count).sqrt(), "variance {found}");
        }
        for length in [1, 10, 100, 1000] {
            let (found, count) = allan_variance(&read, length);
            let expected = variance / length as f64;
            // Neighboring differences share an average, which makes the estimate's variance 3 instead of 2.
            assert!(
                (found / expected - 1.0).abs() < 3.0 * (3.0 / count).sqrt(),
                "{length}: {found}, {expected}"
            );
        }
    }

    #[test]
    fn stated_variance_is_that_of_the_readings() {
        let filtered = Errors { noise_density: 0.02, bandwidth_hz: 200.0, ..NONE };
        let unfiltered = Errors { noise_density: 0.02, bias: 5.0, ..NONE };
        let coarse = Errors { resolution: 0.5, noise_density: 0.02, bandwidth_hz: 200.0, ..NONE };
        for errors in [filtered, unfiltered, coarse] {
            let read = readings(errors, RATE_HZ, SAMPLES, |_| 1.4);
            let (_, found) = mean_and_variance(read.iter().map(|reading| reading.x), SAMPLES as f64);
            let stated = errors.variance(1.0 / RATE_HZ);
            assert!((found / stated - 1.0).abs() < 0.03, "{errors:?}: {found}, {stated}");
        }
    }

    #[test]
    fn bias_walk_has_the_allan_deviation_of_a_random_walk() {
        let read = readings(Errors { bias_walk: 0.3, ..NONE }, RATE_HZ, SAMPLES, |_| 0.0);
        let step = 0.3_f64.powi(2) / RATE_HZ;
        for length in [1, 10, 100, 1000] {
            let (found, count) = allan_variance(&read, length);
            // K² τ / 3 for long averages; this is the exact value for averages of samples.
            let squared = (length * length) as f64;
            let expected = step * (2.0 * squared + 1.0) / (6.0 * length as f64);
            assert!(
                (found / expected - 1.0).abs() < 3.0 * (2.25 / count).sqrt(),
                "{length}: {found}, {expected}"
            );
        }
    }

    #[test]
    fn noise_after_a_slow_filter_does_not_depend_on_the_sample_rate() {
        let errors = Errors { noise_density: 0.5, bandwidth_hz: 5.0, ..NONE };
        let variance = 0.25 * FRAC_PI_2 * 5.0;
        for rate_hz in [10.0, 100.0, 1000.0] {
            let read = readings(errors, rate_hz, SAMPLES, |_| 0.0);
            let (_, found) = mean_and_variance(read.iter().map(|reading| reading.z), SAMPLES as f64);
            // Correlated readings reduce the effective number of samples: by (1 + ρ²) / (1 - ρ²) for the variance.
            let squared = (-2.0 * TAU * 5.0 / rate_hz).exp();
            let independent = SAMPLES as f64 * (1.0 - squared) / (1.0 + squared);
            assert!((found / variance - 1.0).abs() < 3.0 * (2.0 / independent).sqrt(), "{rate_hz}: {found}");
        }
    }

    #[test]
    fn initial_biases_have_their_deviation_and_stay_constant() {
        let errors = Errors { bias: 0.4, ..NONE };
        let started = |seed| {
            let mut channel = Channel::default();
            let mut read = |tick| {
                let key = RandomKey::new(seed, "robot.imu");
                channel.read(DVec3::ZERO, 0.01, &errors, &mut key.at(tick))
            };
            let first = read(0);
            assert_eq!(first, read(1));
            first
        };
        let biases: Vec<f64> = (0..20_000).map(|seed| started(seed).x).collect();
        let count = biases.len() as f64;
        let (mean, variance) = mean_and_variance(biases.iter().copied(), count);
        assert!(mean.abs() < 3.0 * 0.4 / count.sqrt(), "mean {mean}");
        assert!((variance / 0.16 - 1.0).abs() < 3.0 * (2.0 / count).sqrt(), "variance {variance}");
    }

    #[test]
    fn step_passes_the_filter_with_its_time_constant() {
        let bandwidth_hz = 2.0;
        let read = readings(Errors { bandwidth_hz, ..NONE }, 1000.0, 400, |t| f64::from(t > 0.0));
        for (tick, reading) in (0..).zip(&read) {
            let expected = 1.0 - (-TAU * bandwidth_hz * f64::from(tick) / 1000.0).exp();
            assert!((reading.x - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn delayed_reading_is_the_true_value_of_that_time() {
        // Latencies shorter than, equal to and longer than a sample.
        for latency_s in [0.004, 0.01, 0.037] {
            let read = readings(Errors { latency_s, ..NONE }, RATE_HZ, 100, |t| 3.0 * t);
            assert_eq!(read[0].x, 0.0);
            for (tick, reading) in (0..).zip(&read) {
                let expected = (3.0 * (f64::from(tick) / RATE_HZ - latency_s)).max(0.0);
                assert!((reading.x - expected).abs() < 1e-12, "{latency_s} at {tick}: {reading}");
            }
        }
    }

    #[test]
    fn readings_are_clipped_and_rounded() {
        let errors = Errors { range: 1.0, resolution: 0.25, ..NONE };
        let read = readings(errors, RATE_HZ, 100, |t| 4.0 * (t - 0.5));
        assert!(read.iter().all(|reading| (reading.x / 0.25).fract() == 0.0 && reading.x.abs() <= 1.0));
        assert_eq!((read[0].x, read[99].x), (-1.0, 1.0));
        assert_eq!(read[54].x, 0.25);
    }
}
