//! Tendons of a model: names resolved, paths checked, lengths and inverse inertias at the reference positions.

use std::collections::BTreeSet;

use glam::DVec3;
use morse_geometry::Pose;

use super::order::listed;
use super::parts::Names;
use crate::data::Data;
use crate::error::ModelError;
use crate::mass_matrix::solve_mass;
use crate::model::Model;
use crate::relative_motion::relative_chain;
use crate::tendon::{TendonLength, update_tendons};
use crate::tendon_model::{Anchor, Obstacle, Path, Segment, Tendon};
use crate::tendon_spec::{TendonPath, TendonSpec, Waypoint, WrapShape};

impl Names<'_> {
    /// Index of a tendon.
    pub(super) fn tendon_index(&self, name: &str, place: impl Fn() -> String) -> Result<usize, ModelError> {
        self.spec.tendons.iter().position(|tendon| tendon.name == name).ok_or_else(|| ModelError::Unknown {
            place: place(),
            kind: "tendon",
            name: name.to_owned(),
            known: listed(self.spec.tendons.iter().map(|tendon| tendon.name.as_str())),
        })
    }

    /// A tendon whose joints or points are known.
    pub(super) fn tendon(&self, spec: &TendonSpec) -> Result<Tendon, ModelError> {
        let place = || format!("tendon `{}`", spec.name);
        let path = match &spec.path {
            TendonPath::Fixed(members) => {
                let members = members.iter().map(|(joint, coefficient)| {
                    let (q, v) = self.scalar_joint(joint, place)?;
                    Ok((q, v, *coefficient))
                });
                Path::Fixed(members.collect::<Result<_, _>>()?)
            }
            TendonPath::Spatial(waypoints) => Path::Spatial(self.segments(waypoints, place)?),
        };
        if spec.armature > 0.0
            && let Path::Spatial(segments) = &path
            && segments.iter().any(|segment| segment.obstacle.is_some())
        {
            return Err(ModelError::Value {
                place: place(),
                what: "armature",
                value: spec.armature.to_string(),
                allowed: "0 for a tendon that wraps around obstacles",
            });
        }
        Ok(Tendon {
            dofs: self.dofs_of(&path),
            path,
            limits: spec.limits,
            stiffness: spec.stiffness,
            rest: spec.rest.unwrap_or_default(),
            damping: spec.damping,
            polynomial: spec.polynomial,
            friction: spec.friction,
            armature: spec.armature,
            effort_limits: spec.effort_limits,
            limit_parameters: spec.limit_parameters,
            friction_parameters: spec.friction_parameters,
            reference_length: 0.0,
            inverse_inertia: 1.0,
        })
    }

    fn anchor(
        &self,
        link: Option<&str>,
        point: DVec3,
        place: impl Fn() -> String,
    ) -> Result<Anchor, ModelError> {
        let attachment = self.attachment(link, Pose::from_translation(point), place)?;
        Ok(Anchor { body: attachment.body, point: attachment.body_from_frame.translation })
    }

    /// The parts of a cord. Each branch begins and ends with a site, and has at least two; obstacles are between sites.
    fn segments(
        &self,
        waypoints: &[Waypoint],
        place: impl Fn() -> String + Copy,
    ) -> Result<Vec<Segment>, ModelError> {
        let bad = |value: &str| {
            let allowed = "branches of at least two sites, with at most one obstacle between two sites, and pulleys between branches";
            Err(ModelError::Value { place: place(), what: "path", value: value.to_owned(), allowed })
        };
        let mut segments = Vec::new();
        let (mut divisor, mut sites) = (1.0, 0);
        let mut start = None;
        let mut obstacle: Option<Obstacle> = None;
        for waypoint in waypoints {
            match waypoint {
                Waypoint::Site { link, point } => {
                    let end = self.anchor(link.as_deref(), *point, place)?;
                    if let Some(start) = start {
                        segments.push(Segment { start, end, obstacle: obstacle.take(), divisor });
                    }
                    (start, sites) = (Some(end), sites + 1);
                }
                Waypoint::Wrap { link, link_from_shape, shape, radius, side } => {
                    if start.is_none() || obstacle.is_some() {
                        return bad("an obstacle without a site before it");
                    }
                    let shape_pose = link_from_shape.normalized().unwrap_or(*link_from_shape);
                    let attachment = self.attachment(link.as_deref(), shape_pose, place)?;
                    let side = side
                        .as_ref()
                        .map(|(link, point)| self.anchor(link.as_deref(), *point, place))
                        .transpose()?;
                    obstacle = Some(Obstacle {
                        body: attachment.body,
                        body_from_shape: attachment.body_from_frame,
                        is_cylinder: *shape == WrapShape::Cylinder,
                        radius: *radius,
                        side,
                    });
                }
                Waypoint::Pulley { divisor: next } => {
                    if obstacle.is_some() || sites == 1 {
                        return bad("a branch that ends with an obstacle or has one site");
                    }
                    (divisor, start, sites) = (*next, None, 0);
                }
            }
        }
        if obstacle.is_some() || sites < 2 {
            return bad("a branch that ends with an obstacle or has less than two sites");
        }
        Ok(segments)
    }

    /// The degrees of freedom that may change the length of a path, in ascending order.
    fn dofs_of(&self, path: &Path) -> Vec<u32> {
        let mut dofs = BTreeSet::new();
        match path {
            Path::Fixed(members) => dofs.extend(members.iter().map(|(_, dof, _)| *dof as u32)),
            Path::Spatial(segments) => {
                for segment in segments {
                    let bodies = [Some(segment.start.body), segment.obstacle.as_ref().map(|it| it.body)];
                    let mut before: Option<Option<usize>> = None;
                    let ends = bodies.into_iter().flatten().chain([segment.end.body]);
                    for body in ends.chain([segment.start.body]) {
                        if let Some(before) = before {
                            relative_chain(self.model, before, body, |dof, _| {
                                dofs.insert(dof as u32);
                            });
                        }
                        before = Some(body);
                    }
                }
            }
        }
        dofs.into_iter().collect()
    }
}

/// The tendons at positions, at rest, after the poses of the links.
pub(super) fn lengths(model: &Model, data: &Data, q: &[f64]) -> Vec<TendonLength> {
    let mut lengths = vec![TendonLength::default(); model.tendons.len()];
    update_tendons(model, data, q, &vec![0.0; model.dofs()], &mut lengths);
    lengths
}

/// Measures lengths and inverse inertias at the reference positions, after the factored mass matrix. Returns the tendons there.
pub(super) fn measure(model: &mut Model, data: &Data, q: &[f64]) -> Vec<TendonLength> {
    let mut lengths = vec![TendonLength::default(); model.tendons.len()];
    if lengths.is_empty() {
        return lengths;
    }
    let mut column = vec![0.0; model.dofs()];
    update_tendons(model, data, q, &vec![0.0; model.dofs()], &mut lengths);
    for (index, found) in lengths.iter().enumerate() {
        let dofs = model.tendons[index].dofs.clone();
        column.fill(0.0);
        dofs.iter().zip(&found.elements).for_each(|(dof, element)| column[*dof as usize] = *element);
        solve_mass(model, data, &mut column);
        let moved: f64 =
            dofs.iter().zip(&found.elements).map(|(dof, element)| element * column[*dof as usize]).sum();
        let tendon = &mut model.tendons[index];
        tendon.inverse_inertia = moved.max(1e-15);
        tendon.reference_length = found.length;
    }
    lengths
}

/// Sets the lengths at rest that the description does not give, after the poses of the links with all springs of joints at rest.
pub(super) fn set_rest(model: &mut Model, data: &Data, q: &[f64]) {
    let found = lengths(model, data, q);
    for ((tendon, spec), found) in model.tendons.iter_mut().zip(&model.spec.tendons).zip(found) {
        if spec.rest.is_none() {
            tendon.rest = [found.length; 2];
        }
    }
}
