//! Principal moments and axes of symmetric matrices (Jacobi's method).

use glam::{DMat3, DVec3};

/// Sweeps over all three pairs of axes. Jacobi's method converges quadratically; five are enough in practice.
const SWEEPS: usize = 30;

/// The eigenvalues of a symmetric matrix in descending order, and its eigenvectors as columns of a rotation.
#[must_use]
pub fn principal_axes(matrix: &DMat3) -> (DVec3, DMat3) {
    let mut rest = *matrix;
    let mut axes = DMat3::IDENTITY;
    for _ in 0..SWEEPS {
        for [p, q] in [[0, 1], [0, 2], [1, 2]] {
            let off = rest.col(q)[p];
            if off == 0.0 {
                continue;
            }
            // Golub and Van Loan, "Matrix computations", section 8.5: the smaller of both rotations that make the element zero.
            let tau = (rest.col(q)[q] - rest.col(p)[p]) / (2.0 * off);
            let tangent = tau.signum() / (tau.abs() + tau.mul_add(tau, 1.0).sqrt());
            let cosine = 1.0 / tangent.mul_add(tangent, 1.0).sqrt();
            let sine = tangent * cosine;
            let mut turn = DMat3::IDENTITY;
            turn.col_mut(p)[p] = cosine;
            turn.col_mut(q)[q] = cosine;
            turn.col_mut(q)[p] = sine;
            turn.col_mut(p)[q] = -sine;
            rest = turn.transpose() * rest * turn;
            axes *= turn;
        }
    }
    let mut order = [0, 1, 2];
    let value = |axis: usize| rest.col(axis)[axis];
    order.sort_by(|a, b| value(*b).total_cmp(&value(*a)));
    let mut sorted = DMat3::from_cols(axes.col(order[0]), axes.col(order[1]), axes.col(order[2]));
    if sorted.determinant() < 0.0 {
        sorted.z_axis = -sorted.z_axis;
    }
    (DVec3::from_array(order.map(value)), sorted)
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, EulerRot};

    use super::*;

    #[test]
    fn matrix_is_made_of_its_values_and_axes() {
        let turn = DMat3::from_quat(DQuat::from_euler(EulerRot::XYZ, 0.4, -1.1, 2.3));
        for values in [DVec3::new(5.0, 3.0, 1.0), DVec3::new(2.0, 2.0, 1.0), DVec3::splat(4.0)] {
            let matrix = turn * DMat3::from_diagonal(values) * turn.transpose();
            let (found, axes) = principal_axes(&matrix);
            assert!(found.abs_diff_eq(values, 1e-12), "{found}");
            let again = axes * DMat3::from_diagonal(found) * axes.transpose();
            assert!(again.abs_diff_eq(matrix, 1e-12) && (axes.determinant() - 1.0).abs() < 1e-12);
        }
    }
}
