//! Springs and dampers whose efforts are polynomials of the stretch and of the velocity.

use serde::{Deserialize, Serialize};

/// Coefficients of the second and the third power, beside the linear stiffness k and damping d. At a stretch x, a spring exerts
/// `-(k x + k₂ x² + k₃ x³)`; at a velocity v, a damper exerts `-(d v + d₂ v |v| + d₃ v³)`. In a ball joint, x is the angle of the
/// rotation, whose axis is that of the effort, and each axis has its own v.
///
/// Source: MuJoCo 4.0.0, attributes `stiffness` and `damping` of joints and tendons.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EffortPolynomial {
    /// Of a spring. [N/m² and N/m³, or N m/rad² and N m/rad³]
    pub stiffness: [f64; 2],
    /// Of a damper. [N s²/m² and N s³/m³, or N m s²/rad² and N m s³/rad³]
    pub damping: [f64; 2],
}

impl EffortPolynomial {
    /// The effort of a spring against a stretch, and its derivative.
    pub(crate) fn of_spring(&self, linear: f64, stretch: f64) -> [f64; 2] {
        let [second, third] = self.stiffness;
        let effort = stretch * (linear + stretch * (second + stretch * third));
        [effort, linear + stretch * (2.0 * second + stretch * (3.0 * third))]
    }

    /// The effort of a damper against a velocity, and its derivative.
    pub(crate) fn of_damper(&self, linear: f64, velocity: f64) -> [f64; 2] {
        let [second, third] = self.damping;
        let speed = velocity.abs();
        let effort = velocity * (linear + speed * (second + speed * third));
        [effort, linear + speed * (2.0 * second + speed * (3.0 * third))]
    }

    /// Energy of a spring. [J]
    pub(crate) fn energy(&self, linear: f64, stretch: f64) -> f64 {
        let [second, third] = self.stiffness;
        stretch * stretch * (0.5 * linear + stretch * (second / 3.0 + stretch * (0.25 * third)))
    }

    /// Whether a spring exerts an effort at some stretch.
    pub(crate) fn is_spring(&self, linear: f64) -> bool {
        linear > 0.0 || self.stiffness != [0.0; 2]
    }

    /// Whether all coefficients are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.stiffness.iter().chain(&self.damping).all(|value| value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: EffortPolynomial = EffortPolynomial { stiffness: [2.0, 3.0], damping: [0.5, 0.25] };

    #[test]
    fn efforts_are_those_of_the_polynomials_and_derivatives_their_slopes() {
        let [effort, slope] = BOTH.of_spring(1.0, -0.5);
        assert_eq!([effort, slope], [-0.5 + 0.5 - 0.375, 1.0 - 2.0 + 2.25]);
        let [effort, slope] = BOTH.of_damper(1.0, -2.0);
        assert_eq!([effort, slope], [-2.0 - 2.0 - 2.0, 1.0 + 2.0 + 3.0]);
        let change = BOTH.energy(1.0, 0.701) - BOTH.energy(1.0, 0.699);
        assert!((change / 0.002 - BOTH.of_spring(1.0, 0.7)[0]).abs() < 1e-5);
    }

    #[test]
    fn linear_springs_and_dampers_have_the_bits_of_a_product() {
        let linear = EffortPolynomial::default();
        for x in [0.3, -1e-9, 7e12] {
            assert_eq!(linear.of_spring(0.1, x), [0.1 * x, 0.1]);
            assert_eq!(linear.of_damper(0.1, x), [0.1 * x, 0.1]);
        }
    }
}
