//! Surfaces of geoms in contacts: friction, `condim`, softness, `solmix`, `margin` and `priority`.
//!
//! Source: MuJoCo's documentation, "Computation", section "Contact", and "XML reference", `geom`.

use crate::ReadError;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::softness::softness;
use crate::model::{ContactMaterial, PairContact, Softness};

/// Friction of a geom that gives none: sliding, spinning and rolling.
const FRICTION: [f64; 3] = [1.0, 0.005, 0.0001];
/// Friction of all contacts (`o_friction`), for a file that gives none.
const ALL_FRICTION: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001];
/// Number of motions that a contact resists, for a geom that gives none.
const DIMENSION: f64 = 3.0;
/// Numbers of motions that a contact can resist.
const DIMENSIONS: [f64; 4] = [1.0, 3.0, 4.0, 6.0];

/// Settings of all contacts of a file.
#[derive(Clone, Copy)]
pub(super) struct Surfaces {
    /// Whether their cones of friction are pyramids.
    pub(super) is_pyramid: bool,
    /// Impedance of friction in relation to that of penetration.
    pub(super) impedance_ratio: f64,
    /// Numbers that all contacts have instead of their own.
    pub(super) of_all: Option<Override>,
}

/// Numbers of all contacts (`<flag override="enable"/>`).
#[derive(Clone, Copy)]
pub(super) struct Override {
    friction: [f64; 5],
    softness: Softness,
    margin: f64,
}

impl Override {
    /// The numbers in an `<option>`; those that it does not give are the ones of `before`.
    fn of(tag: &Tag, before: Option<Override>) -> Result<Override, ReadError> {
        let own = Attributes::own(tag);
        let usual = Override { friction: ALL_FRICTION, softness: Softness::default(), margin: 0.0 };
        let before = before.unwrap_or(usual);
        let friction = own.up_to("o_friction", before.friction)?;
        if friction.iter().any(|part| *part < 0.0) {
            return Err(tag.error("o_friction is below 0"));
        }
        let given = softness(&own, "o_solref", "o_solimp")?;
        Ok(Override {
            friction,
            softness: Softness {
                reference: own.text("o_solref").map_or(before.softness.reference, |_| given.reference),
                impedance: own.text("o_solimp").map_or(before.softness.impedance, |_| given.impedance),
            },
            margin: own.number("o_margin")?.map_or(before.margin, |margin| margin.max(0.0)),
        })
    }

    /// A contact of a pair with these numbers. Its reference of friction becomes that of the contact.
    pub(super) fn over_pair(&self, pair: PairContact) -> PairContact {
        PairContact {
            friction: Some(self.friction),
            reference: Some(self.softness.reference),
            friction_reference: None,
            impedance: Some(self.softness.impedance),
            margin: Some(self.margin),
            ..pair
        }
    }
}

impl Surfaces {
    /// The settings of `<option>`; pyramids of equal impedance without it.
    ///
    /// # Errors
    /// For a shape or a ratio that MuJoCo does not have.
    pub(super) fn of(root: &Tag) -> Result<Surfaces, ReadError> {
        let mut surfaces = Surfaces { is_pyramid: true, impedance_ratio: 1.0, of_all: None };
        let (mut all, mut overrides) = (None, false);
        for tag in root.children("option") {
            match tag.attribute("cone") {
                None => {}
                Some("pyramidal") => surfaces.is_pyramid = true,
                Some("elliptic") => surfaces.is_pyramid = false,
                Some(other) => {
                    return Err(tag.error(format!("cone \"{other}\" is not one of pyramidal, elliptic")));
                }
            }
            if let Some(ratio) = Attributes::own(tag).number("impratio")? {
                if !(ratio > 0.0 && ratio.is_finite()) {
                    return Err(tag.error(format!("impratio {ratio} is not above 0")));
                }
                surfaces.impedance_ratio = ratio;
            }
            all = Some(Override::of(tag, all)?);
            for flag in tag.children("flag") {
                overrides = Attributes::own(flag).switch("override")?.unwrap_or(overrides);
            }
        }
        surfaces.of_all = all.filter(|_| overrides);
        Ok(surfaces)
    }
}

/// The surface of a geom, in a file whose contacts have something in common. `gap` has no part in it: beyond the margin it lists contacts without a force.
///
/// # Errors
/// For numbers that MuJoCo does not accept.
pub(super) fn contact_material(
    attributes: &Attributes<'_>,
    surfaces: Surfaces,
) -> Result<ContactMaterial, ReadError> {
    let tag = attributes.tag;
    let [sliding, spinning, rolling] = attributes.up_to("friction", FRICTION)?;
    let friction = [sliding, sliding, spinning, rolling, rolling];
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
    let own = ContactMaterial {
        friction,
        dimension: dimension as u8,
        has_pyramid: surfaces.is_pyramid,
        impedance_ratio: surfaces.impedance_ratio,
        softness: softness(attributes, "solref", "solimp")?,
        weight,
        margin: margin.max(0.0),
        priority: attributes.number("priority")?.unwrap_or(0.0) as i32,
    };
    // The margin of a contact is the sum of those of both sides.
    Ok(surfaces.of_all.map_or(own, |all| ContactMaterial {
        friction: all.friction,
        softness: all.softness,
        margin: all.margin / 2.0,
        ..own
    }))
}
