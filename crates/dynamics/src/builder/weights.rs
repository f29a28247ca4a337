//! Inverse inertias of bodies and degrees of freedom at the reference positions of the joints. They scale the softness of constraints.

use super::{motors, muscles, tendons};
use crate::data::Data;
use crate::error::ModelError;
use crate::mass_matrix::{factor_mass_matrix, solve_mass, update_mass_matrix};
use crate::model::Model;
use crate::positions::update_positions;
use crate::spatial::Spatial;
use crate::spec::{JointKind, JointSpec};
use crate::state::State;
use crate::tree_matrix;

/// Least share of a diagonal element of the mass matrix that may be left after elimination of the joints beyond.
const LEAST_PIVOT: f64 = 1e-12;

/// Computes the inverse inertias.
///
/// # Errors
///
/// A joint that moves no inertia.
pub(super) fn measure(model: &mut Model) -> Result<(), ModelError> {
    let mut state = State::new(model);
    place(model, &mut state, |joint| joint.reference);
    let mut data = Data::new(model);
    update_positions(model, &state.positions, &mut data);
    update_mass_matrix(model, &mut data);
    factor_mass_matrix(model, &mut data);
    let dofs = model.dofs();
    let mut sum = 0.0;
    // In the order of elimination: a pivot of zero spoils those before it.
    for dof in (0..dofs).rev() {
        let at = tree_matrix::diagonal(model, dof);
        let (whole, pivot) = (data.mass[at], data.factor[at]);
        sum += whole;
        if !(pivot > LEAST_PIVOT * whole && pivot > 1e-15) {
            let link = &model.spec.links[model.bodies[model.dofs[dof].body].link];
            return Err(ModelError::NoInertia { joint: link.joint.name.clone(), link: link.name.clone() });
        }
    }
    model.mean_inertia = if dofs > 0 { sum / dofs as f64 } else { 1.0 };
    let mut column = vec![0.0; dofs];
    let mut weights = vec![0.0; dofs];
    for (dof, weight) in weights.iter_mut().enumerate() {
        column.fill(0.0);
        column[dof] = 1.0;
        solve_mass(model, &data, &mut column);
        *weight = column[dof];
    }
    for index in 0..model.bodies.len() {
        let body = &model.bodies[index];
        let (v_at, kind) = (body.v_at, body.kind);
        // A rotation or a translation has one value, so that the orientation of its axes is without effect.
        let group = kind.dofs().min(3);
        for start in (0..kind.dofs()).step_by(3) {
            let range = v_at + start..v_at + start + group;
            let mean = weights[range.clone()].iter().sum::<f64>() / range.len() as f64;
            model.dofs[range].iter_mut().for_each(|dof| dof.inverse_inertia = mean);
        }
        let weight = body_weight(model, &data, index, &mut column);
        model.bodies[index].inverse_inertia = weight;
    }
    let lengths = tendons::measure(model, &data, &state.positions);
    motors::set_damping(model, &data, &state.positions, &lengths);
    muscles::measure(model, &data, &state.positions, &lengths);
    place(model, &mut state, |joint| joint.spring_reference);
    update_positions(model, &state.positions, &mut data);
    tendons::set_rest(model, &data, &state.positions);
    Ok(())
}

/// Puts hinges and slides at a position that their description has.
fn place(model: &Model, state: &mut State, position: impl Fn(&JointSpec) -> f64) {
    for body in &model.bodies {
        if matches!(body.kind, JointKind::Hinge | JointKind::Slide) {
            state.positions[body.q_at] = position(&model.spec.links[body.link].joint);
        }
    }
}

/// Mean inverse inertia of translation and rotation of a body about its center of mass.
fn body_weight(model: &Model, data: &Data, index: usize, column: &mut [f64]) -> [f64; 2] {
    let body = &model.bodies[index];
    let center = data.world_from_body[index].transform_point(body.center);
    let offset = center - data.origins[body.tree];
    let motion = |dof: usize| {
        let motion = data.subspace[dof];
        Spatial { angular: motion.angular, linear: motion.at(offset) }
    };
    let mut sums = [0.0; 2];
    for (part, sum) in sums.iter_mut().enumerate() {
        for axis in 0..3 {
            let row = |dof: usize| {
                let motion = motion(dof);
                if part == 0 { motion.linear[axis] } else { motion.angular[axis] }
            };
            column.fill(0.0);
            model.chain(index).iter().for_each(|dof| column[*dof as usize] = row(*dof as usize));
            solve_mass(model, data, column);
            *sum +=
                model.chain(index).iter().map(|dof| row(*dof as usize) * column[*dof as usize]).sum::<f64>()
                    / 3.0;
        }
    }
    // A body that cannot rotate, or not translate, takes the other value, so that no constraint on it is infinitely stiff.
    let [translation, rotation] = sums;
    [
        if translation > 1e-15 { translation } else { rotation },
        if rotation > 1e-15 { rotation } else { translation },
    ]
}
