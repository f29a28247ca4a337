//! Initial guesses for further descents, spread evenly between the joint limits.

use crate::ik::chain::Chain;

/// Sets a chain to guess number `guess` of an additive recurrence that fills an n-dimensional box evenly for n joints
/// (M. Roberts, 2018). Its steps are powers of the root of x^(n+1) = x + 1.
pub(super) fn spread(chain: &mut Chain<'_>, guess: usize) {
    let count = chain.dofs.len();
    let root = root(count);
    let mut step = 1.0;
    let values: Vec<f64> = chain
        .dofs
        .iter()
        .map(|freedom| {
            step /= root;
            let part = (0.5 + step * guess as f64).fract();
            freedom.low + (freedom.high - freedom.low) * part
        })
        .collect();
    chain.set(&values);
}

/// The root of x^(n+1) = x + 1 above 1.
fn root(count: usize) -> f64 {
    let power = 1.0 / (count as f64 + 1.0);
    // Converges by at least one digit per iteration.
    (0..30).fold(2.0, |x: f64, _| libm::pow(1.0 + x, power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_for_one_joint_is_the_golden_ratio() {
        assert!((root(1) - 1.618_033_988_749_895).abs() < 1e-12);
        let x = root(7);
        assert!((x.powi(8) - x - 1.0).abs() < 1e-12);
    }
}
