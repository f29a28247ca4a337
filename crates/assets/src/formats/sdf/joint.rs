//! Joints: the child link becomes a child of the parent link, with one more link between them for each further axis.

use glam::{DAffine3, DVec3};

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::frames::{MODEL, WORLD, full_name};
use crate::formats::sdf::tag::Tag;
use crate::model::{
    BallAxis, Joint, JointKind, JointLimits, JointSpring, LinkFrame, LoopJoint, Mimic, Node, NodeId,
    close_loop,
};

/// One axis of a joint.
struct Axis {
    suffix: &'static str,
    kind: JointKind,
    /// Unit axis in the frame of the child.
    direction: DVec3,
    limits: Option<JointLimits>,
    damping: f64,
    friction: f64,
    mimic: Option<Mimic>,
    spring: Option<JointSpring>,
    /// The ball joint that it is part of.
    ball: Option<BallAxis>,
}

impl Import<'_> {
    /// Reads a joint of the model `scope`. Joints of static models do not move.
    pub(super) fn joint(&mut self, tag: &Tag, scope: &str, is_static: bool) -> Result<(), ReadError> {
        let name = full_name(scope, tag.required_name()?);
        let (parent_tag, child_tag) = (tag.required("parent")?, tag.required("child")?);
        let child = self.end(scope, child_tag)?;
        let parent = if parent_tag.text == WORLD { None } else { self.end(scope, parent_tag)? };
        let Some(child) = child else {
            return Err(tag.error("the <child> of a joint is attached to the world"));
        };
        if parent.as_ref() == Some(&child) {
            self.note("joints between a link and itself are left out", tag);
            return Ok(());
        }
        let Some(mut axes) = self.axes(tag, scope, &name, &child)? else { return Ok(()) };
        if is_static {
            axes.truncate(1);
            axes.iter_mut().for_each(|axis| axis.kind = JointKind::Fixed);
        }
        let parent_id =
            parent.as_ref().and_then(|link| self.links.get(link).copied()).unwrap_or(NodeId::new(0));
        let Some(child_id) = self.links.get(&child).copied() else { return Ok(()) };
        if self.model.nodes[child_id.index()].parent.is_some() || self.is_above(child_id, parent_id) {
            let world_from_parent =
                parent.as_ref().map_or(DAffine3::IDENTITY, |parent| self.frames.world_from(parent));
            let parent_from_joint = world_from_parent.inverse() * self.frames.world_from(&name);
            let child_from_joint = self.frames.world_from(&child).inverse() * self.frames.world_from(&name);
            let a = LinkFrame { link: Some(parent_id), link_from_frame: parent_from_joint };
            let b = LinkFrame { link: Some(child_id), link_from_frame: child_from_joint };
            self.close_loop(tag, &name, [a, b], &axes);
            return Ok(());
        }
        let child_from_joint = self.frames.world_from(&child).inverse() * self.frames.world_from(&name);
        let shown = self.shown(&name);
        let parent_from_child = match &parent {
            Some(parent) => self.frames.world_from(parent).inverse() * self.frames.world_from(&child),
            None => self.frames.world_from(&child),
        };
        let last = axes.len() - 1;
        self.budget.nodes(last, "joints")?;
        let mut carrier = parent_id;
        for (number, axis) in axes.into_iter().enumerate() {
            let link = if number == last {
                child_id
            } else {
                let name = format!("{}/{shown}{}", self.shown(&child), axis.suffix);
                let parent_from_node = if number == 0 { parent_from_child } else { DAffine3::IDENTITY };
                self.model.nodes.push(Node { parent: Some(carrier), parent_from_node, ..Node::new(name) });
                NodeId::new(self.model.nodes.len() - 1)
            };
            self.model.nodes[link.index()].parent = Some(carrier);
            let name = format!("{shown}{}", axis.suffix);
            self.model.joints.push(Joint {
                anchor: child_from_joint.translation,
                axis: axis.direction,
                limits: axis.limits,
                damping: axis.damping,
                friction: axis.friction,
                mimic: axis.mimic,
                spring: axis.spring,
                ball: axis.ball,
                ..Joint::new(name, axis.kind, carrier, link)
            });
            carrier = link;
        }
        self.note_unsupported(
            tag,
            &["parent", "child", "pose", "axis", "axis2", "physics", "thread_pitch", "screw_thread_pitch"],
        );
        Ok(())
    }

    /// The full name of the link at an end of a joint.
    fn end(&self, scope: &str, tag: &Tag) -> Result<Option<String>, ReadError> {
        let name = self.frames.known(scope, &tag.text, tag)?;
        self.frames.link_of(&name, tag)
    }

    /// Closes a loop by equalities. Limits, damping and friction of the joint have no counterpart.
    fn close_loop(&mut self, tag: &Tag, name: &str, frames: [LinkFrame; 2], axes: &[Axis]) {
        let joint = match axes {
            [axis] if axis.kind == JointKind::Fixed => LoopJoint::Fixed,
            [axis] if matches!(axis.kind, JointKind::Revolute | JointKind::Continuous) => {
                // The direction is along the axes of the child.
                LoopJoint::Hinge(frames[1].link_from_frame.matrix3.transpose() * axis.direction)
            }
            [_, _, _] => LoopJoint::Ball,
            _ => {
                self.note(
                    "joints that close a loop, other than fixed, revolute and ball joints, are left out",
                    tag,
                );
                return;
            }
        };
        if !matches!(joint, LoopJoint::Fixed) {
            self.note("joints that close a loop have no limits, damping and friction", tag);
        }
        let shown = self.shown(name);
        self.model.equalities.extend(close_loop(&shown, frames, &joint));
    }

    /// Whether a node is `below` or above it.
    fn is_above(&self, node: NodeId, below: NodeId) -> bool {
        let mut next = Some(below);
        while let Some(id) = next {
            if id == node {
                return true;
            }
            next = self.model.nodes[id.index()].parent;
        }
        false
    }

    /// The axes of a joint; `None` for one that is left out.
    fn axes(
        &mut self,
        tag: &Tag,
        scope: &str,
        name: &str,
        child: &str,
    ) -> Result<Option<Vec<Axis>>, ReadError> {
        let kind = tag.given("type").ok_or_else(|| tag.error("<joint> has no type"))?;
        let first =
            |this: &mut Self, kind, suffix| this.axis(tag, "axis", (scope, name, child), kind, suffix);
        Ok(Some(match kind {
            "revolute" => vec![first(self, JointKind::Revolute, "")?],
            "continuous" => vec![first(self, JointKind::Continuous, "")?],
            "prismatic" => vec![first(self, JointKind::Prismatic, "")?],
            "fixed" => vec![rigid("")],
            "revolute2" | "universal" => {
                self.note(&format!("{kind} joints become two joints, one for each axis"), tag);
                let second = self.axis(tag, "axis2", (scope, name, child), JointKind::Revolute, "_axis2")?;
                vec![first(self, JointKind::Revolute, "_axis")?, second]
            }
            "ball" => {
                // A ball turns about the axes of any frame.
                let about = |number: u8, suffix| Axis {
                    kind: JointKind::Continuous,
                    direction: DVec3::AXES[usize::from(number)],
                    ball: Some(BallAxis { number, angle_max: None }),
                    ..rigid(suffix)
                };
                vec![about(0, "_x"), about(1, "_y"), about(2, "_z")]
            }
            "screw" => {
                let hinge = first(self, JointKind::Revolute, "")?;
                let mimic = Mimic { joint: self.shown(name), multiplier: rise_of(tag)?, offset: 0.0 };
                // The nut slides by its pitch in each turn.
                let slide = Axis {
                    kind: JointKind::Prismatic,
                    direction: hinge.direction,
                    mimic: Some(mimic),
                    ..rigid("_slide")
                };
                vec![slide, hinge]
            }
            // A coupling of two other joints, which is read after these.
            "gearbox" => return Ok(None),
            other => {
                let other: String = other.chars().take(40).collect();
                return Err(tag.error(format!(
                    "type \"{other}\" of <joint> is not one of revolute, prismatic, fixed, continuous, ball, universal, \
                     revolute2, screw, gearbox"
                )));
            }
        }))
    }

    fn axis(
        &mut self,
        joint: &Tag,
        which: &str,
        (scope, name, child): (&str, &str, &str),
        kind: JointKind,
        suffix: &'static str,
    ) -> Result<Axis, ReadError> {
        let Some(tag) = joint.child(which) else {
            return Err(joint.error(format!("a joint that moves has an <{which}>")));
        };
        let xyz = tag.child("xyz");
        let direction = tag.vector_of("xyz")?.unwrap_or(DVec3::Z);
        // Before SDF 1.5, and where old files ask for it, axes are in the frame of the model.
        let in_model =
            tag.source.version == 4 || (tag.source.version < 7 && tag.switch_of("use_parent_model_frame")?);
        let frame = match xyz.and_then(|xyz| xyz.given("expressed_in")) {
            Some(frame) => self.frames.known(scope, frame, tag)?,
            None if in_model => full_name(scope, MODEL),
            None => name.to_owned(),
        };
        let child_from_frame = self.frames.world_from(child).inverse() * self.frames.world_from(&frame);
        let Some(direction) = child_from_frame.transform_vector3(direction).try_normalize() else {
            return Err(tag.error("<xyz> of the axis has no direction"));
        };
        let (limits, is_bounded) = limits(tag)?;
        let kind = match kind {
            JointKind::Revolute if !is_bounded => JointKind::Continuous,
            kind => kind,
        };
        let dynamics = tag.child("dynamics");
        let number = |name: &str| {
            Ok::<f64, ReadError>(
                dynamics.map(|tag| tag.number_of(name)).transpose()?.flatten().unwrap_or(0.0),
            )
        };
        let (damping, friction) = (number("damping")?.max(0.0), number("friction")?.max(0.0));
        let (stiffness, rest) = (number("spring_stiffness")?.max(0.0), number("spring_reference")?);
        let spring = (stiffness > 0.0).then_some(JointSpring { stiffness, rest });
        self.note_unsupported(
            tag,
            &["xyz", "limit", "dynamics", "mimic", "use_parent_model_frame", "initial_position"],
        );
        let mimic = tag.child("mimic").map(|tag| self.mimic(tag, scope)).transpose()?;
        Ok(Axis { suffix, kind, direction, limits, damping, friction, mimic, spring, ball: None })
    }

    /// A mimic follows multiplier · (leader − reference) + offset.
    fn mimic(&self, tag: &Tag, scope: &str) -> Result<Mimic, ReadError> {
        let leader = tag.given("joint").ok_or_else(|| tag.error("<mimic> names no joint"))?;
        let multiplier = tag.number_of("multiplier")?.unwrap_or(0.0);
        let offset =
            tag.number_of("offset")?.unwrap_or(0.0) - multiplier * tag.number_of("reference")?.unwrap_or(0.0);
        let full = self.frames.known(scope, leader, tag)?;
        Ok(Mimic { joint: self.shown(&full), multiplier, offset })
    }
}

/// The motion of a screw along its axis per angle: of `<screw_thread_pitch>` [m per turn], or of `<thread_pitch>`, which is −2π over
/// that. [m/rad]
fn rise_of(tag: &Tag) -> Result<f64, ReadError> {
    if let Some(pitch) = tag.number_of("screw_thread_pitch")? {
        return Ok(pitch / std::f64::consts::TAU);
    }
    let old = tag.number_of("thread_pitch")?.unwrap_or(1.0);
    if old == 0.0 { Err(tag.error("<thread_pitch> of a screw joint is 0")) } else { Ok(-1.0 / old) }
}

fn rigid(suffix: &'static str) -> Axis {
    Axis {
        suffix,
        kind: JointKind::Fixed,
        direction: DVec3::Z,
        limits: None,
        damping: 0.0,
        friction: 0.0,
        mimic: None,
        spring: None,
        ball: None,
    }
}

/// The limits of an axis, and whether any of them is one of position. Negative velocities and efforts mean none.
fn limits(axis: &Tag) -> Result<(Option<JointLimits>, bool), ReadError> {
    let Some(tag) = axis.child("limit") else { return Ok((None, false)) };
    let (lower, upper) = (tag.bound_of("lower")?, tag.bound_of("upper")?);
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower > upper
    {
        return Err(tag.error(format!("lower limit {lower} is above upper limit {upper}")));
    }
    let rate = |name: &str| {
        Ok::<f64, ReadError>(tag.bound_of(name)?.filter(|rate| *rate >= 0.0).unwrap_or(f64::INFINITY))
    };
    let limits = JointLimits {
        lower: lower.unwrap_or(f64::NEG_INFINITY),
        upper: upper.unwrap_or(f64::INFINITY),
        velocity: rate("velocity")?,
        effort: rate("effort")?,
    };
    let is_any =
        [limits.lower, limits.upper, limits.velocity, limits.effort].iter().any(|limit| limit.is_finite());
    Ok((is_any.then_some(limits), lower.is_some() || upper.is_some()))
}
