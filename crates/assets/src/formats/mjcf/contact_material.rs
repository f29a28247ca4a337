//! Surfaces of geoms in contacts: friction, `condim`, softness, `solmix`, `margin` and `priority`.
//!
//! Source: MuJoCo's documentation, "Computation", section "Contact", and "XML reference", `geom`.

use crate::ReadError;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::softness::softness;
use crate::model::ContactMaterial;

/// Friction of a geom that gives none: sliding, spinning and rolling.
const FRICTION: [f64; 3] = [1.0, 0.005, 0.0001];
/// Number of motions that a contact resists, for a geom that gives none.
const DIMENSION: f64 = 3.0;
/// Numbers of motions that a contact can resist.
const DIMENSIONS: [f64; 4] = [1.0, 3.0, 4.0, 6.0];

/// The surface of a geom, in a file with pyramids or cones of friction. `gap` has no part in it: beyond the margin it lists contacts without a force.
///
/// # Errors
/// For numbers that MuJoCo does not accept.
pub(super) fn contact_material(
    attributes: &Attributes<'_>,
    has_pyramid: bool,
) -> Result<ContactMaterial, ReadError> {
    let tag = attributes.tag;
    let friction = attributes.up_to("friction", FRICTION)?;
    if friction.iter().any(|part| *part < 0.0) {
        return Err(tag.error("friction is below 0"));
    }
    let dimension = attributes.number("condim")?.unwrap_or(DIMENSION);
    if !DIMENSIONS.contains(&dimension) {
        return Err(tag.error(format!("condim {dimension} is not one of 1, 3, 4, 6")));
    }
    let margin = attributes.number("margin")?.unwrap_or(0.0);
    let weight = attributes.number("solmix")?.unwrap_or(1.0);
    if weight < 0.0 {
        return Err(tag.error("solmix is below 0"));
    }
    Ok(ContactMaterial {
        friction,
        dimension: dimension as u8,
        has_pyramid,
        softness: softness(attributes, "solref", "solimp")?,
        weight,
        margin: margin.max(0.0),
        priority: attributes.number("priority")?.unwrap_or(0.0) as i32,
    })
}
