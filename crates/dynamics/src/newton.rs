//! Accelerations and constraint forces by Newton's method on one convex problem per island.
//!
//! The acceleration a minimizes ½ (a - a₀)ᵀ M (a - a₀) + s(J a - r): M is the mass matrix, a₀ the acceleration without
//! constraints, s the convex cost of the rows, whose negative gradient is their force. Each step goes to the minimum along
//! its direction, so that the cost falls in every iteration. MuJoCo documentation, chapter Computation, section Solver.

mod hessian;
mod islands;
mod line_search;
mod penalty;
mod stiff_islands;

use crate::constraints::{Law, Rows};
use crate::model::Model;
use crate::options::Options;
use crate::tree_matrix;
use hessian::{Hessian, Pieces};
use islands::Islands;
use penalty::Zone;

/// Work of the solver in a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SolverReport {
    /// Number of rows of constraints.
    pub rows: usize,
    /// Number of groups of mechanisms that constraints connect, solved one by one.
    pub islands: usize,
    /// Largest number of iterations of an island.
    pub iterations: usize,
    /// Whether an island reached the largest number of iterations before the tolerance.
    pub is_inexact: bool,
}

/// Memory of the solver.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solver {
    islands: Islands,
    hessian: Hessian,
    /// By degree of freedom: products with the mass matrix, gradient, direction.
    mass_acceleration: Vec<f64>,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    mass_direction: Vec<f64>,
    /// By row: acceleration beyond the reference, its change along the direction.
    excess: Vec<f64>,
    excess_change: Vec<f64>,
    zones: Vec<Zone>,
    zones_before: Vec<Zone>,
    /// By degree of freedom of an island.
    local: Vec<f64>,
    pivots: Vec<f64>,
    /// Mass matrix with geometric stiffness, and its factors.
    stiff: Vec<f64>,
    stiff_factor: Vec<f64>,
}

/// The smooth part of the problem.
#[derive(Clone, Copy)]
pub(crate) struct Smooth<'a> {
    /// Mass matrix with the implicit parts of the smooth forces.
    pub mass: &'a [f64],
    /// Effort on each degree of freedom.
    pub effort: &'a [f64],
    /// Acceleration without constraints.
    pub acceleration: &'a [f64],
    /// Acceleration from which the iterations may start.
    pub warm_start: &'a [f64],
}

impl Solver {
    /// Solves for the accelerations, which start as those without constraints, and the forces of the rows.
    pub fn solve(
        &mut self,
        model: &Model,
        options: &Options,
        smooth: Smooth,
        rows: &mut Rows,
        acceleration: &mut [f64],
    ) -> SolverReport {
        acceleration.copy_from_slice(smooth.acceleration);
        let mut report = SolverReport { rows: rows.reference.len(), ..SolverReport::default() };
        if rows.blocks.is_empty() {
            return report;
        }
        for values in
            [&mut self.mass_acceleration, &mut self.gradient, &mut self.direction, &mut self.mass_direction]
        {
            values.resize(model.dofs(), 0.0);
        }
        for values in [&mut self.excess, &mut self.excess_change] {
            values.clear();
            values.resize(rows.reference.len(), 0.0);
        }
        self.zones.clear();
        self.zones.resize(rows.blocks.len(), Zone::Inactive);
        if !self.islands.find(model, rows) {
            self.hessian.forget_patterns();
        }
        report.islands = self.islands.count();
        for island in 0..self.islands.count() {
            let (iterations, is_exact) =
                self.solve_island(model, options, smooth, rows, island, acceleration);
            report.iterations = report.iterations.max(iterations);
            report.is_inexact |= !is_exact;
        }
        report
    }

    /// Bounds the friction of contacts that slide or are apart by the normal force of the last solution. Returns whether any slides.
    pub fn lag_friction(&self, rows: &mut Rows) -> bool {
        let mut is_any = false;
        for (block, zone) in rows.blocks.iter_mut().zip(&self.zones) {
            let normal = rows.force[block.rows.start];
            match block.law {
                Law::Cone { friction, .. } if *zone != Zone::Quadratic => {
                    is_any |= *zone == Zone::Cone;
                    // That of the cone is far too large for fast sliding: the first further solution is without friction.
                    block.law = Law::Lagged { normal: 0.0, friction };
                }
                Law::Lagged { friction, .. } => {
                    is_any = true;
                    block.law = Law::Lagged { normal, friction };
                }
                _ => {}
            }
        }
        is_any
    }

    fn solve_island(
        &mut self,
        model: &Model,
        options: &Options,
        smooth: Smooth,
        rows: &mut Rows,
        island: usize,
        acceleration: &mut [f64],
    ) -> (usize, bool) {
        let size = self.islands.dofs(island).len();
        let scale = 1.0 / (model.mean_inertia * size as f64);
        // The better of both starts.
        let cost_smooth = self.evaluate(model, smooth, rows, island, acceleration);
        for dof in self.islands.dofs(island) {
            acceleration[*dof] = smooth.warm_start[*dof];
        }
        let mut cost = self.evaluate(model, smooth, rows, island, acceleration);
        let is_better = cost < cost_smooth;
        if !is_better {
            for dof in self.islands.dofs(island) {
                acceleration[*dof] = smooth.acceleration[*dof];
            }
            cost = self.evaluate(model, smooth, rows, island, acceleration);
        }
        self.hessian.set_pattern(model, &self.islands, island, rows);
        let mut is_factored = false;
        for iteration in 0..options.iterations {
            self.update_gradient(smooth, rows, island);
            let square: f64 = self.islands.dofs(island).iter().map(|dof| self.gradient[*dof].powi(2)).sum();
            if scale * square.sqrt() < options.tolerance {
                return (iteration, true);
            }
            if !is_factored {
                let pieces = Pieces { excess: &self.excess, zones: &self.zones };
                self.hessian.assemble(model, &self.islands, island, smooth.mass, rows, pieces);
                self.hessian.factor();
            }
            self.local.clear();
            self.local.extend(self.islands.dofs(island).iter().map(|dof| -self.gradient[*dof]));
            self.hessian.solve(&mut self.local);
            for (dof, value) in self.islands.dofs(island).iter().zip(&self.local) {
                self.direction[*dof] = *value;
            }
            let moved = self.search(model, options, smooth, rows, island, acceleration);
            let before = cost;
            self.zones_before.clear();
            self.zones_before.extend(self.islands.blocks(island).iter().map(|block| self.zones[*block]));
            cost = self.evaluate(model, smooth, rows, island, acceleration);
            // The matrix is the same while no block changes its piece, and none is on a cone.
            let zones = self.islands.blocks(island).iter().map(|block| self.zones[*block]);
            is_factored =
                zones.zip(&self.zones_before).all(|(now, before)| now == *before && now != Zone::Cone);
            if !moved || scale * (before - cost) < options.tolerance {
                return (iteration + 1, true);
            }
        }
        (options.iterations, false)
    }

    /// Products, excess, forces and zones at an acceleration. Returns the cost.
    fn evaluate(
        &mut self,
        model: &Model,
        smooth: Smooth,
        rows: &mut Rows,
        island: usize,
        acceleration: &[f64],
    ) -> f64 {
        for tree in self.islands.trees(island) {
            let dofs = model.trees[*tree].dofs.clone();
            tree_matrix::multiply(model, dofs, smooth.mass, acceleration, &mut self.mass_acceleration);
        }
        let mut cost = 0.0;
        for dof in self.islands.dofs(island) {
            let beyond = acceleration[*dof] - smooth.acceleration[*dof];
            cost += 0.5 * beyond * (self.mass_acceleration[*dof] - smooth.effort[*dof]);
        }
        for index in self.islands.blocks(island) {
            let block = &rows.blocks[*index];
            let range = block.rows.clone();
            for (number, row) in range.clone().enumerate() {
                let elements = &rows.elements[block.row(number)];
                let support = &rows.support[block.support.clone()];
                let sum: f64 =
                    elements.iter().zip(support).map(|(a, dof)| a * acceleration[*dof as usize]).sum();
                self.excess[row] = sum - rows.reference[row];
            }
            let (part, zone) = penalty::force(
                block.law,
                &rows.weight[range.clone()],
                &self.excess[range.clone()],
                &mut rows.force[range],
            );
            cost += part;
            self.zones[*index] = zone;
        }
        cost
    }

    /// Gradient of the cost: M a - f - Jᵀ force.
    fn update_gradient(&mut self, smooth: Smooth, rows: &Rows, island: usize) {
        for dof in self.islands.dofs(island) {
            self.gradient[*dof] = self.mass_acceleration[*dof] - smooth.effort[*dof];
        }
        for block in self.islands.blocks(island).iter().map(|index| &rows.blocks[*index]) {
            for (number, row) in block.rows.clone().enumerate() {
                let force = rows.force[row];
                if force != 0.0 {
                    let elements = &rows.elements[block.row(number)];
                    for (element, dof) in elements.iter().zip(&rows.support[block.support.clone()]) {
                        self.gradient[*dof as usize] -= element * force;
                    }
                }
            }
        }
    }

    /// Moves the acceleration to the minimum along the direction. Returns whether it moved.
    fn search(
        &mut self,
        model: &Model,
        options: &Options,
        smooth: Smooth,
        rows: &Rows,
        island: usize,
        acceleration: &mut [f64],
    ) -> bool {
        for tree in self.islands.trees(island) {
            let dofs = model.trees[*tree].dofs.clone();
            tree_matrix::multiply(model, dofs, smooth.mass, &self.direction, &mut self.mass_direction);
        }
        let (mut slope, mut curvature) = (0.0, 0.0);
        for dof in self.islands.dofs(island) {
            slope += self.direction[*dof] * (self.mass_acceleration[*dof] - smooth.effort[*dof]);
            curvature += self.direction[*dof] * self.mass_direction[*dof];
        }
        for block in self.islands.blocks(island).iter().map(|index| &rows.blocks[*index]) {
            for (number, row) in block.rows.clone().enumerate() {
                let elements = &rows.elements[block.row(number)];
                let support = &rows.support[block.support.clone()];
                self.excess_change[row] =
                    elements.iter().zip(support).map(|(a, dof)| a * self.direction[*dof as usize]).sum();
            }
        }
        let length = line_search::minimum(options.iterations, |length| {
            let mut derivatives = [slope + length * curvature, curvature];
            for block in self.islands.blocks(island).iter().map(|index| &rows.blocks[*index]) {
                let range = block.rows.clone();
                let [first, second] = penalty::derivatives(
                    block.law,
                    &rows.weight[range.clone()],
                    &self.excess[range.clone()],
                    &self.excess_change[range],
                    length,
                );
                derivatives[0] += first;
                derivatives[1] += second;
            }
            derivatives
        });
        for dof in self.islands.dofs(island) {
            acceleration[*dof] += length * self.direction[*dof];
        }
        length != 0.0
    }
}
