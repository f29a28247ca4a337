//! Softness of contacts and limits, and the fluid around bodies, as robot files give them.

use serde::{Deserialize, Serialize};

/// Softness of a constraint, in the parameters of MuJoCo (documentation, chapter Modeling, section Solver parameters).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Softness {
    /// Time constant [s] and damping ratio; or, if both are negative, stiffness and damping per unit of mass, negated.
    pub reference: [f64; 2],
    /// Least and largest impedance, from 0.0001 to 0.9999, width of the transition [m or rad], its midpoint as a share of the
    /// width, its power.
    pub impedance: [f64; 5],
}

impl Softness {
    /// Whether the numbers have a meaning.
    pub(crate) fn is_usable(&self) -> bool {
        let [first, second] = self.reference;
        let [least, largest, width, midpoint, power] = self.impedance;
        let is_share = |value: f64| value > 0.0 && value < 1.0;
        let has_one_sign = (first > 0.0 && second > 0.0) || (first <= 0.0 && second <= 0.0);
        let shares = [least, largest, midpoint].into_iter().all(is_share);
        let fits = [first, second, width, power].into_iter().all(f64::is_finite);
        fits && has_one_sign && shares && width >= 0.0 && power >= 1.0
    }
}

/// A fluid that rests around a body.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Fluid {
    /// Density. [kg/m³]
    pub density: f64,
    /// Dynamic viscosity. [Pa s]
    pub viscosity: f64,
}

impl Fluid {
    /// Whether the numbers have a meaning.
    pub(crate) fn is_usable(&self) -> bool {
        [self.density, self.viscosity].into_iter().all(|value| (0.0..=1e9).contains(&value))
    }
}

/// Surface of a body for contacts with bodies that have one, too: instead of the product of both coefficients of friction and the
/// stiff contacts of other bodies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ContactMaterial {
    /// Coefficient of sliding friction. A contact has the larger of both sides.
    pub friction: f64,
    /// Softness of contacts. A contact has the mean of both sides.
    pub softness: Softness,
}

impl ContactMaterial {
    /// The material of a contact of two bodies: the larger friction, the mean impedance and time constant. Of stiffness and
    /// damping, the larger ones count.
    pub(crate) fn with(&self, other: &ContactMaterial) -> ContactMaterial {
        let [one, two] = [&self.softness, &other.softness];
        let is_time = one.reference[0] > 0.0 && two.reference[0] > 0.0;
        let reference = [0, 1].map(|at| {
            let [a, b] = [one.reference[at], two.reference[at]];
            if is_time { 0.5 * (a + b) } else { a.min(b) }
        });
        let impedance = [0, 1, 2, 3, 4].map(|at| 0.5 * (one.impedance[at] + two.impedance[at]));
        let softness = Softness { reference, impedance };
        // A time constant and a stiffness have no mean.
        let softness = if softness.is_usable() { softness } else { *one };
        ContactMaterial { friction: self.friction.max(other.friction), softness }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_has_the_larger_friction_and_the_mean_softness() {
        let soft = Softness { reference: [0.02, 1.0], impedance: [0.9, 0.95, 0.001, 0.5, 2.0] };
        let softer = Softness { reference: [0.04, 2.0], impedance: [0.1, 0.85, 0.003, 0.5, 2.0] };
        let one = ContactMaterial { friction: 0.4, softness: soft };
        let mixed = one.with(&ContactMaterial { friction: 1.0, softness: softer });
        assert_eq!(mixed.friction, 1.0);
        assert_eq!(mixed.softness.reference, [0.03, 1.5]);
        assert!((mixed.softness.impedance[1] - 0.9).abs() < 1e-12);
        let stiff = Softness { reference: [-1000.0, -10.0], ..soft };
        let stiffer =
            ContactMaterial { friction: 0.1, softness: Softness { reference: [-500.0, -50.0], ..soft } };
        assert_eq!(
            stiffer.with(&ContactMaterial { friction: 0.2, softness: stiff }).softness.reference,
            [-1000.0, -50.0]
        );
    }
}
