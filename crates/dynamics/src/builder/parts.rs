//! Springs, limits, dry friction and equalities of a model, with names resolved.

use morse_geometry::Pose;

use super::order::listed;
use crate::error::ModelError;
use crate::model::{Attachment, DryFriction, Equality, EqualityRows, Limit, Model, Spring};
use crate::spec::{EqualityKind, JointKind, ModelSpec};

/// Adds the parts of joints, the tendons, the motors and the equalities to a model whose bodies are known.
pub(super) fn add_parts(model: &mut Model) -> Result<(), ModelError> {
    for (index, body) in model.bodies.iter().enumerate() {
        let joint = &model.spec.links[body.link].joint;
        if joint.polynomial.is_spring(joint.stiffness) {
            let (stiffness, polynomial) = (joint.stiffness, joint.polynomial);
            let reference = joint.spring_reference;
            model.springs.push(Spring { body: index, stiffness, polynomial, reference });
        }
        if let Some(range) = joint.limits {
            let (parameters, is_soft) = (joint.limit_parameters, joint.soft_limits);
            model.limits.push(Limit { body: index, range, parameters, is_soft });
        }
        if joint.friction > 0.0 {
            let parameters = joint.friction_parameters;
            let dofs = body.v_at..body.v_at + body.kind.dofs();
            model.frictions.extend(dofs.map(|dof| DryFriction { dof, parameters }));
        }
    }
    let names = Names { spec: &model.spec, model };
    let tendons = model.spec.tendons.iter().map(|tendon| names.tendon(tendon)).collect::<Result<_, _>>()?;
    let motors = model.spec.motors.iter().map(|motor| names.motor(motor)).collect::<Result<_, _>>()?;
    let equalities = model.spec.equalities.iter().map(|equality| {
        let place = || format!("equality `{}`", equality.name);
        let (rows, a, b) = names.equality(&equality.kind, place)?;
        Ok(Equality { rows, a, b, parameters: equality.parameters })
    });
    let equalities = equalities.collect::<Result<_, _>>()?;
    (model.tendons, model.motors, model.equalities) = (tendons, motors, equalities);
    Ok(())
}

/// The description and the bodies of a model, in which names are looked for.
pub(super) struct Names<'a> {
    pub spec: &'a ModelSpec,
    pub model: &'a Model,
}

impl Names<'_> {
    /// Position and degree of freedom of a hinge or slide.
    pub fn scalar_joint(&self, name: &str, place: impl Fn() -> String) -> Result<(usize, usize), ModelError> {
        let scalar = |kind: JointKind| matches!(kind, JointKind::Hinge | JointKind::Slide);
        let joint = |link: usize| &self.spec.links[link].joint;
        let found = self.model.bodies.iter().find(|body| scalar(body.kind) && joint(body.link).name == name);
        let body = found.ok_or_else(|| ModelError::Unknown {
            place: place(),
            kind: "hinge or slide",
            name: name.to_owned(),
            known: listed(
                self.spec
                    .links
                    .iter()
                    .map(|link| &link.joint)
                    .filter(|it| scalar(it.kind))
                    .map(|it| it.name.as_str()),
            ),
        })?;
        Ok((body.q_at, body.v_at))
    }

    /// The body of a link, with the pose of a frame on it.
    pub fn attachment(
        &self,
        link: Option<&str>,
        link_from_frame: Pose,
        place: impl Fn() -> String,
    ) -> Result<Attachment, ModelError> {
        let Some(name) = link else { return Ok(Attachment { body: None, body_from_frame: link_from_frame }) };
        let index = self.model.link(name).ok_or_else(|| ModelError::Unknown {
            place: place(),
            kind: "link",
            name: name.to_owned(),
            known: listed(self.spec.links.iter().map(|link| link.name.as_str())),
        })?;
        let link = &self.model.links[index];
        Ok(Attachment { body: link.body, body_from_frame: link.body_from_link * link_from_frame })
    }

    fn equality(
        &self,
        kind: &EqualityKind,
        place: impl Fn() -> String + Copy,
    ) -> Result<(EqualityRows, Attachment, Attachment), ModelError> {
        let nothing = Attachment { body: None, body_from_frame: Pose::IDENTITY };
        let found = match kind {
            EqualityKind::Connect { a, b, on_a, on_b } => {
                let a = self.attachment(Some(a), Pose::from_translation(*on_a), place)?;
                let b = self.attachment(b.as_deref(), Pose::from_translation(*on_b), place)?;
                (EqualityRows::Connect, a, b)
            }
            EqualityKind::Weld { a, b, a_from_b, on_b, torque_scale } => {
                let a_from_b = a_from_b.normalized().unwrap_or(*a_from_b);
                let a = self.attachment(Some(a), a_from_b * Pose::from_translation(*on_b), place)?;
                let b = self.attachment(b.as_deref(), Pose::from_translation(*on_b), place)?;
                (EqualityRows::Weld { torque_scale: *torque_scale }, a, b)
            }
            EqualityKind::Joint { joint, other, polynomial } => {
                let joint = self.scalar_joint(joint, place)?;
                let other = other.as_ref().map(|other| self.scalar_joint(other, place)).transpose()?;
                if other == Some(joint) {
                    return Err(ModelError::Value {
                        place: place(),
                        what: "second joint",
                        value: "the same as the first".to_owned(),
                        allowed: "another joint",
                    });
                }
                let rows = EqualityRows::Joint { joint, other, polynomial: *polynomial };
                return Ok((rows, nothing.clone(), nothing));
            }
            EqualityKind::Tendon { tendon, other, polynomial } => {
                let tendon = self.tendon_index(tendon, place)?;
                let other = other.as_ref().map(|other| self.tendon_index(other, place)).transpose()?;
                if other == Some(tendon) {
                    return Err(ModelError::Value {
                        place: place(),
                        what: "second tendon",
                        value: "the same as the first".to_owned(),
                        allowed: "another tendon",
                    });
                }
                let rows = EqualityRows::Tendon { tendon, other, polynomial: *polynomial };
                return Ok((rows, nothing.clone(), nothing));
            }
        };
        if found.1.body == found.2.body {
            return Err(ModelError::Value {
                place: place(),
                what: "second link",
                value: "part of the same body as the first".to_owned(),
                allowed: "a link that moves in relation to the first, or the world",
            });
        }
        Ok(found)
    }
}
