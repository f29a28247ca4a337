//! The mass matrix by the composite rigid body algorithm.
//!
//! Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.2.

use crate::data::Data;
use crate::model::Model;
use crate::tree_matrix;

/// Computes the mass matrix with armatures, after the positions.
pub fn update_mass_matrix(model: &Model, data: &mut Data) {
    data.composites.copy_from_slice(&data.inertias);
    for (index, body) in model.bodies.iter().enumerate().rev() {
        let composite = data.composites[index];
        if let Some(parent) = body.parent {
            data.composites[parent] += composite;
        }
        for (number, dof) in model.dofs[body.v_at..body.v_at + body.kind.dofs()].iter().enumerate() {
            let momentum = composite.momentum(data.subspace[body.v_at + number]);
            let row = &mut data.mass[dof.elements()];
            for (element, column) in row.iter_mut().zip(&model.columns[dof.elements()]) {
                *element = data.subspace[*column as usize].dot(momentum);
            }
            row[dof.length - 1] += dof.armature;
        }
    }
}

/// Factors the mass matrix for [`solve_mass`].
pub fn factor_mass_matrix(model: &Model, data: &mut Data) {
    data.factor.copy_from_slice(&data.mass);
    tree_matrix::factor(model, &mut data.factor);
}

/// Replaces efforts by the accelerations that they cause, with the factored mass matrix.
pub fn solve_mass(model: &Model, data: &Data, efforts: &mut [f64]) {
    tree_matrix::solve(model, &data.factor, efforts);
}
