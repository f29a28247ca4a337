//! Singular values of small matrices, by Hestenes' one-sided Jacobi rotations.

/// Maximum number of sweeps over all pairs; six are enough for the matrices of arms.
const SWEEPS_MAX: usize = 30;
/// Two vectors count as orthogonal if the cosine of their angle is smaller than this.
const ORTHOGONAL: f64 = 1e-14;

/// One singular direction of a matrix: `J right = singular_value left`.
#[derive(Debug, Clone)]
pub(super) struct Direction {
    pub(super) singular_value: f64,
    /// Left singular vector, of unit length.
    pub(super) left: Vec<f64>,
    /// Right singular vector, of unit length; zero if the singular value is zero.
    pub(super) right: Vec<f64>,
}

/// The singular value decomposition of a matrix: one direction for each row, unsorted.
pub(super) struct Svd {
    pub(super) directions: Vec<Direction>,
}

impl Svd {
    /// Decomposes a matrix given by its columns.
    pub(super) fn of(columns: &[&[f64]], rows: usize) -> Svd {
        // The rows of the matrix, which the rotations make orthogonal, and the product of these rotations.
        let row = |row: usize| columns.iter().map(|column| column[row]).collect::<Vec<f64>>();
        let unit = |row: usize| (0..rows).map(|at| f64::from(u8::from(at == row))).collect::<Vec<f64>>();
        let mut turned: Vec<(Vec<f64>, Vec<f64>)> = (0..rows).map(|at| (row(at), unit(at))).collect();
        for _ in 0..SWEEPS_MAX {
            let mut is_done = true;
            for high in 1..rows {
                for low in 0..high {
                    let (before, after) = turned.split_at_mut(high);
                    is_done &= !orthogonalize(&mut before[low], &mut after[0]);
                }
            }
            if is_done {
                break;
            }
        }
        let direction = |(mut right, left): (Vec<f64>, Vec<f64>)| {
            let singular_value = dot(&right, &right).sqrt();
            if singular_value > 0.0 {
                right.iter_mut().for_each(|part| *part /= singular_value);
            }
            Direction { singular_value, left, right }
        };
        Svd { directions: turned.into_iter().map(direction).collect() }
    }
}

/// Rotates two vectors in their plane to make them orthogonal, and rotates the associated vectors likewise. Returns
/// whether they were not orthogonal before.
fn orthogonalize(one: &mut (Vec<f64>, Vec<f64>), other: &mut (Vec<f64>, Vec<f64>)) -> bool {
    let (a, b, c) = (dot(&one.0, &one.0), dot(&other.0, &other.0), dot(&one.0, &other.0));
    if c.abs() <= ORTHOGONAL * (a * b).sqrt() || c == 0.0 {
        return false;
    }
    let half_cotangent = (b - a) / (2.0 * c);
    let tangent = half_cotangent.signum() / (half_cotangent.abs() + libm::hypot(half_cotangent, 1.0));
    let cosine = 1.0 / libm::hypot(tangent, 1.0);
    let sine = cosine * tangent;
    rotate(&mut one.0, &mut other.0, cosine, sine);
    rotate(&mut one.1, &mut other.1, cosine, sine);
    true
}

fn rotate(one: &mut [f64], other: &mut [f64], cosine: f64, sine: f64) {
    for (one, other) in one.iter_mut().zip(other) {
        (*one, *other) = (cosine * *one - sine * *other, sine * *one + cosine * *other);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sum_of_singular_directions_is_the_matrix() {
        let columns: [&[f64]; 4] =
            [&[1.0, 2.0, 0.5], &[-0.3, 0.0, 4.0], &[2.0, 4.0, 1.0], &[0.0, 1e-3, -2.0]];
        let svd = Svd::of(&columns, 3);
        for (column, expected) in columns.iter().enumerate() {
            for (row, &expected) in expected.iter().enumerate() {
                let part = |at: &Direction| at.singular_value * at.left[row] * at.right[column];
                let sum: f64 = svd.directions.iter().map(part).sum();
                assert!((sum - expected).abs() < 1e-12, "{sum} {expected}");
            }
        }
        for (at, one) in svd.directions.iter().enumerate() {
            for other in &svd.directions[..at] {
                assert!(dot(&one.left, &other.left).abs() < 1e-12);
                assert!(dot(&one.right, &other.right).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn linearly_dependent_rows_have_a_singular_value_of_zero() {
        let columns: [&[f64]; 3] = [&[1.0, 2.0], &[3.0, 6.0], &[-1.0, -2.0]];
        let mut values: Vec<f64> =
            Svd::of(&columns, 2).directions.iter().map(|at| at.singular_value).collect();
        values.sort_by(f64::total_cmp);
        assert!(values[0] < 1e-12 && (values[1] - 55.0_f64.sqrt()).abs() < 1e-12, "{values:?}");
    }
}
