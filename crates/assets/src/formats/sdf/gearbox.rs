//! Gearbox joints: couplings of two hinges on a common link, as equalities of their angles.
//!
//! Source: sdformat.org, "Specification", `<gearbox_ratio>` and `<gearbox_reference_body>`: the angle of the parent about `<axis>` and
//! that of the child about `<axis2>`, both in relation to the reference body, with `second = -ratio · first`.

use glam::DVec3;

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::frames::full_name;
use crate::formats::sdf::tag::Tag;
use crate::model::{Equality, EqualityKind, JointKind, NodeId, Softness};

impl Import<'_> {
    /// Reads the gearboxes of the model `scope`, whose other joints have been read.
    pub(super) fn gearboxes(&mut self, model: &Tag, scope: &str, is_static: bool) -> Result<(), ReadError> {
        let is_gearbox = |joint: &&Tag| joint.given("type") == Some("gearbox");
        for tag in model.children("joint").filter(is_gearbox) {
            let name = full_name(scope, tag.required_name()?);
            self.note_unsupported(
                tag,
                &["parent", "child", "pose", "axis", "axis2", "gearbox_ratio", "gearbox_reference_body"],
            );
            if is_static {
                continue;
            }
            let ratio = tag.number_of("gearbox_ratio")?.unwrap_or(1.0);
            let Some(reference) = tag.child("gearbox_reference_body") else {
                self.note("gearbox joints without a reference body are left out", tag);
                continue;
            };
            let reference = self.gear_link(scope, reference)?;
            let mut hinges = Vec::new();
            for (end, axis) in [("parent", "axis"), ("child", "axis2")] {
                let link = self.gear_link(scope, tag.required(end)?)?;
                let direction = self.gear_axis(tag, axis, (scope, &name))?;
                let (Some(link), Some(reference)) = (link, reference) else { continue };
                hinges.extend(self.hinge_between(reference, link, direction));
            }
            let [(first, one), (second, two)] = &hinges[..] else {
                self.note(
                    "gearbox joints whose links do not both turn on the reference body are left out",
                    tag,
                );
                continue;
            };
            let kind = EqualityKind::Joint {
                joint: second.clone(),
                other: Some(first.clone()),
                polynomial: [0.0, -ratio * one * two, 0.0, 0.0, 0.0],
            };
            let name = self.shown(&name);
            self.model.equalities.push(Equality { name, kind, softness: Softness::default() });
        }
        Ok(())
    }

    fn gear_link(&self, scope: &str, tag: &Tag) -> Result<Option<NodeId>, ReadError> {
        let name = self.frames.known(scope, &tag.text, tag)?;
        let link = self.frames.link_of(&name, tag)?;
        Ok(link.and_then(|link| self.links.get(&link).copied()))
    }

    /// The direction of an axis in the world.
    fn gear_axis(&self, joint: &Tag, which: &str, (scope, name): (&str, &str)) -> Result<DVec3, ReadError> {
        let Some(axis) = joint.child(which) else {
            return Err(joint.error(format!("a gearbox joint has an <{which}>")));
        };
        let frame = match axis.child("xyz").and_then(|xyz| xyz.given("expressed_in")) {
            Some(frame) => self.frames.known(scope, frame, axis)?,
            None => name.to_owned(),
        };
        let direction = axis.vector_of("xyz")?.unwrap_or(DVec3::Z);
        Ok(self.frames.world_from(&frame).transform_vector3(direction))
    }

    /// The hinge between two links, with the sign of its angle: that of the second one in relation to the first, about a direction
    /// in the world.
    fn hinge_between(&self, reference: NodeId, link: NodeId, direction: DVec3) -> Option<(String, f64)> {
        let turns = |kind: JointKind| matches!(kind, JointKind::Revolute | JointKind::Continuous);
        let mut joints = self.model.joints.iter().filter(|joint| turns(joint.kind) && joint.ball.is_none());
        let joint = joints.find(|joint| {
            [(joint.parent, joint.child), (joint.child, joint.parent)].contains(&(reference, link))
        })?;
        let (child, _) = self.links.iter().find(|(_, id)| **id == joint.child)?;
        let axis = self.frames.world_from(child).transform_vector3(joint.axis);
        let along = if axis.dot(direction) < 0.0 { -1.0 } else { 1.0 };
        Some((joint.name.clone(), if joint.parent == reference { along } else { -along }))
    }
}
