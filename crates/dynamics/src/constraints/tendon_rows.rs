//! Rows of tendons: springs and dampers, armatures, dry friction, limits, equalities.

use super::{Law, Response, Rows, Source, evaluate};
use crate::data::Data;
use crate::model::Model;
use crate::options::Options;
use crate::solver_parameters::SolverParameters;
use crate::tendon::{TendonLength, drift};
use crate::tendon_model::Tendon;

/// Weight of a row that exerts a force at any acceleration. [kg]
const WEIGHT_OF_FORCE: f64 = 1e-9;

/// Appends the row of a tendon, times a sign.
fn push(tendon: &Tendon, found: &TendonLength, sign: f64, law: Law, source: Source, rows: &mut Rows) {
    let support = rows.support.len();
    rows.support.extend(&tendon.dofs);
    rows.elements.extend(found.elements.iter().map(|element| sign * element));
    rows.push(law, source, 1, support);
}

fn response<'a>(
    options: &Options,
    parameters: &'a SolverParameters,
    position: f64,
    inverse_inertia: f64,
    is_friction: bool,
) -> Response<'a> {
    Response {
        parameters,
        position,
        violation: position,
        inverse_inertia,
        step: options.step,
        is_friction,
        recovery_speed: options.recovery_speed,
    }
}

/// The tendons of a model with their lengths.
fn pairs<'a>(
    model: &'a Model,
    lengths: &'a [TendonLength],
) -> impl Iterator<Item = (&'a Tendon, &'a TendonLength)> {
    model.tendons.iter().zip(lengths).filter(|(tendon, _)| !tendon.dofs.is_empty())
}

/// Adds the rows of springs and dampers, whose tension at the end of the step is a linear function of the acceleration, like that of
/// a servo.
pub(crate) fn add_tendon_springs(
    model: &Model,
    options: &Options,
    lengths: &[TendonLength],
    rows: &mut Rows,
) {
    let step = options.step;
    for (tendon, found) in pairs(model, lengths) {
        let ahead = found.length + step * found.velocity;
        let beyond = ahead - ahead.clamp(tendon.rest[0], tendon.rest[1]);
        let is_slack = beyond == 0.0 && tendon.rest[0] < tendon.rest[1];
        let [spring, slope] = tendon.polynomial.of_spring(tendon.stiffness, beyond);
        let stiffness = if is_slack { 0.0 } else { slope.max(0.0) };
        let [damper, damping] = tendon.polynomial.of_damper(tendon.damping, found.velocity);
        let mut weight = step * (step * stiffness + damping.max(0.0));
        if weight <= 0.0 {
            if spring + damper == 0.0 {
                continue;
            }
            // Of a tension that does not rise with length and velocity, the row is the force alone.
            weight = WEIGHT_OF_FORCE;
        }
        push(tendon, found, 1.0, Law::Equality, Source::Tendon, rows);
        let row = rows.reference.len() - 1;
        rows.weight[row] = weight;
        rows.reference[row] = (-spring - damper) / weight;
    }
}

/// Adds the rows of armatures: the cost of the acceleration of an inertia.
pub(crate) fn add_tendon_armatures(model: &Model, data: &Data, lengths: &[TendonLength], rows: &mut Rows) {
    for (tendon, found) in pairs(model, lengths).filter(|(tendon, _)| tendon.armature > 0.0) {
        push(tendon, found, 1.0, Law::Equality, Source::Tendon, rows);
        let row = rows.reference.len() - 1;
        rows.weight[row] = tendon.armature;
        rows.reference[row] = -drift(model, data, tendon);
    }
}

/// Adds the rows of dry friction.
pub(crate) fn add_tendon_friction(
    model: &Model,
    options: &Options,
    v: &[f64],
    lengths: &[TendonLength],
    rows: &mut Rows,
) {
    for (tendon, found) in pairs(model, lengths).filter(|(tendon, _)| tendon.friction > 0.0) {
        let law = Law::Clamped { low: -tendon.friction, high: tendon.friction };
        push(tendon, found, 1.0, law, Source::DryFriction, rows);
        rows.set(0, v, response(options, &tendon.friction_parameters, 0.0, tendon.inverse_inertia, true));
    }
}

/// Adds the rows of limits that are violated.
pub(crate) fn add_tendon_limits(
    model: &Model,
    options: &Options,
    v: &[f64],
    lengths: &[TendonLength],
    rows: &mut Rows,
) {
    for (tendon, found) in pairs(model, lengths) {
        let Some([low, high]) = tendon.limits else { continue };
        for (sign, distance) in [(1.0, found.length - low), (-1.0, high - found.length)] {
            if distance < 0.0 {
                push(tendon, found, sign, Law::Unilateral, Source::Limit, rows);
                let inverse = tendon.inverse_inertia;
                rows.set(0, v, response(options, &tendon.limit_parameters, distance, inverse, false));
            }
        }
    }
}

/// A tendon that follows a second one: the polynomial of the change of the second length is that of the first.
#[derive(Clone, Copy)]
pub(super) struct Following<'a> {
    pub tendon: usize,
    pub other: Option<usize>,
    pub polynomial: &'a [f64; 5],
    pub parameters: &'a SolverParameters,
}

/// Adds the row of an equality of tendons.
pub(super) fn add_tendon_equality(
    model: &Model,
    options: &Options,
    v: &[f64],
    lengths: &[TendonLength],
    equality: Following,
    rows: &mut Rows,
) {
    let Following { tendon, other, polynomial, parameters } = equality;
    let change = |tendon: usize| lengths[tendon].length - model.tendons[tendon].reference_length;
    let (value, slope) = match other {
        None => (polynomial[0], 0.0),
        Some(other) => evaluate(polynomial, change(other)),
    };
    let members = [Some((tendon, 1.0)), other.map(|other| (other, -slope))];
    let support = rows.support.len();
    for (tendon, _) in members.iter().flatten() {
        rows.support.extend(&model.tendons[*tendon].dofs);
    }
    rows.support[support..].sort_unstable();
    let mut kept = support;
    for at in support..rows.support.len() {
        if kept == support || rows.support[kept - 1] != rows.support[at] {
            rows.support[kept] = rows.support[at];
            kept += 1;
        }
    }
    rows.support.truncate(kept);
    if kept == support {
        return;
    }
    let elements = rows.elements.len();
    rows.elements.resize(elements + kept - support, 0.0);
    let mut inverse_inertia = 0.0;
    for (tendon, factor) in members.into_iter().flatten() {
        inverse_inertia += model.tendons[tendon].inverse_inertia;
        for (dof, element) in model.tendons[tendon].dofs.iter().zip(&lengths[tendon].elements) {
            if let Ok(place) = rows.support[support..].binary_search(dof) {
                rows.elements[elements + place] += factor * element;
            }
        }
    }
    rows.push(Law::Equality, Source::Equality, 1, support);
    rows.set(0, v, response(options, parameters, change(tendon) - value, inverse_inertia, false));
}
