//! Statistics of noise: mean, variance and Allan variance of many samples, each with its standard error.
#![allow(dead_code)]

/// Tolerance of estimates in standard errors.
const STANDARD_ERRORS: f64 = 3.0;

/// Numbers of samples that are averaged for an Allan variance.
const AVERAGED: [usize; 4] = [1, 10, 100, 1000];

pub fn mean(samples: &[f64]) -> f64 {
    samples.iter().sum::<f64>() / samples.len() as f64
}

pub fn variance(samples: &[f64]) -> f64 {
    let mean = mean(samples);
    samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / (samples.len() - 1) as f64
}

/// Allan variance of averages of `averaged` samples without overlap, and the number of differences. Source: IEEE Std
/// 952-1997, annex C.
pub fn allan_variance(samples: &[f64], averaged: usize) -> (f64, f64) {
    let averages: Vec<f64> = samples.chunks_exact(averaged).map(mean).collect();
    let squares = averages.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum::<f64>();
    let count = (averages.len() - 1) as f64;
    (squares / (2.0 * count), count)
}

/// Asserts that samples are white noise with a mean and standard deviation, or constant if the deviation is zero.
#[track_caller]
pub fn assert_white_noise(name: &str, samples: &[f64], expected_mean: f64, deviation: f64) {
    let count = samples.len() as f64;
    let found = mean(samples);
    let error = STANDARD_ERRORS * deviation / count.sqrt() + 1e-12;
    assert!((found - expected_mean).abs() <= error, "{name}: mean {found}, not {expected_mean}");
    let (found, expected) = (variance(samples), deviation * deviation);
    let error = STANDARD_ERRORS * expected * (2.0 / count).sqrt() + 1e-18;
    assert!((found - expected).abs() <= error, "{name}: variance {found}, not {expected}");
    for averaged in AVERAGED {
        let (found, count) = allan_variance(samples, averaged);
        let expected = expected / averaged as f64;
        // Neighboring differences share an average, which makes the variance of the estimate 3 instead of 2.
        let error = STANDARD_ERRORS * expected * (3.0 / count).sqrt() + 1e-18;
        assert!(
            (found - expected).abs() <= error,
            "{name}: Allan variance {found} over {averaged} samples, not {expected}"
        );
    }
}
