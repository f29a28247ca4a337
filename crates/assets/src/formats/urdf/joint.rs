//! Joints: the child link becomes a child of the parent link.

use glam::{DAffine3, DVec3};

use crate::ReadError;
use crate::formats::urdf::{Import, origin};
use crate::formats::xml::Element;
use crate::model::{BallAxis, Joint, JointKind, JointLimits, Mimic, Node, NodeId};

/// The type of ball joints in PyBullet's files.
const BALL: &str = "spherical";

fn is_ball(joint: Element<'_, '_>) -> bool {
    joint.attribute("type") == Some(BALL)
}

impl Import<'_> {
    pub(super) fn joint(&mut self, element: Element<'_, '_>) -> Result<(), ReadError> {
        let name = element.required("name")?.to_owned();
        if !self.joint_names.insert(name.to_owned()) {
            return Err(element.error(format!("there are two joints called \"{name}\"")));
        }
        let kind = self.joint_kind(element)?;
        let parent = self.end(element, "parent")?;
        let child = self.end(element, "child")?;
        let node = &mut self.model.nodes[child.index()];
        if node.parent.is_some() {
            return Err(element.error(format!("link \"{}\" is the child of two joints", node.name)));
        }
        node.parent = Some(parent);
        node.parent_from_node = origin(element)?;
        let axis = element.child("axis").map(|axis| axis.numbers::<3>("xyz")).transpose()?.flatten();
        let axis = DVec3::from_array(axis.unwrap_or([1.0, 0.0, 0.0]));
        let moves = !matches!(kind, JointKind::Fixed | JointKind::Floating);
        let axis = match axis.try_normalize() {
            Some(axis) => axis,
            None if moves => {
                return Err(element.error(format!("the axis of joint \"{name}\" has no direction")));
            }
            None => DVec3::X,
        };
        let mut limits = limits(element, kind)?;
        if let Some(wrong) = limits.as_mut().filter(|limits| limits.lower > limits.upper) {
            // As in Bullet.
            self.warnings.add(format!(
                "{}: joint {name} moves without end, because its lower limit {} is above its upper limit {}",
                element.place(),
                wrong.lower,
                wrong.upper
            ));
            (wrong.lower, wrong.upper) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        if let (Some(safety), Some(limits)) = (element.child("safety_controller"), limits.as_mut()) {
            // Soft limits are those that a controller keeps to: the motors here keep to the narrower ones of both.
            let lower = safety.number("soft_lower_limit")?.unwrap_or(f64::NEG_INFINITY).max(limits.lower);
            let upper = safety.number("soft_upper_limit")?.unwrap_or(f64::INFINITY).min(limits.upper);
            if lower < upper && matches!(kind, JointKind::Revolute | JointKind::Prismatic) {
                (limits.lower, limits.upper) = (lower, upper);
            }
        }
        if limits.is_none() && matches!(kind, JointKind::Revolute | JointKind::Prismatic) {
            self.warnings
                .add(format!("{}: joint {name} has no limits and moves without end", element.place()));
        }
        let dynamics = element.child("dynamics");
        let dynamics = |name: &str| {
            Ok::<f64, ReadError>(
                dynamics.map(|dynamics| dynamics.number(name)).transpose()?.flatten().unwrap_or(0.0),
            )
        };
        let joint = Joint {
            axis,
            limits,
            damping: dynamics("damping")?,
            friction: dynamics("friction")?,
            mimic: element.child("mimic").map(mimic).transpose()?,
            ..Joint::new(name, kind, parent, child)
        };
        if kind == JointKind::Planar {
            self.planar(joint)?;
        } else if is_ball(element) {
            self.ball(joint)?;
        } else {
            self.model.joints.push(joint);
        }
        self.note_unsupported(
            element,
            &[
                "origin",
                "parent",
                "child",
                "axis",
                "limit",
                "dynamics",
                "mimic",
                "safety_controller",
                "calibration",
            ],
        );
        Ok(())
    }

    /// Adds a ball joint as three joints in a row that turn together: about x, y and z of the child.
    fn ball(&mut self, joint: Joint) -> Result<(), ReadError> {
        self.budget.nodes(2, "ball joints")?;
        let mut carrier = joint.parent;
        for (number, (letter, axis)) in ["x", "y", "z"].into_iter().zip(DVec3::AXES).enumerate() {
            let name = format!("{}_{letter}", joint.name);
            let mut link = joint.child;
            if number < 2 {
                let child = &mut self.model.nodes[joint.child.index()];
                let parent_from_node = std::mem::replace(&mut child.parent_from_node, DAffine3::IDENTITY);
                let between = format!("{}/{name}", child.name);
                self.model.nodes.push(Node { parent: Some(carrier), parent_from_node, ..Node::new(between) });
                link = NodeId::new(self.model.nodes.len() - 1);
            } else {
                self.model.nodes[link.index()].parent = Some(carrier);
            }
            let ball = Some(BallAxis { number: number as u8, angle_max: None });
            let part = Joint { mimic: None, ball, ..joint.clone() };
            self.model.joints.push(Joint { name, axis, parent: carrier, child: link, ..part });
            carrier = link;
        }
        Ok(())
    }

    /// Adds a planar joint as three joints in a row: two slides across its axis, and a turn about it, which has its name.
    fn planar(&mut self, joint: Joint) -> Result<(), ReadError> {
        self.budget.nodes(2, "planar joints")?;
        let [along, across] = {
            let along = joint.axis.any_orthonormal_vector();
            // The axes of the frame, where the plane has them.
            let own = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().find(|own| own.dot(joint.axis).abs() < 1e-9);
            let along = own.unwrap_or(along);
            [along, joint.axis.cross(along)]
        };
        let mut carrier = joint.parent;
        for (suffix, axis) in [("along", along), ("across", across)] {
            let child = &mut self.model.nodes[joint.child.index()];
            let parent_from_node = std::mem::replace(&mut child.parent_from_node, DAffine3::IDENTITY);
            let name = format!("{}/{}_{suffix}", child.name, joint.name);
            self.model.nodes.push(Node { parent: Some(carrier), parent_from_node, ..Node::new(name) });
            let link = NodeId::new(self.model.nodes.len() - 1);
            let name = format!("{}_{suffix}", joint.name);
            let slide = Joint { mimic: None, ..joint.clone() };
            self.model.joints.push(Joint {
                name,
                kind: JointKind::Prismatic,
                parent: carrier,
                child: link,
                axis,
                ..slide
            });
            carrier = link;
        }
        self.model.nodes[joint.child.index()].parent = Some(carrier);
        self.model.joints.push(Joint { kind: JointKind::Continuous, parent: carrier, ..joint });
        Ok(())
    }

    /// The kind of a joint. One of an unknown type is fixed, so that its link stays in place.
    fn joint_kind(&mut self, element: Element<'_, '_>) -> Result<JointKind, ReadError> {
        Ok(match element.required("type")? {
            "fixed" => JointKind::Fixed,
            "revolute" => JointKind::Revolute,
            "continuous" => JointKind::Continuous,
            "prismatic" => JointKind::Prismatic,
            "floating" => JointKind::Floating,
            "planar" => JointKind::Planar,
            // PyBullet's ball joint.
            BALL => JointKind::Continuous,
            other => {
                let other: String = other.chars().take(40).collect();
                self.warnings.add(format!(
                    "{}: the joint is fixed, because its type \"{other}\" is not one of fixed, revolute, continuous, prismatic, \
                     floating, planar, spherical",
                    element.place()
                ));
                JointKind::Fixed
            }
        })
    }

    /// Reads the effort 0 of all joints, or the velocity 0, as no limit: exporters and the files of ROS-Industrial write it
    /// where a limit is not known.
    pub(super) fn free_placeholders(&mut self) {
        type Part = fn(&mut JointLimits) -> &mut f64;
        let parts: [(&str, Part); 2] =
            [("effort", |limits| &mut limits.effort), ("velocity", |limits| &mut limits.velocity)];
        for (name, part) in parts {
            let moves = |kind: JointKind| !matches!(kind, JointKind::Fixed | JointKind::Floating);
            let moving = self.model.joints.iter_mut().filter(|joint| moves(joint.kind));
            let mut values: Vec<&mut f64> =
                moving.filter_map(|joint| joint.limits.as_mut()).map(part).collect();
            if !values.is_empty() && values.iter().all(|value| **value == 0.0) {
                values.iter_mut().for_each(|value| **value = f64::INFINITY);
                self.warnings.add(format!("every joint has the {name} 0, which is read as no limit"));
            }
        }
    }

    fn end(&self, joint: Element<'_, '_>, end: &str) -> Result<NodeId, ReadError> {
        let element = joint.required_child(end)?;
        let name = element.required("link")?;
        self.links.get(name).copied().ok_or_else(|| element.error(format!("there is no link \"{name}\"")))
    }
}

fn limits(element: Element<'_, '_>, kind: JointKind) -> Result<Option<JointLimits>, ReadError> {
    let Some(limit) = element.child("limit") else { return Ok(None) };
    let number = |name: &str, otherwise: f64| Ok::<f64, ReadError>(limit.number(name)?.unwrap_or(otherwise));
    // Only the two kinds below have position limits; all further kinds have limits of velocity and effort.
    let (lower, upper) = match kind {
        JointKind::Revolute | JointKind::Prismatic => (number("lower", 0.0)?, number("upper", 0.0)?),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    };
    let (velocity, effort) = (number("velocity", f64::INFINITY)?, number("effort", f64::INFINITY)?);
    Ok(Some(JointLimits { lower, upper, velocity, effort }))
}

fn mimic(element: Element<'_, '_>) -> Result<Mimic, ReadError> {
    Ok(Mimic {
        joint: element.required("joint")?.to_owned(),
        multiplier: element.number("multiplier")?.unwrap_or(1.0),
        offset: element.number("offset")?.unwrap_or(0.0),
    })
}
