//! Softness of constraints: reference response and impedance.
//!
//! Sources: MuJoCo documentation, chapter Modeling, section Solver parameters; Todorov, Convex and analytically-invertible
//! dynamics with contacts and constraints, ICRA 2014.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// The response of a constraint: that of a mass, spring and damper with a time constant, and the share of the
/// acceleration that the constraint decides.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SolverParameters {
    /// Time constant [s] and damping ratio; or, if both are negative, stiffness and damping per unit of mass, negated.
    pub reference: [f64; 2],
    /// Least and largest impedance, width of the transition [m or rad], its midpoint as a share of the width, its power.
    pub impedance: [f64; 5],
}

/// Limits of impedances: at 0 a constraint would have no force, at 1 an infinite stiffness.
const IMPEDANCE: [f64; 2] = [1e-4, 0.9999];

impl Default for SolverParameters {
    fn default() -> SolverParameters {
        SolverParameters { reference: [0.02, 1.0], impedance: [0.9, 0.95, 0.001, 0.5, 2.0] }
    }
}

impl SolverParameters {
    /// The parameters of a contact that bounces with a coefficient of restitution from 0.14 to 1, in impacts of a duration
    /// [s] that should be several steps.
    ///
    /// The contact is a spring and damper that cannot pull. With the damping ratio ζ = sin β it pushes while the phase of its
    /// oscillation is below φ = π - 2 β, and the speed after the impact is exp(-φ tan β) times the speed before.
    pub fn with_restitution(coefficient: f64, duration: f64) -> SolverParameters {
        let wanted = -libm::log(coefficient.clamp(0.14, 1.0));
        let [mut low, mut high] = [0.0, 0.5 * PI];
        for _ in 0..64 {
            let middle = 0.5 * (low + high);
            let direction = glam::DVec2::from_angle(middle);
            if (PI - 2.0 * middle) * direction.y < wanted * direction.x {
                low = middle;
            } else {
                high = middle;
            }
        }
        let [cosine, sine] = glam::DVec2::from_angle(low).to_array();
        let frequency = (PI - 2.0 * low) / (duration * cosine);
        SolverParameters {
            reference: [-frequency * frequency, -(2.0 * sine * frequency).max(1e-9)],
            impedance: [0.99, 0.99, 0.001, 0.5, 2.0],
        }
    }

    /// The impedance at a violation. [m or rad]
    pub(crate) fn impedance_at(&self, violation: f64) -> f64 {
        let [least, largest, width, midpoint, power] = self.impedance;
        let [least, largest] = [least, largest].map(|value| value.clamp(IMPEDANCE[0], IMPEDANCE[1]));
        if width <= 1e-15 || least == largest {
            return 0.5 * (least + largest);
        }
        let x = (violation / width).abs();
        if x >= 1.0 {
            return largest;
        }
        if x == 0.0 {
            return least;
        }
        let (midpoint, power) = (midpoint.clamp(IMPEDANCE[0], IMPEDANCE[1]), power.max(1.0));
        let y = if power == 1.0 {
            x
        } else if x <= midpoint {
            raise(x, power) / raise(midpoint, power - 1.0)
        } else {
            1.0 - raise(1.0 - x, power) / raise(1.0 - midpoint, power - 1.0)
        };
        least + y * (largest - least)
    }

    /// Stiffness and damping per unit of mass of the reference acceleration. The time constant is at least two steps [s].
    pub(crate) fn stiffness_and_damping(&self, step: f64) -> [f64; 2] {
        let largest = self.impedance[1].clamp(IMPEDANCE[0], IMPEDANCE[1]);
        let [first, second] = self.reference;
        if first <= 0.0 || second <= 0.0 {
            return [-first / (largest * largest), -second / largest];
        }
        let time = first.max(2.0 * step);
        let stiffness = 1.0 / (largest * largest * time * time * second * second).max(1e-15);
        [stiffness, 2.0 / (largest * time).max(1e-15)]
    }

    /// Whether the response is given by a time constant, not by stiffness and damping.
    pub(crate) fn has_time_constant(&self) -> bool {
        self.reference[0] > 0.0
    }

    /// A problem with the values, as the name of the value and its allowed range.
    pub(crate) fn problem(&self) -> Option<(&'static str, &'static str)> {
        let [first, second] = self.reference;
        let one_sign = (first > 0.0 && second > 0.0) || (first <= 0.0 && second <= 0.0);
        if !first.is_finite() || !second.is_finite() || !one_sign {
            return Some(("solver reference", "two positive or two negative numbers"));
        }
        let [least, largest, width, midpoint, power] = self.impedance;
        let share = |value: f64| value > 0.0 && value < 1.0;
        let fits = share(least) && share(largest) && width >= 0.0 && share(midpoint) && power >= 1.0;
        (!fits || !width.is_finite() || !power.is_finite()).then_some((
            "solver impedance",
            "shares between 0 and 1, a width of at least 0, a midpoint, a power of at least 1",
        ))
    }
}

/// A number to a power. Whole powers, the usual ones, are products, so that all processors compute the same bits.
fn raise(base: f64, power: f64) -> f64 {
    if power <= 16.0 && power == power.trunc() {
        (0..power as i32).fold(1.0, |product, _| product * base)
    } else {
        libm::pow(base, power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impedance_rises_from_least_to_largest_over_its_width() {
        let parameters = SolverParameters::default();
        assert_eq!(parameters.impedance_at(0.0), 0.9);
        assert!((parameters.impedance_at(-0.0005) - 0.925).abs() < 1e-15);
        assert_eq!(parameters.impedance_at(0.002), 0.95);
    }

    #[test]
    fn time_constant_is_at_least_two_steps() {
        let quick = SolverParameters { reference: [1e-6, 1.0], ..SolverParameters::default() };
        let two_steps = SolverParameters { reference: [0.02, 1.0], ..SolverParameters::default() };
        assert_eq!(quick.stiffness_and_damping(0.01), two_steps.stiffness_and_damping(0.01));
    }

    #[test]
    fn parameters_without_meaning_are_named() {
        let mixed = SolverParameters { reference: [0.02, -1.0], ..SolverParameters::default() };
        assert_eq!(mixed.problem().unwrap().0, "solver reference");
        let whole =
            SolverParameters { impedance: [0.9, 1.0, 0.001, 0.5, 2.0], ..SolverParameters::default() };
        assert_eq!(whole.problem().unwrap().0, "solver impedance");
        assert_eq!(SolverParameters::default().problem(), None);
    }
}
