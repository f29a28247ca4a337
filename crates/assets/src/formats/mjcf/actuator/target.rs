//! Targets of actuators: joints, tendons, sites, and bodies that move freely.

use glam::DAffine3;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::model::{LinkFrame, NodeId, SiteTransmission, SliderCrank};

/// The target of an actuator.
#[derive(Default)]
pub(super) struct Target {
    pub joint: Option<String>,
    pub tendon: Option<String>,
    pub site: Option<SiteTransmission>,
    pub crank: Option<SliderCrank>,
    pub body: Option<NodeId>,
    /// Whether a motor can act on it.
    pub is_known: bool,
}

impl Import<'_> {
    /// The target that an actuator names.
    pub(super) fn target(
        &mut self,
        attributes: &Attributes<'_>,
        gears: [f64; 6],
        name: &str,
    ) -> Result<Target, ReadError> {
        let tag = attributes.tag;
        let joint = attributes.text("joint").or(attributes.text("jointinparent"));
        if let Some(joint) = joint {
            if self.has_axis(joint) {
                return Ok(Target { joint: Some(joint.to_owned()), is_known: true, ..Target::default() });
            }
            if let Some((_, link)) = self.free_joints.iter().find(|(free, _)| free == joint) {
                let body = LinkFrame { link: Some(*link), link_from_frame: DAffine3::IDENTITY };
                let is_in_parent = attributes.text("joint").is_none();
                let site = push_body(body, gears, is_in_parent);
                if site.is_none() {
                    self.note("actuators that push and turn free joints at once are left out", name);
                }
                let joint = Some(joint.to_owned());
                return Ok(Target { joint, is_known: site.is_some(), site, ..Target::default() });
            }
            if let Some([link, carrier]) = self.ball(joint) {
                let site = Some(SiteTransmission {
                    site: link,
                    reference: Some(carrier),
                    is_along_site: attributes.text("joint").is_some(),
                    gears: [0.0, 0.0, 0.0, gears[0], gears[1], gears[2]],
                });
                return Ok(Target { site, is_known: true, ..Target::default() });
            }
            return Err(tag.error(format!("there is no joint \"{joint}\"")));
        }
        if let Some(tendon) = attributes.text("tendon") {
            let is_known = self.model.tendons.iter().any(|known| known.name == tendon);
            if !is_known && !self.left_out_tendons.iter().any(|known| known == tendon) {
                return Err(tag.error(format!("there is no tendon \"{tendon}\"")));
            }
            if !is_known {
                self.note("actuators of tendons that are left out are left out", name);
            }
            return Ok(Target { tendon: Some(tendon.to_owned()), is_known, ..Target::default() });
        }
        if let Some(site) = attributes.text("site") {
            let site = self.site_named(tag, site)?;
            let reference = attributes.text("refsite").map(|site| self.site_named(tag, site)).transpose()?;
            let site = Some(SiteTransmission { site, reference, is_along_site: false, gears });
            return Ok(Target { site, is_known: true, ..Target::default() });
        }
        if let Some(crank) = attributes.text("cranksite") {
            let Some(slider) = attributes.text("slidersite") else {
                return Err(tag.error(format!("actuator {name} has a cranksite and no slidersite")));
            };
            let rod = attributes.number("cranklength")?.unwrap_or(0.0);
            if rod <= 0.0 {
                return Err(tag.error(format!("cranklength of actuator {name} is not above 0")));
            }
            let [crank, slider] = [self.site_named(tag, crank)?, self.site_named(tag, slider)?];
            let crank = Some(SliderCrank { crank, slider, rod });
            return Ok(Target { crank, is_known: true, ..Target::default() });
        }
        if let Some(body) = attributes.text("body") {
            let body = Some(self.body_named(tag, body)?);
            return Ok(Target { body, is_known: true, ..Target::default() });
        }
        Err(tag.error(format!("actuator {name} names no joint, tendon, site or body")))
    }
}

/// The transmission to a body that moves freely. Forces are along the axes of the world, torques about those of the body, or about
/// those of the world with `jointinparent`.
fn push_body(body: LinkFrame, gears: [f64; 6], is_in_parent: bool) -> Option<SiteTransmission> {
    let world = LinkFrame { link: None, link_from_frame: DAffine3::IDENTITY };
    let pushes = gears[..3].iter().any(|gear| *gear != 0.0);
    let turns = gears[3..].iter().any(|gear| *gear != 0.0);
    let reference = match (pushes, turns) {
        _ if is_in_parent => Some(world),
        (true, true) => return None,
        (true, false) => Some(world),
        (false, _) => None,
    };
    Some(SiteTransmission { site: body, reference, is_along_site: false, gears })
}
