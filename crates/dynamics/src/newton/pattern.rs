//! A symmetric matrix with known zeros, and its factors.

use crate::newton::penalty::Zone;

/// The elements of the matrix of an island that are not zero.
#[derive(Debug, Clone, Default)]
pub(super) struct Pattern {
    /// Whether it is that of the present rows.
    pub is_known: bool,
    pub size: usize,
    /// The lower triangle of the matrix or its factors, in rows of the whole size.
    pub values: Vec<f64>,
    /// Pieces of the blocks for which the values are factors; empty if they are not.
    pub factored: Vec<Zone>,
    /// Contiguous elements left of the diagonal, by row: first column and end.
    runs: Vec<[usize; 2]>,
    rows: Vec<usize>,
    /// First row and end of groups of rows, each of which has the elements of the row before it and one at that row.
    groups: Vec<[usize; 2]>,
}

/// Largest number of rows of a group.
const GROUP: usize = 4;

/// Size up to which all elements are set to zero, not only those of the pattern.
const SMALL: usize = 48;

impl Pattern {
    /// Sets the size.
    pub fn resize(&mut self, size: usize) {
        self.size = size;
        self.values.resize(size * size, 0.0);
    }

    /// Finds the elements that are not zero after elimination, for a bit for each element that is not zero before it: rows of whole words.
    pub fn set_elements(&mut self, bits: &mut [u64]) {
        let size = self.size;
        let words = size.div_ceil(64);
        self.runs.clear();
        self.rows.clear();
        self.rows.resize(size + 1, 0);
        for row in (0..size).rev() {
            // Elimination of a row connects all of its columns: the row of the last one gets the rest of them.
            let (before, own) = bits.split_at_mut(row * words);
            let below = |word: usize, column: usize| {
                if word < column / 64 {
                    u64::MAX
                } else if word == column / 64 {
                    (1 << (column % 64)) - 1
                } else {
                    0
                }
            };
            let last = (0..words).rev().find_map(|word| {
                let left = own[word] & below(word, row);
                (left != 0).then(|| word * 64 + 63 - left.leading_zeros() as usize)
            });
            if let Some(last) = last {
                for word in 0..=last / 64 {
                    before[last * words + word] |= own[word] & below(word, last);
                }
            }
        }
        for row in 0..size {
            let mut column = 0;
            let is_set = |column: usize| bits[row * words + column / 64] >> (column % 64) & 1 == 1;
            while column < row {
                if is_set(column) {
                    let start = column;
                    while column < row && is_set(column) {
                        column += 1;
                    }
                    self.runs.push([start, column]);
                } else {
                    column += 1;
                }
            }
            self.rows[row + 1] = self.runs.len();
        }
        self.find_groups();
    }

    /// Finds the groups of rows.
    fn find_groups(&mut self) {
        let mut groups = std::mem::take(&mut self.groups);
        groups.clear();
        for row in 0..self.size {
            let grows = |[first, _]: [usize; 2]| {
                let (before, own) = (self.of(row - 1), self.of(row));
                let Some(([start, end], rest)) = own.split_last() else { return false };
                let is_same = match before.split_last() {
                    Some((last, others)) if last[1] == row - 1 => *others == *rest && last[0] == *start,
                    _ => *before == *rest && *start == row - 1,
                };
                is_same && *end == row && row - first < GROUP
            };
            match groups.last_mut() {
                Some(group) if grows(*group) => group[1] = row + 1,
                _ => groups.push([row, row + 1]),
            }
        }
        self.groups = groups;
    }

    /// Sets the elements to zero.
    pub fn clear_values(&mut self) {
        let Pattern { size, values, runs, rows, .. } = self;
        if *size <= SMALL {
            values.fill(0.0);
            return;
        }
        for row in 0..*size {
            let values = &mut values[row * *size..][..=row];
            for [start, end] in &runs[rows[row]..rows[row + 1]] {
                values[*start..*end].fill(0.0);
            }
            values[row] = 0.0;
        }
    }

    /// The runs of a row.
    #[inline]
    fn of(&self, row: usize) -> &[[usize; 2]] {
        &self.runs[self.rows[row]..self.rows[row + 1]]
    }

    /// Factors the matrix in place.
    pub fn factor(&mut self) {
        let Pattern { size, values, runs, rows, groups, .. } = self;
        let size = *size;
        for [first, end] in groups.iter().rev().copied() {
            let (before, own) = values.split_at_mut(first * size);
            let runs = &runs[rows[first]..rows[first + 1]];
            let mut inverses = [0.0; GROUP];
            for row in (0..end - first).rev() {
                let (above, own) = own.split_at_mut(row * size);
                let pivot = &mut own[first + row];
                // Rounding may take a pivot of a nearly singular matrix below zero.
                *pivot = pivot.max(f64::MIN_POSITIVE);
                inverses[row] = 1.0 / *pivot;
                for column in (0..row).rev() {
                    let value = own[first + column] * inverses[row];
                    let target = &mut above[column * size..][..size];
                    for [start, end] in runs.iter().copied().chain([[first, first + column + 1]]) {
                        for (target, own) in target[start..end].iter_mut().zip(&own[start..end]) {
                            *target -= value * own;
                        }
                    }
                    own[first + column] = value;
                }
            }
            match end - first {
                1 => eliminate::<1>(before, own, size, runs, &inverses),
                2 => eliminate::<2>(before, own, size, runs, &inverses),
                3 => eliminate::<3>(before, own, size, runs, &inverses),
                _ => eliminate::<GROUP>(before, own, size, runs, &inverses),
            }
        }
    }

    /// Solves for a right-hand side in place.
    pub fn solve(&self, x: &mut [f64]) {
        let Pattern { size, values, groups, .. } = self;
        let size = *size;
        for [first, end] in groups.iter().rev().copied() {
            let (before, own) = x.split_at_mut(first);
            for row in (1..end - first).rev() {
                let value = own[row];
                let elements = &values[(first + row) * size + first..][..row];
                for (x, element) in own[..row].iter_mut().zip(elements) {
                    *x -= element * value;
                }
            }
            let (runs, rows) = (self.of(first), &values[first * size..]);
            match end - first {
                1 => subtract::<1>(before, own, rows, size, runs),
                2 => subtract::<2>(before, own, rows, size, runs),
                3 => subtract::<3>(before, own, rows, size, runs),
                _ => subtract::<GROUP>(before, own, rows, size, runs),
            }
        }
        for [first, end] in groups.iter().copied() {
            let (before, own) = x.split_at_mut(first);
            let (runs, rows) = (self.of(first), &values[first * size..]);
            match end - first {
                1 => substitute::<1>(before, own, rows, size, runs),
                2 => substitute::<2>(before, own, rows, size, runs),
                3 => substitute::<3>(before, own, rows, size, runs),
                _ => substitute::<GROUP>(before, own, rows, size, runs),
            }
            for row in 1..end - first {
                let elements = &values[(first + row) * size + first..][..row];
                let sum: f64 = own[..row].iter().zip(elements).map(|(x, element)| x * element).sum();
                own[row] -= sum;
            }
        }
    }
}

/// Rows of a group, from the start of a run to its end.
#[inline]
fn parts<const N: usize>(rows: &[f64], size: usize, [start, end]: [usize; 2]) -> [&[f64]; N] {
    std::array::from_fn(|row| &rows[row * size + start..row * size + end])
}

/// Subtracts the products of the elements of a group, which are left of it, from the rows above it, and divides them by the pivots.
#[inline]
fn eliminate<const N: usize>(
    before: &mut [f64],
    own: &mut [f64],
    size: usize,
    runs: &[[usize; 2]],
    inverses: &[f64; GROUP],
) {
    for (number, [start, end]) in runs.iter().copied().enumerate().rev() {
        for column in (start..end).rev() {
            let values: [f64; N] = std::array::from_fn(|row| own[row * size + column] * inverses[row]);
            let target = &mut before[column * size..][..=column];
            for run in runs[..number].iter().copied().chain([[start, column + 1]]) {
                let parts = parts::<N>(own, size, run);
                for (place, target) in target[run[0]..run[1]].iter_mut().enumerate() {
                    let mut sum = 0.0;
                    for (value, part) in values.iter().zip(parts) {
                        sum += value * part[place];
                    }
                    *target -= sum;
                }
            }
            for (row, value) in values.iter().enumerate() {
                own[row * size + column] = *value;
            }
        }
    }
}

/// Subtracts the product of the elements of a group left of it and its unknowns from those before it.
#[inline]
fn subtract<const N: usize>(before: &mut [f64], own: &[f64], rows: &[f64], size: usize, runs: &[[usize; 2]]) {
    for run in runs.iter().copied() {
        let parts = parts::<N>(rows, size, run);
        for (place, x) in before[run[0]..run[1]].iter_mut().enumerate() {
            let mut sum = 0.0;
            for (value, part) in own[..N].iter().zip(parts) {
                sum += value * part[place];
            }
            *x -= sum;
        }
    }
}

/// Divides the unknowns of a group by its pivots, and subtracts the product of the elements left of it and the unknowns there.
#[inline]
fn substitute<const N: usize>(
    before: &[f64],
    own: &mut [f64],
    rows: &[f64],
    size: usize,
    runs: &[[usize; 2]],
) {
    let first = before.len();
    let mut sums = [0.0; N];
    for run in runs.iter().copied() {
        let parts = parts::<N>(rows, size, run);
        for (place, x) in before[run[0]..run[1]].iter().enumerate() {
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum += x * part[place];
            }
        }
    }
    for (row, sum) in sums.iter().enumerate() {
        own[row] = own[row] / rows[row * size + first + row] - sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matrix of a robot with a free body, legs of `leg` joints, and a row between the ends of the first two legs.
    fn robot(legs: usize, leg: usize) -> (Pattern, Vec<f64>) {
        let size = 6 + legs * leg;
        let words = size.div_ceil(64);
        let mut bits = vec![0u64; size * words];
        let mut matrix = vec![0.0; size * size];
        let mut number = 1.0f64;
        let mut set = |row: usize, column: usize| {
            bits[row * words + column / 64] |= 1 << (column % 64);
            number = (number * 7.31).fract() + 0.1;
            let value = if row == column { 20.0 + number } else { number };
            (matrix[row * size + column], matrix[column * size + row]) = (value, value);
        };
        for row in 0..size {
            let first = if row < 6 { row } else { 6 + (row - 6) / leg * leg };
            (0..row.min(6)).chain(first..=row).for_each(|column| set(row, column));
        }
        if legs > 1 {
            set(6 + 2 * leg - 1, 6 + leg - 1);
        }
        let mut pattern = Pattern::default();
        pattern.resize(size);
        pattern.set_elements(&mut bits);
        pattern.clear_values();
        for row in 0..size {
            pattern.values[row * size..][..=row].copy_from_slice(&matrix[row * size..][..=row]);
        }
        (pattern, matrix)
    }

    #[test]
    fn factors_solve_for_legs_of_any_length_and_connected_legs() {
        for (legs, leg) in [(0, 1), (1, 1), (4, 3), (2, 7), (3, 5), (5, 4), (2, 30), (12, 6)] {
            let (mut pattern, matrix) = robot(legs, leg);
            let size = pattern.size;
            pattern.factor();
            let wanted: Vec<f64> = (0..size).map(|row| (row as f64 * 0.37).sin()).collect();
            let mut found = wanted.clone();
            pattern.solve(&mut found);
            for row in 0..size {
                let product: f64 = matrix[row * size..][..size].iter().zip(&found).map(|(a, x)| a * x).sum();
                assert!((product - wanted[row]).abs() < 1e-12, "{legs} legs of {leg}: {row} {product}");
            }
        }
    }

    #[test]
    fn rows_of_a_chain_are_in_groups_of_at_most_four() {
        // The first leg continues the chain of the body, the second one branches off.
        let (pattern, _) = robot(2, 3);
        assert_eq!(pattern.groups, [[0, 4], [4, 8], [8, 9], [9, 12]]);
    }
}
