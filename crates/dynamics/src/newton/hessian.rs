//! The matrix M + Jᵀ C J of an island and its factors, with the zeros left out.

use crate::constraints::{Law, Rows};
use crate::model::Model;
use crate::newton::islands::Islands;
use crate::newton::penalty::{Zone, cone_curvature, lagged_curvature};

/// A symmetric matrix with known zeros, factored as Lᵀ D L from the last row to the first.
///
/// That order creates no elements beyond those of the tree; constraints between branches add some. Davis, Direct Methods for
/// Sparse Linear Systems, 2006, chapter 4.
#[derive(Debug, Clone, Default)]
pub(super) struct Hessian {
    /// Memory to find a pattern: a bit for each element of a row that is not zero.
    bits: Vec<u64>,
    /// By island.
    patterns: Vec<Pattern>,
    /// The island of the values.
    island: usize,
}

/// The elements of the matrix of an island that are not zero.
#[derive(Debug, Clone, Default)]
struct Pattern {
    /// Whether it is that of the present rows.
    is_known: bool,
    size: usize,
    /// The lower triangle of the matrix or its factors, in rows of the whole size.
    values: Vec<f64>,
    /// Pieces of the blocks for which the values are factors; empty if they are not.
    factored: Vec<Zone>,
    /// Contiguous elements left of the diagonal, by row: first column and end.
    runs: Vec<[usize; 2]>,
    rows: Vec<usize>,
}

impl Pattern {
    /// The runs of a row.
    #[inline]
    fn of(&self, row: usize) -> &[[usize; 2]] {
        &self.runs[self.rows[row]..self.rows[row + 1]]
    }
}

/// The pieces of their costs that the blocks are on.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'a> {
    /// Acceleration of each row beyond its reference.
    pub excess: &'a [f64],
    /// The piece of each block.
    pub zones: &'a [Zone],
}

impl Hessian {
    /// Finds all patterns again, because the rows are different ones.
    pub fn forget_patterns(&mut self) {
        self.patterns.iter_mut().for_each(|pattern| pattern.is_known = false);
        self.forget_factors();
    }

    /// Factors all matrices again, because masses or rows have other numbers.
    pub fn forget_factors(&mut self) {
        self.patterns.iter_mut().for_each(|pattern| pattern.factored.clear());
    }

    /// Whether the values are the factors for these pieces of the blocks. A matrix depends on nothing else while no block is on a cone.
    pub fn is_factored(&self, mut zones: impl Iterator<Item = Zone>) -> bool {
        let known = &self.patterns[self.island].factored;
        !known.is_empty() && known.iter().all(|known| *known != Zone::Cone && zones.next() == Some(*known))
    }

    /// Finds the elements that are not zero for the rows of an island, unless they are known.
    pub fn set_pattern(&mut self, model: &Model, islands: &Islands, island: usize, rows: &Rows) {
        let dofs = islands.dofs(island);
        let size = dofs.len();
        self.island = island;
        if self.patterns.len() <= island {
            self.patterns.resize_with(island + 1, Pattern::default);
        }
        let pattern = &mut self.patterns[island];
        if pattern.is_known {
            return;
        }
        (pattern.is_known, pattern.size) = (true, size);
        pattern.values.resize(size * size, 0.0);
        let words = size.div_ceil(64);
        self.bits.clear();
        self.bits.resize(size * words, 0);
        let mut set = |row: usize, column: usize| self.bits[row * words + column / 64] |= 1 << (column % 64);
        for (row, dof) in dofs.iter().enumerate() {
            for column in &model.columns[model.dofs[*dof].elements()] {
                set(row, islands.local[*column as usize]);
            }
        }
        for block in islands.blocks(island).iter().map(|index| &rows.blocks[*index]) {
            let support = &rows.support[block.support.clone()];
            let Some(last) = support.last() else { continue };
            let last = islands.local[*last as usize];
            support.iter().for_each(|dof| set(last, islands.local[*dof as usize]));
        }
        pattern.runs.clear();
        pattern.rows.clear();
        pattern.rows.resize(size + 1, 0);
        for row in (0..size).rev() {
            // Elimination of a row connects all of its columns: the row of the last one gets the rest of them.
            let (before, own) = self.bits.split_at_mut(row * words);
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
            let is_set = |column: usize| self.bits[row * words + column / 64] >> (column % 64) & 1 == 1;
            while column < row {
                if is_set(column) {
                    let start = column;
                    while column < row && is_set(column) {
                        column += 1;
                    }
                    pattern.runs.push([start, column]);
                } else {
                    column += 1;
                }
            }
            pattern.rows[row + 1] = pattern.runs.len();
        }
    }

    /// Computes the elements.
    pub fn assemble(
        &mut self,
        model: &Model,
        islands: &Islands,
        island: usize,
        mass: &[f64],
        rows: &Rows,
        Pieces { excess, zones }: Pieces,
    ) {
        let Pattern { size, values, factored, .. } = &mut self.patterns[self.island];
        let size = *size;
        factored.clear();
        for (row, dof) in islands.dofs(island).iter().enumerate() {
            values[row * size..row * size + row + 1].fill(0.0);
            let elements = model.dofs[*dof].elements();
            for (column, value) in model.columns[elements.clone()].iter().zip(&mass[elements]) {
                values[row * size + islands.local[*column as usize]] = *value;
            }
        }
        for index in islands.blocks(island) {
            let block = &rows.blocks[*index];
            let support = &islands.support[block.support.clone()];
            let range = block.rows.clone();
            let count = range.len();
            match (zones[*index], block.law) {
                (Zone::Inactive, _) => {}
                (Zone::Cone, Law::Cone { .. } | Law::Lagged { .. }) => {
                    let (weight, excess) = (&rows.weight[range.clone()], &excess[range]);
                    let curvature = match block.law {
                        Law::Cone { mu, friction } => cone_curvature(mu, &friction, weight, excess),
                        Law::Lagged { normal, friction, .. } => {
                            lagged_curvature(normal, &friction, weight, excess)
                        }
                        _ => continue,
                    };
                    for (first, local) in support.iter().enumerate() {
                        let mut weighted = [0.0; 6];
                        for row in 0..count {
                            let element = rows.elements[block.row(row)][first];
                            for (weighted, curvature) in weighted.iter_mut().zip(&curvature[row][..count]) {
                                *weighted += element * curvature;
                            }
                        }
                        let target = &mut values[*local as usize * size..][..size];
                        for (row, weighted) in weighted[..count].iter().enumerate() {
                            let elements = &rows.elements[block.row(row)][..=first];
                            for (element, other) in elements.iter().zip(support) {
                                target[*other as usize] += weighted * element;
                            }
                        }
                    }
                }
                (Zone::Quadratic | Zone::Cone, _) if count == 3 => {
                    // Those of most contacts.
                    let [a, b, c] = [0, 1, 2].map(|row| &rows.elements[block.row(row)]);
                    let weight = &rows.weight[range];
                    for (first, local) in support.iter().enumerate() {
                        let weighted = [weight[0] * a[first], weight[1] * b[first], weight[2] * c[first]];
                        let target = &mut values[*local as usize * size..][..size];
                        let others =
                            support[..=first].iter().zip(&a[..=first]).zip(&b[..=first]).zip(&c[..=first]);
                        for (((other, a), b), c) in others {
                            target[*other as usize] += weighted[0] * a + weighted[1] * b + weighted[2] * c;
                        }
                    }
                }
                (Zone::Quadratic | Zone::Cone, _) => {
                    for (number, row) in range.enumerate() {
                        let elements = &rows.elements[block.row(number)];
                        for (first, local) in support.iter().enumerate() {
                            let weighted = rows.weight[row] * elements[first];
                            let target = &mut values[*local as usize * size..][..size];
                            for (element, other) in elements[..=first].iter().zip(support) {
                                target[*other as usize] += weighted * element;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Factors the matrix in place.
    pub fn factor(&mut self) {
        let Pattern { size, values, runs, rows, .. } = &mut self.patterns[self.island];
        let size = *size;
        for row in (0..size).rev() {
            let (before, own) = values.split_at_mut(row * size);
            // Rounding may take a pivot of a nearly singular matrix below zero.
            own[row] = own[row].max(f64::MIN_POSITIVE);
            let inverse = 1.0 / own[row];
            let runs = &runs[rows[row]..rows[row + 1]];
            for (number, [start, end]) in runs.iter().enumerate().rev() {
                for column in (*start..*end).rev() {
                    let value = own[column] * inverse;
                    let target = &mut before[column * size..column * size + column + 1];
                    for [start, end] in &runs[..number] {
                        for (target, own) in target[*start..*end].iter_mut().zip(&own[*start..*end]) {
                            *target -= value * own;
                        }
                    }
                    for (target, own) in target[*start..].iter_mut().zip(&own[*start..=column]) {
                        *target -= value * own;
                    }
                    own[column] = value;
                }
            }
        }
    }

    /// Marks the values as factors for these pieces of the blocks.
    pub fn keep_factors(&mut self, zones: impl Iterator<Item = Zone>) {
        self.patterns[self.island].factored.extend(zones);
    }

    /// The pivots of the factors, whose product is the determinant.
    pub fn pivots(&self) -> impl Iterator<Item = f64> + '_ {
        let Pattern { size, values, .. } = &self.patterns[self.island];
        (0..*size).map(move |row| values[row * size + row])
    }

    /// Solves for a right-hand side in place.
    pub fn solve(&self, x: &mut [f64]) {
        let pattern = &self.patterns[self.island];
        let (size, values) = (pattern.size, &pattern.values);
        for row in (0..size).rev() {
            let value = x[row];
            for [start, end] in pattern.of(row) {
                let elements = &values[row * size + start..row * size + end];
                for (x, element) in x[*start..*end].iter_mut().zip(elements) {
                    *x -= element * value;
                }
            }
        }
        for row in 0..size {
            let mut sum = 0.0;
            for [start, end] in pattern.of(row) {
                let elements = &values[row * size + start..row * size + end];
                sum += x[*start..*end].iter().zip(elements).map(|(x, element)| x * element).sum::<f64>();
            }
            x[row] = x[row] / values[row * size + row] - sum;
        }
    }
}
