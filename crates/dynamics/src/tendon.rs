//! Tendons at a state: length, and its change by each degree of freedom.
//!
//! The formulation is MuJoCo's: documentation, chapters Modeling (Tendon) and Computation.

pub(crate) mod wrap;

use glam::DVec3;
use morse_geometry::Pose;

use crate::data::Data;
use crate::model::Model;
use crate::relative_motion::{motion_at, motion_of_point, relative_chain};
use crate::tendon_model::{Anchor, Path, Segment, Tendon};
use wrap::{Wrapped, wrapped};

/// Length of a tendon, and its change by each of its degrees of freedom.
#[derive(Debug, Clone, Default)]
pub(crate) struct TendonLength {
    pub length: f64,
    pub velocity: f64,
    /// In the order of the tendon's degrees of freedom.
    pub elements: Vec<f64>,
}

fn in_world(data: &Data, anchor: Anchor) -> DVec3 {
    anchor.body.map_or(anchor.point, |body| data.world_from_body[body].transform_point(anchor.point))
}

/// A straight piece of cord: its ends in the world, each with its body.
type Piece = [(Option<usize>, DVec3); 2];

/// Calls a function with each straight piece of a segment, and returns the length along the obstacle. [m]
fn pieces(data: &Data, segment: &Segment, mut piece: impl FnMut(Piece)) -> f64 {
    let [start, end] = [segment.start, segment.end].map(|anchor| (anchor.body, in_world(data, anchor)));
    let around = segment.obstacle.as_ref().and_then(|obstacle| {
        let body = obstacle.body.map_or(Pose::IDENTITY, |body| data.world_from_body[body]);
        let side = obstacle.side.map(|side| in_world(data, side));
        let found = wrapped(obstacle, body * obstacle.body_from_shape, [start.1, end.1], side)?;
        Some((obstacle.body, found))
    });
    match around {
        None => {
            piece([start, end]);
            0.0
        }
        Some((body, Wrapped { points, length })) => {
            piece([start, (body, points[0])]);
            piece([(body, points[1]), end]);
            length
        }
    }
}

/// Length of a tendon after the positions.
pub(crate) fn length(data: &Data, tendon: &Tendon, q: &[f64]) -> f64 {
    match &tendon.path {
        Path::Fixed(members) => members.iter().map(|(q_at, _, coefficient)| coefficient * q[*q_at]).sum(),
        Path::Spatial(segments) => {
            let mut sum = 0.0;
            for segment in segments {
                let mut straight = 0.0;
                let around = pieces(data, segment, |[(_, from), (_, to)]| straight += from.distance(to));
                sum += (straight + around) / segment.divisor;
            }
            sum
        }
    }
}

/// Computes lengths, their Jacobians and velocities, after the positions.
pub(crate) fn update_tendons(model: &Model, data: &Data, q: &[f64], v: &[f64], lengths: &mut [TendonLength]) {
    for (tendon, found) in model.tendons.iter().zip(lengths) {
        found.elements.clear();
        found.elements.resize(tendon.dofs.len(), 0.0);
        found.length = length(data, tendon, q);
        let elements = &mut found.elements;
        let mut add = |dof: usize, value: f64| {
            if let Ok(place) = tendon.dofs.binary_search(&(dof as u32)) {
                elements[place] += value;
            }
        };
        match &tendon.path {
            Path::Fixed(members) => members.iter().for_each(|(_, dof, coefficient)| add(*dof, *coefficient)),
            Path::Spatial(segments) => {
                for segment in segments {
                    pieces(data, segment, |[(a, from), (b, to)]| {
                        let along = (to - from).normalize_or_zero() / segment.divisor;
                        relative_chain(model, a, b, |dof, sign| {
                            let point = if sign > 0.0 { to } else { from };
                            add(dof, sign * along.dot(motion_at(model, data, dof, point).linear));
                        });
                    });
                }
            }
        }
        let rates = found.elements.iter().zip(&tendon.dofs);
        found.velocity = rates.map(|(element, dof)| element * v[*dof as usize]).sum();
    }
}

/// Second time derivative of a tendon's length at zero acceleration of the joints, after the velocities, for cords without
/// obstacles. [m/s²]
pub(crate) fn drift(model: &Model, data: &Data, tendon: &Tendon) -> f64 {
    let Path::Spatial(segments) = &tendon.path else { return 0.0 };
    let mut sum = 0.0;
    for segment in segments {
        pieces(data, segment, |[(a, from), (b, to)]| {
            let distance = from.distance(to);
            if a == b || distance <= 0.0 {
                return;
            }
            let along = (to - from) / distance;
            let [velocity_a, acceleration_a] = motion_of_point(model, data, a, from);
            let [velocity_b, acceleration_b] = motion_of_point(model, data, b, to);
            let apart = velocity_b.linear - velocity_a.linear;
            let across = apart.length_squared() - apart.dot(along).powi(2);
            let pulled = along.dot(acceleration_b.linear - acceleration_a.linear);
            sum += (pulled + across / distance) / segment.divisor;
        });
    }
    sum
}
