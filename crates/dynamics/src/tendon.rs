//! Tendons at a state: length, and its change by each degree of freedom.
//!
//! The formulation is MuJoCo's: documentation, chapters Modeling (Tendon) and Computation.

pub(crate) mod wrap;

use glam::DVec3;
use morse_geometry::Pose;

use crate::constraints::{motion_at, motion_of_point, relative_chain};
use crate::data::Data;
use crate::model::Model;
use crate::solver_parameters::SolverParameters;
use wrap::{Wrapped, wrapped};

/// A tendon ready for computation.
#[derive(Debug, Clone)]
pub(crate) struct Tendon {
    pub path: Path,
    /// Degrees of freedom that may change its length, in ascending order.
    pub dofs: Vec<u32>,
    pub limits: Option<[f64; 2]>,
    pub stiffness: f64,
    pub rest: [f64; 2],
    pub damping: f64,
    pub friction: f64,
    pub armature: f64,
    pub effort_limits: Option<[f64; 2]>,
    pub limit_parameters: SolverParameters,
    pub friction_parameters: SolverParameters,
    /// Length and inverse inertia at the reference positions.
    pub reference_length: f64,
    pub inverse_inertia: f64,
}

/// The way of a tendon.
#[derive(Debug, Clone)]
pub(crate) enum Path {
    /// Index of the position, index of the degree of freedom, coefficient.
    Fixed(Vec<(usize, usize, f64)>),
    Spatial(Vec<Segment>),
}

/// A point of a body; a body of `None` is the world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    pub body: Option<usize>,
    pub point: DVec3,
}

/// A part of a cord between two points, with the obstacle between them.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub start: Anchor,
    pub end: Anchor,
    pub obstacle: Option<Obstacle>,
    pub divisor: f64,
}

/// An obstacle that a cord wraps around.
#[derive(Debug, Clone)]
pub(crate) struct Obstacle {
    pub body: Option<usize>,
    pub body_from_shape: Pose,
    pub is_cylinder: bool,
    pub radius: f64,
    pub side: Option<Anchor>,
}

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
