//! Symmetric matrices with the sparsity of the tree: factorization and products.
//!
//! The lower triangle is stored row by row: a degree of freedom's row has an element for each of its ancestors in ascending
//! order, and itself last. The row of an ancestor has a prefix of the same columns. Factorization from the last row to the
//! first, A = Lᵀ D L, creates no further elements: Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.5.

use std::ops::Range;

use crate::model::Model;

/// Factors a matrix in place: L with its unit diagonal left out, D on the diagonal.
pub(crate) fn factor(model: &Model, matrix: &mut [f64]) {
    for dof in model.dofs.iter().rev() {
        let (before, rest) = matrix.split_at_mut(dof.row);
        let row = &mut rest[..dof.length];
        let (row, pivot) = row.split_at_mut(dof.length - 1);
        let inverse = 1.0 / pivot[0];
        let columns = &model.columns[dof.row..dof.row + dof.length - 1];
        for place in (0..row.len()).rev() {
            let value = row[place] * inverse;
            let ancestor = &model.dofs[columns[place] as usize];
            let target = &mut before[ancestor.row..ancestor.row + place + 1];
            for (target, source) in target.iter_mut().zip(&row[..=place]) {
                *target -= value * source;
            }
            row[place] = value;
        }
    }
}

/// Solves A x = b in place, for the factors of A.
pub(crate) fn solve(model: &Model, factor: &[f64], x: &mut [f64]) {
    for (index, dof) in model.dofs.iter().enumerate().rev() {
        let last = dof.length - 1;
        let row = &factor[dof.row..dof.row + last];
        let value = x[index];
        for (column, element) in model.columns[dof.row..].iter().zip(row) {
            x[*column as usize] -= element * value;
        }
    }
    for (index, dof) in model.dofs.iter().enumerate() {
        let last = dof.length - 1;
        let row = &factor[dof.row..dof.row + last];
        let known = model.columns[dof.row..].iter().zip(row);
        let sum: f64 = known.map(|(column, element)| element * x[*column as usize]).sum();
        x[index] = x[index] / factor[dof.row + last] - sum;
    }
}

/// Writes A x to `product` for the degrees of freedom of a mechanism, or of all.
pub(crate) fn multiply(model: &Model, dofs: Range<usize>, matrix: &[f64], x: &[f64], product: &mut [f64]) {
    for index in dofs {
        let dof = &model.dofs[index];
        let last = dof.length - 1;
        let mut sum = matrix[dof.row + last] * x[index];
        for (column, element) in model.columns[dof.row..].iter().zip(&matrix[dof.row..dof.row + last]) {
            sum += element * x[*column as usize];
            product[*column as usize] += element * x[index];
        }
        product[index] = sum;
    }
}

/// Index of a degree of freedom's diagonal element.
#[inline]
pub(crate) fn diagonal(model: &Model, dof: usize) -> usize {
    let dof = &model.dofs[dof];
    dof.row + dof.length - 1
}
