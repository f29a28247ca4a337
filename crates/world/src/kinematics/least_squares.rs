//! Damped least squares for six equations.

/// The least change of joints that reduces six errors, with a damping: `Jᵀ (J Jᵀ + λ I)⁻¹ e`.
///
/// `columns` are those of the Jacobian `J`, and `errors` is `e`. Columns of joints that are held count as zero. `None` if the
/// equations have no solution, which a positive damping excludes up to rounding.
pub(super) fn damped_step(
    columns: &[[f64; 6]],
    is_held: &[bool],
    errors: &[f64; 6],
    damping: f64,
) -> Option<Vec<f64>> {
    let mut square = [[0.0; 6]; 6];
    for (column, _) in columns.iter().zip(is_held).filter(|(_, held)| !**held) {
        for (row, a) in square.iter_mut().zip(column) {
            for (element, b) in row.iter_mut().zip(column) {
                *element += a * b;
            }
        }
    }
    for (index, row) in square.iter_mut().enumerate() {
        row[index] += damping;
    }
    let weights = solve(square, *errors)?;
    let step = columns.iter().zip(is_held).map(|(column, held)| match held {
        true => 0.0,
        false => column.iter().zip(&weights).map(|(a, b)| a * b).sum(),
    });
    Some(step.collect())
}

/// Solves a symmetric positive definite system by Cholesky factors.
fn solve(mut matrix: [[f64; 6]; 6], mut values: [f64; 6]) -> Option<[f64; 6]> {
    for column in 0..6 {
        for row in column..6 {
            let mut sum = matrix[row][column];
            for below in 0..column {
                sum -= matrix[row][below] * matrix[column][below];
            }
            if row == column {
                if sum <= 0.0 || !sum.is_finite() {
                    return None;
                }
                matrix[row][column] = sum.sqrt();
            } else {
                matrix[row][column] = sum / matrix[column][column];
            }
        }
    }
    for row in 0..6 {
        for column in 0..row {
            values[row] -= matrix[row][column] * values[column];
        }
        values[row] /= matrix[row][row];
    }
    for row in (0..6).rev() {
        for below in row + 1..6 {
            values[row] -= matrix[below][row] * values[below];
        }
        values[row] /= matrix[row][row];
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solution_satisfies_the_equations() {
        // A matrix A Aᵀ + I of small whole numbers.
        let a: [[f64; 6]; 6] = std::array::from_fn(|row| {
            std::array::from_fn(|column| ((row * 7 + column * 3) % 5) as f64 - 2.0)
        });
        let mut square = [[0.0; 6]; 6];
        for row in 0..6 {
            for column in 0..6 {
                square[row][column] = (0..6).map(|k| a[row][k] * a[column][k]).sum::<f64>();
            }
            square[row][row] += 1.0;
        }
        let values = [1.0, -2.0, 3.0, 0.5, 0.0, 4.0];
        let solution = solve(square, values).unwrap();
        for row in 0..6 {
            let sum: f64 = square[row].iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((sum - values[row]).abs() < 1e-12, "{row}: {sum}");
        }
    }

    #[test]
    fn held_joints_do_not_move() {
        let columns = [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]];
        let step = damped_step(&columns, &[true, false], &[1.0, 1.0, 0.0, 0.0, 0.0, 0.0], 1e-9).unwrap();
        assert!(step[0] == 0.0 && (step[1] - 1.0).abs() < 1e-6, "{step:?}");
    }
}
