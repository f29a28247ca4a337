//! Forces and lengths of muscles, which follow from inertias and from the limits of joints.

use crate::data::Data;
use crate::mass_matrix::solve_mass;
use crate::model::{Drive, Model};
use crate::moments::{Moment, update_moments};
use crate::positions::update_positions;
use crate::spec::JointKind;
use crate::tendon::TendonLength;

use super::tendons;

/// Positions of a joint between its limits at which lengths are computed.
const SAMPLES: usize = 33;
/// Times that all joints are moved one after the other to the least or largest length.
const ROUNDS: usize = 3;
/// Most degrees of freedom that are moved for the lengths of one muscle.
const DOFS_MAX: usize = 64;

/// Sets the forces of muscles that give none, and the lengths of those without a range, after the factored mass matrix at the
/// reference positions.
pub(super) fn measure(model: &mut Model, data: &Data, q: &[f64], lengths: &[TendonLength]) {
    if model.motors.iter().all(|motor| motor.muscle.is_none()) {
        return;
    }
    let mut moments = vec![Moment::default(); model.motors.len()];
    update_moments(model, data, q, &vec![0.0; model.dofs()], lengths, &[], &mut moments);
    let mut column = vec![0.0; model.dofs()];
    for (index, moment) in moments.iter().enumerate() {
        let Some(muscle) = model.motors[index].muscle else { continue };
        column.fill(0.0);
        moment.elements.iter().for_each(|(dof, element)| column[*dof] = *element);
        solve_mass(model, data, &mut column);
        let acceleration = column.iter().map(|value| value * value).sum::<f64>().sqrt();
        let force = muscle.spec.force.unwrap_or(muscle.spec.scale / acceleration.max(1e-15));
        let range = muscle.spec.length_range;
        let lengths = range.unwrap_or_else(|| length_range(model, q, index, moment));
        if let Some(muscle) = &mut model.motors[index].muscle {
            (muscle.force, muscle.lengths) = (force, lengths);
        }
    }
}

/// Least and largest length of a transmission while its joints move between their limits: all positions of one joint after the
/// other. Hinges without limits turn by half a turn to both sides, slides without limits stay.
fn length_range(model: &Model, q: &[f64], motor: usize, moment: &Moment) -> [f64; 2] {
    let mut joints: Vec<(usize, [f64; 2])> = Vec::new();
    for (dof, _) in moment.elements.iter().take(DOFS_MAX) {
        let body = &model.bodies[model.dofs[*dof].body];
        let joint = &model.spec.links[body.link].joint;
        let range = match (body.kind, joint.limits) {
            (JointKind::Hinge | JointKind::Slide, Some(limits)) => limits,
            (JointKind::Hinge, None) => {
                [q[body.q_at] - std::f64::consts::PI, q[body.q_at] + std::f64::consts::PI]
            }
            _ => continue,
        };
        joints.push((body.q_at, range));
    }
    let mut data = Data::new(model);
    let mut length = |q: &[f64]| {
        if let Drive::Joints(members) = &model.motors[motor].drive {
            return members.iter().map(|(q_at, _, gear)| gear * q[*q_at]).sum();
        }
        update_positions(model, q, &mut data);
        let tendons = tendons::lengths(model, &data, q);
        let mut moments = vec![Moment::default(); model.motors.len()];
        update_moments(model, &data, q, &vec![0.0; model.dofs()], &tendons, &[], &mut moments);
        moments[motor].length
    };
    [-1.0, 1.0].map(|sign| {
        let mut q = q.to_vec();
        let mut best = length(&q);
        for _ in 0..ROUNDS {
            for &(q_at, [low, high]) in &joints {
                let mut place = q[q_at];
                for sample in 0..SAMPLES {
                    q[q_at] = low + (high - low) * sample as f64 / (SAMPLES - 1) as f64;
                    let found = length(&q);
                    if (found - best) * sign > 0.0 {
                        (best, place) = (found, q[q_at]);
                    }
                }
                q[q_at] = place;
            }
        }
        best
    })
}
