//! Products of the rows of a block with accelerations and forces.

use crate::constraints::{Block, Rows};

/// Writes the products of the rows of a block and a vector by degree of freedom to `products`, by row.
#[inline]
pub(super) fn multiply(rows: &Rows, block: &Block, vector: &[f64], products: &mut [f64]) {
    let support = &rows.support[block.support.clone()];
    let products = &mut products[block.rows.clone()];
    let elements = &rows.elements[block.elements..][..support.len() * products.len()];
    match (products, support) {
        // Servos and limits.
        ([product], [dof]) => *product = elements[0] * vector[*dof as usize],
        // Most contacts: three sums that do not wait for each other.
        ([x, y, z], _) => {
            let (first, rest) = elements.split_at(support.len());
            let (second, third) = rest.split_at(support.len());
            let mut sums = [0.0; 3];
            for (((dof, a), b), c) in support.iter().zip(first).zip(second).zip(third) {
                let value = vector[*dof as usize];
                sums[0] += a * value;
                sums[1] += b * value;
                sums[2] += c * value;
            }
            [*x, *y, *z] = sums;
        }
        (products, _) => {
            for (product, elements) in products.iter_mut().zip(elements.chunks(support.len().max(1))) {
                *product = elements.iter().zip(support).map(|(a, dof)| a * vector[*dof as usize]).sum();
            }
        }
    }
}

/// Subtracts the efforts of the forces of a block from a vector by degree of freedom.
#[inline]
pub(super) fn subtract_efforts(rows: &Rows, block: &Block, vector: &mut [f64]) {
    let support = &rows.support[block.support.clone()];
    let forces = &rows.force[block.rows.clone()];
    let elements = &rows.elements[block.elements..][..support.len() * forces.len()];
    match (forces, support) {
        ([force], [dof]) => vector[*dof as usize] -= elements[0] * force,
        ([x, y, z], _) => {
            // A contact that does not touch has no force.
            if *x == 0.0 && *y == 0.0 && *z == 0.0 {
                return;
            }
            let (first, rest) = elements.split_at(support.len());
            let (second, third) = rest.split_at(support.len());
            for (((dof, a), b), c) in support.iter().zip(first).zip(second).zip(third) {
                vector[*dof as usize] -= a * x + b * y + c * z;
            }
        }
        _ => {
            for (force, elements) in forces.iter().zip(elements.chunks(support.len().max(1))) {
                if *force != 0.0 {
                    for (element, dof) in elements.iter().zip(support) {
                        vector[*dof as usize] -= element * force;
                    }
                }
            }
        }
    }
}
