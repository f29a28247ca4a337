//! Surfaces of geoms in contacts: friction, `condim`, softness, `solmix`, `margin` and `priority`.
//!
//! Source: MuJoCo's documentation, "Computation", section "Contact", and "XML reference", `geom`.

use crate::ReadError;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::softness::softness;
use crate::model::ContactMaterial;

/// Friction of a geom that gives none: sliding, spinning and rolling.
const FRICTION: [f64; 3] = [1.0, 0.005, 0.0001];
/// Number of motions that a contact resists, for a geom that gives none.
const DIMENSION: f64 = 3.0;
/// Numbers of motions that a contact can resist.
const DIMENSIONS: [f64; 4] = [1.0, 3.0, 4.0, 6.0];

/// Cones of friction of a file.
#[derive(Clone, Copy)]
pub(super) struct Cone {
    /// Whether they are pyramids.
    pub(super) is_pyramid: bool,
    /// Impedance of friction in relation to that of penetration.
    pub(super) impedance_ratio: f64,
}

impl Cone {
    /// The cones that `<option>` asks for; pyramids of equal impedance without it.
    ///
    /// # Errors
    /// For a shape or a ratio that MuJoCo does not have.
    pub(super) fn of(root: &Tag) -> Result<Cone, ReadError> {
        let mut cone = Cone { is_pyramid: true, impedance_ratio: 1.0 };
        for tag in root.children("option") {
            match tag.attribute("cone") {
                None => {}
                Some("pyramidal") => cone.is_pyramid = true,
                Some("elliptic") => cone.is_pyramid = false,
                Some(other) => {
                    return Err(tag.error(format!("cone \"{other}\" is not one of pyramidal, elliptic")));
                }
            }
            if let Some(ratio) = Attributes::own(tag).number("impratio")? {
                if !(ratio > 0.0 && ratio.is_finite()) {
                    return Err(tag.error(format!("impratio {ratio} is not above 0")));
                }
                cone.impedance_ratio = ratio;
            }
        }
        Ok(cone)
    }
}

/// The surface of a geom, in a file with some cones of friction. `gap` has no part in it: beyond the margin it lists contacts without a force.
///
/// # Errors
/// For numbers that MuJoCo does not accept.
pub(super) fn contact_material(
    attributes: &Attributes<'_>,
    cone: Cone,
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
        has_pyramid: cone.is_pyramid,
        impedance_ratio: cone.impedance_ratio,
        softness: softness(attributes, "solref", "solimp")?,
        weight,
        margin: margin.max(0.0),
        priority: attributes.number("priority")?.unwrap_or(0.0) as i32,
    })
}
