//! Surfaces of shapes in contacts of mechanisms, as robot files give them.
//!
//! Source: MuJoCo's documentation, "Computation", section "Contact", and "Modeling", section "Solver parameters".

use serde::{Deserialize, Serialize};

use crate::physics::softness::Softness;

/// Weight below which a softness has no part in the mean.
const LEAST_WEIGHT: f64 = 1e-15;

/// Motions that a contact resists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Resistance {
    /// Penetration alone.
    Penetration,
    /// Penetration and sliding.
    #[default]
    Sliding,
    /// Penetration, sliding and spinning about the normal.
    Spinning,
    /// Penetration, sliding, spinning and rolling.
    Rolling,
}

/// Surface of a shape for contacts with shapes that have one, too: instead of the product of both coefficients of friction and the
/// stiff contacts of other bodies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ContactMaterial {
    /// Coefficients of friction: sliding along both tangents (no unit), spinning, rolling about both tangents [m]. A contact has the
    /// larger ones of both sides.
    pub friction: [f64; 5],
    /// Motions that a contact resists: those of the side that resists more.
    pub resists: Resistance,
    /// Whether the cone of friction is a pyramid with edges above the tangents. A contact has one if both sides have.
    pub has_pyramid: bool,
    /// Impedance of friction in relation to that of penetration, above 0. A contact has the larger of both sides.
    pub impedance_ratio: f64,
    /// Softness of contacts. A contact has a weighted mean of both sides.
    pub softness: Softness,
    /// Reference of the softness of friction instead of that of `softness`, in elliptic cones: of contacts of pairs.
    pub friction_reference: Option<[f64; 2]>,
    /// Weight of the softness in the mean.
    pub weight: f64,
    /// Distance from the shape at which the force begins. A contact has the sum of both sides. [m]
    pub margin: f64,
    /// If the priorities differ, a contact has friction, resistance and softness of the side of the higher one.
    pub priority: i32,
}

/// Numbers of the contacts of two shapes that both have them; those that are `None` are mixed from both surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PairContact {
    /// The robot and the number of the pair.
    pub pair: [u64; 2],
    /// Coefficients of friction: sliding along both tangents (no unit), spinning, rolling about both tangents [m].
    pub friction: Option<[f64; 5]>,
    /// Motions that a contact resists.
    pub resists: Option<Resistance>,
    /// Reference of the softness.
    pub reference: Option<[f64; 2]>,
    /// Reference of the softness of friction instead of that of the contact, in elliptic cones.
    pub friction_reference: Option<[f64; 2]>,
    /// Impedance of the softness.
    pub impedance: Option<[f64; 5]>,
    /// Distance at which the force begins. [m]
    pub margin: Option<f64>,
}

impl PairContact {
    /// A material with the numbers of the pair.
    pub(crate) fn over(&self, mixed: ContactMaterial) -> ContactMaterial {
        let softness = Softness {
            reference: self.reference.unwrap_or(mixed.softness.reference),
            impedance: self.impedance.unwrap_or(mixed.softness.impedance),
        };
        ContactMaterial {
            friction: self.friction.unwrap_or(mixed.friction),
            resists: self.resists.unwrap_or(mixed.resists),
            softness,
            friction_reference: self.friction_reference,
            margin: self.margin.unwrap_or(mixed.margin),
            ..mixed
        }
    }

    /// Whether the numbers have a meaning.
    pub(crate) fn is_usable(&self) -> bool {
        let usual = Softness { reference: [0.02, 1.0], impedance: [0.9, 0.95, 0.001, 0.5, 2.0] };
        let softness = Softness {
            reference: self.reference.unwrap_or(usual.reference),
            impedance: self.impedance.unwrap_or(usual.impedance),
        };
        let numbers = self.friction.unwrap_or_default().into_iter().chain(self.margin);
        softness.is_usable()
            && is_reference(self.friction_reference)
            && numbers.into_iter().all(|number| number >= 0.0 && number.is_finite())
    }
}

impl ContactMaterial {
    /// Whether the numbers have a meaning.
    pub(crate) fn is_usable(&self) -> bool {
        let numbers = self.friction.into_iter().chain([self.weight, self.margin]);
        let is_ratio = self.impedance_ratio > 0.0 && self.impedance_ratio.is_finite();
        is_ratio
            && self.softness.is_usable()
            && is_reference(self.friction_reference)
            && numbers.into_iter().all(|number| number >= 0.0 && number.is_finite())
    }

    /// Whether the friction depends on the direction.
    pub(crate) fn is_directed(&self) -> bool {
        let [along, across, _, first, second] = self.friction;
        self.has_pyramid || along != across || first != second
    }

    /// The material of a contact of two shapes.
    pub(crate) fn with(&self, other: &ContactMaterial) -> ContactMaterial {
        let margin = self.margin + other.margin;
        let has_pyramid = self.has_pyramid && other.has_pyramid;
        let impedance_ratio = self.impedance_ratio.max(other.impedance_ratio);
        let (one, two) = (self, other);
        if one.priority != two.priority {
            let first = if one.priority > two.priority { one } else { two };
            return ContactMaterial { margin, has_pyramid, impedance_ratio, ..*first };
        }
        let share = match (one.weight > LEAST_WEIGHT, two.weight > LEAST_WEIGHT) {
            (true, true) => one.weight / (one.weight + two.weight),
            (false, false) => 0.5,
            (true, false) => 1.0,
            (false, true) => 0.0,
        };
        ContactMaterial {
            friction: [0, 1, 2, 3, 4].map(|at| one.friction[at].max(two.friction[at])),
            resists: one.resists.max(two.resists),
            has_pyramid,
            impedance_ratio,
            softness: mean(&one.softness, &two.softness, share),
            friction_reference: None,
            weight: one.weight,
            margin,
            priority: one.priority,
        }
    }
}

/// Whether a reference of friction has a meaning.
fn is_reference(reference: Option<[f64; 2]>) -> bool {
    let usual = Softness { reference: [0.02, 1.0], impedance: [0.9, 0.95, 0.001, 0.5, 2.0] };
    reference.is_none_or(|reference| Softness { reference, ..usual }.is_usable())
}

/// The mean of two softnesses, with the share of the first. Of stiffness and damping, the larger ones count.
fn mean(one: &Softness, two: &Softness, share: f64) -> Softness {
    let mix = |a: f64, b: f64| share * a + (1.0 - share) * b;
    let is_time = one.reference[0] > 0.0 && two.reference[0] > 0.0;
    let reference = [0, 1].map(|at| {
        let [a, b] = [one.reference[at], two.reference[at]];
        if is_time { mix(a, b) } else { a.min(b) }
    });
    let impedance = [0, 1, 2, 3, 4].map(|at| mix(one.impedance[at], two.impedance[at]));
    let softness = Softness { reference, impedance };
    // A time constant and a stiffness have no mean.
    if softness.is_usable() { softness } else { *one }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(reference: [f64; 2], impedance: [f64; 5]) -> ContactMaterial {
        ContactMaterial {
            friction: [0.5, 0.5, 0.2, 0.3, 0.3],
            resists: Resistance::Penetration,
            has_pyramid: true,
            impedance_ratio: 1.0,
            softness: Softness { reference, impedance },
            friction_reference: None,
            weight: 1.0,
            margin: 0.02,
            priority: 0,
        }
    }

    /// A plane and a sphere. The expected values are those of MuJoCo 4.0.0 for two geoms with these attributes.
    fn pair() -> [ContactMaterial; 2] {
        let plane = material([0.05, 1.0], [0.9, 0.95, 0.001, 0.5, 2.0]);
        let sphere = material([0.02, 0.5], [0.8, 0.85, 0.003, 0.5, 2.0]);
        let sphere = ContactMaterial {
            friction: [0.8, 0.8, 0.1, 0.01, 0.01],
            resists: Resistance::Spinning,
            margin: 0.03,
            ..sphere
        };
        [plane, sphere]
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        let is_near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12);
        assert!(is_near && found.len() == expected.len(), "{found:?}, not {expected:?}");
    }

    #[test]
    fn contact_has_the_larger_friction_the_sum_of_margins_and_the_mean_softness() {
        let [plane, sphere] = pair();
        let mixed = plane.with(&sphere);
        assert_near(&mixed.friction, &[0.8, 0.8, 0.2, 0.3, 0.3]);
        assert_near(&[mixed.margin], &[0.05]);
        assert_near(&mixed.softness.reference, &[0.035, 0.75]);
        assert_near(&mixed.softness.impedance, &[0.85, 0.9, 0.002, 0.5, 2.0]);
        assert_eq!(mixed.resists, Resistance::Spinning);
    }

    #[test]
    fn softness_is_weighted_and_a_weight_of_zero_leaves_it_out() {
        let [plane, sphere] = pair();
        let heavy = ContactMaterial { weight: 3.0, ..plane };
        assert_near(&heavy.with(&sphere).softness.reference, &[0.0425, 0.875]);
        let weightless = ContactMaterial { weight: 0.0, ..plane };
        assert_near(&weightless.with(&sphere).softness.reference, &[0.02, 0.5]);
        assert_near(&sphere.with(&weightless).softness.reference, &[0.02, 0.5]);
    }

    #[test]
    fn side_of_higher_priority_decides() {
        let [plane, sphere] = pair();
        let first = ContactMaterial { priority: 1, ..plane };
        let mixed = first.with(&sphere);
        assert_eq!(mixed, ContactMaterial { margin: mixed.margin, ..first });
        assert_near(&[mixed.margin], &[0.05]);
        let last = ContactMaterial { priority: -1, ..plane };
        assert_near(&last.with(&sphere).friction, &[0.8, 0.8, 0.1, 0.01, 0.01]);
    }

    #[test]
    fn contact_has_the_larger_ratio_of_impedances_of_both_sides_for_any_priority() {
        let [plane, sphere] = pair();
        let grips = ContactMaterial { impedance_ratio: 10.0, ..sphere };
        assert_near(&[plane.with(&grips).impedance_ratio], &[10.0]);
        let first = ContactMaterial { priority: 1, ..plane };
        assert_near(&[first.with(&grips).impedance_ratio], &[10.0]);
        assert!(!ContactMaterial { impedance_ratio: 0.0, ..plane }.is_usable());
    }

    #[test]
    fn stiffness_and_damping_are_the_larger_of_both_sides() {
        let impedance = [0.9, 0.95, 0.001, 0.5, 2.0];
        let [stiff, soft] =
            [[-1000.0, -10.0], [-500.0, -50.0]].map(|reference| material(reference, impedance));
        assert_eq!(stiff.with(&soft).softness.reference, [-1000.0, -50.0]);
    }
}
