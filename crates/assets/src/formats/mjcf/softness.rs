//! Softness of constraints: `solref` and `solimp`.
//!
//! Source: MuJoCo's documentation, "Modeling", section "Solver parameters".

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::model::Softness;

/// Least and largest impedance and midpoint that MuJoCo uses.
const SHARES: [f64; 2] = [0.0001, 0.9999];

impl Import<'_> {
    /// The softness in two attributes. A default that takes the place of values that MuJoCo does not accept is reported.
    pub(super) fn softness(
        &mut self,
        attributes: &Attributes<'_>,
        reference: &str,
        impedance: &str,
        name: &str,
    ) -> Result<Softness, ReadError> {
        if !has_one_sign(attributes.up_to(reference, Softness::default().reference)?) {
            self.note(&format!("{reference} of two signs is the default"), name);
        }
        softness(attributes, reference, impedance)
    }
}

/// The softness in two attributes, within the limits that MuJoCo applies.
pub(super) fn softness(
    attributes: &Attributes<'_>,
    reference: &str,
    impedance: &str,
) -> Result<Softness, ReadError> {
    let usual = Softness::default();
    let mut found = Softness {
        reference: attributes.up_to(reference, usual.reference)?,
        impedance: attributes.up_to(impedance, usual.impedance)?,
    };
    found.reference = usable_reference(found.reference);
    for place in [0, 1, 3] {
        found.impedance[place] = found.impedance[place].clamp(SHARES[0], SHARES[1]);
    }
    found.impedance[2] = found.impedance[2].max(0.0);
    found.impedance[4] = found.impedance[4].max(1.0);
    Ok(found)
}

/// A reference, or the usual one for a reference of two signs.
pub(super) fn usable_reference(reference: [f64; 2]) -> [f64; 2] {
    if has_one_sign(reference) { reference } else { Softness::default().reference }
}

fn has_one_sign([first, second]: [f64; 2]) -> bool {
    (first > 0.0) == (second > 0.0)
}
