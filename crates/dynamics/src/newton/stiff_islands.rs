//! Islands whose step is too long for their geometric stiffness.

use super::Solver;
use super::hessian::Pieces;
use crate::constraints::Rows;
use crate::geometric_stiffness::GeometricStiffness;
use crate::model::Model;
use crate::tree_matrix;

/// Ratio of determinants up to which geometric stiffness needs not be implicit.
const STABLE: f64 = 2.0;
/// Its natural logarithm.
const LOG_STABLE: f64 = std::f64::consts::LN_2;

impl Solver {
    /// Whether the step is short enough in all islands with an upper bound of their changes.
    ///
    /// A determinant of 1 + A is at most the exponential of the trace of A, if no eigenvalue of A is negative.
    pub fn is_change_small(&self, bound: &GeometricStiffness) -> bool {
        (0..self.islands.count()).all(|island| {
            self.islands.trees(island).iter().map(|tree| bound.change[*tree]).sum::<f64>() <= LOG_STABLE
        })
    }

    /// Whether the step is short enough in all islands with an upper bound of the stiffness. The ratio of determinants grows with it.
    pub fn is_step_short(
        &mut self,
        model: &Model,
        mass: &[f64],
        factor: &[f64],
        bound: &GeometricStiffness,
    ) -> bool {
        self.factor_stiff(model, mass, bound);
        (0..self.islands.count()).all(|island| self.ratio_of_masses(model, island, factor) <= STABLE)
    }

    /// Sets `stiff` to the sum of mass matrix and stiffness, and `stiff_factor` to its factors.
    fn factor_stiff(&mut self, model: &Model, mass: &[f64], stiffness: &GeometricStiffness) {
        self.stiff.clear();
        self.stiff.extend(mass.iter().zip(&stiffness.mass).map(|(mass, addition)| mass + addition));
        self.stiff_factor.clone_from(&self.stiff);
        tree_matrix::factor(model, &mut self.stiff_factor);
    }

    /// Ratio of the determinants of an island's mass matrices with and without stiffness.
    fn ratio_of_masses(&self, model: &Model, island: usize, factor: &[f64]) -> f64 {
        let pivots = self.islands.dofs(island).iter().map(|dof| tree_matrix::diagonal(model, *dof));
        pivots.map(|at| self.stiff_factor[at] / factor[at]).product()
    }

    /// Sets the additions of geometric stiffness to zero in islands where the step is short enough without them.
    ///
    /// A mode of a frequency ω is stable without implicit stiffness while ω times the step is below 2. The product of 1 + (ω step)²
    /// over all modes is the ratio of the determinants of the matrices with and without the stiffness.
    pub fn keep_stiff_islands(
        &mut self,
        model: &Model,
        rows: &Rows,
        mass: &[f64],
        factor: &[f64],
        stiffness: &mut GeometricStiffness,
    ) {
        self.factor_stiff(model, mass, stiffness);
        for island in 0..self.islands.count() {
            let mut ratio = self.ratio_of_masses(model, island, factor);
            // Constraints make modes slower: the matrices with their curvatures decide.
            if ratio > STABLE {
                let pieces = Pieces { excess: &self.excess, zones: &self.zones };
                self.hessian.set_pattern(model, &self.islands, island, rows);
                ratio = 1.0;
                self.hessian.assemble(model, &self.islands, island, mass, rows, pieces);
                self.hessian.factor();
                self.pivots.clear();
                self.pivots.extend(self.hessian.pivots());
                self.hessian.assemble(model, &self.islands, island, &self.stiff, rows, pieces);
                self.hessian.factor();
                for (with, without) in self.hessian.pivots().zip(&self.pivots) {
                    ratio *= with / without;
                }
            }
            if ratio <= STABLE {
                for dof in self.islands.dofs(island) {
                    stiffness.mass[model.dofs[*dof].elements()].fill(0.0);
                    stiffness.effort[*dof] = 0.0;
                }
            }
        }
    }
}
