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
    /// First row and end of groups of rows, each of which has the elements of the row before it and one at that row.
    groups: Vec<[usize; 2]>,
}

/// Largest number of rows of a group.
const GROUP: usize = 4;

/// Size up to which all elements are set to zero, not only those of the pattern.
const SMALL: usize = 48;

impl Pattern {
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
    fn clear_values(&mut self) {
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

    /// Factors the matrix of an island again, because its laws have changed.
    pub fn forget_cones(&mut self, island: usize) {
        if let Some(pattern) = self.patterns.get_mut(island)
            && pattern.factored.contains(&Zone::Cone)
        {
            pattern.factored.clear();
        }
    }

    /// Whether the values are the factors for these pieces of the blocks. A matrix depends on nothing else while no block is on a cone.
    /// If `is_near`, those of a near point on the cones are good enough.
    pub fn is_factored(&self, is_near: bool, mut zones: impl Iterator<Item = Zone>) -> bool {
        let known = &self.patterns[self.island].factored;
        let is_known = |known: &Zone| (is_near || *known != Zone::Cone) && zones.next() == Some(*known);
        !known.is_empty() && known.iter().all(is_known)
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
        pattern.find_groups();
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
        let pattern = &mut self.patterns[self.island];
        pattern.clear_values();
        let Pattern { size, values, factored, .. } = pattern;
        let size = *size;
        factored.clear();
        for (row, dof) in islands.dofs(island).iter().enumerate() {
            let elements = model.dofs[*dof].elements();
            let values = &mut values[row * size..][..size];
            for (column, value) in model.columns[elements.clone()].iter().zip(&mass[elements]) {
                values[islands.local[*column as usize]] = *value;
            }
        }
        for index in islands.blocks(island) {
            let block = &rows.blocks[*index];
            let range = block.rows.clone();
            let is_on_cone = match zones[*index] {
                Zone::Inactive => continue,
                Zone::Quadratic => false,
                Zone::Cone => true,
            };
            let support = &islands.support[block.support.clone()];
            let weight = &rows.weight[range.clone()];
            let elements = &rows.elements[block.elements..][..support.len() * range.len()];
            if let ([local], [weight], [element]) = (support, weight, elements) {
                values[*local as usize * size + *local as usize] += weight * element * element;
                continue;
            }
            let excess = is_on_cone.then(|| &excess[range]);
            let mut add = Addition { values, size, support, elements };
            match weight.len() {
                3 => add.rows::<3>(&block.law, weight, excess),
                4 => add.rows::<4>(&block.law, weight, excess),
                6 => add.rows::<6>(&block.law, weight, excess),
                _ => {
                    for (weight, elements) in weight.iter().zip(elements.chunks(support.len().max(1))) {
                        Addition { values: add.values, elements, ..add }.products([[*weight]]);
                    }
                }
            }
        }
    }

    /// Factors the matrix in place.
    pub fn factor(&mut self) {
        let Pattern { size, values, runs, rows, groups, .. } = &mut self.patterns[self.island];
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
        let Pattern { size, values, groups, .. } = &self.patterns[self.island];
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
            let (runs, rows) = (self.patterns[self.island].of(first), &values[first * size..]);
            match end - first {
                1 => subtract::<1>(before, own, rows, size, runs),
                2 => subtract::<2>(before, own, rows, size, runs),
                3 => subtract::<3>(before, own, rows, size, runs),
                _ => subtract::<GROUP>(before, own, rows, size, runs),
            }
        }
        for [first, end] in groups.iter().copied() {
            let (before, own) = x.split_at_mut(first);
            let (runs, rows) = (self.patterns[self.island].of(first), &values[first * size..]);
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

/// A block whose products are added to the values.
struct Addition<'a> {
    values: &'a mut [f64],
    size: usize,
    /// Rows of the matrix, in ascending order.
    support: &'a [u32],
    /// Elements of the block, row after row.
    elements: &'a [f64],
}

impl Addition<'_> {
    /// Adds the curvature of the cost of a block; `excess` is that of its rows if it is on a cone.
    #[inline]
    fn rows<const N: usize>(&mut self, law: &Law, weight: &[f64], excess: Option<&[f64]>) {
        let curvature = match (excess, law) {
            (Some(excess), Law::Cone { mu, friction }) => cone_curvature::<N>(*mu, friction, weight, excess),
            (Some(excess), Law::Lagged { normal, friction, .. }) => {
                lagged_curvature::<N>(*normal, friction, weight, excess)
            }
            _ => std::array::from_fn(|row| {
                std::array::from_fn(|column| if row == column { weight[row] } else { 0.0 })
            }),
        };
        self.products(curvature);
    }

    /// Adds the products of all pairs of elements with a curvature.
    #[inline]
    fn products<const N: usize>(&mut self, curvature: [[f64; N]; N]) {
        let width = self.support.len();
        let parts: [&[f64]; N] = std::array::from_fn(|row| &self.elements[row * width..(row + 1) * width]);
        for (first, local) in self.support.iter().enumerate() {
            let own: [f64; N] = std::array::from_fn(|row| parts[row][first]);
            let weighted: [f64; N] = std::array::from_fn(|column| {
                let mut sum = 0.0;
                for (own, curvature) in own.iter().zip(&curvature) {
                    sum += own * curvature[column];
                }
                sum
            });
            let target = &mut self.values[*local as usize * self.size..][..self.size];
            for (place, other) in self.support[..=first].iter().enumerate() {
                let mut sum = 0.0;
                for (weighted, part) in weighted.iter().zip(parts) {
                    sum += weighted * part[place];
                }
                target[*other as usize] += sum;
            }
        }
    }
}
