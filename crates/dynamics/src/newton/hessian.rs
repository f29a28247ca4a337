//! The matrix M + Jᵀ C J of an island and its factors, with the zeros left out.

use crate::constraints::Rows;
use crate::model::Model;
use crate::newton::addition::Addition;
use crate::newton::islands::Islands;
use crate::newton::pattern::Pattern;
use crate::newton::penalty::Zone;

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
        pattern.is_known = true;
        pattern.resize(size);
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
        pattern.set_elements(&mut self.bits);
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
        self.patterns[self.island].factor();
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
        self.patterns[self.island].solve(x);
    }
}
