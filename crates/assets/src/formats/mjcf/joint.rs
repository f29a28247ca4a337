//! Joints of bodies: kinds, axes, anchors and limits.

use glam::{DAffine3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::softness::softness;
use crate::formats::mjcf::spring_damper::SpringDamper;
use crate::model::{
    BallAxis, EffortPolynomial, Joint, JointKind, JointLimits, JointSpring, NodeId, Softness,
};

/// A joint of a body in the frame of the body.
pub(super) struct BodyJoint {
    pub name: String,
    pub kind: JointKind,
    /// Unit axis in the frame of the body.
    pub axis: DVec3,
    /// A point of the axis in the frame of the body. [m]
    pub anchor: DVec3,
    pub limits: Option<JointLimits>,
    pub damping: f64,
    pub friction: f64,
    /// Position in the pose of the file. [rad or m]
    pub position: f64,
    /// Inertia of the rotor behind its gear. [kg m² or kg]
    pub armature: f64,
    pub spring: Option<JointSpring>,
    /// Parts of its damping and of its spring that are not linear.
    pub polynomial: EffortPolynomial,
    /// A time constant [s] and a damping ratio instead of stiffness and damping, with the position without effort.
    pub spring_damper: Option<[f64; 3]>,
    /// Softness of its limits.
    pub limit_softness: Option<Softness>,
    /// Softness of its dry friction.
    pub friction_softness: Option<Softness>,
    /// The ball joint that it is part of.
    pub ball: Option<BallAxis>,
}

/// The joints of a body.
pub(super) enum BodyJoints {
    /// The body moves freely; the name of its joint.
    Free(String),
    /// One joint after the other; none for a fixed body.
    Chain(Vec<BodyJoint>),
}

impl Import<'_> {
    /// Reads the joints of a body. A ball joint becomes three joints that are marked as its parts.
    pub(super) fn body_joints(
        &mut self,
        joints: &[Attributes<'_>],
        body: &str,
    ) -> Result<BodyJoints, ReadError> {
        let mut chain = Vec::new();
        for attributes in joints {
            let tag = attributes.tag;
            match kind_of(attributes) {
                "free" => {
                    if joints.len() > 1 {
                        return Err(tag.error(format!("body {body} has a free joint and further joints")));
                    }
                    return Ok(BodyJoints::Free(joint_name(attributes, body, 0)));
                }
                "hinge" => chain.push(self.hinge_or_slide(attributes, body, chain.len(), true)?),
                "slide" => chain.push(self.hinge_or_slide(attributes, body, chain.len(), false)?),
                "ball" => {
                    let name = joint_name(attributes, body, chain.len());
                    let joint = self.hinge_or_slide(attributes, body, chain.len(), true)?;
                    let angle_max = joint.limits.map(|limits| limits.upper).filter(|angle| angle.is_finite());
                    // The limit of a ball is that of the whole rotation, not of its parts.
                    let limits = joint.limits.filter(|limits| limits.effort.is_finite()).map(|limits| {
                        JointLimits { lower: f64::NEG_INFINITY, upper: f64::INFINITY, ..limits }
                    });
                    let spring = joint.spring.map(|spring| JointSpring { rest: 0.0, ..spring });
                    for (number, (letter, axis)) in
                        [("x", DVec3::X), ("y", DVec3::Y), ("z", DVec3::Z)].into_iter().enumerate()
                    {
                        let ball = Some(BallAxis { number: number as u8, angle_max });
                        chain.push(BodyJoint {
                            name: format!("{name}_{letter}"),
                            kind: JointKind::Continuous,
                            axis,
                            limits,
                            position: 0.0,
                            spring,
                            ball,
                            ..joint
                        });
                    }
                }
                other => {
                    return Err(tag.error(format!("type \"{other}\" is not one of free, ball, hinge, slide")));
                }
            }
        }
        Ok(BodyJoints::Chain(chain))
    }

    fn hinge_or_slide(
        &mut self,
        attributes: &Attributes<'_>,
        body: &str,
        number: usize,
        turns: bool,
    ) -> Result<BodyJoint, ReadError> {
        let tag = attributes.tag;
        let name = joint_name(attributes, body, number);
        let axis = DVec3::from_array(attributes.array("axis")?.unwrap_or([0.0, 0.0, 1.0]));
        let axis =
            axis.try_normalize().ok_or_else(|| tag.error(format!("the axis of joint {name} is zero")))?;
        let in_degrees = turns && self.compiler(tag).degrees;
        let unit = |value: f64| if in_degrees { value.to_radians() } else { value };
        let mut range = attributes.array::<2>("range")?.map(|range| range.map(unit));
        let is_limited =
            attributes.switch("limited")?.unwrap_or(self.compiler(tag).auto_limits && range.is_some());
        if is_limited && kind_of(attributes) == "ball" {
            // MuJoCo's default: the ball cannot turn.
            range = range.or(Some([0.0; 2]));
        }
        let effort = attributes.array::<2>("actuatorfrcrange")?;
        let has_effort = attributes.switch("actuatorfrclimited")?.unwrap_or(self.compiler(tag).auto_limits);
        let effort_range = effort.filter(|_| has_effort);
        let effort = effort_range.map_or(f64::INFINITY, |[low, high]| low.abs().max(high.abs()));
        if let Some(range) = effort_range {
            self.effort_ranges.insert(name.clone(), range);
        }
        let limits = match range.filter(|_| is_limited) {
            Some([lower, upper]) if lower <= upper => {
                Some(JointLimits { lower, upper, velocity: f64::INFINITY, effort })
            }
            Some([lower, upper]) => {
                return Err(
                    tag.error(format!("joint {name}: lower limit {lower} is above upper limit {upper}"))
                );
            }
            None if is_limited => return Err(tag.error(format!("joint {name} is limited and has no range"))),
            None => effort.is_finite().then_some(JointLimits {
                lower: f64::NEG_INFINITY,
                upper: f64::INFINITY,
                velocity: f64::INFINITY,
                effort,
            }),
        };
        let kind = match (turns, range.filter(|_| is_limited)) {
            (true, Some(_)) => JointKind::Revolute,
            (true, None) => JointKind::Continuous,
            (false, _) => JointKind::Prismatic,
        };
        if effort_range.is_some() && attributes.switch("actuatorgravcomp")? == Some(true) {
            // Elsewhere the motion is the same.
            self.note(
                "gravity compensation by motors (actuatorgravcomp) does not count towards their actuatorfrcrange",
                &name,
            );
        }
        let [stiffness, of_spring @ ..] = attributes.up_to::<3>("stiffness", [0.0; 3])?;
        let [damping, of_damper @ ..] = attributes.up_to::<3>("damping", [0.0; 3])?;
        let polynomial = EffortPolynomial { stiffness: of_spring, damping: of_damper };
        let rest = attributes.number("springref")?.map_or(0.0, unit);
        Ok(BodyJoint {
            name,
            kind,
            axis,
            anchor: DVec3::from_array(attributes.array("pos")?.unwrap_or_default()),
            limits,
            damping,
            friction: attributes.number("frictionloss")?.unwrap_or(0.0),
            position: attributes.number("ref")?.map_or(0.0, unit),
            armature: attributes.number("armature")?.unwrap_or(0.0),
            spring: (stiffness > 0.0 || of_spring != [0.0; 2]).then_some(JointSpring { stiffness, rest }),
            polynomial,
            spring_damper: attributes
                .array::<2>("springdamper")?
                .filter(|[time_s, ratio]| *time_s > 0.0 && *ratio > 0.0)
                .map(|[time_s, ratio]| [time_s, ratio, rest]),
            limit_softness: Some(softness(attributes, "solreflimit", "solimplimit")?),
            friction_softness: Some(softness(attributes, "solreffriction", "solimpfriction")?),
            ball: None,
        })
    }

    /// Adds a joint between two nodes. The pose of the child is that of the file.
    pub(super) fn add_joint(&mut self, joint: BodyJoint, parent: NodeId, child: NodeId) {
        let BodyJoint {
            name,
            kind,
            axis,
            anchor,
            limits,
            damping,
            friction,
            position,
            armature,
            spring,
            polynomial,
            limit_softness,
            friction_softness,
            ball,
            ..
        } = joint;
        if let Some([time_s, ratio, rest]) = joint.spring_damper {
            let joint = self.model.joints.len();
            self.spring_dampers.push(SpringDamper { joint, time_s, ratio, rest });
        }
        if position != 0.0 {
            // The pose of the model is the one at position zero.
            let file_from_zero = if kind == JointKind::Prismatic {
                DAffine3::from_translation(-axis * position)
            } else {
                let back = DQuat::from_axis_angle(axis, -position);
                DAffine3::from_rotation_translation(back, anchor - back * anchor)
            };
            let node = &mut self.model.nodes[child.index()];
            node.parent_from_node *= file_from_zero;
        }
        self.model.joints.push(Joint {
            anchor,
            axis,
            limits,
            position,
            reference: position,
            damping,
            friction,
            armature,
            spring,
            polynomial,
            limit_softness,
            friction_softness,
            ball,
            ..Joint::new(name, kind, parent, child)
        });
    }
}

/// The kind of a joint: `free`, `ball`, `hinge` or `slide`.
pub(super) fn kind_of<'t>(attributes: &Attributes<'t>) -> &'t str {
    if attributes.tag.name == "freejoint" { "free" } else { attributes.text("type").unwrap_or("hinge") }
}

fn joint_name(attributes: &Attributes<'_>, body: &str, number: usize) -> String {
    match (attributes.tag.attribute("name"), number) {
        (Some(name), _) => name.to_owned(),
        (None, 0) => format!("{body}/joint"),
        (None, number) => format!("{body}/joint{number}"),
    }
}
