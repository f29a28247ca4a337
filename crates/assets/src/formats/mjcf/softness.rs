//! Softness of contacts and limits: `solref` and `solimp`.

use crate::ReadError;
use crate::formats::mjcf::attributes::Attributes;
use crate::model::Softness;

/// Default of `solref`: time constant [s] and damping ratio.
const REFERENCE: [f64; 2] = [0.02, 1.0];
/// Default of `solimp`.
const IMPEDANCE: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0];
/// Least and largest share.
const SHARES: [f64; 2] = [1e-4, 0.9999];

/// The softness that two attributes give, in the limits that MuJoCo applies.
pub(super) fn softness(
    attributes: &Attributes<'_>,
    reference: &str,
    impedance: &str,
) -> Result<Softness, ReadError> {
    let given = attributes.up_to(reference, REFERENCE)?;
    let has_one_sign = given.iter().all(|it| *it > 0.0) || given.iter().all(|it| *it <= 0.0);
    let reference = if has_one_sign { given } else { REFERENCE };
    let [least, largest, width, midpoint, power] = attributes.up_to(impedance, IMPEDANCE)?;
    let share = |value: f64| value.clamp(SHARES[0], SHARES[1]);
    let impedance = [share(least), share(largest), width.max(0.0), share(midpoint), power.max(1.0)];
    Ok(Softness { reference, impedance })
}
