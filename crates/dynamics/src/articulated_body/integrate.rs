//! Numerical integration with adaptive steps: the Dormand-Prince pair of fifth and fourth order.
//!
//! Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 1993, section II.5. The difference between both
//! orders controls the step size.

/// Maximum error of a state value in a step, relative for values above 1. With it, an arm that whirls for a minute
/// conserves its energy to a few parts in a million.
const TOLERANCE: f64 = 1e-6;

/// Maximum number of steps. The integration of oscillations that need more fails.
const STEPS: usize = 64;

/// Coefficients of the stages.
const TABLEAU: [&[f64]; 6] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];

/// Coefficients of the difference between both orders.
const ERROR: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339_200.0, 22.0 / 525.0, -1.0 / 40.0];

/// Integrates a state over a time span [s]. Returns `None` if the step limit is reached. `derive` writes the time
/// derivative of a state.
pub fn integrate(start: &[f64], span: f64, mut derive: impl FnMut(&[f64], &mut [f64])) -> Option<Vec<f64>> {
    let mut rates: [Vec<f64>; 7] = std::array::from_fn(|_| vec![0.0; start.len()]);
    let (mut state, mut next) = (start.to_vec(), start.to_vec());
    derive(&state, &mut rates[0]);
    let (mut left, mut step) = (span, span);
    for _ in 0..STEPS {
        for (stage, weights) in TABLEAU.iter().enumerate() {
            for (number, value) in next.iter_mut().enumerate() {
                let slope: f64 = weights.iter().zip(&rates).map(|(weight, rate)| weight * rate[number]).sum();
                *value = state[number] + step * slope;
            }
            derive(&next, &mut rates[stage + 1]);
        }
        let off = |(number, value): (usize, &f64)| {
            let error: f64 = ERROR.iter().zip(&rates).map(|(weight, rate)| weight * rate[number]).sum();
            (step * error).abs() / (1.0 + value.abs())
        };
        let errors: f64 = next.iter().enumerate().map(off).sum();
        if !errors.is_finite() {
            return None;
        }
        let share = errors / TOLERANCE;
        if share <= 1.0 {
            std::mem::swap(&mut state, &mut next);
            rates.swap(0, 6);
            left -= step;
            if left <= 0.0 {
                return Some(state);
            }
        }
        let scale = if share > 0.0 { (0.9 * libm::pow(share, -0.2)).clamp(0.2, 5.0) } else { 5.0 };
        step = (step * scale).min(left);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x'' = -(2 π)² x`, with period 1 s.
    fn swing(state: &[f64], rates: &mut [f64]) {
        rates[0] = state[1];
        rates[1] = -std::f64::consts::TAU.powi(2) * state[0];
    }

    #[test]
    fn oscillator_is_on_the_opposite_side_after_half_a_period() {
        let state = integrate(&[1.0, 0.0], 0.5, swing).unwrap();
        assert!((state[0] + 1.0).abs() < 1e-5 && state[1].abs() < 1e-5, "{state:?}");
    }

    #[test]
    fn decay_follows_the_exponential() {
        let state = integrate(&[3.0], 2.0, |state, rates| rates[0] = -state[0]).unwrap();
        assert!((state[0] - 3.0 * f64::exp(-2.0)).abs() < 1e-5, "{state:?}");
    }

    #[test]
    fn stiff_or_diverging_system_reaches_step_limit() {
        assert_eq!(integrate(&[1.0], 1.0, |state, rates| rates[0] = -1e6 * state[0]), None);
        assert_eq!(integrate(&[1.0], 2.0, |state, rates| rates[0] = state[0] * state[0]), None);
        assert_eq!(integrate(&[1.0], 1.0, |_, rates| rates[0] = f64::NAN), None);
    }
}
