//! Tendons: sums of joint positions, and cords through sites, around spheres and cylinders, over pulleys.
//!
//! Source: MuJoCo's documentation, "XML reference", section "tendon".

use std::collections::BTreeSet;

use glam::DAffine3;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::{EffortPolynomial, Joint, JointKind, LinkFrame, LinkPoint, Tendon, TendonPath, Waypoint};

/// Name of the default class of tendons.
const DEFAULTS: &str = "tendon";

/// A geom that a tendon can wrap around.
#[derive(Debug, Clone, Copy)]
pub(super) struct RoundGeom {
    pub frame: LinkFrame,
    pub is_cylinder: bool,
    pub radius: f64,
}

impl Import<'_> {
    /// Reads `<tendon>`.
    pub(super) fn tendons(&mut self, root: &Tag) -> Result<(), ReadError> {
        let tags = || root.children("tendon").flat_map(|section| &section.children);
        let given: BTreeSet<&str> = tags().filter_map(|tag| tag.attribute("name")).collect();
        for tag in tags() {
            let attributes = self.attributes_like(tag, DEFAULTS, None)?;
            let is_known = |name: &str| self.model.tendons.iter().any(|known| known.name == name);
            let mut free = (self.model.tendons.len()..)
                .map(|number| format!("tendon{number}"))
                .filter(|name| !given.contains(name.as_str()) && !is_known(name));
            let name = tag.attribute("name").map(str::to_owned).or_else(|| free.next()).unwrap_or_default();
            if is_known(&name) {
                return Err(tag.error(format!("there are two tendons called \"{name}\"")));
            }
            self.budget.nodes(1 + tag.children.len(), "tendons")?;
            let path = match tag.name.as_str() {
                "spatial" => TendonPath::Spatial(self.cord(tag, &name)?),
                "fixed" => match self.sum(tag, &name)? {
                    Some(sum) => TendonPath::Fixed(sum),
                    None => {
                        self.left_out_tendons.push(name);
                        continue;
                    }
                },
                other => return Err(tag.error(format!("<{other}> in <tendon> is not spatial or fixed"))),
            };
            let tendon = self.tendon(&attributes, name, path)?;
            self.model.tendons.push(tendon);
        }
        Ok(())
    }

    fn tendon(
        &mut self,
        attributes: &Attributes<'_>,
        name: String,
        path: TendonPath,
    ) -> Result<Tendon, ReadError> {
        let tag = attributes.tag;
        let numbers = |attribute: &str| {
            let values = attributes.up_to::<3>(attribute, [0.0; 3])?;
            if values[0] < 0.0 {
                return Err(tag.error(format!("{attribute} of tendon {name} is below 0")));
            }
            Ok::<[f64; 3], ReadError>(values)
        };
        let number = |attribute: &str| numbers(attribute).map(|[value, ..]| value);
        let [stiffness, of_spring @ ..] = numbers("stiffness")?;
        let [damping, of_damper @ ..] = numbers("damping")?;
        let armature = number("armature")?;
        if armature > 0.0
            && let TendonPath::Spatial(waypoints) = &path
            && waypoints.iter().any(|part| matches!(part, Waypoint::Obstacle { .. }))
        {
            return Err(tag.error(format!("tendon {name} wraps around geoms and has an armature")));
        }
        let limits = self.tendon_range(attributes, "range", "limited", &name)?;
        let force_range = self.tendon_range(attributes, "actuatorfrcrange", "actuatorfrclimited", &name)?;
        let rest = match attributes.list("springlength")?.as_deref() {
            None => None,
            Some([length]) => (*length >= 0.0).then_some([*length; 2]),
            Some([low, high]) if *low < 0.0 && *high < 0.0 => None,
            Some([low, high]) if low <= high => Some([*low, *high]),
            Some(_) => {
                return Err(
                    tag.error(format!("springlength of tendon {name} is not one or two ordered numbers"))
                );
            }
        };
        Ok(Tendon {
            path,
            limits,
            stiffness,
            rest,
            damping,
            polynomial: EffortPolynomial { stiffness: of_spring, damping: of_damper },
            friction: number("frictionloss")?,
            armature,
            force_range,
            limit_softness: self.softness(attributes, "solreflimit", "solimplimit", &name)?,
            friction_softness: self.softness(attributes, "solreffriction", "solimpfriction", &name)?,
            name,
        })
    }

    /// A range that holds if the file limits the tendon by it.
    fn tendon_range(
        &self,
        attributes: &Attributes<'_>,
        range: &str,
        limited: &str,
        name: &str,
    ) -> Result<Option<[f64; 2]>, ReadError> {
        let found = attributes.array::<2>(range)?;
        let is_limited = attributes
            .switch(limited)?
            .unwrap_or(self.compiler(attributes.tag).auto_limits && found.is_some());
        match found.filter(|_| is_limited) {
            Some([low, high]) if low > high => {
                let problem = format!("tendon {name}: lower end {low} of {range} is above upper end {high}");
                Err(attributes.tag.error(problem))
            }
            None if is_limited => {
                Err(attributes.tag.error(format!("tendon {name} is limited and has no {range}")))
            }
            found => Ok(found),
        }
    }

    /// The members of a sum of joint positions; `None` if one of them is a ball joint.
    fn sum(&mut self, tag: &Tag, name: &str) -> Result<Option<Vec<(String, f64)>>, ReadError> {
        let mut members: Vec<(String, f64)> = Vec::new();
        for member in tag.children("joint") {
            let own = Attributes::own(member);
            let Some(joint) = own.text("joint") else {
                return Err(member.error(format!("<joint> of tendon {name} names no joint")));
            };
            if members.iter().any(|(known, _)| known == joint) {
                return Err(member.error(format!("tendon {name} names joint \"{joint}\" twice")));
            }
            if !self.has_axis(joint) {
                if self.is_without_axis(joint) {
                    self.note("tendons of ball joints and free joints are left out", name);
                    return Ok(None);
                }
                return Err(member.error(format!("there is no joint \"{joint}\"")));
            }
            members.push((joint.to_owned(), own.number("coef")?.unwrap_or(1.0)));
        }
        if members.is_empty() {
            return Err(tag.error(format!("tendon {name} has no joints")));
        }
        Ok(Some(members))
    }

    /// Whether a joint is a hinge or a slide.
    pub(super) fn has_axis(&self, joint: &str) -> bool {
        let turns_or_slides =
            |kind: JointKind| !matches!(kind, JointKind::Fixed | JointKind::Floating | JointKind::Planar);
        self.model.joints.iter().any(|known| known.name == joint && turns_or_slides(known.kind))
    }

    /// The frames of both sides of a ball joint, which coincide without a rotation: that of its body, and that of the body that
    /// carries it.
    pub(super) fn ball(&self, name: &str) -> Option<[LinkFrame; 2]> {
        let part = |number: u8, letter: &str| {
            let is_part = |joint: &&Joint| joint.ball.is_some_and(|ball| ball.number == number);
            let mut parts = self.model.joints.iter().filter(is_part);
            parts.find(|joint| joint.name.strip_suffix(letter).is_some_and(|ball| ball == name))
        };
        let (first, last) = (part(0, "_x")?, part(2, "_z")?);
        let link_from_frame = DAffine3::from_translation(last.anchor);
        let carrier_from_link = self.model.nodes[first.child.index()].parent_from_node;
        Some([
            LinkFrame { link: Some(last.child), link_from_frame },
            LinkFrame { link: Some(first.parent), link_from_frame: carrier_from_link * link_from_frame },
        ])
    }

    /// Whether a joint of the file is free, or a ball joint, which became three hinges.
    pub(super) fn is_without_axis(&self, joint: &str) -> bool {
        let is_ball = |name: &str| name.strip_suffix("_x").is_some_and(|name| name == joint);
        self.free_joints.iter().any(|(free, _)| free == joint)
            || self.model.joints.iter().any(|known| is_ball(&known.name))
    }

    /// The path of a cord: branches of at least two sites, with at most one geom between two sites.
    fn cord(&self, tag: &Tag, name: &str) -> Result<Vec<Waypoint>, ReadError> {
        let point =
            |frame: LinkFrame| LinkPoint { link: frame.link, point: frame.link_from_frame.translation };
        let mut path: Vec<Waypoint> = Vec::new();
        let (mut sites, mut is_open) = (0, false);
        for part in &tag.children {
            let own = Attributes::own(part);
            let named = |attribute: &str| {
                own.text(attribute)
                    .ok_or_else(|| part.error(format!("<{}> of tendon {name} has no {attribute}", part.name)))
            };
            match part.name.as_str() {
                "site" => {
                    path.push(Waypoint::Site(point(self.site_named(part, named("site")?)?)));
                    (sites, is_open) = (sites + 1, false);
                }
                "geom" => {
                    let geom = named("geom")?;
                    let Some(round) = self.round_geoms.get(geom) else {
                        let problem = format!("there is no sphere or cylinder \"{geom}\" to wrap around");
                        return Err(part.error(problem));
                    };
                    if round.radius <= 0.0 {
                        return Err(
                            part.error(format!("tendon {name} wraps around geom \"{geom}\" of radius 0"))
                        );
                    }
                    if sites == 0 || is_open {
                        return Err(
                            part.error(format!("geom \"{geom}\" of tendon {name} is not between two sites"))
                        );
                    }
                    let side = own.text("sidesite").map(|side| self.site_named(part, side)).transpose()?;
                    path.push(Waypoint::Obstacle {
                        frame: round.frame,
                        is_cylinder: round.is_cylinder,
                        radius: round.radius,
                        side: side.map(point),
                    });
                    is_open = true;
                }
                "pulley" => {
                    let divisor = own.number("divisor")?.unwrap_or(1.0);
                    if divisor <= 0.0 {
                        return Err(
                            part.error(format!("divisor of a pulley of tendon {name} is not above 0"))
                        );
                    }
                    if is_open || sites == 1 {
                        return Err(part.error(format!("a branch of tendon {name} has less than two sites")));
                    }
                    path.push(Waypoint::Pulley { divisor });
                    sites = 0;
                }
                other => {
                    return Err(part.error(format!("<{other}> in <spatial> is not site, geom or pulley")));
                }
            }
        }
        if is_open {
            return Err(tag.error(format!("tendon {name} ends with a geom, not with a site")));
        }
        if sites < 2 {
            return Err(tag.error(format!("tendon {name} has less than two sites in its last branch")));
        }
        Ok(path)
    }
}
