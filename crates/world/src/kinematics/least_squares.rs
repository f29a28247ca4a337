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

/// Solves a symmetric positive definite system by Gauss's elimination, which needs no exchange of rows for such a system.
fn solve(mut matrix: [[f64; 6]; 6], mut values: [f64; 6]) -> Option<[f64; 6]> {
    for column in 0..6 {
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot_row = &above[column];
        let pivot = pivot_row[column];
        if pivot <= 0.0 || !pivot.is_finite() {
            return None;
        }
        for (number, row) in below.iter_mut().enumerate() {
            let factor = row[column] / pivot;
            row.iter_mut().zip(pivot_row).for_each(|(element, other)| *element -= factor * other);
            values[column + 1 + number] -= factor * values[column];
        }
    }
    for row in (0..6).rev() {
        let known: f64 = matrix[row].iter().zip(&values).skip(row + 1).map(|(a, b)| a * b).sum();
        values[row] = (values[row] - known) / matrix[row][row];
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
